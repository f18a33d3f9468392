"""Query augmentation (A4): the roles of the talk before the question, and no other rewriting."""

from __future__ import annotations


def augment(question: str, user: str, character: str, language: str) -> str:
    """Return `[User_u][Assistant_a] q` (ARPM: q' = [User_u][Assistant_a] + q), in the form of the question's language.

    Without a character only the user is named.
    """
    user_word, assistant_word = ("用户", "助手") if language == "zh" else ("User_", "Assistant_")
    prefix = f"[{user_word}{user}]" + (f"[{assistant_word}{character}]" if character else "")
    return f"{prefix} {question}"

"""Find secrets in a text and put a word in their place (C13): what must not be kept is not kept.

In: any text. Out: spans by kind, or the text without them and how many there were. Pure, and the same at each call:
masking what is masked changes nothing. Time grows with the length of the text alone: every pattern has bounds.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from duramen.text.languages import language_of
from duramen.text.secrets.found import Secret, said
from duramen.text.secrets.keys import assigned, issued_keys, private_keys, recovery_phrases, url_passwords
from duramen.text.secrets.numbers import bank_accounts, identity_numbers, payment_cards

# Full-width letters, digits and signs as their plain forms, one for one, so that spans stay the same.
_PLAIN = {
    code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F) if chr(code - 0xFEE0).isalnum() or code in (0xFF0D, 0xFF20)
}
_FULL_WIDTH = re.compile("[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]")
_DIGIT = re.compile("[0-9]")
# What one of our numbers has, as it is written at its loosest; times and most dates have none of it.
_NUMBERS = re.compile(
    "\\d{6}|\\d{4}[^\\w\\s/]?\\s?\\d{4}|\\d{3}-\\d\\d-\\d{4}|\\d\\d? \\d\\d \\d\\d|\\d{3}[. ]\\d{2,3}|"
    "[A-Za-z]{5}\\d{4}[A-Za-z]|[A-Za-z]{6}\\d\\d[A-Za-z]\\d\\d|[A-Za-z]{2}\\d\\d[ -]?[A-Za-z0-9]{4}"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Masked:
    """A text with a word in place of each secret, and how many there were of each kind."""

    text: str
    counts: dict[str, int] = field(default_factory=dict)


def find_secrets(text: str) -> list[Secret]:
    """Return the secrets of a text in order, none overlapping: of those that do, the one that begins first, then the longest."""
    plain = text if text.isascii() or not _FULL_WIDTH.search(text) else text.translate(_PLAIN)
    found = sorted(_candidates(plain), key=lambda secret: (secret.start, -secret.end, secret.kind.startswith("id-")))
    kept: list[Secret] = []
    for secret in found:
        if not kept or secret.start >= kept[-1].end:
            kept.append(secret)
    return kept


def mask(text: str) -> Masked:
    """Return a text with `[payment card removed]`, or ［已去除：银行卡号］ in a Chinese text, in place of each secret."""
    counts: Counter[str] = Counter()
    while found := find_secrets(text):
        # Once more: what is taken out may have stood in the way of what was beside it.
        counts.update(secret.kind for secret in found)
        text = _replaced(text, found)
    return Masked(text=text, counts=dict(counts))


def _replaced(text: str, found: list[Secret]) -> str:
    language = language_of(text)
    pieces, at = [], 0
    for secret in found:
        word = said(secret.kind, language)
        pieces += [text[at : secret.start], f"［已去除：{word}］" if language == "zh" else f"[{word} removed]"]
        at = secret.end
    return "".join([*pieces, text[at:]])


def _candidates(text: str) -> Iterator[Secret]:
    if _DIGIT.search(text) and _NUMBERS.search(text):
        yield from payment_cards(text)
        yield from bank_accounts(text)
        yield from identity_numbers(text)
    lowered = text.lower()
    yield from issued_keys(text, lowered)
    yield from assigned(text, lowered)
    if "private key" in lowered or "putty-user-key" in lowered:
        yield from private_keys(text)
    if "://" in text:
        yield from url_passwords(text)
    if "phrase" in lowered or "mnemonic" in lowered or "words" in lowered or "助" in text or "恢复短语" in text:
        yield from recovery_phrases(text)


def told(counts: Mapping[str, int], language: str = "en") -> str:
    """Return counts by kind in words: "1 payment card, 2 ID numbers"; of Chinese: 1 个银行卡号."""
    totals: Counter[str] = Counter()
    for kind, number in counts.items():
        totals[said(kind, language)] += number
    if language == "zh":
        return "、".join(f"{number} 个{word}" for word, number in totals.items())
    return ", ".join(f"{number:,} {word if number == 1 else word + 's'}" for word, number in totals.items())

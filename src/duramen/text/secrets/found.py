"""What the finders of secrets give back, and the words for each kind."""

from __future__ import annotations

from dataclasses import dataclass

# kind -> what it is called; kinds of several countries share a word, since the word stands in the text instead.
_ID_NUMBER = ("ID number", "证件号码")
_WORDS = {
    "api-key": ("API key", "API 密钥"),
    "access-token": ("access token", "访问令牌"),
    "password": ("password", "密码"),
    "private-key": ("private key", "私钥"),
    "recovery-phrase": ("recovery phrase", "助记词"),
    "payment-card": ("payment card", "银行卡号"),
    "bank-account": ("bank account", "银行账号"),
}
KINDS = tuple(_WORDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Secret:
    """What must not be kept: its span in the text, and its kind, one of KINDS or "id-" and a country's code ("id-cn")."""

    start: int
    end: int
    kind: str


def said(kind: str, language: str) -> str:
    """Return what people call a kind of secret in a language ("zh", else English): "payment card", 银行卡号."""
    return _WORDS.get(kind, _ID_NUMBER)[language == "zh"]

"""Keys, tokens, passwords and recovery phrases, by their issuers' prefixes and shapes, or by the word before them.

In: a text with full-width letters and digits made plain. Out: spans with their kind. A place holder ("sk-…", "xxxx",
"your_api_key", "${TOKEN}") is no secret, and neither is what code says of one (`password = get_password()`).
"""

from __future__ import annotations

import base64
import binascii
import json
import math
import re
from collections import Counter
from collections.abc import Iterator

from duramen.text.secrets.found import Secret

_EDGE, _END = "(?<![A-Za-z0-9_-])", "(?![A-Za-z0-9_-])"
_WORD = "[A-Za-z0-9]"
_TOKEN = "[A-Za-z0-9_-]"

# Literals, lower case, one of which stands in every text that holds such a key; then its shape. What an issuer does not
# fix in length is bounded, so that nothing is searched for twice.
_API_KEYS: tuple[tuple[str, str], ...] = (
    ("sk-", f"sk-(?:ant-|proj-|svcacct-|admin-|or-v1-|lf-)?{_TOKEN}{{20,200}}+"),  # OpenAI, Anthropic and their likes
    ("akia", "(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}"),  # Amazon Web Services
    ("asia", "ASIA[A-Z0-9]{16}"),
    ("aiza", f"AIza{_TOKEN}{{35}}"),  # Google
    ("gocspx-", f"GOCSPX-{_TOKEN}{{28}}"),
    ("_live_", f"(?:sk|rk|pk)_live_{_WORD}{{16,200}}+"),  # Stripe
    ("_test_", f"(?:sk|rk)_test_{_WORD}{{16,200}}+"),
    ("whsec_", f"whsec_{_WORD}{{24,100}}+"),
    ("ltai", f"LTAI{_WORD}{{12,26}}+"),  # Aliyun
    ("akid", f"AKID{_WORD}{{32}}"),  # Tencent Cloud
    ("sg.", f"SG\\.{_TOKEN}{{16,32}}\\.{_TOKEN}{{32,64}}"),  # SendGrid
    ("gsk_", f"gsk_{_WORD}{{40,80}}+"),  # Groq
    ("xai-", f"xai-{_WORD}{{60,120}}+"),
    ("r8_", f"r8_{_WORD}{{37,40}}+"),  # Replicate
    ("pplx-", f"pplx-{_WORD}{{40,64}}+"),
    ("key-", "key-[0-9a-f]{32}"),  # Mailgun
    ("accountkey=", "(?<=AccountKey=)[A-Za-z0-9+/]{80,90}={0,2}"),  # Azure storage
)
_ACCESS_TOKENS: tuple[tuple[str, str], ...] = (
    ("ghp_", f"ghp_{_WORD}{{36,255}}+"),  # GitHub
    ("gho_", f"gho_{_WORD}{{36,255}}+"),
    ("ghu_", f"ghu_{_WORD}{{36,255}}+"),
    ("ghs_", f"ghs_{_WORD}{{36,255}}+"),
    ("ghr_", f"ghr_{_WORD}{{36,255}}+"),
    ("github_pat_", "github_pat_[A-Za-z0-9_]{36,255}+"),
    ("glpat-", f"glpat-{_TOKEN}{{20,64}}+"),  # GitLab
    *((f"gl{one}-", f"gl{one}-{_TOKEN}{{20,64}}+") for one in ("dt", "rt", "ptt", "ft", "agent", "soat", "cbt", "imt")),
    ("xox", f"xox[abeoprs](?:\\.xox[bp])?-{_TOKEN}{{10,250}}+"),  # Slack
    ("xapp-", f"xapp-\\d-{_TOKEN}{{20,250}}+"),
    ("hooks.slack.com", f"(?<=hooks\\.slack\\.com/services/)T{_WORD}{{6,20}}/B{_WORD}{{6,20}}/{_WORD}{{16,40}}+"),
    ("hf_", f"hf_{_WORD}{{30,40}}+"),  # Hugging Face
    ("npm_", f"npm_{_WORD}{{36}}"),
    ("pypi-", f"pypi-AgE{_TOKEN}{{50,250}}+"),
    ("ya29.", f"ya29\\.{_TOKEN}{{20,250}}+"),
    *((f"{one}_", f"{one}_[a-fA-F0-9]{{32}}") for one in ("shpat", "shpca", "shppa", "shpss")),  # Shopify
    ("_v1_", "do[opr]_v1_[a-f0-9]{64}"),  # DigitalOcean
    ("dckr_pat_", f"dckr_pat_{_TOKEN}{{20,64}}+"),
    ("hvs.", f"hvs\\.{_TOKEN}{{24,200}}+"),  # Vault
    ("hvb.", f"hvb\\.{_TOKEN}{{24,200}}+"),
    ("dapi", "dapi[a-f0-9]{32}"),
    ("ntn_", f"ntn_{_WORD}{{40,60}}+"),
    ("lin_api_", f"lin_api_{_WORD}{{32,60}}+"),
    (":aa", f"\\d{{8,10}}:AA{_TOKEN}{{32,35}}"),  # Telegram
)
_PRIVATE_KEYS: tuple[tuple[str, str], ...] = (("age-secret-key-", f"AGE-SECRET-KEY-1{_WORD}{{50,64}}+"),)


def _issued(kind: str, rows: tuple[tuple[str, str], ...]) -> list[tuple[str, re.Pattern[str], str]]:
    return [(hint, re.compile(f"{_EDGE}(?:{shape}){_END}"), kind) for hint, shape in rows]


_ISSUED = [
    *_issued("api-key", _API_KEYS),
    *_issued("access-token", _ACCESS_TOKENS),
    *_issued("private-key", _PRIVATE_KEYS),
]


_LONG_WORD = re.compile("[A-Za-z0-9_.:+/=-]{18}")


def issued_keys(text: str, lowered: str) -> Iterator[Secret]:
    """Yield keys and tokens of known issuers that look drawn by chance; `lowered` is the text in lower case."""
    if not _LONG_WORD.search(text):
        return
    for hint, pattern, kind in _ISSUED:
        if hint in lowered:
            for match in pattern.finditer(text):
                if _looks_drawn(match[0]):
                    yield Secret(start=match.start(), end=match.end(), kind=kind)
    if "eyj" in lowered:
        yield from _web_tokens(text)
    if "akia" in lowered or "aws" in lowered or "secret" in lowered:
        yield from _amazon_secrets(text)


_WEB_TOKEN = re.compile(f"{_EDGE}(eyJ{_TOKEN}{{8,2000}}+)\\.(?:eyJ)?{_TOKEN}{{4,8000}}+(?:\\.{_TOKEN}{{8,2000}}+)?")


def _web_tokens(text: str) -> Iterator[Secret]:
    """Yield JSON Web Tokens (RFC 7519): the head must be an object that names its algorithm."""
    for match in _WEB_TOKEN.finditer(text):
        try:
            head = json.loads(base64.urlsafe_b64decode(match[1] + "=" * (-len(match[1]) % 4)))
        except (ValueError, binascii.Error, RecursionError):
            continue
        if isinstance(head, dict) and "alg" in head:
            yield Secret(start=match.start(), end=match.end(), kind="access-token")


_AMAZON = re.compile("(?<![A-Za-z0-9+/=])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=])")
_AMAZON_WORDS = re.compile("aws|amazon|secret|AKIA", re.I)


def _amazon_secrets(text: str) -> Iterator[Secret]:
    for match in _AMAZON.finditer(text):
        mixed = re.search("[a-z]", match[0]) and re.search("[A-Z]", match[0]) and re.search("\\d", match[0])
        if mixed and _AMAZON_WORDS.search(text[max(0, match.start() - 100) : match.start()]) and _looks_drawn(match[0]):
            yield Secret(start=match.start(), end=match.end(), kind="api-key")


_BEGIN = re.compile("-----BEGIN (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?-----")
_STOP = re.compile("-----END (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?-----")
_PUTTY = re.compile("PuTTY-User-Key-File-\\d: ")
_PUTTY_END = re.compile("Private-MAC: [0-9a-f]{1,128}")
_ARMOUR = re.compile("(?:[\\s\\\\nr]|[A-Za-z0-9+/=_:,-])*+")


def private_keys(text: str) -> Iterator[Secret]:
    """Yield PEM, OpenSSH and PGP private keys to their last line, and PuTTY's key files; one cut short goes as far as it looks like one."""
    for begin, stop in ((_BEGIN, _STOP), (_PUTTY, _PUTTY_END)):
        at = 0
        while (match := begin.search(text, at)) is not None:
            last = stop.search(text, match.end())
            armour = _ARMOUR.match(text, match.end())
            at = last.end() if last else armour.end() if armour else match.end()
            yield Secret(start=match.start(), end=at, kind="private-key")


_IN_URL = re.compile("://([^\\s:/@\"'<>]{0,128}+):([^\\s@/\"'<>]{1,128}+)@(?=[\\w\\[.-])")


def url_passwords(text: str) -> Iterator[Secret]:
    """Yield the password in an address such as postgresql://user:password@host."""
    for match in _IN_URL.finditer(text):
        if not _stands_for(match[2]):
            yield Secret(start=match.start(2), end=match.end(2), kind="password")


_NAMES = {
    "api-key": (
        "api[ _-]?key|apikey|secret[ _-]?key|access[ _-]?key(?:[ _-]?(?:id|secret))?|app[ _-]?secret|client[ _-]?secret|"
        "secret[ _-]?access[ _-]?key|api 密钥|api密钥|密钥|秘钥|密鑰|appsecret"
    ),
    "access-token": "access[ _-]?token|auth[ _-]?token|refresh[ _-]?token|bearer[ _-]?token|api[ _-]?token|访问令牌|令牌",
    "password": (
        "password|passwd|passphrase|passcode|pwd|密码|口令|密碼|\\bpin(?: code)?|kennwort|passwort|contraseña|mot de passe"
    ),
    "private-key": "private[ _-]?key|私钥|私鑰",
}
_VALUE = "(?P<quote>[\"'“「『`]?)(?P<value>[^\\s\"'“”「」『』`,，。；;、！？<>()（）\\[\\]［］{}]{1,256})"
_ASSIGNED = {
    kind: re.compile(
        f"(?:{names})[\"']?(?P<sign>\\s{{0,3}}(?:=>|:=|==?|：|:|＝)\\s{{0,3}}|\\s{{0,2}}(?:is|was|are|be)(?: now| still|"
        f" set to)?:? {{1,2}}|\\s?(?:就是|改成了?|设为|设成|设置为|一直是|还是|换成了?|是|为)[:：]?\\s{{0,2}}){_VALUE}",
        re.I,
    )
    for kind, names in _NAMES.items()
}
_BEARER = re.compile("(?:authorization[\"']?\\s{0,2}[:=]\\s{0,2}[\"']?)(?:bearer|basic|token) (?P<value>[A-Za-z0-9._~+/=-]{16,512}+)", re.I)  # fmt: skip
_ASSIGNED_HINTS = {
    "api-key": ("key", "secret", "密钥", "秘钥", "密鑰"),
    "access-token": ("token", "令牌"),
    "password": ("passw", "passp", "passc", "pwd", "pin", "kennwort", "contrase", "mot de", "密码", "密碼", "口令"),
    "private-key": ("private", "私钥", "私鑰"),
}


def assigned(text: str, lowered: str) -> Iterator[Secret]:
    """Yield what is said to be a password, key or token: `password = …`, "my PIN is …", 密码是…, "Authorization: Bearer …"."""
    for kind, pattern in _ASSIGNED.items():
        if not _holds_one(lowered, _ASSIGNED_HINTS[kind]):
            continue
        for match in pattern.finditer(text):
            value = match["value"].rstrip(".:…~")
            code = any(sign in match["sign"] for sign in "=:：＝")
            if (
                value
                and text[match.end() : match.end() + 1] != "("
                and _may_be_secret(value, kind, code=code, quoted=bool(match["quote"]))
            ):
                start = match.start("value")
                yield Secret(start=start, end=start + len(value), kind=kind)
    if "authorization" in lowered:
        for match in _BEARER.finditer(text):
            if _looks_drawn(match["value"]):
                yield Secret(start=match.start("value"), end=match.end("value"), kind="access-token")


def _holds_one(lowered: str, hints: tuple[str, ...]) -> bool:
    for hint in hints:  # noqa: SIM110 (twice as fast as any() over a generator, and asked of each message)
        if hint in lowered:
            return True
    return False


_PLAIN = re.compile("[A-Za-zÀ-ÿ'’-]+[.:]?|\\d{1,3}")
_CODE = re.compile("[(){}$<>]|%[sdr]|&#|&quot|&amp|^[\\w-]+(?:\\.[\\w-]+)+$|^(?:https?|/|\\./|~/)|^--?\\w")
_SNAKE = re.compile("_*[A-Za-z]+(?:[_.][A-Za-z]+)*")
_HEX = re.compile("(?:0x)?[0-9a-f]{32,128}", re.I)


def _may_be_secret(value: str, kind: str, *, code: bool, quoted: bool) -> bool:
    """Tell whether a value looks like what somebody keeps secret, and not like the next word of a sentence."""
    value = value.strip("*_")
    if not value or _stands_for(value) or _CODE.search(value) or not value.isascii():
        return False
    if kind != "password":
        return len(value) >= 16 and (bool(_HEX.fullmatch(value)) or _looks_drawn(value))
    if value.isdigit():
        return 4 <= len(value) <= 20
    if _PLAIN.fullmatch(value) or _SNAKE.fullmatch(value):
        return quoted and code and len(value) >= 6
    several = sum(bool(re.search(one, value)) for one in ("[A-Za-z]", "\\d", "[^A-Za-z0-9]"))
    return len(value) >= 5 and several >= 2 and bool(re.search("[A-Za-z0-9]", value))


_PLACE_HOLDER = re.compile(
    "(?:your|my|the|some|a|example|sample|test|fake|dummy|change|replace|insert|enter|placeholder|todo|redacted|removed)"
    "[a-z_ -]*|[x*.•…#_-]+|\\.\\.\\.+|none|null|nil|undefined|true|false|pass|passwd|password|"
    "pwd|secret|token|key|\\$\\{?\\w+\\}?|<[^>]*>?|%\\w+%?|\\{+\\w*\\}*|example|hidden",
    re.I,
)
_X_RUN = re.compile("x{5,}|\\*{3,}|\\.{3,}|•{2,}|…", re.I)


def _stands_for(value: str) -> bool:
    """Tell whether a value only marks the place of one."""
    return _PLACE_HOLDER.fullmatch(value) is not None or _X_RUN.search(value) is not None


def _looks_drawn(value: str) -> bool:
    """Tell whether characters look drawn by chance: of many kinds, no place holder, at least 2.5 bits each."""
    if _X_RUN.search(value) or (not re.search("\\d", value) and value.islower()):
        return False
    counts = Counter(value[-64:])
    size = sum(counts.values())
    return -sum(n / size * math.log2(n / size) for n in counts.values()) >= 2.5


_PHRASE_WORDS = re.compile(
    "(?:seed|recovery|mnemonic|secret recovery|backup) (?:phrase|words?)(?! removed)|mnemonic|(?<!：)(?:助记词|助憶詞)|助記詞|恢复短语",
    re.I,
)
_PHRASE = re.compile("(?<![A-Za-z])[a-z]{3,8}(?:(?:[ \\t\\n]|, ?| ?\\d{1,2}[.)] ?){1,2}[a-z]{3,8}){11,23}+(?![a-z])")
_GLUE_WORDS = frozenset(
    [
        "the",
        "and",
        "for",
        "that",
        "with",
        "this",
        "have",
        "are",
        "was",
        "you",
        "not",
        "but",
        "from",
        "they",
        "she",
        "her",
        "his",
        "him",
        "has",
        "had",
        "our",
        "your",
    ]
)


def recovery_phrases(text: str) -> Iterator[Secret]:
    """Yield 12, 15, 18, 21 or 24 words of three to eight letters in a row, behind a word that says what they are (BIP 39)."""
    for named in _PHRASE_WORDS.finditer(text):
        match = _PHRASE.search(text, named.end(), named.end() + 400)
        if match is None:
            continue
        words = re.findall("[a-z]{3,8}", match[0])
        if len(words) in (12, 15, 18, 21, 24) and not _GLUE_WORDS.intersection(words):
            yield Secret(start=match.start(), end=match.end(), kind="recovery-phrase")

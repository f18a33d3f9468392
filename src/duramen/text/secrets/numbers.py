"""Numbers that are secret: payment cards, bank accounts, and the identity numbers of fifteen countries and regions, by checksum.

In: a text with full-width letters and digits made plain. Out: spans with their kind. A number whose check digits random
digits would often meet is taken only in a form that such numbers are written in, or where a word before or behind it
says what it is; telephone numbers, dates, order numbers, ISBN, time stamps and hashes are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from duramen.text.secrets import checksums
from duramen.text.secrets.found import Secret

_GAP = "[ \\-\u00a0\u2009\u200b\u2010-\u2015\u202f\u2060\ufeff]"
_EDGE, _END = "(?<![A-Za-z0-9_])(?<![0-9][.,])", "(?![A-Za-z0-9_]|[.,+-]\\d)"
_BEFORE, _BEHIND = 48, 24  # how far from a number the word stands that says what it is

_CARD = re.compile(f"{_EDGE}\\d(?:{_GAP}{{0,2}}+\\d){{11,18}}+(?![A-Za-z0-9_@]|[.,]\\d)")
_CARD_WORDS = re.compile(
    "card|visa|master|amex|american express|credit|debit|pan\\b|银行卡|信用卡|卡号|卡號|储蓄卡|借记卡|銀行卡|kreditkarte|"
    "carte|tarjeta|カード",
    re.I,
)


_JOINTS = tuple("./\\\\=#@$€£¥-&")

# First digits and lengths by issuer (ISO/IEC 7812 ranges as the networks publish them). Visa's 13 digits are no longer
# issued, and 18 or 19 digits are mostly order numbers: there only UnionPay's are taken without a word.
_ISSUERS = re.compile(
    "4\\d{15}|5[1-5]\\d{14}|2(?:22[1-9]|2[3-9]\\d|[3-6]\\d\\d|7[01]\\d|720)\\d{12}|3[47]\\d{13}|"
    "3(?:0[0-5]|[689]\\d)\\d{11}|6(?:011|4[4-9]\\d|5\\d\\d)\\d{12}|35(?:2[89]|[3-8]\\d)\\d{12}|62\\d{14,17}|"
    "220[0-4]\\d{12}|9792\\d{12}|(?:508[5-9]|81\\d\\d|82\\d\\d)\\d{12}|"
    "(?:5018|5020|5038|5893|6304|6759|676[1-3])\\d{12}"
)
_NAMED_ISSUERS = re.compile("4\\d{12}(?:\\d{3}){1,2}|4\\d{12}|6(?:011|5\\d\\d)\\d{12,15}|(?:50|5[6-9]|6\\d)\\d{10,17}")
# How cards are written in groups; anything else with gaps in it is several numbers.
_GROUPED = re.compile("4( 4){3,4}|4 6 [45]|6 13|4 4 4 4 [123]|8 8|8 11|4 4 11")


def payment_cards(text: str) -> Iterator[Secret]:
    """Yield payment cards: an issuer's range and length, Luhn's check digit, and digits as they are written on cards."""
    for match in _CARD.finditer(text):
        groups = re.split(f"{_GAP}+", match[0])
        digits = "".join(groups)
        if len(set(digits)) < 2 or not 13 <= len(digits) <= 19:
            continue
        grouped = len(groups) > 1
        if grouped and not _GROUPED.fullmatch(" ".join(str(len(group)) for group in groups)):
            continue
        named = _near(text, match, _CARD_WORDS) is not None
        loose = text[match.start() - 1 : match.start()] not in _JOINTS  # else a part of an address, an amount, an id
        known = (_ISSUERS.fullmatch(digits) and (named or loose)) or (named and _NAMED_ISSUERS.fullmatch(digits))
        if known and checksums.luhn(digits):
            yield Secret(start=match.start(), end=match.end(), kind="payment-card")


_IBAN = re.compile(f"{_EDGE}([A-Z]{{2}})(\\d{{2}})((?:[ -]?[A-Z0-9]){{11,30}}+)", re.I)
_IBAN_LENGTHS = {
    "AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BR": 29, "BY": 28,
    "CH": 21, "CR": 22, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "DO": 28, "EE": 20, "EG": 29, "ES": 24, "FI": 18,
    "FO": 18, "FR": 27, "GB": 22, "GE": 22, "GI": 23, "GL": 18, "GR": 27, "GT": 28, "HR": 21, "HU": 28, "IE": 22,
    "IL": 23, "IQ": 23, "IS": 26, "IT": 27, "JO": 30, "KW": 30, "KZ": 20, "LB": 28, "LC": 32, "LI": 21, "LT": 20,
    "LU": 20, "LV": 21, "LY": 25, "MC": 27, "MD": 24, "ME": 22, "MK": 19, "MR": 27, "MT": 31, "MU": 30, "NL": 18,
    "NO": 15, "PK": 24, "PL": 28, "PS": 29, "PT": 25, "QA": 29, "RO": 24, "RS": 22, "SA": 24, "SC": 31, "SE": 24,
    "SI": 19, "SK": 24, "SM": 27, "ST": 25, "SV": 28, "TL": 23, "TN": 24, "TR": 26, "UA": 29, "VA": 22, "VG": 24,
    "XK": 20,
}  # fmt: skip


def bank_accounts(text: str) -> Iterator[Secret]:
    """Yield IBANs: a country that has them, its length, and ISO 13616's check digits."""
    for match in _IBAN.finditer(text):
        length = _IBAN_LENGTHS.get(match[1].upper())
        end, taken = match.start(), 0
        while length and taken < length and end < match.end():  # what follows without a break is not part of it
            taken += text[end].isalnum()
            end += 1
        cut_short = end < len(text) and text[end].isascii() and text[end].isalnum()
        if taken == length and not cut_short:
            account = "".join(filter(str.isalnum, text[match.start() : end])).upper()
            if checksums.mod_97(account):
                yield Secret(start=match.start(), end=end, kind="bank-account")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Identity:
    """A country's number: its shape, its check digits (of the bare characters), and the words it goes by.

    `bare`: the shape is enough; else one of the words must stand near.
    """

    country: str
    shape: re.Pattern[str]
    holds: Callable[[str], bool]
    words: re.Pattern[str] | None = None
    bare: bool = False


def _shape(pattern: str, flags: int = 0) -> re.Pattern[str]:
    return re.compile(f"{_EDGE}(?:{pattern}){_END}", flags)


_REGIONS = frozenset(
    [
        "11",
        "12",
        "13",
        "14",
        "15",
        "21",
        "22",
        "23",
        "31",
        "32",
        "33",
        "34",
        "35",
        "36",
        "37",
        "41",
        "42",
        "43",
        "44",
        "45",
        "46",
        "50",
        "51",
        "52",
        "53",
        "54",
        "61",
        "62",
        "63",
        "64",
        "65",
        "71",
        "81",
        "82",
        "83",
    ]
)


def _china_18(number: str) -> bool:
    dated = checksums.is_date(number[6:10], number[10:12], number[12:14])
    return number[:2] in _REGIONS and dated and checksums.china_18(number)


def _china_15(number: str) -> bool:
    return number[:2] in _REGIONS and checksums.is_date("19" + number[6:8], number[8:10], number[10:12])


def _social_security(number: str) -> bool:
    area, group, serial = number[:3], number[3:5], number[5:]
    return area not in ("000", "666") and area < "900" and group != "00" and serial != "0000"


def _korea(number: str) -> bool:
    return checksums.is_date(number[:2], number[2:4], number[4:6]) and checksums.korea(number)


def _spain(number: str) -> bool:
    date_like = number[0].isdigit() and checksums.is_date(number[:4], number[4:6], number[6:8])
    return checksums.spain(number) and not date_like


def _always(_: str) -> bool:
    return True


_ID_WORDS = "身份证|身份證|身分證|证件号|證件號"
_NATIONAL = re.compile(f"{_ID_WORDS}|\\bid\\b|identity|national id|identification", re.I)
_IDENTITIES = (
    _Identity(
        country="cn",
        shape=_shape("[1-9]\\d{5}[ -]?(?:18|19|20)\\d\\d[ -]?[01]\\d[ -]?[0-3]\\d[ -]?\\d{3}[ -]?[\\dXx]"),
        holds=_china_18,
        bare=True,
    ),
    _Identity(country="cn", shape=_shape("[1-8]\\d{14}"), holds=_china_15, words=_NATIONAL),
    _Identity(
        country="hk",
        shape=re.compile(f"{_EDGE}[A-Z]{{1,2}}[ ]?\\d{{6}} ?[(（][0-9A][)）]", re.I),
        holds=checksums.hong_kong,
        bare=True,
    ),
    _Identity(
        country="hk",
        shape=_shape("[A-Z]{1,2}\\d{6}-?[0-9A]", re.I),
        holds=checksums.hong_kong,
        words=re.compile(f"hkid|hong kong|香港|{_ID_WORDS}|\\bid (?:card|number|no)", re.I),
    ),
    _Identity(
        country="tw",
        shape=_shape("[A-Z][1289]\\d{8}", re.I),
        holds=checksums.taiwan,
        words=re.compile(f"taiwan|台湾|臺灣|台灣|居留證|{_NATIONAL.pattern}", re.I),
    ),
    _Identity(country="us", shape=_shape("\\d{3}-\\d\\d-\\d{4}"), holds=_social_security, bare=True),
    _Identity(
        country="us",
        shape=_shape("\\d{3} ?\\d\\d ?\\d{4}"),
        holds=_social_security,
        words=re.compile("\\bssn\\b|social security|社会安全号|社会保障号|社安号", re.I),
    ),
    _Identity(
        country="gb",
        shape=_shape("(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\\d\\d ?\\d\\d ?\\d\\d ?[A-D]"),
        holds=_always,
        bare=True,
    ),
    _Identity(
        country="gb",
        shape=_shape(
            "(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\\d\\d ?\\d\\d ?\\d\\d ?[A-D]", re.I
        ),
        holds=_always,
        words=re.compile("national insurance|\\bnino?\\b", re.I),
    ),
    _Identity(country="de", shape=_shape("[1-9]\\d \\d{3} \\d{3} \\d{3}"), holds=checksums.germany_tax, bare=True),
    _Identity(
        country="de",
        shape=_shape("[1-9]\\d{10}"),
        holds=checksums.germany_tax,
        words=re.compile("steuer|tax id|\\btin\\b|idnr|税号", re.I),
    ),
    _Identity(
        country="de",
        shape=_shape("[CFGHJKLMNPRTVWXYZ][0-9CFGHJKLMNPRTVWXYZ]{8}[ ]?\\d", re.I),
        holds=checksums.machine_readable,
        words=re.compile("ausweis|identity card|\\bid card", re.I),
    ),
    _Identity(
        country="fr",
        shape=_shape(
            "[1-478] ?\\d\\d ?(?:0[1-9]|1[0-2]|[23]\\d|4[0-2]|[5-9]\\d) ?(?:\\d\\d|2[AB]) ?\\d{3} ?\\d{3} ?\\d\\d", re.I
        ),
        holds=checksums.france,
        bare=True,
    ),
    _Identity(country="es", shape=_shape("(?:\\d{8}|[XYZ]-?\\d{7})-?[A-HJ-NP-TV-Z]"), holds=_spain, bare=True),
    _Identity(
        country="es",
        shape=_shape("(?:\\d{8}|[XYZ]-?\\d{7})[- ]?[A-HJ-NP-TV-Z]", re.I),
        holds=checksums.spain,
        words=re.compile("\\bdni\\b|\\bnie\\b|\\bnif\\b|documento", re.I),
    ),
    _Identity(
        country="it",
        shape=_shape("[A-Z]{6}[0-9LMNP-V]{2}[A-EHLMPR-T][0-9LMNP-V]{2}[A-Z][0-9LMNP-V]{3}[A-Z]", re.I),
        holds=checksums.italy,
        bare=True,
    ),
    _Identity(
        country="nl",
        shape=_shape("\\d{9}|\\d{4}[. ]\\d\\d[. ]\\d{3}|\\d{3}[. ]\\d{3}[. ]\\d{3}"),
        holds=checksums.netherlands,
        words=re.compile("\\bbsn\\b|burgerservice|sofinummer", re.I),
    ),
    _Identity(country="in", shape=_shape("[2-9]\\d{3} \\d{4} \\d{4}"), holds=checksums.verhoeff, bare=True),
    _Identity(
        country="in",
        shape=_shape("[2-9]\\d{3}[- ]?\\d{4}[- ]?\\d{4}"),
        holds=checksums.verhoeff,
        words=re.compile("aadhaar|aadhar|आधार|uidai", re.I),
    ),
    _Identity(country="in", shape=_shape("[A-Z]{3}[ABCFGHLJPT][A-Z]\\d{4}[A-Z]"), holds=_always, bare=True),
    _Identity(
        country="in",
        shape=_shape("[A-Z]{3}[ABCFGHLJPT][A-Z]\\d{4}[A-Z]", re.I),
        holds=_always,
        words=re.compile("\\bpan\\b|permanent account", re.I),
    ),
    _Identity(country="kr", shape=_shape("\\d{6}-[0-9]\\d{6}"), holds=_korea, bare=True),
    _Identity(
        country="kr",
        shape=_shape("\\d{6}[- ]?[0-9]\\d{6}"),
        holds=lambda number: checksums.is_date(number[:2], number[2:4], number[4:6]),
        words=re.compile("주민|resident registration|\\brrn\\b", re.I),
    ),
    _Identity(
        country="jp",
        shape=_shape("\\d{4}[- ]?\\d{4}[- ]?\\d{4}"),
        holds=checksums.japan,
        words=re.compile("マイナンバー|個人番号|个人番号|my ?number", re.I),
    ),
    _Identity(country="sg", shape=_shape("[STFGM]\\d{7}[A-Z]"), holds=checksums.singapore, bare=True),
    _Identity(
        country="sg",
        shape=_shape("[STFGM]\\d{7}[A-Z]", re.I),
        holds=checksums.singapore,
        words=re.compile("nric|\\bfin\\b|singapore|新加坡", re.I),
    ),
    _Identity(country="br", shape=_shape("\\d{3}\\.\\d{3}\\.\\d{3}-\\d\\d"), holds=checksums.brazil, bare=True),
    _Identity(
        country="br",
        shape=_shape("\\d{3}[. ]?\\d{3}[. ]?\\d{3}[- ]?\\d\\d"),
        holds=checksums.brazil,
        words=re.compile("\\bcpf\\b", re.I),
    ),
)
_NOT_BARE = re.compile("[^A-Za-z0-9]+")


def identity_numbers(text: str) -> Iterator[Secret]:
    """Yield identity numbers that hold out against their country's rule; one span may come with several kinds."""
    for identity in _IDENTITIES:
        if identity.words is not None and not identity.words.search(text):
            continue
        for match in identity.shape.finditer(text):
            near = identity.bare or _near(text, match, identity.words) is not None
            if near and identity.holds(_NOT_BARE.sub("", match[0])):
                yield Secret(start=match.start(), end=match.end(), kind=f"id-{identity.country}")


def _near(text: str, match: re.Match[str], words: re.Pattern[str] | None) -> re.Match[str] | None:
    if words is None:
        return None
    before = text[max(0, match.start() - _BEFORE) : match.start()]
    return words.search(before) or words.search(text[match.end() : match.end() + _BEHIND])

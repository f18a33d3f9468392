"""Check digits of payment cards, bank accounts and identity numbers: digits in, whether they hold out.

Each rule is the issuer's own; what it is called stands in its docstring. All take characters without separators.
"""

from __future__ import annotations

from datetime import date

_VERHOEFF_TURN = (
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9), (1, 2, 3, 4, 0, 6, 7, 8, 9, 5), (2, 3, 4, 0, 1, 7, 8, 9, 5, 6),
    (3, 4, 0, 1, 2, 8, 9, 5, 6, 7), (4, 0, 1, 2, 3, 9, 5, 6, 7, 8), (5, 9, 8, 7, 6, 0, 4, 3, 2, 1),
    (6, 5, 9, 8, 7, 1, 0, 4, 3, 2), (7, 6, 5, 9, 8, 2, 1, 0, 4, 3), (8, 7, 6, 5, 9, 3, 2, 1, 0, 4),
    (9, 8, 7, 6, 5, 4, 3, 2, 1, 0),
)  # fmt: skip
_VERHOEFF_PLACE = (
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9), (1, 5, 7, 6, 2, 8, 3, 0, 9, 4), (5, 8, 0, 3, 7, 9, 6, 1, 4, 2),
    (8, 9, 1, 6, 0, 4, 3, 5, 2, 7), (9, 4, 5, 3, 1, 2, 6, 8, 7, 0), (4, 2, 8, 6, 5, 7, 3, 9, 0, 1),
    (2, 7, 9, 3, 8, 0, 6, 4, 1, 5), (7, 0, 4, 6, 9, 1, 3, 2, 5, 8),
)  # fmt: skip
_TAIWAN_LETTERS = "ABCDEFGHJKLMNPQRSTUVXYWZIO"  # in the order of their numbers, from 10
_SPAIN_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"
_SINGAPORE_LETTERS = {"S": "JZIHGFEDCBA", "F": "XWUTRQPNMLK", "M": "KLJNPQRTUWX"}
_ITALY_ODD = dict(
    zip(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        (1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23),
        strict=True,
    )
)  # fmt: skip


def luhn(digits: str) -> bool:
    """Payment cards (ISO/IEC 7812-1)."""
    total = 0
    for at, digit in enumerate(reversed(digits)):
        value = int(digit) * (1 + at % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def mod_97(account: str) -> bool:
    """Bank accounts (IBAN, ISO 13616): letters as numbers from 10, the first four characters last, rest 1."""
    moved = account[4:] + account[:4]
    return int("".join(str(int(char, 36)) for char in moved)) % 97 == 1


def china_18(number: str) -> bool:
    """Resident identity card (GB 11643, ISO 7064 MOD 11-2)."""
    total = sum(int(digit) * pow(2, 17 - at, 11) for at, digit in enumerate(number[:17]))
    return "10X98765432"[total % 11] == number[17].upper()


def hong_kong(number: str) -> bool:
    """Identity card: one or two letters, six digits and a check character, weights 9 to 1, rest of 11 is 0."""
    body = number.upper().rjust(9)
    values = [36 if char == " " else int(char, 36) for char in body]
    return sum(value * (9 - at) for at, value in enumerate(values)) % 11 == 0


def taiwan(number: str) -> bool:
    """National identity card: the letter as two digits, then weights 1 9 8 7 6 5 4 3 2 1 1."""
    code = 10 + _TAIWAN_LETTERS.index(number[0].upper())
    digits = [code // 10, code % 10, *map(int, number[1:])]
    return sum(a * b for a, b in zip(digits, (1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1), strict=True)) % 10 == 0


def verhoeff(digits: str) -> bool:
    """Aadhaar of India (Verhoeff 1969)."""
    state = 0
    for at, digit in enumerate(reversed(digits)):
        state = _VERHOEFF_TURN[state][_VERHOEFF_PLACE[at % 8][int(digit)]]
    return state == 0


def germany_tax(digits: str) -> bool:
    """Steuer-Identifikationsnummer: of the first ten digits one stands two or three times, and ISO 7064 MOD 11,10."""
    counts = sorted(digits[:10].count(digit) for digit in set(digits[:10]))
    if digits[0] == "0" or counts[-1] not in (2, 3) or counts[-2] != 1:
        return False
    product = 10
    for digit in digits[:10]:
        product = ((int(digit) + product) % 10 or 10) * 2 % 11
    return (11 - product) % 10 == int(digits[10])


def machine_readable(number: str) -> bool:
    """Personalausweis of Germany, nine characters and a check digit, weights 7 3 1 (ICAO 9303)."""
    return sum(int(char, 36) * (7, 3, 1)[at % 3] for at, char in enumerate(number[:9])) % 10 == int(number[9])


def france(number: str) -> bool:
    """Numéro de sécurité sociale: 97 less the rest of the first thirteen; Corsica's 2A and 2B count as 19 and 18."""
    body = number[:13].upper().replace("2A", "19").replace("2B", "18")
    return 97 - int(body) % 97 == int(number[13:])


def spain(number: str) -> bool:
    """DNI and NIE: the letter is the rest of 23; X, Y, Z stand for 0, 1, 2."""
    body = number[:-1].upper().translate(str.maketrans("XYZ", "012"))
    return _SPAIN_LETTERS[int(body) % 23] == number[-1].upper()


def italy(number: str) -> bool:
    """Codice fiscale: odd places by a table, even ones by value, rest of 26 as a letter."""
    body = number.upper()
    total = sum(
        _ITALY_ODD[char] if at % 2 == 0 else int(char) if char.isdigit() else ord(char) - 65
        for at, char in enumerate(body[:15])
    )
    return chr(65 + total % 26) == body[15]


def netherlands(digits: str) -> bool:
    """Burgerservicenummer: weights 9 to 2 and -1, rest of 11 is 0."""
    total = sum(int(digit) * weight for digit, weight in zip(digits, (9, 8, 7, 6, 5, 4, 3, 2, -1), strict=True))
    return total % 11 == 0 and int(digits) > 0


def korea(digits: str) -> bool:
    """Resident registration number as given until October 2020: weights 2 to 9 and 2 to 5."""
    weights = (2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5)
    total = sum(int(digit) * weight for digit, weight in zip(digits, weights, strict=False))
    return (11 - total % 11) % 10 == int(digits[12])


def japan(digits: str) -> bool:
    """My Number: eleven digits from the right, weights 2 to 7 and again from 2."""
    total = sum(int(digit) * (2 + at % 6) for at, digit in enumerate(reversed(digits[:11])))
    rest = total % 11
    return (0 if rest <= 1 else 11 - rest) == int(digits[11])


def singapore(number: str) -> bool:
    """NRIC and FIN: weights 2 7 6 5 4 3 2, the later series with 4 or 3 added."""
    body = number.upper()
    total = sum(int(d) * w for d, w in zip(body[1:8], (2, 7, 6, 5, 4, 3, 2), strict=True))
    total += {"T": 4, "G": 4, "M": 3}.get(body[0], 0)
    series = {"S": "S", "T": "S", "F": "F", "G": "F", "M": "M"}[body[0]]
    at = total % 11
    return _SINGAPORE_LETTERS[series][10 - at if series == "M" else at] == body[8]


def brazil(digits: str) -> bool:
    """CPF: two check digits, weights down to 2; eleven equal digits are no number."""
    if len(set(digits)) == 1:
        return False
    for size in (9, 10):
        total = sum(int(digit) * (size + 1 - at) for at, digit in enumerate(digits[:size]))
        if total * 10 % 11 % 10 != int(digits[size]):
            return False
    return True


def is_date(year: str, month: str, day: str) -> bool:
    """Tell whether these digits are a day; two digits of a year may be of any century."""
    years = [int(year)] if len(year) == 4 else [1900 + int(year), 2000 + int(year)]
    return any(_there_is(one, int(month), int(day)) for one in years)


def _there_is(year: int, month: int, day: int) -> bool:
    try:
        return 1850 <= date(year, month, day).year <= 2099
    except ValueError:
        return False

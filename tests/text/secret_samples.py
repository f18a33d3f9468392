"""Made-up secrets with right check digits, and what looks like one and is none; for the tests of `duramen.text.secrets`.

Keys are drawn from a fixed seed when the module is read, so that no scanner takes this file for a leak. Numbers are the
examples that issuers publish, or ours, finished by the formula written out here and nowhere else.
"""

from __future__ import annotations

import base64
import json
import random
import string

_DRAW = random.Random(20260101)
_ALNUM = string.ascii_letters + string.digits


def drawn(size: int, alphabet: str = _ALNUM) -> str:
    """Return characters drawn by chance, with a digit and both cases among them where the alphabet has them."""
    while True:
        text = "".join(_DRAW.choice(alphabet) for _ in range(size))
        if any(c.isdigit() for c in text) and (
            not any(c.islower() for c in alphabet) or any(c.islower() for c in text)
        ):
            return text


def card(prefix: str, size: int) -> str:
    """Return a card number of a prefix and length with Luhn's digit."""
    body = prefix + "".join(_DRAW.choice(string.digits) for _ in range(size - 1 - len(prefix)))
    total = sum(sum(divmod(2 * int(d), 10)) if at % 2 == 0 else int(d) for at, d in enumerate(reversed(body)))
    return body + str(-total % 10)


def china(region: str, born: str, serial: str) -> str:
    """Return a resident number: weights as GB 11643 prints them."""
    body = region + born + serial
    weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
    return body + "10X98765432"[sum(int(d) * w for d, w in zip(body, weights, strict=True)) % 11]


def iban(country: str, account: str) -> str:
    """Return an account with its check digits (98 less the rest of 97)."""
    moved = "".join(str(string.digits.find(c) if c.isdigit() else ord(c) - 55) for c in account + country + "00")
    return f"{country}{98 - int(moved) % 97:02d}{account}"


def web_token() -> str:
    """Return a JSON Web Token."""
    parts = (
        json.dumps(part).encode() for part in ({"alg": "HS256", "typ": "JWT"}, {"sub": drawn(8), "iat": 1516239022})
    )
    return ".".join([*(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in parts), drawn(43)])


def _grouped(number: str, *sizes: int, by: str = " ") -> str:
    parts, at = [], 0
    for size in sizes:
        parts.append(number[at : at + size])
        at += size
    return by.join(parts)


_FULL = str.maketrans(string.digits, "０１２３４５６７８９")
_UPPER = string.ascii_uppercase + string.digits

KEYS: list[tuple[str, str]] = [
    ("api-key", f"here it is: sk-{drawn(48)}"),
    ("api-key", f"我的密钥 sk-proj-{drawn(60)} 帮我看看"),
    ("api-key", f"ANTHROPIC_API_KEY=sk-ant-api03-{drawn(93)}AA"),
    ("api-key", f"export OPENAI_API_KEY='sk-{drawn(20)}T3BlbkFJ{drawn(20)}'"),
    ("api-key", f"sk-or-v1-{drawn(64, '0123456789abcdef')}"),
    ("api-key", f"用sk-{drawn(32)}这个key"),
    ("api-key", f"AKIA{drawn(16, string.ascii_uppercase + '234567')}"),
    ("api-key", f"aws_access_key_id = ASIA{drawn(16, string.ascii_uppercase + '234567')}"),
    ("api-key", f"aws_secret_access_key = {drawn(40)}"),
    ("api-key", f"AWS secret: {drawn(19)}/{drawn(19)}+"),
    ("api-key", f"key=AIza{drawn(35)}"),
    ("api-key", f"Google 的 key 是 AIzaSy{drawn(33)}。"),
    ("api-key", f"GOCSPX-{drawn(28)}"),
    ("api-key", f"sk_live_{drawn(24)}"),
    ("api-key", f"stripe: rk_live_{drawn(99)}"),
    ("api-key", f"sk_test_{drawn(24)}"),
    ("api-key", f"whsec_{drawn(32)}"),
    ("api-key", f"阿里云 AccessKey LTAI{drawn(20)}"),
    ("api-key", f"LTAI5t{drawn(18)}"),
    ("api-key", f"腾讯云 SecretId：AKID{drawn(32)}"),
    ("api-key", f"SG.{drawn(22)}.{drawn(43)}"),
    ("api-key", f"gsk_{drawn(52)}"),
    ("api-key", f"xai-{drawn(80)}"),
    ("api-key", f"r8_{drawn(37)}"),
    ("api-key", f"pplx-{drawn(48)}"),
    ("api-key", f"api_key: {drawn(32)}"),
    ("api-key", f'"apiKey": "{drawn(32)}"'),
    ("api-key", f"appsecret={drawn(32, '0123456789abcdef')}"),
    ("api-key", f"微信的AppSecret：{drawn(32, '0123456789abcdef')}"),
    ("api-key", f"client_secret = '{drawn(40)}'"),
    ("api-key", f"API密钥是{drawn(32)}"),
    ("api-key", f"DefaultEndpointsProtocol=https;AccountName=a;AccountKey={drawn(86)}==;EndpointSuffix=x"),
    ("access-token", f"ghp_{drawn(36)}"),
    ("access-token", f"token gho_{drawn(36)} is mine"),
    ("access-token", f"github_pat_{drawn(22)}_{drawn(59)}"),
    ("access-token", f"glpat-{drawn(20)}"),
    ("access-token", f"我用的是glpat-{drawn(20)}，别外传"),
    ("access-token", f"xoxb-{drawn(12, string.digits)}-{drawn(12, string.digits)}-{drawn(24)}"),
    ("access-token", f"xoxp-{drawn(11, string.digits)}-{drawn(11, string.digits)}-{drawn(32, '0123456789abcdef')}"),
    ("access-token", f"xapp-1-A{drawn(10, _UPPER)}-{drawn(13, string.digits)}-{drawn(64, '0123456789abcdef')}"),
    ("access-token", f"https://hooks.slack.com/services/T{drawn(8, _UPPER)}/B{drawn(8, _UPPER)}/{drawn(24)}"),
    ("access-token", f"hf_{drawn(34)}"),
    ("access-token", f"HF_TOKEN=hf_{drawn(34)}"),
    ("access-token", f"npm_{drawn(36)}"),
    ("access-token", f"//registry.example/:_authToken=npm_{drawn(36)}"),
    ("access-token", f"pypi-AgEIcHlwaS5vcmc{drawn(80)}"),
    ("access-token", web_token()),
    ("access-token", f"Authorization: Bearer {web_token()}"),
    ("access-token", f"Authorization: Bearer {drawn(40)}"),
    ("access-token", f"bot token {drawn(10, '123456789')}:AA{drawn(33)}"),
    ("access-token", f"机器人令牌：{drawn(9, '123456789')}:AA{drawn(33)}"),
    ("access-token", f"ya29.{drawn(60)}"),
    ("access-token", f"shpat_{drawn(32, '0123456789abcdef')}"),
    ("access-token", f"dop_v1_{drawn(64, '0123456789abcdef')}"),
    ("access-token", f"dckr_pat_{drawn(27)}"),
    ("access-token", f"hvs.{drawn(90)}"),
    ("access-token", f"dapi{drawn(32, '0123456789abcdef')}"),
    ("access-token", f"access_token: {drawn(40)}"),
    ("access-token", f"访问令牌：{drawn(40)}"),
    ("private-key", f"-----BEGIN RSA PRIVATE KEY-----\n{drawn(64)}\n{drawn(64)}\n-----END RSA PRIVATE KEY-----"),
    ("private-key", f"see -----BEGIN OPENSSH PRIVATE KEY-----\n{drawn(70)}\n-----END OPENSSH PRIVATE KEY----- there"),
    ("private-key", f"-----BEGIN PRIVATE KEY-----\\n{drawn(64)}\\n-----END PRIVATE KEY-----\\n"),
    ("private-key", f"-----BEGIN EC PRIVATE KEY-----\n{drawn(64)}\n{drawn(30)}"),
    ("private-key", f"-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n{drawn(64)}\n-----END PGP PRIVATE KEY BLOCK-----"),
    (
        "private-key",
        (
            f"PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: me\nPrivate-Lines: 1\n{drawn(44)}\n"
            f"Private-MAC: {drawn(64, '0123456789abcdef')}"
        ),
    ),
    ("private-key", f"AGE-SECRET-KEY-1{drawn(58, _UPPER)}"),
    ("private-key", f"my private key: 0x{drawn(64, '0123456789abcdef')}"),
    ("private-key", f"钱包私钥是{drawn(64, '0123456789abcdef')}"),
    ("password", "postgresql://app:s3cr3t-Pw@db.internal:5432/app"),
    ("password", "mongodb+srv://admin:hunter2@cluster0.mongodb.example/test"),
    ("password", "redis://:p4ssw0rd!@127.0.0.1:6379/0"),
    ("password", "clone https://zhang:Gz8kk2@git.example.com/a.git"),
    ("password", "password = hunter2"),
    ("password", 'password="correct-horse"'),
    ("password", "DB_PASSWORD=Tr0ub4dor&3"),
    ("password", "my password is hunter2, please remember"),
    ("password", "the wifi password is Sunflower2024!"),
    ("password", "My PIN is 4711."),
    ("password", "passwd: 123456"),
    ("password", "密码是123456"),
    ("password", "我家WiFi密码：zhang1988"),
    ("password", "密码：Ab12cd34。记一下"),
    ("password", "登录密码是“Qwe!2345”"),
    ("password", "银行卡密码是 840912"),
    ("password", "口令: open5esame"),
    ("password", "密碼是hello123"),
    ("password", "密码改成了Mimi2020"),
    ("password", "the password was changed, the new password is: N3w-0ne"),
    (
        "recovery-phrase",
        "my seed phrase is legal winner thank year wave sausage worth useful legal winner thank yellow",
    ),
    (
        "recovery-phrase",
        (
            "recovery phrase: letter advice cage absurd amount doctor acoustic avoid letter advice cage absurd amount doctor "
            "acoustic avoid letter advice cage absurd amount doctor acoustic bless"
        ),
    ),
    (
        "recovery-phrase",
        "助记词：ozone drill grab fiber curtain grace pudding thank cruise elder eight picnic",
    ),
]

CARDS: list[tuple[str, str]] = [
    ("payment-card", text)
    for text in (
        "4111111111111111", "my card is 4111 1111 1111 1111", "5555-5555-5555-4444 exp 12/27", "378282246310005",
        "3714 496353 98431", "6011111111111117", "30569309025904", "3530 1113 3330 0000", "6200000000000005",
        "2223003122003222", "２２２３ ００３１ ２２００ ３２２２", f"卡号是{card('622202', 19)}", f"卡号：{card('621700', 19)}",
        f"银行卡{_grouped(card('622848', 19), 4, 4, 4, 4, 3)}，开户行农行", f"visa {_grouped(card('4539', 16), 4, 4, 4, 4)}",
        f"{_grouped(card('5105', 16), 4, 4, 4, 4, by='-')} is the number", f"amex {_grouped(card('34', 15), 4, 6, 5)}",
        f"card no {card('4', 19)}", f"card={card('4716', 16)}", f"用{card('6228', 16)}付款",
        f"信用卡 {card('4392', 16).translate(_FULL)}", f"Discover {card('65', 16)}", f"Mir {card('2200', 16)}",
        f"maestro card {card('6759', 16)}", f"JCB {card('3566', 16)}", f"diners {_grouped(card('36', 14), 4, 6, 4)}",
        f"pay with {card('2221', 16)}, CVC on the back", f"尾号不对，应该是{card('622588', 16)}",
    )
]  # fmt: skip

ACCOUNTS: list[tuple[str, str]] = [
    ("bank-account", text)
    for text in (
        "GB82 WEST 1234 5698 7654 32", "DE89370400440532013000", "IBAN: FR14 2004 1010 0505 0001 3M02 606",
        "NL91ABNA0417164300", "ch93 0076 2011 6238 5295 7", "请转到 ES9121000418450200051332",
        f"IBAN {iban('IT', 'X0542811101000000123456')}", f"{iban('BE', '539007547034')} please", f"{iban('AT', '1904300234573201')}",
        f"{iban('SE', '50000000058398257466')}", f"my account is {iban('PL', '109010140000071219812874')}.",
    )
]  # fmt: skip

IDENTITIES: list[tuple[str, str]] = [
    ("id-cn", "11010519491231002X"),
    ("id-cn", "身份证号 11010519491231002x，谢谢"),
    ("id-cn", f"我的身份证是{china('440308', '19900307', '101')}"),
    ("id-cn", f"{china('320102', '20010115', '332')}"),
    ("id-cn", f"{_grouped(china('310115', '19851120', '204'), 6, 8, 4)}"),
    ("id-cn", f"ID card {china('510107', '19781002', '551')}"),
    ("id-cn", china("650102", "19991231", "008").translate(_FULL)),
    ("id-cn", f"证件号码：{china('810000', '19880808', '123')}"),
    ("id-cn", "旧身份证号110105491231002"),
    ("id-cn", f"张三 {china('330106', '19660606', '777')} 13800138000"),
    ("id-hk", "A123456(3)"),
    ("id-hk", "我的香港身份证是 A123456（3）"),
    ("id-hk", "HKID AB987654(3)"),
    ("id-hk", "my Hong Kong ID is A1234563"),
    ("id-tw", "身分證字號 A123456789"),
    ("id-tw", "my Taiwan ID number is F131104093"),
    ("id-us", "123-45-6789"),
    ("id-us", "my SSN is 219099998"),
    ("id-us", "social security number 212 09 9187"),
    ("id-us", "SSN: 001-01-0001."),
    ("id-gb", "AB123456C"),
    ("id-gb", "my NI number is JG 12 34 56 C"),
    ("id-gb", "national insurance number ab123456d"),
    ("id-de", "Steuer-ID 86095742719"),
    ("id-de", "86 095 742 719"),
    ("id-de", "meine IdNr: 65929970489"),
    ("id-de", "Personalausweis T220001293"),
    ("id-de", "Ausweisnummer LZ6311T475"),
    ("id-fr", "255081416802538"),
    ("id-fr", "numéro 2 55 08 14 168 025 38"),
    ("id-fr", "1 84 12 76 451 089 46"),
    ("id-es", "12345678Z"),
    ("id-es", "DNI 87654321-X"),
    ("id-es", "X1234567L"),
    ("id-es", "mi NIE es Y-1234567-X"),
    ("id-it", "RSSMRA85T10A562S"),
    ("id-it", "il mio codice fiscale è MRTMTT91D08F205J"),
    ("id-nl", "BSN 111222333"),
    ("id-nl", "mijn burgerservicenummer is 123456782"),
    ("id-in", "2341 2341 2346"),
    ("id-in", "my Aadhaar is 234123412346"),
    ("id-in", "PAN AAAPL1234C"),
    ("id-in", "ABCPK1234F"),
    ("id-kr", "971013-9019902"),
    ("id-kr", "주민등록번호 9710139019902"),
    ("id-jp", "マイナンバーは1234 5678 9018"),
    ("id-jp", "my number is 123456789018"),
    ("id-sg", "S1234567D"),
    ("id-sg", "NRIC s1234567d"),
    ("id-sg", "T1234567J"),
    ("id-br", "390.533.447-05"),
    ("id-br", "CPF 39053344705"),
]

SAMPLES = [*KEYS, *CARDS, *ACCOUNTS, *IDENTITIES]

# What looks like a secret and is none: each must stay as it is.
INNOCENT = [
    "13800138000", "我的手机号是138 0013 8000，座机010-62345678", "+86 138-0013-8000", "+1 (415) 555-2671", "+44 20 7946 0958",
    "call 0049 30 123456", "QQ 1234567890", "2023-05-08 14:05:33", "20230508140533", "于2023年5月8日14:05", "1683526533",
    "1683526533123", "1683526533123456", "1683526533123456789", "epoch 1700000000 to 1800000000", "1990-1995, 2001-2003",
    "ISBN 978-7-302-51234-5", "ISBN 9787302512345", "ISBN-10 0-306-40615-2", "order 1234567890123456", "订单号 2023050814053312345",
    "订单号：4012888888881882", "快递单号 SF1234567890123", "YT1234567890123", "tracking 1Z999AA10123456784", "EAN 4006381333931",
    "IMEI 356938035643809", "version 1.2.3.4.5.6.7.8", "192.168.100.200:8080", "pi is 3.14159265358979323846", "0.805921052631579",
    "376111405924718.013", "score 4111111111111112", "a3f5c9e8b7d6a1f0e2c4b6d8f0a1c3e5b7d9f1a3", "commit 6558dfc and 1770357",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "d41d8cd98f00b204e9800998ecf8427e",
    "123e4567-e89b-12d3-a456-426614174000", "UUID 550e8400-e29b-41d4-a716-446655440000", "0xDEADBEEFCAFEBABE",
    "my high score is 123456789012", "1234 5678 9012", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16", "0000000000000000",
    "9999999999999999", "the year 2023 and 2024 and 2025", "from 1900 to 2000", "1,234,567,890,123", "¥1234567890123",
    "1+1=2 2+2=4 4+4=8 8+8=16", "110101199003070000", "身高175体重65", "320102200101153329", "A1234567", "A123456(4)",
    "G1234 次列车", "CA1234 08:30", "航班MU5123", "room 12345678", "123-456-7890", "000-12-3456", "666-12-3456", "900-12-3456",
    "12345678A", "20230508T140533", "XK20 0512 1234", "GB82WEST12345698765433", "DE00370400440532013000", "RSSMRA85T10A562T",
    "2341 2341 2347", "S1234567A", "390.533.447-06", "971013-9019903", "BSN is a number of nine digits: 123456789",
    "my password is wrong", "I forgot my password again", "the password is too weak", "password: required", "password reset link",
    "密码是什么？", "我忘了密码", "密码错误", "密码不对，再试一次", "密码：******", "password = getpass()", "PASSWD = \"%s:%s\" % (USER, PASS)", "password = os.environ['PW']",
    "password=${DB_PASSWORD}", "password: <your password>", "password=xxxxxx", "api_key = settings.api_key", "api_key: your_api_key_here",
    "API key is a string of letters", "set OPENAI_API_KEY first", "sk-xxxxxxxxxxxxxxxxxxxxxxxx", "sk-your-api-key-goes-right-here",
    "the token is expired", "token: str", "access_token: Optional[str] = None", "secret garden", "The Secret: A Novel", "his secret is safe",
    "key = value", "key: 5", "Bearer token", "ghp_ is the prefix", "AKIA is the prefix", "https://user@example.com/a:b@c",
    "http://example.com:8080/path@2x.png", "ssh://git@example.com:22/a.git", "postgresql://user:password@localhost/db",
    "mailto:me@example.com", "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYI\n-----END PUBLIC KEY-----", "my seed phrase is safe",
    "助记词不要告诉别人", "seed words for the garden: carrot, bean and pea are what we plant in march and april each year",
    "the pin is in the hinge", "PIN it on the wall", "eyJust kidding", "task-force", "risk-averse people ask-and-answer",
    "第1234567890123456章", "坐标 31.230416, 121.473701", "31.2304161234,121.4737011234", "微信号 zhang_wei_1990", "车牌沪A12345",
    "0123456789", "98765432109876543210", "1111222233334444", "第12页 第345页 第6789页", "e1234567890+1", "v20240101.123456",
]  # fmt: skip

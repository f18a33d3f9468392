"""The hostile strings, and a strict reader of prompts that shares no code with what writes them."""

import html
import json
import re
import unicodedata
from pathlib import Path

ROWS = [json.loads(line) for line in (Path(__file__).parent / "data" / "hostile.jsonl").read_text().splitlines()]
HOSTILE = [row["text"] * row.get("times", 1) for row in ROWS]
SHORT = [text for text in HOSTILE if len(text) < 4_000]

_ALIKE = str.maketrans("аеорсухіԁյһѕνАЕОРСТεορανικт", "aeopcyxidjhsvaeopcteopavikt")
_NAMES = (
    "analysis|analyze|response|answer|reply|evidence|memory|profile|system|assistant|user|think|tool|leaf|function|invoke|"
    "分析|回答|回复|证据|系统|记忆|思考"
)
_TAG = re.compile(rf"[<〈《‹«【〖\[「『{{≺⟨][/\\!]*(?:{_NAMES})")
_TOKEN = re.compile(r"<\||\[/?inst\]|<</?sys|<(?:start|end)_of_turn|</?s>|<(?:bos|eos)>|\[/?system_prompt")
_ROLES = "system|user|assistant|developer|tool|function|human|ai|instruction|analysis|response|evidence|系统|用户|助手|人类|指令|分析|回答|证据"
_ROLE = re.compile(rf"^[\s#>*_-]*(?:{_ROLES}|now|现在)[\s*_]*[:|]", re.M)
_FENCE = re.compile(r"`{3}|~{3}")
_OPEN = re.compile(
    r'<evidence id="(E\d+)" source="\w+"(?: date="[^"<>]*"(?: ago="[^"<>]*")?)? from="[^"<>]*"(?: by="[^"<>]*")?'
    r'(?: disagrees-with="[EL]\d+")?>'
)
_PROFILE = re.compile(r'<profile (?:id="L\d+"|of="(?:you|你)") [^<>]*>(.*)</profile>', re.S)


def plain(text):
    """Return a text as the most lenient of readers may take it."""
    for _ in range(2):
        text = html.unescape(text)
    text = "".join(chr(ord(c) - 0xE0000) if 0xE0020 <= ord(c) <= 0xE007E else c for c in text)
    text = "".join(c for c in unicodedata.normalize("NFKC", text) if unicodedata.category(c) != "Cf")
    return text.translate(_ALIKE).casefold().translate(_ALIKE).replace("\u2028", "\n").replace("\u2029", "\n")


def dangers(text):
    """Return what of a stored text a reader could take for structure."""
    lenient = plain(text)
    close = re.sub(r"[\s*_]+", "", lenient)
    found = [match[0] for pattern in (_TAG, _TOKEN) for match in pattern.finditer(close)]
    return found + [match[0] for pattern in (_ROLE, _FENCE, _TOKEN) for match in pattern.finditer(lenient)]


def read_user(content):
    """Return the ids and texts of the evidence blocks, the values of leaves, and what stands outside; strict in all."""
    blocks, leaves, outside, body, name = [], [], [], None, ""
    for line in content.split("\n"):
        if body is not None:
            if line == "</evidence>":
                blocks.append((name, "\n".join(body)))
                body = None
            else:
                assert not line.startswith("<evidence"), line[:80]
                body.append(line)
        elif (opened := _OPEN.fullmatch(line)) is not None:
            body, name = [], opened[1]
        else:
            assert line != "</evidence>"
            assert not line.startswith("<evidence"), line[:200]
            outside.append(line)
    assert body is None
    rest = "\n".join(outside)
    for found in re.finditer(r"^<profile .*?</profile>$", rest, re.M | re.S):
        leaf = _PROFILE.fullmatch(found[0])
        assert leaf, found[0][:200]
        leaves.append(leaf[1])
    return blocks, leaves, re.sub(r"^<profile .*?</profile>$", "", rest, flags=re.M | re.S)

"""What WeChat messages carry: the words in a text, a link, a quotation; nothing in a bare picture or a recall.

In: a message's kind and content as a tool exported it (WeChat's own XML for links and quotations). Out: the text to
keep, or the kind under which the message is counted in `skipped`. XML is read with patterns, never with a parser that
would expand entities.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

# Placeholders that tools write for messages without words. "[微笑]" is not here: a face in brackets is what was said.
_PLACEHOLDER = re.compile(
    r"\[(?:图片|照片|视频|语音|语音消息|表情|动画表情|表情包|文件|链接|位置|地理位置|名片|红包|转账|聊天记录|合并转发|"
    r"小程序|音乐|视频号|通话|语音通话|视频通话|系统消息|拍一拍|其他消息|未知消息|image|photo|video|voice|audio|"
    r"sticker|emoji|file|link|location)\]",
    re.IGNORECASE,
)
_RECALLED = re.compile(r"^(?:你|\"[^\"\n]{1,60}\"|“[^”\n]{1,60}”|[^\s\"]{1,40}) ?撤回了一条消息")
_TITLE = re.compile(r"<title>(.{0,4000}?)</title>", re.DOTALL)
_APP_TYPE = re.compile(r"<type>\s*(\d{1,8})\s*</type>")
_QUOTED = re.compile(r"<refermsg>(.{0,100000}?)</refermsg>", re.DOTALL)
_QUOTED_NAME = re.compile(r"<displayname>(.{0,400}?)</displayname>", re.DOTALL)
_QUOTED_TEXT = re.compile(r"<content>(.{0,4000}?)</content>", re.DOTALL)
_TRANSCRIPT = re.compile(r"\btranstext\s*=\s*\"([^\"]{1,10000})\"")
_PLACE = re.compile(r"\b(?:poiname|label)\s*=\s*\"([^\"]{1,400})\"")
_CDATA = re.compile(r"^\s*<!\[CDATA\[(.*?)\]\]>\s*$", re.DOTALL)

_FILE, _QUOTE, _NOTICE = "6", "57", ("2000", "2001")
_SHOWN_QUOTE_CHARS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """The words that a message carries, or, where there are none, the kind under which it is counted."""

    text: str = ""
    kind: str = ""


def read_placeholder(content: str) -> Carried:
    """Return the text of a message from a tool that names no kinds: bare placeholders and recalls carry none."""
    stripped = content.strip()
    if _PLACEHOLDER.fullmatch(stripped):
        return Carried(kind=stripped.strip("[]"))
    if _RECALLED.match(stripped):
        return Carried(kind="recalled")
    return Carried(text=content)


def read_xml(content: str) -> Carried:
    """Return the words in an app message: a quotation's answer with what it quotes, else "[链接：title]" or "[文件：name]"."""
    found = _TITLE.search(content[:200_000])
    title = _plain(found[1]) if found else ""
    kind = _APP_TYPE.search(content[:200_000])
    number = kind[1] if kind else ""
    if number in _NOTICE:
        return Carried(kind="transfer")
    if not title:
        return Carried(kind="link")
    if number == _QUOTE:
        return Carried(text=f"{title}{_quotation(content[:200_000])}")
    return Carried(text=f"[{'文件' if number == _FILE else '链接'}：{title}]")


def read_voice(content: str) -> Carried:
    """Return a voice message's transcript as "[语音：…]" where the tool kept one."""
    found = _TRANSCRIPT.search(content[:200_000])
    return Carried(text=f"[语音：{_plain(found[1])}]") if found else Carried(kind="voice")


def read_place(content: str) -> Carried:
    """Return a shared place as "[位置：…]" where it has a name."""
    names = list(dict.fromkeys(_plain(name) for name in _PLACE.findall(content[:200_000])))
    named = [name for name in names if name]
    return Carried(text=f"[位置：{'，'.join(named)}]") if named else Carried(kind="location")


def read_other(content: str, kind: str) -> Carried:
    """Return what a message of a kind without words of its own carries beside its placeholder."""
    if content.lstrip().startswith("<"):
        return Carried(kind=kind)
    rest = _PLACEHOLDER.sub("", content, count=1).strip()
    if not rest:
        return Carried(kind=kind)
    mark = _PLACEHOLDER.match(content.strip())
    return Carried(text=f"[{mark[0].strip('[]') if mark else '其他'}：{rest}]")


def _quotation(content: str) -> str:
    """Return " [引用 name：words]" for a quotation of a text, "" for one of a picture or of another app message."""
    quoted = _QUOTED.search(content)
    if not quoted:
        return ""
    name, words = _QUOTED_NAME.search(quoted[1]), _QUOTED_TEXT.search(quoted[1])
    text = _plain(words[1]) if words else ""
    if not text or text.startswith("<"):
        return ""
    shown = text if len(text) <= _SHOWN_QUOTE_CHARS else text[:_SHOWN_QUOTE_CHARS] + "…"
    return f" [引用 {_plain(name[1]) if name else ''}：{shown}]".replace("[引用 ：", "[引用：")


def _plain(markup: str) -> str:
    """Return a value without its CDATA wrapper, with character references (never entities of the document's own) resolved."""
    inner = _CDATA.match(markup)
    return " ".join((inner[1] if inner else html.unescape(markup)).split())

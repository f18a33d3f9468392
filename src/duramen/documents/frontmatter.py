"""The block of YAML (`---`) or TOML (`+++`) that a Markdown file may open with.

In: the file's text. Out: title, date, the lines worth reading (author, tags, summary), and the body below the block.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from typing import Any

import yaml

from duramen.documents.content import moment_or_unknown, one_line
from duramen.domain.time import UNKNOWN_MOMENT, Moment

_BLOCK = re.compile(r"\ufeff?(---|\+\+\+)[ \t]*\n(.*?)(?:^|\n)(?:\1|\.\.\.)[ \t]*(?:\n|\Z)", re.S | re.M)
# Lines of a block that is no valid YAML, such as one with an unfilled template or a second colon in a value.
_LOOSE = re.compile(r"^([A-Za-z_-]{2,20}|[\u4e00-\u9fff]{1,6})[ \t]*[:：][ \t]*(.*)$", re.M)
_TITLE_KEYS = ("title", "标题", "標題")
_DATE_KEYS = ("date", "published", "created", "updated", "lastmod", "日期", "时间", "發布日期", "发布日期")
# What a reader would miss; layout, draft, permalink and the like say nothing about the content.
_READ_KEYS = frozenset({
    "author", "authors", "tags", "categories", "keywords", "description", "summary", "subtitle", "abstract", "作者",
    "标签", "分类", "关键词", "摘要", "简介", "副标题",
})  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontMatter:
    """What the block says, and the text below it; all empty but `body` where there is no block."""

    body: str
    title: str = ""
    dated: Moment = UNKNOWN_MOMENT
    lines: tuple[str, ...] = ()


def split_front_matter(text: str, zone: str) -> FrontMatter:
    """Split a Markdown text (line ends LF) into front matter and body.

    A block that is not a mapping, or not valid, is text like any other (a file may open with a rule). The date is
    the first of `date`, `published`, `created`, `updated`, `lastmod` or their Chinese names that is there; one
    that cannot be read is kept as a line and the date is unknown.
    """
    match = _BLOCK.match(text)
    fields = _parse(match.group(1), match.group(2)) if match else {}
    if match is None or not fields:
        return FrontMatter(body=text)
    title = next((one_line(_said(fields[key])) for key in _TITLE_KEYS if fields.get(key)), "")
    date_key = next((key for key in _DATE_KEYS if fields.get(key)), "")
    written = _said(fields.get(date_key)) if date_key else ""
    dated = moment_or_unknown(written, zone)
    kept = [f"{key}: {_said(value)}" for key, value in fields.items() if key in _READ_KEYS and _said(value)]
    if written and not dated.known:
        kept.insert(0, f"{date_key}: {written}")
    return FrontMatter(body=text[match.end() :], title=title, dated=dated, lines=tuple(kept))


def _parse(mark: str, block: str) -> dict[str, Any]:
    """Return the block's top-level keys in lower case; {} when it is no mapping."""
    try:
        # BaseLoader keeps every value as it is written: "2024-05-01" stays that text, "1.10" too.
        value = tomllib.loads(block) if mark == "+++" else yaml.load(block, Loader=yaml.BaseLoader)
    except (yaml.YAMLError, tomllib.TOMLDecodeError, RecursionError):
        value = _loosely(block)
    return {str(key).strip().lower(): inner for key, inner in value.items()} if isinstance(value, dict) else {}


def _loosely(block: str) -> dict[str, str]:
    """Return the `key: value` lines of a block that consists of nothing else, {} for any other text."""
    lines = [line for line in block.split("\n") if line.strip()]
    if not all(_LOOSE.match(line) or line.startswith((" ", "\t", "-", "#")) for line in lines):
        return {}
    return {key: value.strip().strip("\"'") for key, value in _LOOSE.findall(block)}


def _said(value: Any) -> str:
    """Return a value in words: lists joined by commas, mappings (authors with affiliations) by their values."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return ", ".join(str(item) for item in value if item and not isinstance(item, dict | list))
    return one_line(str(value)) if value is not None else ""

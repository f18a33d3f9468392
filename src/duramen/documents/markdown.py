"""Markdown -> readable text: front matter understood, markup gone, headings kept as lines `# …`.

In: bytes, the file's name, the zone of dates without one. Out: `Content`. Wrapped lines of a paragraph are joined,
so that sentences are whole; code keeps its lines; links leave their words, images their description.
"""

from __future__ import annotations

import html
import re

from duramen.documents.content import Content, decode_named, join_lines, tidy
from duramen.documents.frontmatter import split_front_matter
from duramen.documents.rows import table_lines

_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})")
_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*")
_SETEXT = re.compile(r" {0,3}(=+|-+)[ \t]*")
_RULE = re.compile(r" {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*")
_ITEM = re.compile(r"([ \t]*)(?:[-*+]|(\d{1,9}[.)]))[ \t]+(.*)")
_QUOTE = re.compile(r" {0,3}(?:> ?)+")
_TABLE_RULE = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*")
_CELLS = re.compile(r"(?<!\\)\|")
_DEFINITION = re.compile(r" {0,3}\[[^\]\n^]+\]:[ \t]*\S+.*")
_COMMENT = re.compile(r"<!--.*?-->", re.S)

_CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.S)
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_TARGET = r"(?:\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)|\[[^\[\]\n]*\])"
_IMAGE = re.compile(rf"!\[([^\[\]]*)\]{_TARGET}")
_LINK = re.compile(rf"\[([^\[\]]+)\]{_TARGET}")
_AUTOLINK = re.compile(r"<((?:https?://|mailto:)[^<>\s]+)>")
_BREAK = re.compile(r"<br\s*/?>", re.I)
# Elements of HTML only: `<name>` in a sentence is a placeholder that the reader must see.
_TAG = re.compile(
    r"</?(?:a|abbr|b|big|blockquote|br|center|cite|code|dd|del|details|div|dl|dt|em|figcaption|figure|font|h[1-6]|hr|i|"
    r"img|ins|kbd|li|mark|ol|p|picture|pre|q|rp|rt|ruby|s|samp|section|small|source|span|strong|sub|summary|sup|table|"
    r"tbody|td|tfoot|th|thead|tr|tt|u|ul|var|video)(?:\s[^<>]*)?/?>",
    re.I,
)
_STARRED = re.compile(r"(\*{1,3}|~~)(?=[^\s*~])(.+?)(?<=[^\s\\])\1", re.S)
_UNDERLINED = re.compile(r"(?<![^\W_])(_{1,3})(?=[^\s_])(.+?)(?<=[^\s_])\1(?![^\W_])", re.S)
# Code and escaped characters are held out of the way of the other markup under a number between two controls.
_CONTROLS = str.maketrans("", "", "\x02\x03")
_HELD = re.compile("\x02(\\d+)\x03")


def read_markdown(data: bytes, name: str, zone: str) -> Content:
    """Read a Markdown file with or without YAML or TOML front matter.

    The title is the front matter's, else the first heading. A date in the front matter that cannot be read stays
    in the text as a line, and the document is undated.
    """
    raw, encoding = decode_named(data, name)
    front = split_front_matter(raw.replace("\r\n", "\n").replace("\r", "\n"), zone)
    text = markdown_text(front.body)
    first = re.search(r"^#{1,6} (.+)$", text, re.M)
    head = "\n".join(front.lines)
    return Content(
        text=tidy(f"{head}\n\n{text}"),
        title=front.title or (first.group(1).strip() if first else ""),
        dated=front.dated,
        encoding=encoding,
    )


def markdown_text(source: str) -> str:
    """Return the readable text of Markdown without front matter (line ends LF)."""
    reading = _Reading(_COMMENT.sub("", source.translate(_CONTROLS)).split("\n"))
    while reading.at < len(reading.lines):
        reading.step()
    reading.end_paragraph()
    return tidy("\n".join(reading.out))


class _Reading:
    """The state of one pass over the lines: where it is, what is written, and the paragraph not yet ended."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.at = 0
        self.out: list[str] = []
        self.paragraph: list[str] = []
        self.prefix = ""
        self.in_list = False

    def step(self) -> None:
        """Read one line, or one whole fence or table."""
        line = self.lines[self.at]
        if _QUOTE.match(line):
            line = self.lines[self.at] = _QUOTE.sub("", line, count=1)
        if _FENCE.match(line):
            self.take_fence(line)
        elif self.table_starts():
            self.take_table()
        else:
            self.take_line(line)
            self.at += 1

    def take_line(self, line: str) -> None:
        """Read one line that belongs to no fence and no table."""
        heading, item = _HEADING.fullmatch(line), _ITEM.fullmatch(line)
        if self.paragraph and not self.prefix and _SETEXT.fullmatch(line):
            self.heading("#" if "=" in line else "##", "\n".join(self.paragraph))
        elif not line.strip() or _RULE.fullmatch(line) or (_DEFINITION.fullmatch(line) and not self.paragraph):
            self.end_paragraph()
            self.out.append("")
        elif heading:
            self.end_paragraph()
            self.heading(heading.group(1), heading.group(2) or "")
        elif item:
            self.end_paragraph()
            self.in_list = True
            self.prefix = f"{item.group(1)}{item.group(2) or '-'} "
            self.paragraph.append(item.group(3))
        elif line.startswith(("    ", "\t")) and not self.paragraph and not self.in_list:
            self.out.append(line.strip("\n"))
        else:
            self.in_list = self.in_list and (bool(self.paragraph) or line.startswith((" ", "\t")))
            self.paragraph.append(line)
            if line.endswith(("  ", "\\")):
                self.paragraph[-1] = line.removesuffix("\\")
                self.end_paragraph()

    def heading(self, marks: str, words: str) -> None:
        """Write a heading between empty lines; it is the paragraph so far when an underline made it one."""
        self.paragraph.clear()
        self.in_list = False
        title = _inline(words)
        self.out.extend(("", f"{marks} {title}" if title else "", ""))

    def end_paragraph(self) -> None:
        """Write the paragraph or list item that has been collected."""
        if self.paragraph:
            words = _inline("\n".join(self.paragraph))
            if words:
                self.out.append(self.prefix + words)
        self.paragraph.clear()
        self.prefix = ""

    def take_fence(self, line: str) -> None:
        """Copy a fenced block without its fences; one that is never closed goes to the end of the text."""
        self.end_paragraph()
        mark = line.strip()[: len(line.strip()) - len(line.strip().lstrip(line.strip()[0]))]
        self.at += 1
        while self.at < len(self.lines):
            inner = self.lines[self.at]
            self.at += 1
            if inner.strip().startswith(mark) and not inner.strip().strip(mark[0]):
                return
            self.out.append(inner)

    def table_starts(self) -> bool:
        """Tell whether the line is a header row, by the rule below it."""
        following = self.lines[self.at + 1] if self.at + 1 < len(self.lines) else ""
        return "|" in self.lines[self.at] and "|" in following and bool(_TABLE_RULE.fullmatch(following))

    def take_table(self) -> None:
        """Write a table's rows as labelled lines."""
        self.end_paragraph()
        rows = [_cells(self.lines[self.at])]
        self.at += 2
        while self.at < len(self.lines) and "|" in self.lines[self.at]:
            rows.append(_cells(self.lines[self.at]))
            self.at += 1
        self.out.extend(("", *table_lines(rows, header=True), ""))


def _cells(line: str) -> list[str]:
    return [
        _inline(cell.replace("\\|", "|")) for cell in _CELLS.split(line.strip().removeprefix("|").removesuffix("|"))
    ]


def _inline(text: str) -> str:
    """Take the markup out of the words of one paragraph, and join its lines."""
    held: list[str] = []

    def hold(match: re.Match[str]) -> str:
        held.append(match.group(match.lastindex or 0))
        return f"\x02{len(held) - 1}\x03"

    text = _ESCAPED.sub(hold, _CODE.sub(hold, text))
    text = _AUTOLINK.sub(hold, text)
    text = _LINK.sub(r"\1", _IMAGE.sub(r"\1", text))
    text = _LINK.sub(r"\1", text)  # an image inside a link leaves a link
    text = _TAG.sub("", _BREAK.sub(" ", text))
    for _ in range(2):  # bold inside italics, and the other way round
        text = _UNDERLINED.sub(r"\2", _STARRED.sub(r"\2", text))
    return _HELD.sub(lambda match: held[int(match.group(1))], html.unescape(join_lines(text))).strip()

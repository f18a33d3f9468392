"""HTML source -> blocks of text in order, each marked as article or furniture, and what the head says.

In: an HTML text, however broken. Out: a `Page`. One pass with the standard library's parser; no tree is kept, so
depth and size of the source cost memory only in proportion to its text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

from duramen.documents.content import one_line
from duramen.documents.rows import table_lines

_VOID = frozenset({
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
})  # fmt: skip
# Their content is never words of the page.
_SILENT = frozenset({
    "script", "style", "noscript", "template", "svg", "math", "iframe", "object", "canvas", "audio", "video",
    "select", "option", "datalist", "rp", "rt",
})  # fmt: skip
_FURNITURE = frozenset({
    "nav", "footer", "aside", "form", "button", "dialog", "menu",
})  # fmt: skip
_BLOCKS = frozenset({
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog", "div", "dl",
    "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr",
    "html", "li", "main", "menu", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "td", "tfoot",
    "th", "thead", "tr", "ul",
})  # fmt: skip
# An opening tag of the key ends the nearest open element of the value, within the same list or table.
_ENDS = {
    "li": ("li",),
    "dt": ("dt", "dd"),
    "dd": ("dt", "dd"),
    "tr": ("tr",),
    "td": ("td", "th"),
    "th": ("td", "th"),
    "tbody": ("thead", "tbody"),
    "tfoot": ("thead", "tbody"),
}
_BARRIERS = frozenset({"ul", "ol", "dl", "table"})
_FURNITURE_ROLES = frozenset({
    "navigation", "banner", "contentinfo", "complementary", "search", "menu", "dialog", "alertdialog",
})  # fmt: skip
_FURNITURE_NAMES = re.compile(
    r"(?:^|[\s_-])(?:nav|navbar|navigation|menu|sidebar|breadcrumbs?|cookies?|consent|share|social|comments?|related|"
    r"recommend(?:ed|ations)?|advert\w*|ads?|banner|popup|modal|pagination|pager|footer|copyright|toolbar|skip)(?:$|[\s_-])",
    re.I,
)
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
# A class name alone is no proof on these: whole pages hang in a body or main called "has-sidebar".
_NEVER_BY_NAME = frozenset({"html", "body", "main", "article"})
_CELL_CHARS = 400
# An end tag is matched this many elements deep: real pages nest less, and hostile ones stay cheap.
_MATCH_DEPTH = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One paragraph, heading, list item or table row; `main` inside main or article, `furniture` around the text."""

    text: str
    main: bool = False
    furniture: bool = False


@dataclass(slots=True, kw_only=True)
class Page:
    """What one page holds: blocks in order, meta values by name in lower case, title, JSON-LD, its marked time."""

    blocks: list[Block] = field(default_factory=list)
    meta: dict[str, str] = field(default_factory=dict)
    title: str = ""
    linked_data: str = ""
    time: str = ""


def parse_page(source: str) -> Page:
    """Parse an HTML text; never fails, since every text is some HTML."""
    parser = _Parser()
    parser.feed(source)
    parser.close()
    parser.end_of_page()
    return parser.page


@dataclass(slots=True, kw_only=True)
class _Open:
    """An open element: its tag, and what it says about all that stands in it."""

    tag: str
    silent: bool
    main: bool
    furniture: bool


@dataclass(slots=True, kw_only=True)
class _Table:
    """A table being read: cells as lists of blocks, whether a header row is declared, whether it only lays out a page."""

    rows: list[list[list[Block]]] = field(default_factory=list)
    header: bool = False
    layout: bool = False


class _Parser(HTMLParser):
    """Collects a `Page`; the methods below are called by the standard parser."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.page = Page()
        self.stack: list[_Open] = []
        self.tables: list[_Table] = []
        self.words: list[str] = []
        self.collecting = ""  # "title" or "json" while inside one

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "meta":
            self._meta(values)
        elif tag == "br":
            self.words.append("\n")
        elif (
            tag == "time" and not self.page.time and ("pubdate" in values or values.get("itemprop") == "datePublished")
        ):
            self.page.time = values.get("datetime", "")
        if tag in _VOID and tag != "hr":
            return
        self._close_implied(tag)
        if tag in _BLOCKS:
            self._end_block()
        if tag == "hr":
            return
        if tag == "title" and not self.page.title:
            self.collecting = "title"
        elif tag == "script" and values.get("type", "").lower() == "application/ld+json":
            self.collecting = "json"
        self._push(tag, values)
        self._open_table_part(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        self.collecting = ""
        depth = next((place for place in self._depths() if self.stack[place].tag == tag), None)
        if depth is not None:
            self._close_to(depth)

    def handle_data(self, data: str) -> None:
        if self.collecting == "title":
            self.page.title += data
        elif self.collecting == "json":
            self.page.linked_data += data
        elif not (self.stack and self.stack[-1].silent) and not self._in_head():
            self.words.append(data if self._preformatted() else re.sub(r"\s+", " ", data))

    def end_of_page(self) -> None:
        """Write what is still open."""
        self._close_to(0)
        self._end_block()
        while self.tables:
            self._end_table()

    def _meta(self, values: dict[str, str]) -> None:
        content = values.get("content", "")
        for key in ("property", "name", "itemprop", "http-equiv"):
            if values.get(key) and content:
                self.page.meta.setdefault(values[key].lower(), content)

    def _push(self, tag: str, values: dict[str, str]) -> None:
        above = self.stack[-1] if self.stack else _Open(tag="", silent=False, main=False, furniture=False)
        names = f"{values.get('class', '')} {values.get('id', '')}"
        hidden = (
            "hidden" in values
            or values.get("aria-hidden") == "true"
            or bool(_HIDDEN_STYLE.search(values.get("style", "")))
        )
        # A header inside an article holds its heading; one outside holds the site's.
        furniture = (
            tag in _FURNITURE
            or (tag == "header" and not above.main)
            or values.get("role", "").lower() in _FURNITURE_ROLES
            or (tag not in _NEVER_BY_NAME and tag in _BLOCKS and bool(_FURNITURE_NAMES.search(names)))
        )
        self.stack.append(
            _Open(
                tag=tag,
                silent=above.silent or tag in _SILENT or (hidden and tag not in ("html", "body")),
                main=above.main or tag in ("main", "article") or values.get("role") == "main",
                furniture=above.furniture or furniture,
            )
        )

    def _close_implied(self, tag: str) -> None:
        """Close the paragraph, item, row or cell whose end tag was left out before this opening tag."""
        if tag in _BLOCKS and self.stack and self.stack[-1].tag == "p":
            self._close_to(len(self.stack) - 1)
        for depth in self._depths() if tag in _ENDS else ():
            if self.stack[depth].tag in _BARRIERS:
                return
            if self.stack[depth].tag in _ENDS[tag]:
                self._close_to(depth)
                return

    def _depths(self) -> range:
        """Return the places of open elements from the innermost outwards, as far as they are looked through."""
        return range(len(self.stack) - 1, max(-1, len(self.stack) - 1 - _MATCH_DEPTH), -1)

    def _close_to(self, depth: int) -> None:
        """Close every element from the innermost down to the one at `depth`."""
        while len(self.stack) > depth:
            if self.stack[-1].tag in _BLOCKS:
                self._end_block()
            closed = self.stack.pop()
            if closed.tag == "table":
                self._end_table()

    def _in_head(self) -> bool:
        return any(entry.tag == "head" for entry in self.stack[:3])

    def _preformatted(self) -> bool:
        return any(entry.tag in ("pre", "textarea") for entry in self.stack[-8:])

    def _end_block(self) -> None:
        """Make a block of the words since the last one."""
        raw = "".join(self.words)
        self.words.clear()
        here = self.stack[-1] if self.stack else _Open(tag="", silent=False, main=False, furniture=False)
        text = raw.strip("\n") if self._preformatted() else "\n".join(filter(None, map(one_line, raw.split("\n"))))
        if not text.strip():
            return
        inner = [entry.tag for entry in self.stack[-8:]]
        heading = next((tag for tag in reversed(inner) if re.fullmatch("h[1-6]", tag)), "")
        if heading:
            text = f"{'#' * int(heading[1])} {one_line(text)}"
        elif "li" in inner and not self.tables:
            text = f"- {text}"
        self._add(Block(text=text, main=here.main, furniture=here.furniture))

    def _add(self, block: Block) -> None:
        if self.tables and self.tables[-1].rows and self.tables[-1].rows[-1]:
            self.tables[-1].rows[-1][-1].append(block)
        else:
            self.page.blocks.append(block)

    def _open_table_part(self, tag: str) -> None:
        if tag == "table":
            for table in self.tables:
                table.layout = True
            self.tables.append(_Table())
        elif self.tables and tag == "tr":
            self.tables[-1].rows.append([])
        elif self.tables and tag in ("td", "th"):
            table = self.tables[-1]
            if not table.rows:
                table.rows.append([])
            if tag == "th" and len(table.rows) == 1:
                table.header = len(table.rows[0]) == 0 or table.header
            elif tag == "td" and len(table.rows) == 1:
                table.header = False
            table.rows[-1].append([])

    def _end_table(self) -> None:
        """Write a table of data as lines; one that only lays out the page, or holds whole paragraphs, as its blocks."""
        table = self.tables.pop()
        cells = [cell for row in table.rows for cell in row]
        blocks = [block for cell in cells for block in cell]
        layout = table.layout or any(len(block.text) > _CELL_CHARS or block.text.startswith("# ") for block in blocks)
        if layout or not blocks:
            for block in blocks:
                self._add(block)
            return
        rows = [[" ".join(block.text for block in cell) for cell in row] for row in table.rows]
        marks = blocks[0]
        for line in table_lines(rows, header=table.header):
            self._add(Block(text=line, main=marks.main, furniture=marks.furniture))

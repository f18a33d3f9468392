"""HTML -> the text a reader came for: scripts, styles, navigation and other furniture gone; title and date found.

In: bytes, the file's name, the zone of dates without one. Out: `Content`. Headings become lines `# …`, list items
`- …`, table rows labelled lines.
"""

from __future__ import annotations

import codecs
import re

from duramen.documents.content import Content, decode_named, moment_or_unknown, one_line, tidy
from duramen.documents.markup import Block, Page, parse_page
from duramen.errors import UnreadableFile

_DECLARED = re.compile(
    rb"""<meta[^>]*?charset\s*=\s*["']?\s*([\w.:-]+)|<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)""", re.I
)
_DECLARED_WITHIN = 4096
_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
# What pages call GB2312 or GBK may hold any character of GB18030, their superset (WHATWG Encoding Standard).
_WIDER = {"gb2312": "gb18030", "gbk": "gb18030", "iso8859-1": "cp1252", "ascii": "cp1252", "shift_jis": "cp932"}
_DATE_NAMES = (
    "article:published_time", "og:published_time", "datepublished", "dc.date.issued", "dcterms.issued", "dc.date",
    "dcterms.date", "dcterms.created", "date", "pubdate", "publishdate", "publish_date", "publish-date",
    "publication_date", "citation_publication_date", "parsely-pub-date", "sailthru.date", "article:modified_time",
    "og:updated_time", "datemodified", "dcterms.modified", "last-modified", "lastmod",
)  # fmt: skip
_JSON_DATE = re.compile(r'"datePublished"\s*:\s*"([^"]+)"')
# The article must carry this share of the page's words, or this many, to be taken for the whole.
_MAIN_SHARE, _MAIN_CHARS = 0.4, 200


def read_html(data: bytes, name: str, zone: str) -> Content:
    """Read a web page.

    The charset is the byte order mark's, else the one that a meta tag or the XML declaration names if the bytes
    agree, else found by `text.encodings`. The text is that of `main` or `article` when there is one of some length,
    else of the whole body; navigation, headers and footers of the page, asides, forms and hidden parts are left out
    unless nothing else is there. The title is og:title, `title` or the first h1; the date is the page's published
    date from meta tags, JSON-LD or a marked `time`, else the modified one, else unknown.
    """
    html, encoding = _decode(data, name)
    page = parse_page(html)
    text = tidy("\n".join(block.text for block in _readable(page)))
    if not text:
        raise UnreadableFile(
            f"{name}: the page has no text without its scripts; open it in a browser and save the text or print it to PDF"
        )
    meta = page.meta
    title = meta.get("og:title") or page.title or next((b.text[2:] for b in page.blocks if b.text.startswith("# ")), "")
    return Content(text=text, title=one_line(title), dated=moment_or_unknown(_date(page), zone), encoding=encoding)


def _decode(data: bytes, name: str) -> tuple[str, str]:
    declared = None if data.startswith(_MARKS) else _DECLARED.search(data[:_DECLARED_WITHIN])
    if declared:
        label = (declared.group(1) or declared.group(2)).decode("ascii", errors="ignore")
        try:
            codec = codecs.lookup(label).name
            codec = _WIDER.get(codec, codec)
            return data.decode(codec), codec
        except (LookupError, UnicodeError):
            pass  # the page lies about its charset: its bytes decide
    return decode_named(data, name)


def _readable(page: Page) -> list[Block]:
    """Choose the article, else the page without furniture, else everything."""
    whole = [block for block in page.blocks if not block.furniture]
    main = [block for block in whole if block.main]
    size, main_size = (sum(len(block.text) for block in blocks) for blocks in (whole, main))
    if main and (main_size >= _MAIN_CHARS or main_size >= size * _MAIN_SHARE):
        return main
    return whole if size else page.blocks


def _date(page: Page) -> str:
    written = next((page.meta[name] for name in _DATE_NAMES if page.meta.get(name)), "")
    if written:
        return written
    stated = _JSON_DATE.search(page.linked_data)
    return stated.group(1) if stated else page.time

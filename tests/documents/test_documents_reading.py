"""Bytes of every kind of document, whole and broken, and what is read from them."""

from __future__ import annotations

import gzip
import io
import random
import sys
import zipfile
from datetime import UTC, datetime

import docx
import pypdf
import pytest
from docx.oxml import parse_xml
from hypothesis import given
from hypothesis import strategies as st
from minimal_pdf import pdf_of

from duramen.documents import SUPPORTED_SUFFIXES, read_document
from duramen.documents.unpacking import unpack
from duramen.domain.time import Precision
from duramen.errors import BadTime, InputError, UnknownFormat, UnreadableFile

_NS = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def word_file(*, dated: datetime | None = None) -> bytes:
    document = docx.Document()
    document.add_heading("社区手册", 0)
    document.add_paragraph("欢迎来到梧桐里。")
    document.add_heading("Opening hours", 2)
    document.add_paragraph("Library", style="List Bullet")
    table = document.add_table(rows=3, cols=3)
    for row, cells in enumerate([["Day", "Place", "Hour"], ["Monday", "Library", "9"], ["Tuesday", "", "10"]]):
        for column, cell in enumerate(cells):
            table.cell(row, column).text = cell
    pair = document.add_table(rows=1, cols=2)
    pair.cell(0, 0).text, pair.cell(0, 1).text = "电话", "12345"
    changed = document.add_paragraph("The pool is ")._p
    changed.append(parse_xml(f'<w:ins {_NS} w:id="1" w:author="a"><w:r><w:t>open</w:t></w:r></w:ins>'))
    changed.append(parse_xml(f'<w:del {_NS} w:id="2" w:author="a"><w:r><w:delText>closed</w:delText></w:r></w:del>'))
    control = (
        f"<w:sdt {_NS}><w:sdtContent><w:p><w:r><w:t>In a content control.</w:t></w:r></w:p></w:sdtContent></w:sdt>"
    )
    document.element.body.insert(0, parse_xml(control))
    if dated:
        document.core_properties.modified = dated
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def encrypted(data: bytes, user: str, owner: str) -> bytes:
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(data))
    writer.encrypt(user, owner, algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def text_or_refusal(data: bytes, name: str) -> tuple[str, str]:
    """Return what is read and "", or "" and the message of the refusal; anything else but a refusal is raised."""
    try:
        return read_document(data, name=name).text, ""
    except InputError as error:
        return "", str(error)


def test_a_plain_text_keeps_its_words_and_takes_its_title_from_the_name():
    read = read_document("第一行。\r\n第二行。\n".encode("gb18030"), name="folder/周记.txt")
    assert (read.text, read.title, read.media_type) == ("第一行。\n第二行。", "周记", "text/plain")
    assert read.encoding == "gb18030"
    assert not read.dated.known


def test_a_text_wrapped_by_hand_is_joined_into_paragraphs_and_a_poem_is_not():
    sentence = "the old mill by the river was painted green again in the early days of spring and then left alone "
    words = (sentence * 12).split()
    lines = [" ".join(words[start : start + 12]) for start in range(0, len(words), 12)]
    assert "\n" not in read_document("\n".join(lines).encode(), name="wrapped.txt").text
    poem = "\n".join(["春眠不觉晓，", "处处闻啼鸟。", "夜来风雨声，", "花落知多少。"] * 5)
    assert read_document(poem.encode(), name="poem.txt").text == poem


def test_markdown_loses_its_markup_and_keeps_its_headings():
    source = (
        "---\ntitle: \"Living in 西湖\"\ndate: 2024-05-01 09:30\ntags: [guide, city]\nlayout: post\n---\n"
        "Some **bold** and *it_alic* [link](https://x.y/z_(a)), `code_x*y*`\nwrapped. snake_case_word, 2 * 3 * 4.\n\n"
        "Setext\n======\n\n中文第一行，\n接着第二行。\n\n* one\n* two\n  goes on\n1. first\n\n> quoted\n> words\n\n"
        "| Day | Place |\n|---|:-:|\n| Mon | a \\| b |\n\n```py\nx = *2*\n```\n\n![a cat](c.png) <b>x</b> &amp; y\n\n## End ##\n"
    )  # fmt: skip
    read = read_document(source.encode(), name="a.md", zone="Asia/Shanghai")
    assert read.title == "Living in 西湖"
    assert read.dated.iso() == "2024-05-01T09:30:00+08:00"
    assert read.text.split("\n") == [
        "tags: guide, city", "", "Some bold and it_alic link, code_x*y* wrapped. snake_case_word, 2 * 3 * 4.", "",
        "# Setext", "", "中文第一行，接着第二行。", "", "- one", "- two goes on", "1. first", "", "quoted words", "",
        "Day: Mon; Place: a | b", "", "x = *2*", "", "a cat x & y", "", "## End",
    ]  # fmt: skip


def test_a_placeholder_in_angle_brackets_is_not_taken_for_html():
    assert read_document(b"Put it in chats/<Name>/ <em>now</em>.", name="a.md").text == "Put it in chats/<Name>/ now."


def test_toml_front_matter_is_understood():
    read = read_document(b"+++\ntitle = 'Notes'\ndate = 2023-02-03\n+++\nBody.", name="t.md")
    assert (read.title, read.dated.iso(), read.text) == ("Notes", "2023-02-03", "Body.")
    assert read.dated.precision is Precision.DAY


def test_a_front_matter_date_that_cannot_be_read_stays_in_sight_and_is_not_guessed():
    read = read_document("---\ntitle: 周记\ndate: {{ date }}\n---\n正文。".encode(), name="a.md")
    assert (read.title, read.text) == ("周记", "date: {{ date }}\n\n正文。")
    assert not read.dated.known


def test_a_markdown_file_that_opens_with_a_rule_loses_nothing():
    text = read_document(b"---\nJust words, here\n\n---\nMore.", name="a.md").text
    assert "Just words, here" in text
    assert text.endswith("More.")


_PAGE = """<!DOCTYPE html><html><head><meta http-equiv="Content-Type" content="text/html; charset=gb2312">
<title>社区指南</title><meta property="article:published_time" content="2024-03-02T08:00:00+08:00">
<script>var hidden="脚本"</script><style>p{color:red}</style></head><body class="has-sidebar"><header>站点名</header>
<nav><ul><li><a href=1>首页</a><li><a>关于</a></ul></nav><main><article><header><h1>指南</h1></header>
<p>欢迎来到<b>梧桐里</b>，有<ruby>图<rt>tu</rt></ruby>书馆，喆字也在。<p>第二段没有闭合<br>换了行
<ul><li>早市：六点<li>夜市：七点</ul><table><tr><th>日子<th>地点<tr><td>周一<td>图书馆</table>
<pre>a  b
 c</pre><div class="share">分享</div><p style="display:none">藏</p></article></main><aside>广告</aside>
<footer>版权</footer></body></html>"""


def test_a_web_page_gives_the_article_without_its_furniture():
    read = read_document(_PAGE.encode("gb18030"), name="p.html")
    assert (read.title, read.encoding, read.dated.iso()) == ("社区指南", "gb18030", "2024-03-02T08:00:00+08:00")
    assert read.text.split("\n") == [
        "# 指南", "欢迎来到梧桐里，有图书馆，喆字也在。", "第二段没有闭合", "换了行", "- 早市：六点", "- 夜市：七点",
        "日子: 周一; 地点: 图书馆", "a  b", " c",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "head",
    [
        '<meta itemprop="datePublished" content="2024-03-02">',
        '<meta name="DC.date" content="2024-03-02">',
        '<script type="application/ld+json">{"@type":"Article","datePublished":"2024-03-02"}</script>',
        '</head><body><time itemprop="datePublished" datetime="2024-03-02">last week</time>',
    ],
)
def test_the_date_of_a_page_is_found_where_pages_state_it(head: str):
    read = read_document(f"<html><head>{head}</head><body><p>Words.</p></body></html>".encode(), name="p.htm")
    assert read.dated.iso() == "2024-03-02"


def test_a_page_that_lies_about_its_charset_is_read_by_its_bytes():
    page = '<html><head><meta charset="utf-8"></head><body><p>今天我们去公园散步，天气很好。</p></body></html>'
    assert "公园散步" in read_document(page.encode("gb18030"), name="p.html").text


def test_broken_nested_and_furniture_only_pages_are_read():
    assert read_document(b"<html><div><p>Hello <b>world<p>again<nav>menu", name="a.html").text == "Hello world\nagain"
    assert read_document(b"<html><nav><p>Only a menu</nav>", name="a.html").text == "Only a menu"
    deep = b"<html>" + b"<div>" * 50_000 + b"deep" + b"</div></span>" * 50_000
    assert read_document(deep, name="a.html").text == "deep"
    layout = b"<html><table><tr><td><h1>Old site</h1><p>Text.<td><table><tr><td>x</table></table>"
    assert read_document(layout, name="a.html").text.split("\n") == ["# Old site", "Text.", "x"]


def test_a_page_without_text_says_what_to_do():
    with pytest.raises(UnreadableFile, match=r"app\.html.*save the text"):
        read_document(b"<html><script>render()</script></html>", name="app.html")


def test_a_pdf_gives_joined_paragraphs_without_running_heads_and_with_its_date():
    pages = [
        ["Neighbourhood handbook", "The library opens at nine on weekdays and infor-", f"mation number {page} is given at the desk.",
         "社区手册第" + "一二三四"[page - 1] + "章说明：图书馆每天早上九点开门，", "晚上八点关门。", f"Page {page} of 4"]
        for page in range(1, 5)
    ]  # fmt: skip
    info = "/Title (Handbook) /CreationDate (D:20240301093000+08'00')"
    read = read_document(pdf_of(pages, info=info), name="h.pdf")
    assert (read.title, read.dated.iso()) == ("Handbook", "2024-03-01T09:30:00+08:00")
    assert "on weekdays and information number 3 is given at the desk." in read.text
    assert "社区手册第二章说明：图书馆每天早上九点开门，晚上八点关门。" in read.text
    assert read.text.count("Neighbourhood handbook") == 1
    assert "of 4" not in read.text


def test_a_pdf_that_only_forbids_copying_is_read_and_one_with_a_password_is_refused():
    plain = pdf_of([["The words of the page."]])
    assert read_document(encrypted(plain, "", "owner"), name="a.pdf").text == "The words of the page."
    with pytest.raises(UnreadableFile, match=r"secret\.pdf.*password.*without one"):
        read_document(encrypted(plain, "open sesame", "owner"), name="secret.pdf")


def test_a_scanned_pdf_asks_for_text_recognition():
    with pytest.raises(UnreadableFile, match=r"scan\.pdf.*2 pages.*OCR"):
        read_document(pdf_of([[], []]), name="scan.pdf")


def test_a_word_document_gives_headings_lists_tables_and_insertions_in_order():
    read = read_document(word_file(dated=datetime(2024, 4, 5, 6, 7, tzinfo=UTC)), name="h.docx")
    assert (read.title, read.dated.iso()) == ("社区手册", "2024-04-05T06:07:00+00:00")
    assert [line for line in read.text.split("\n") if line] == [
        "In a content control.", "# 社区手册", "欢迎来到梧桐里。", "## Opening hours", "- Library",
        "Day: Monday; Place: Library; Hour: 9", "Day: Tuesday; Hour: 10", "电话: 12345", "The pool is open",
    ]  # fmt: skip


def test_the_date_of_the_word_template_is_not_the_date_of_the_document():
    assert not read_document(word_file(), name="h.docx").dated.known


@pytest.mark.parametrize(
    "data,lines",
    [
        ("name;city;rent\nMia;Oslo;900,5\nLi;;700\n", ["name: Mia; city: Oslo; rent: 900,5", "name: Li; rent: 700"]),
        ("姓名,城市\n张伟,\"北京\n朝阳\"\n", ["姓名: 张伟; 城市: 北京 朝阳"]),
        ("1,2\n3,4\n", ["1; 2", "3; 4"]),
        ("sep=|\na|b\n1|2, 3\n", ["a: 1; b: 2, 3"]),
        ("a,b\n1,2,3\n\n,,\n", ["a: 1; b: 2; 3"]),
        ("only\none\n", ["only: one"]),
    ],
)  # fmt: skip
def test_csv_rows_become_labelled_lines(data: str, lines: list[str]):
    assert read_document(data.encode(), name="t.csv").text.split("\n") == lines
    assert read_document(data.encode("utf-16"), name="t.csv").text.split("\n") == lines


def test_tsv_is_split_at_tabs_only():
    assert read_document(b"a\tb\n1,5\t2;3\n", name="t.tsv").text == "a: 1,5; b: 2;3"


def test_json_records_become_lines_with_dotted_keys():
    data = b'{"title":"T","a":{"b":1.10,"c":[1,2]},"items":[{"x":"u","y":{"z":null,"w":true}},{"x":"v"}]}'
    read = read_document(data, name="j.json")
    assert read.title == "T"
    assert read.text.split("\n") == ["title: T", "a.b: 1.10", "a.c: 1, 2", "items.x: u; items.y.w: true", "items.x: v"]
    assert read_document(b'[{"a":"x"},{"a":2}]', name="j.json").text == "a: x\na: 2"
    assert read_document(b'{"a":1}\n{"a":{"b":"c"}}\n', name="j.jsonl").text == "a: 1\na.b: c"
    assert read_document(b'{"a":1}\n{"a":2}', name="really-lines.json").text == "a: 1\na: 2"
    assert read_document(b'{"n":' + b"9" * 6000 + b"}", name="j.json").text == "n: " + "9" * 6000


@pytest.mark.parametrize(
    "name,data,says",
    [
        ("j.jsonl", b'{"a":1}\n{"b":', "line 2"),
        ("j.json", b"{oops}", "line 1, column 2"),
        ("j.json", b"[" * 100_000 + b"]" * 100_000, "nested too deeply"),
        ("t.csv", b'a,b\n"' + b"x" * 200_000, "quotation mark"),
        ("a.txt", b"", "empty"),
        ("a.txt", b" \n\t", "empty"),
        ("a.txt", random.Random(1).randbytes(3000), "not text|binary"),
        ("a.pdf", b"%PDF-1.7\nrubbish", "damaged PDF"),
        ("a.docx", b"PK\x03\x04rubbish", "damaged"),
        ("a.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"0" * 600, "password-protected"),
        ("a.gz", b"words", "without .gz"),
        ("a.txt.gz", gzip.compress(b"words", mtime=0)[:-6], "cut off"),
        ("a.txt.gz", gzip.compress(b"words", mtime=0)[:-8] + b"\x00" * 8, "damaged"),
        ("a.txt.gz", gzip.compress(b"words", mtime=0) + b"more", "4 foreign bytes"),
        ("a.txt.gz", gzip.compress(gzip.compress(b"words", mtime=0), mtime=0), "twice"),
    ],
)
def test_unreadable_files_are_named_with_the_way_out(name: str, data: bytes, says: str):
    with pytest.raises(UnreadableFile, match=says) as caught:
        read_document(data, name=name)
    assert name in str(caught.value)


@pytest.mark.parametrize(
    "name,data,says",
    [
        ("notes.txt", b"%PDF-1.4 ...", r"is a PDF; rename it to end in \.pdf"),
        ("notes.md", word_file(), r"is a Word document; rename it to end in \.docx"),
        ("a.pdf", b"<!doctype html><p>hi", r"is an HTML page; rename it to end in \.html"),
        ("a.pdf", b"plain words", r"rename it to \.txt"),
        ("a.docx", b"plain words", r"rename it to \.txt"),
        ("a.xlsx", b"PK", "supported are .txt"),
        ("a.txt", b"\x89PNG\r\n\x1a\n...", "PNG picture"),
        ("a.doc", b"{\\rtf1 words}", "RTF"),
    ],
)
def test_a_file_that_is_not_what_it_is_named_is_told(name: str, data: bytes, says: str):
    with pytest.raises(UnknownFormat, match=says) as caught:
        read_document(data, name=name)
    assert name in str(caught.value)


def test_json_that_is_deep_for_this_python_is_read_or_refused():
    text, refusal = text_or_refusal(b'{"a":' * 700 + b"1" + b"}" * 700, "j.json")
    assert text or "nested too deeply" in refusal


def test_other_zips_are_told_apart():
    for member, says in (
        ("xl/workbook.xml", "Excel"),
        ("ppt/presentation.xml", "PowerPoint"),
        ("mimetype", "EPUB"),
        ("a", "zip"),
    ):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as package:
            package.writestr(member, "x")
        with pytest.raises(UnknownFormat, match=says):
            read_document(out.getvalue(), name="a.docx")


def test_gzip_of_any_kind_is_read_under_its_inner_name():
    for name, data in (
        ("a.csv", b"x,y\n1,2\n"),
        ("a.docx", word_file()),
        ("a.pdf", pdf_of([["Words."]])),
        ("a.md", b"# T\n\nx"),
    ):
        assert read_document(gzip.compress(data), name=name + ".gz") == read_document(data, name=name)
    assert read_document(gzip.compress(b"one ") + gzip.compress(b"two") + b"\x00\x00", name="a.gz").text == "one two"


def test_a_gzip_bomb_is_refused_before_it_unpacks():
    bomb = gzip.compress(b"\x00" * 3_000_000)
    with pytest.raises(UnreadableFile, match=r"bomb\.txt\.gz: larger than 1 MiB"):
        unpack(bomb, "bomb.txt.gz", limit=2**20)
    assert len(unpack(bomb, "bomb.txt.gz", limit=3_000_000).data) == 3_000_000


def test_a_word_bomb_is_refused_by_what_it_says_of_itself():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package, package.open("word/document.xml", "w") as part:
        for _ in range(260):
            part.write(b"\x00" * 2**20)
    with pytest.raises(UnreadableFile, match="larger than 256 MiB"):
        read_document(out.getvalue(), name="bomb.docx")


@pytest.mark.parametrize("name,data,module", [("a.pdf", b"%PDF-1.4", "pypdf"), ("a.docx", word_file(), "docx")])
def test_a_missing_extra_is_named(name: str, data: bytes, module: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(InputError, match=r"pip install duramen\[documents\]"):
        read_document(data, name=name)


def test_an_unknown_zone_is_refused():
    with pytest.raises(BadTime, match="Mars/Base"):
        read_document(b"words", name="a.txt", zone="Mars/Base")


def test_a_file_without_suffix_goes_by_its_content():
    assert read_document(b"plain words", name="README").media_type == "text/plain"
    assert read_document(b'{"a": 1}', name="data").media_type == "application/json"
    assert read_document(pdf_of([["Words."]]), name="paper").media_type == "application/pdf"
    assert read_document(b"<html><p>x", name="saved.txt").media_type == "text/html"


def test_nul_and_controls_do_not_enter_the_text():
    assert read_document(b'{"a":"x\\u0000y\\u0007z\\ud800"}', name="a.json").text == "a: x\ufffdyz\ufffd"


@given(st.integers(min_value=0), st.sampled_from(["a.pdf", "a.docx", "a.html", "a.gz", "a.md", "a.csv"]))
def test_a_damaged_file_is_read_or_refused_but_never_breaks(seed: int, name: str):
    whole = {
        "a.pdf": pdf_of([["Words of one page.", "更多的话。"]]), "a.docx": word_file(), "a.html": _PAGE.encode(),
        "a.gz": gzip.compress(b"words " * 50), "a.md": b"---\ntitle: x\n---\n# A\n\n| a | b |\n|--|--|\n| *c* | `d` |\n",
        "a.csv": b'a;b\n"c ""d""";e\n',
    }[name]  # fmt: skip
    source = random.Random(seed)
    data = bytearray(whole)
    for _ in range(source.randrange(1, 40)):
        data[source.randrange(len(data))] = source.randrange(256)
    text, refusal = text_or_refusal(bytes(data[: source.randrange(len(data)) or None]), name)
    assert text or name in refusal


@given(st.text(max_size=200), st.sampled_from([".txt", ".md", ".html", ".csv", ".json", ".jsonl"]))
def test_any_text_under_any_name_is_read_or_refused(text: str, suffix: str):
    said, refusal = text_or_refusal(text.encode("utf-8", errors="surrogatepass"), "a" + suffix)
    assert said.strip() or "a" + suffix in refusal


def test_supported_suffixes_are_what_is_read():
    assert {".txt", ".md", ".html", ".pdf", ".docx", ".csv", ".json", ".jsonl", ".gz"} <= set(SUPPORTED_SUFFIXES)

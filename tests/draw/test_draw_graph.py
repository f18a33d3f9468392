"""The way of an answer as SVG: every box apart from every other, every word inside its box, nothing of it markup."""

import itertools
import shutil
import xml.etree.ElementTree as tree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trace_values import CHINESE, ENGLISH, WORD, trace

from duramen.domain.trace import Drift, DriftGroup
from duramen.draw.drift import SERIES, drift_svg
from duramen.draw.graph import graph_svg

SVG = "{http://www.w3.org/2000/svg}"
CHROMIUM = shutil.which("chromium")
TEXTS = {
    "english": (ENGLISH, "en"),
    "chinese": (CHINESE, "zh"),
    "one-word": (WORD, "en"),
    "mixed": (CHINESE[:99] + ENGLISH, "zh"),
}


def boxes(svg):
    rects = [r for r in tree.fromstring(svg).iter(f"{SVG}rect") if r.get("class") != "paper"]
    return [tuple(float(r.get(name)) for name in ("x", "y", "width", "height")) for r in rects]


def overlapping(found):
    return [
        (one, other)
        for one, other in itertools.combinations(found, 2)
        if one[0] < other[0] + other[2] - 0.5
        and other[0] < one[0] + one[2] - 0.5
        and one[1] < other[1] + other[3] - 0.5
        and other[1] < one[1] + one[3] - 0.5
    ]


@pytest.mark.parametrize("name", TEXTS)
def test_no_box_overlaps_another_with_thirteen_pieces_of_evidence_and_long_texts(name):
    text, language = TEXTS[name]
    found = boxes(graph_svg(trace(text, language=language)))
    assert len(found) == 13 + 12 + 4 + 2
    assert not overlapping(found)


def test_what_the_answer_rests_on_is_said_in_words_and_drawn_thick():
    svg = graph_svg(trace())
    assert svg.count("● the answer rests on this") == 3
    assert svg.count('class="strong"') == 3 + 1  # and the answer
    assert "● 回答依据此条" in graph_svg(trace(CHINESE, language="zh"))
    assert "5 × under the threshold" in svg


def test_a_screen_reader_is_told_what_is_drawn():
    root = tree.fromstring(graph_svg(trace()))
    assert root.get("role") == "img"
    assert "rests on E2, E7, L1" in root.find(f"{SVG}desc").text
    assert root.find(f"{SVG}title").text.startswith("Mei · Fox/7 · ")


@settings(max_examples=60)
@given(st.text(max_size=300))
def test_any_words_make_well_formed_svg_without_an_element_of_their_own(text):
    root = tree.fromstring(graph_svg(trace(text, evidence=3, leaves=2)))
    assert {one.tag.removeprefix(SVG) for one in root.iter()} == {
        "svg",
        "title",
        "desc",
        "style",
        "rect",
        "path",
        "g",
        "text",
    }


@pytest.mark.parametrize(
    "hostile",
    [
        "</text><script>alert(1)</script>",
        '"/><image href="http://x" onload="alert(1)"/>',
        "]]><!ENTITY x SYSTEM 'file:///etc/passwd'>&x;",
        "<foreignObject><iframe src='javascript:alert(1)'/></foreignObject>",
        "</style><style>*{display:none}</style>",
    ],
)
def test_hostile_words_are_shown_as_words(hostile):
    root = tree.fromstring(graph_svg(trace(hostile)))
    names = {one.tag.removeprefix(SVG) for one in root.iter()}
    assert not names & {"script", "image", "foreignObject", "iframe"}
    assert not [key for one in root.iter() for key in one.attrib if key.startswith("on") or "href" in key]
    assert len(list(root.iter(f"{SVG}style"))) == 1


def test_a_round_that_was_not_answered_here_is_drawn_with_its_words():
    root = tree.fromstring(graph_svg(trace(answered=False, evidence=0, leaves=0)))
    said = " ".join(one.text or "" for one in root.iter(f"{SVG}text"))
    assert "This round was not answered here." in said


def drift(language):
    names = {
        "tree": ("leaves", "operations", "ended", "changed_share"),
        "age": ("age_hours", "age_rounds"),
        "weights": ("time_weight", "top_score"),
        "paths": ("experience", "knowledge", "profile"),
        "components": ("dense", "lexical", "bias", "feedback"),
        "protocol": ("tags_share", "repaired_share", "marked_share"),
        "analysis": ("analysis_chars",),
    }
    groups = tuple(
        DriftGroup(key=key, at=(1, 2, 3), series=dict.fromkeys(series, (0.5, None, 0.9)))
        for key, series in names.items()
    )
    return Drift(
        person="Mei", session="", language=language, rolling=10, rounds=("a", "b", "c"), answered=3, groups=groups
    )


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_series_of_a_drift_is_drawn_and_named(language):
    svg = drift_svg(drift(language))
    assert all(words[language] in svg for words in SERIES.values())
    tree.fromstring(svg)


def test_a_drift_without_a_round_is_still_a_sheet():
    empty = tuple(DriftGroup(key=g.key, at=(), series=dict.fromkeys(g.series, ())) for g in drift("en").groups)
    tree.fromstring(
        drift_svg(Drift(person="M", session="", language="en", rolling=1, rounds=(), answered=0, groups=empty))
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", TEXTS)
def test_in_a_browser_no_text_leaves_its_box_or_lies_on_another(name, tmp_path):
    playwright = pytest.importorskip("playwright.sync_api", reason="no playwright")
    if CHROMIUM is None:
        pytest.skip("no chromium")
    text, language = TEXTS[name]
    file = tmp_path / "trace.svg"
    file.write_text(graph_svg(trace(text, language=language)), encoding="utf-8")
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(file.as_uri())
        found = page.evaluate(
            """() => [...document.querySelectorAll('g')].map(g => ({
                box: (r => [r.x, r.y, r.right, r.bottom])(g.querySelector('rect').getBoundingClientRect()),
                texts: [...g.querySelectorAll('text')].map(t => (r => [r.x, r.y, r.right, r.bottom])(t.getBoundingClientRect())),
            }))"""
        )
        browser.close()
    assert len(found) == 31
    for one in found:
        left, top, right, bottom = one["box"]
        for x, y, to_x, to_y in one["texts"]:
            assert left <= x
            assert to_x <= right
            assert top - 1 <= y
            assert to_y <= bottom + 1
        for (x, y, to_x, to_y), (x2, y2, to_x2, to_y2) in itertools.combinations(one["texts"], 2):
            # Lines of text may touch; a quarter of a line's height is what fonts take above and below their letters.
            apart = to_x <= x2 or to_x2 <= x or to_y - 5 <= y2 or to_y2 - 5 <= y
            assert apart

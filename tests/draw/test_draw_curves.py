"""Curves: well-formed SVG for any names and numbers, told apart without colour, and said in words."""

from __future__ import annotations

import xml.etree.ElementTree as tree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duramen.draw.curves import Panel, curves_svg, sheet_svg, ticks
from duramen.draw.svg import escape, fit, width_of, wrap

SVG = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> tree.Element:
    return tree.fromstring(svg)


def draw(series: dict, **more: object) -> str:
    return curves_svg(series, title="T", x_label="round", y_label="accuracy", **more)  # type: ignore[arg-type]


def test_every_series_has_its_own_dash_and_marker_and_its_name_in_the_legend() -> None:
    svg = draw({"balanced": [(1, 0.2), (2, 0.4)], "纸上": [(1, 0.3), (2, 0.1)]}, y_range=(0, 1))
    root = parsed(svg)
    lines = {
        path.get("stroke-dasharray") for path in root.iter(f"{SVG}path") if path.get("stroke-dasharray") is not None
    }
    assert len(lines) == 2
    said = [text.text for text in root.iter(f"{SVG}text")]
    assert {"balanced", "纸上", "round", "accuracy"} <= set(said)
    assert root.find(f"{SVG}title").text == "T"  # type: ignore[union-attr]
    assert "balanced (n=2, 0.2 → 0.4, min 0.2, max 0.4)" in root.find(f"{SVG}desc").text  # type: ignore[union-attr, operator]
    assert "prefers-color-scheme: dark" in svg


def test_the_y_range_is_kept_and_widened_for_what_lies_outside() -> None:
    said = [t.text for t in parsed(draw({"a": [(0, 0.5)]}, y_range=(0, 1))).iter(f"{SVG}text")]
    assert {"0", "1"} <= set(said)
    assert "1.5" in [t.text for t in parsed(draw({"a": [(0, 1.5)]}, y_range=(0, 1))).iter(f"{SVG}text")]


def test_a_gap_breaks_the_line_and_an_empty_series_is_said() -> None:
    svg = draw({"a": [(0, 1.0), (1, None), (2, float("nan")), (3, 2.0), (4, 1.0)], "none": []})
    line = next(p for p in parsed(svg).iter(f"{SVG}path") if p.get("class") == "s0" and p.get("d", "").count("M") > 1)
    assert (line.get("d", "").count("M"), line.get("d", "").count("L")) == (2, 1)
    assert "none: –" in svg


def test_nothing_to_draw_is_still_a_page() -> None:
    assert parsed(draw({})).tag == f"{SVG}svg"
    assert parsed(sheet_svg([], "nothing")).tag == f"{SVG}svg"


def test_a_long_series_is_thinned_and_keeps_its_extremes() -> None:
    points = [(float(x), 0.5) for x in range(20_000)]
    points[7_777] = (7_777.0, 9.0)
    svg = draw({"a": points})
    assert len(svg) < 60_000
    high = min(float(p.split(" ")[1]) for p in svg.split('d="M')[-2].split('"')[0].split("L"))
    assert high < 100  # the one high value reaches the upper edge of the plot


def test_words_of_others_cannot_become_markup() -> None:
    hostile = "</text><script>alert(1)</script><image href='x' onload=\"y\"/>\x00\x1b]]>&lt;\ud800\u202e"
    svg = sheet_svg([Panel(title=hostile, x_label=hostile, y_label=hostile, series={hostile: [(0, 0)]})], hostile)
    names = {element.tag.removeprefix(SVG) for element in parsed(svg).iter()}
    assert names <= {"svg", "title", "desc", "style", "rect", "path", "text", "circle"}


@pytest.mark.parametrize("low, high", [(0, 1), (-3.2, 7.9), (1e-7, 2e-7), (0, 5e9), (5, 5)])
def test_ticks_are_few_inside_and_rising(low: float, high: float) -> None:
    found = ticks(low, high)
    assert 1 <= len(found) <= 12
    assert all(low - 1e-9 * abs(low) <= at <= high + 1e-9 * abs(high) for at in found)
    assert found == sorted(found)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=120), st.floats(40, 400), st.integers(0, 4))
def test_wrapped_lines_fit_and_lose_no_word(text: str, width: float, lines: int) -> None:
    done = wrap(text, 13, width, lines)
    assert all(width_of(line, 13) <= width or len(line) == 1 for line in done)
    if not lines:
        assert "".join("".join(done).split()) == "".join(text.split())
    else:
        assert len(done) <= lines


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=40), st.lists(st.tuples(st.floats(allow_nan=False, width=32), st.floats(width=32)), max_size=8))
def test_any_words_and_numbers_make_well_formed_svg(name: str, points: list) -> None:
    parsed(draw({name: points}))


def test_chinese_is_measured_wider_and_breaks_anywhere_but_before_a_closing_mark() -> None:
    assert width_of("记忆", 10) > width_of("ab", 10)
    assert wrap("我喜欢茶，不喜欢咖啡。", 10, 45) == ["我喜欢", "茶，不喜", "欢咖啡。"]
    assert fit("一二三四五六", 10, 40).endswith("…")
    assert escape("a<b&'\"") == "a&lt;b&amp;&#39;&quot;"

"""Curves as SVG: one or more named series of (x, y) over an axis each, told apart by dash and marker as well as colour.

In: numbers and words. Out: an SVG document. A y of None or NaN leaves a gap; a series without a point stands in the
legend with a dash, so that an absence can be seen.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from duramen.draw.svg import fit, number, page, width_of, words

Points = Sequence[tuple[float, float | None]]

WIDTH = 800
_LEFT, _RIGHT, _TOP, _PLOT = 76, 24, 66, 230
_LEGEND = 22  # height of a line of the legend
_DASHES = ("", "8 4", "2 3", "10 3 2 3", "14 5")
_SHAPES = ("circle", "square", "triangle", "diamond", "cross", "down")
_MARKERS = 10  # markers a line has at most
_COLUMNS = 400  # stretches of x that a long series is thinned to, each keeping its ends and extremes


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """One set of axes: `y_range` None takes the values' own range, and always holds every value drawn."""

    title: str
    x_label: str
    y_label: str
    series: Mapping[str, Points]
    y_range: tuple[float, float] | None = None


def curves_svg(
    series: Mapping[str, Points],
    *,
    title: str,
    x_label: str,
    y_label: str,
    y_range: tuple[float, float] | None = None,
) -> str:
    """Draw named series over one pair of axes; return the SVG document.

    `y_range` fixes the ends of the y axis, and is widened where a value lies outside. Points are joined in order of x;
    a y of None, NaN or infinity breaks the line.
    """
    return sheet_svg([Panel(title=title, x_label=x_label, y_label=y_label, series=series, y_range=y_range)], title)


def sheet_svg(panels: Sequence[Panel], title: str) -> str:
    """Draw several panels under each other on one sheet; `title` names the document to a screen reader."""
    body, top = [], 0.0
    for panel in panels:
        drawn, height = _panel(panel, top)
        body.append(drawn)
        top += height
    told = " ".join(f"{panel.title}: {_told(panel)}." for panel in panels)
    return page(WIDTH, max(top, 40), title=title, description=told, body="\n".join(body))


def _told(panel: Panel) -> str:
    """Say each series in figures, for who cannot see the drawing: how many points, first, last, least and greatest."""
    lines = []
    for name, points in panel.series.items():
        values = [y for _, y in _real(points)]
        figures = (
            f"n={len(values)}, {say(values[0])} → {say(values[-1])}, min {say(min(values))}, max {say(max(values))}"
            if values
            else "–"
        )
        lines.append(f"{name} ({figures})")
    return "; ".join(lines)


def _real(points: Points) -> list[tuple[float, float]]:
    return [(x, y) for x, y in points if y is not None and math.isfinite(y) and math.isfinite(x)]


def say(value: float) -> str:
    """Write a number for an axis: short, without an exponent where one can be helped."""
    if value == 0 or 1e-3 <= abs(value) < 1e6:
        return f"{value:.4g}" if abs(value) < 1000 else f"{value:,.0f}"
    return f"{value:.2e}"


def ticks(low: float, high: float, count: int = 5) -> list[float]:
    """Return about `count` round numbers between `low` and `high`, both inside; steps are 1, 2 or 5 by a power of ten."""
    span = high - low
    if span <= 0 or not math.isfinite(span):
        return [low]
    raw = span / count
    power = 10.0 ** math.floor(math.log10(raw))
    step = next((power * by for by in (1, 2, 5, 10) if power * by >= raw), power * 10)
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return [at * step for at in range(first, last + 1)]


def _bounds(values: Sequence[float], wanted: tuple[float, float] | None = None) -> tuple[float, float]:
    ends = [*values, *(wanted or ())]
    low, high = (min(ends), max(ends)) if ends else (0.0, 1.0)
    if high > low:
        return low, high
    room = abs(low) * 0.1 or 0.5
    return low - room, high + room


def _panel(panel: Panel, top: float) -> tuple[str, float]:
    """Draw one panel whose upper edge is at `top`; return it with its height."""
    real = [point for points in panel.series.values() for point in _real(points)]
    xs, ys = _bounds([x for x, _ in real]), _bounds([y for _, y in real], panel.y_range)
    right, floor = WIDTH - _RIGHT, top + _TOP + _PLOT

    def place(x: float, y: float) -> tuple[float, float]:
        return (
            _LEFT + (x - xs[0]) / (xs[1] - xs[0]) * (right - _LEFT),
            floor - (y - ys[0]) / (ys[1] - ys[0]) * _PLOT,
        )

    parts = [
        words(16, top + 26, [fit(panel.title, 16, WIDTH - 32)], size=16, look="bold"),
        words(16, top + 50, [fit(panel.y_label, 12, WIDTH - 32)], size=12, look="soft"),
        words(right, floor + 36, [fit(panel.x_label, 12, right - _LEFT)], size=12, look="soft end"),
    ]
    for value in ticks(*ys):
        y = place(xs[0], value)[1]
        parts.append(f'<path class="rule" d="M{_LEFT} {number(y)}H{right}"/>')
        parts.append(words(_LEFT - 8, y + 4, [say(value)], size=11, look="soft end"))
    for value in ticks(*xs, 8):
        x = place(value, ys[0])[0]
        parts.append(f'<path class="rule" d="M{number(x)} {number(floor)}v4"/>')
        parts.append(words(x, floor + 18, [say(value)], size=11, look="soft mid"))
    for at, points in enumerate(panel.series.values()):
        parts.append(_curve([(place(x, y) if y is not None else None) for x, y in _gapped(points)], at))
    legend, lines = _legend(panel.series, floor + 58)
    return "\n".join([*parts, legend]), _TOP + _PLOT + 52 + lines * _LEGEND + 14


def _gapped(points: Points) -> list[tuple[float, float | None]]:
    """Order the points by x, mark what breaks the line, and thin what is denser than a screen can show."""
    marked = [
        (x, y if y is not None and math.isfinite(y) else None)
        for x, y in sorted(points, key=lambda point: point[0])
        if math.isfinite(x)
    ]
    if len(marked) <= 4 * _COLUMNS:
        return marked
    size = math.ceil(len(marked) / _COLUMNS)
    kept: list[tuple[float, float | None]] = []
    for start in range(0, len(marked), size):
        stretch = range(start, min(start + size, len(marked)))
        whole = [at for at in stretch if marked[at][1] is not None]
        chosen = {stretch[0], stretch[-1], *(at for at in stretch if marked[at][1] is None)}
        if whole:
            chosen |= {pick(whole, key=lambda at: marked[at][1] or 0.0) for pick in (min, max)}
        kept += [marked[at] for at in sorted(chosen)]
    return kept


def _curve(places: Sequence[tuple[float, float] | None], at: int) -> str:
    """Draw one series: its line, broken at gaps, and a few markers spread over it."""
    path, pen = [], False
    for spot in places:
        if spot is not None:
            path.append(f"{'L' if pen else 'M'}{number(spot[0])} {number(spot[1])}")
        pen = spot is not None
    whole = [spot for spot in places if spot is not None]
    if not whole:
        return ""
    step = max(1, math.ceil(len(whole) / _MARKERS))
    marked = whole[(at * step // 6) % step :: step] if len(whole) > _MARKERS else whole
    line = f'<path class="s{at % 6}" stroke-width="2" stroke-dasharray="{_DASHES[at % 5]}" d="{"".join(path)}"/>'
    return line + "".join(_marker(x, y, at) for x, y in marked)


def _marker(x: float, y: float, at: int) -> str:
    shape = _SHAPES[at % 6]
    look = f'class="m{at % 6}" stroke-width="1.6"'
    if shape == "circle":
        return f'<circle {look} cx="{number(x)}" cy="{number(y)}" r="3.6"/>'
    drawn = {
        "square": "m-3.4 -3.4h6.8v6.8h-6.8z",
        "triangle": "m0 -4.4l4.2 7.6h-8.4z",
        "diamond": "m0 -4.8l4.8 4.8l-4.8 4.8l-4.8 -4.8z",
        "cross": "m-3.6 -3.6l7.2 7.2m0 -7.2l-7.2 7.2",
        "down": "m0 4.4l4.2 -7.6h-8.4z",
    }[shape]
    return f'<path {look} d="M{number(x)} {number(y)}{drawn}"/>'


def _legend(series: Mapping[str, Points], top: float) -> tuple[str, int]:
    """Write the legend from `top` on: a stretch of each line with its marker and name; return it and its lines."""
    parts, x, line = [], 16.0, 0
    for at, (name, points) in enumerate(series.items()):
        said = fit(name if _real(points) else f"{name}: –", 12, WIDTH - 90)
        wide = 44 + width_of(said, 12) + 22
        if x > 16 and x + wide > WIDTH - 16:
            x, line = 16.0, line + 1
        y = top + line * _LEGEND
        parts.append(
            f'<path class="s{at % 6}" stroke-width="2" stroke-dasharray="{_DASHES[at % 5]}" d="M{number(x)} {number(y)}h36"/>'
            + _marker(x + 18, y, at)
            + words(x + 44, y + 4, [said], size=12)
        )
        x += wide
    return "\n".join(parts), line + 1 if series else 0

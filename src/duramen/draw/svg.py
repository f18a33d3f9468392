"""The small pieces of every drawing: words measured, wrapped and made harmless, and the page with its colours.

In: text of any origin and numbers in pixels. Out: strings of SVG. Stored text reaches a page only through `escape`, so
that no word of it can become markup; widths are estimated a little above the widest of the usual sans-serif fonts, so
that what is measured here fits whatever font a reader's machine picks.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Sequence

FONT = "system-ui, 'Noto Sans', 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', 'DejaVu Sans', sans-serif"
LINE = 1.4  # height of a line, in sizes of its letters
_NARROW = frozenset("iljIt.,:;'|!()[]{}fr`\" /\\·-")
_BROAD = frozenset("mMwW@%&—…→")
_NOT_FIRST = frozenset("，。、；：？！）》」』】”’…,.;:?!)]}%")
# What XML 1.0 does not allow at all, and the marks that turn the direction of the writing around a text.
_FORBIDDEN = re.compile(
    "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)
_COLOURS = {
    "--paper": ("#ffffff", "#15181d"),
    "--ink": ("#1b1f24", "#e8eaed"),
    "--soft": ("#5b6470", "#a4adb8"),
    "--line": ("#c9ced6", "#454c56"),
    "--box": ("#f4f6f8", "#20252c"),
    "--strong": ("#0b5cad", "#7db8ff"),
    "--strong-box": ("#e3effb", "#16304a"),
    "--c0": ("#0b5cad", "#7db8ff"),
    "--c1": ("#b34700", "#ffab70"),
    "--c2": ("#00704f", "#56d6a9"),
    "--c3": ("#8a3b86", "#e29ade"),
    "--c4": ("#6b5900", "#e5cf5a"),
    "--c5": ("#a3123f", "#ff8fab"),
}


def escape(text: str) -> str:
    """Return `text` as SVG character data, fit for an attribute as well: no markup, nothing that XML forbids."""
    kept = _FORBIDDEN.sub("", text)
    for mark, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#39;")):
        kept = kept.replace(mark, entity)
    return kept


def number(value: float) -> str:
    """Return a coordinate with at most one decimal."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


def _em(char: str) -> float:
    if unicodedata.category(char) in ("Mn", "Me", "Cf", "Cc"):
        return 0.0
    if unicodedata.east_asian_width(char) in "WF" or ord(char) > 0x1F000:
        return 1.02
    if char in _NARROW:
        return 0.42
    if char in _BROAD:
        return 1.02
    if ord(char) > 0x024F and unicodedata.east_asian_width(char) == "A":
        return 1.02
    return 0.72 if char.isupper() or ord(char) > 0x024F else 0.65


def width_of(text: str, size: float) -> float:
    """Return how wide `text` stands at most, in pixels, in letters of `size` pixels."""
    return sum(_em(char) for char in text) * size


def wrap(text: str, size: float, width: float, lines: int = 0) -> list[str]:
    """Break `text` into lines no wider than `width` pixels; with `lines`, into so many at most, the last ending in "…".

    Lines break at spaces and beside CJK characters, never before a closing mark; a word wider than a line is cut.
    White space is folded; an empty text is no line.
    """
    done: list[str] = []
    line = ""
    for piece in _pieces(" ".join(text.split())):
        if width_of((line + piece).rstrip(), size) <= width:
            line += piece
            continue
        if line.strip():
            done.append(line.strip())
        line = piece.lstrip()
        while width_of(line.rstrip(), size) > width and len(line) > 1:
            cut = _fitting(line, size, width)
            done.append(line[:cut])
            line = line[cut:]
    if line.strip():
        done.append(line.strip())
    if lines and len(done) > lines:
        last = done[lines - 1]
        while last and width_of(last + "…", size) > width:
            last = last[:-1]
        done = [*done[: lines - 1], last.rstrip() + "…"]
    return done


def _pieces(text: str) -> list[str]:
    """Cut into the stretches between which a line may break: words with the space after them, single wide characters."""
    pieces: list[str] = []
    for char in text:
        wide = unicodedata.east_asian_width(char) in "WF"
        joins = pieces and (
            char in _NOT_FIRST
            or char == " "
            or unicodedata.category(char) in ("Mn", "Me", "Cf")
            or (not wide and pieces[-1][-1] != " " and unicodedata.east_asian_width(pieces[-1][-1]) not in "WF")
        )
        if joins:
            pieces[-1] += char
        else:
            pieces.append(char)
    return pieces


def _fitting(line: str, size: float, width: float) -> int:
    """Return how many characters of a too wide word fit a line; one at least."""
    used = 0.0
    for place, char in enumerate(line):
        used += _em(char) * size
        if used > width:
            return max(1, place)
    return len(line)


def fit(text: str, size: float, width: float) -> str:
    """Return `text` on one line of `width` pixels, ending in "…" where it was cut."""
    return next(iter(wrap(text, size, width, 1)), "")


def words(x: float, y: float, lines: Sequence[str], *, size: float = 13, look: str = "") -> str:
    """Return text elements for `lines`, the first with its base line at `y`; `look` names classes of `page`."""
    return "".join(
        f'<text x="{number(x)}" y="{number(y + at * size * LINE)}" font-size="{number(size)}"'
        f"{f' class={chr(34)}{look}{chr(34)}' if look else ''}>{escape(line)}</text>"
        for at, line in enumerate(lines)
    )


def page(width: float, height: float, *, title: str, description: str, body: str) -> str:
    """Return a whole SVG document: what a screen reader is told, colours for light and dark, no script, nothing loaded."""
    light, dark = (";".join(f"{name}:{pair[at]}" for name, pair in _COLOURS.items()) for at in (0, 1))
    series = "".join(
        f".s{at}{{stroke:var(--c{at});fill:none}}.m{at}{{stroke:var(--c{at});fill:var(--paper)}}" for at in range(6)
    )
    size = (
        f'width="{math.ceil(width)}" height="{math.ceil(height)}" viewBox="0 0 {math.ceil(width)} {math.ceil(height)}"'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="title desc">\n'
        f'<title id="title">{escape(title)}</title>\n<desc id="desc">{escape(description)}</desc>\n'
        f"<style>:root{{{light}}}@media (prefers-color-scheme: dark){{:root{{{dark}}}}}"
        f"text{{font-family:{FONT};fill:var(--ink)}}.paper{{fill:var(--paper)}}.soft{{fill:var(--soft)}}"
        f".bold{{font-weight:600}}.end{{text-anchor:end}}.mid{{text-anchor:middle}}.accent{{fill:var(--strong)}}"
        f".rule{{stroke:var(--line);fill:none}}.box{{fill:var(--box);stroke:var(--line)}}"
        f".strong{{fill:var(--strong-box);stroke:var(--strong);stroke-width:2}}"
        f".edge{{fill:none;stroke:var(--line);stroke-width:1.2}}"
        f".bound{{fill:none;stroke:var(--strong);stroke-width:2.6}}{series}</style>\n"
        f'<rect class="paper" width="100%" height="100%"/>\n{body}\n</svg>\n'
    )

"""What a person says of a round's reading moves the router's thresholds for them (B11).

In: thresholds, a hint and the route it is about. Out: new thresholds, bounded, so that no number of hints can switch a
source off or on for good.
"""

from __future__ import annotations

from dataclasses import replace

from duramen.domain.profile import Choice, Depth, Hint, Route
from duramen.retrieve.route import Band, Thresholds

STEP = 0.05
"""How far one hint moves a threshold."""
REACH = 0.25
"""How far all hints together may move a threshold from where it started, either way."""
_LEAST, _MOST = 0.01, 0.95


def adjusted(thresholds: Thresholds, hint: Hint, about: Route, start: Thresholds | None = None) -> Thresholds:
    """Return the thresholds after a hint about a route; `start` is where they stood before any hint.

    DEEPER lowers, for each source that was not read in full, the threshold of the next depth; SHALLOWER raises the
    threshold that each source read had passed. GOOD moves thresholds that lie within a step of a need away from it, so
    that such questions go on being decided that way. BAD does not say in which direction: it goes half a step deeper, which
    costs tokens and loses nothing. Every threshold stays within REACH of its start, and shallow <= deep.
    """
    first = (start or Thresholds()).bands()
    moved = {
        source: _bounded(_moved(band, about.choices()[source], hint), first[source])
        for source, band in thresholds.bands().items()
    }
    return replace(thresholds, **moved)


def _moved(band: Band, choice: Choice, hint: Hint) -> Band:
    if hint is Hint.GOOD:
        return Band(shallow=_away(band.shallow, choice.need), deep=_away(band.deep, choice.need))
    if hint is Hint.SHALLOWER:
        return _raised(band, choice.depth, STEP)
    return _lowered(band, choice.depth, STEP if hint is Hint.DEEPER else STEP / 2)


def _lowered(band: Band, depth: Depth, step: float) -> Band:
    if depth is Depth.NONE:
        return replace(band, shallow=band.shallow - step)
    return replace(band, deep=band.deep - step) if depth is Depth.SHALLOW else band


def _raised(band: Band, depth: Depth, step: float) -> Band:
    if depth is Depth.DEEP:
        return replace(band, deep=band.deep + step)
    return replace(band, shallow=band.shallow + step) if depth is Depth.SHALLOW else band


def _away(threshold: float, needed: float) -> float:
    if abs(threshold - needed) >= STEP:
        return threshold
    return threshold - STEP / 2 if needed >= threshold else threshold + STEP / 2


def _bounded(band: Band, start: Band) -> Band:
    deep = _within(band.deep, start.deep)
    return Band(shallow=min(_within(band.shallow, start.shallow), deep), deep=deep)


def _within(value: float, start: float) -> float:
    return round(min(max(value, start - REACH, _LEAST), start + REACH, _MOST), 6)

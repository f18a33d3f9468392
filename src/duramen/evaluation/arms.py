"""The arms of a retrieval benchmark: presets as values, from plain searches to the shipped presets.

Every arm is widened alike, so that ten turns (and ten sessions) can be read off: at least WIDTH candidates from each
retriever, SHOWN of them passed on and shown without a budget, and none of the running talk's last rounds beside what
was searched. The candidates behind those shown are ranked as well; they are what sessions are read off.
What decides the order (scores, context, biases, threshold, time) stays as the preset has it. The plain arms do not
search the running sitting, since its last rounds stand in the prompt anyway.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from duramen.domain.preset import Asking, Bias, Fusion, Lexical, Path, Preset, Temporal
from duramen.errors import BadSetting
from duramen.settings import PRESETS, load_preset

WIDTH = 60
SHOWN = 10
MAIN = "balanced"
_NO_TIME = Temporal(rounds=False, hours=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """A way to rank. `preset` None: no search at all, the most recent turns first."""

    name: str
    preset: Preset | None


def arms(names: Sequence[str] = (), *, in_talk: bool) -> tuple[Arm, ...]:
    """Return the arms of these names in the order given, all of them when none is named.

    A name may be a preset's TOML file. `in_talk`: the questions have turns before them, so that the plain arms with
    context differ from those without. Raises BadSetting for an unknown name, listing the names.
    """
    built = _built(in_talk)
    if not names:
        return tuple(Arm(name=name, preset=preset) for name, preset in built.items())
    chosen = {}
    for name in names:
        if name not in built and not name.endswith(".toml"):
            raise BadSetting(f"there is no arm {name!r}; use {', '.join(built)}, or a preset's .toml file")
        chosen[name] = built[name] if name in built else widened(load_preset(name))
    return tuple(Arm(name=name, preset=preset) for name, preset in chosen.items())


def widened(preset: Preset) -> Preset:
    """Return a preset that ranks WIDTH turns and shows SHOWN; knowledge is off, and asks for no query vector."""
    return replace(
        preset,
        knowledge=Path(enabled=False, fusion=Fusion(method="lexical")),
        experience=replace(preset.experience, depth=max(preset.experience.depth, WIDTH), found=SHOWN),
        reading=replace(preset.reading, experience=SHOWN, budget_tokens=10**9),
    )


def _built(in_talk: bool) -> dict[str, Preset | None]:
    balanced = load_preset(MAIN)
    words, meaning = Fusion(method="lexical", scale_lexical="none"), Fusion(method="cosine")
    both = Fusion(method="rrf", k=60.0, normalise=False)
    plain = {"bm25": words, "dense": meaning, "hybrid": both}
    built: dict[str, Preset | None] = {"recent": None}
    for name, fusion in plain.items():
        built[name] = _plain(name, fusion)
    if in_talk:
        for name, fusion in plain.items():
            built[f"{name}+context"] = _plain(f"{name}+context", fusion, balanced.experience.asking)
    built["balanced-words"] = _varied(balanced, "balanced-words", fusion="lexical")
    built["balanced-meaning"] = _varied(balanced, "balanced-meaning", fusion="cosine")
    built["balanced-no-time"] = replace(
        widened(balanced), name="balanced-no-time", experience=replace(_path(balanced), temporal=_NO_TIME)
    )
    built["balanced-no-threshold"] = replace(
        widened(balanced), name="balanced-no-threshold", experience=replace(_path(balanced), threshold=0.0)
    )
    for name in (*(name for name in PRESETS if name != MAIN), MAIN):
        built[name] = widened(load_preset(name))
    return built


def _plain(name: str, fusion: Fusion, context: Asking | None = None) -> Preset:
    """Return a textbook search: no neighbours, biases, threshold, feedback, spreading or time.

    `context`: whose turns and decay of the running talk join the question, None for the question alone.
    """
    asking = Asking(
        augment=False,
        stop_words=True,
        context_turns=context.context_turns if context else 0,
        context_decay=context.context_decay if context else 0.5,
        outside_session=True,
    )
    path = Path(
        threshold=0.0,
        asking=asking,
        lexical=Lexical(k1=1.2, b=0.75, delta=0.5),
        fusion=fusion,
        bias=Bias(),
        temporal=_NO_TIME,
    )
    return widened(Preset(name=name, experience=path))


def _varied(preset: Preset, name: str, *, fusion: str) -> Preset:
    """Return a preset with one retriever only; its threshold belongs to the sum of both, so there is none."""
    path = _path(preset)
    return replace(
        widened(preset),
        name=name,
        experience=replace(path, threshold=0.0, fusion=replace(path.fusion, method=fusion)),
    )


def _path(preset: Preset) -> Path:
    return widened(preset).experience

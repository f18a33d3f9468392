"""The way of one answer as SVG: question → sources → evidence and leaves → answer, with what stayed outside by reason.

In: a `Trace`. Out: an SVG document as high as it needs to be: boxes never overlap, words are wrapped and cut to their box,
what the answer rests on is drawn thick and said in words. Both languages; light and dark by what the reader prefers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from duramen.domain.evidence import Source
from duramen.domain.trace import Trace, TracedCandidate, TracedLeaf
from duramen.draw.svg import LINE, fit, number, page, width_of, words, wrap
from duramen.text.moments import say_date

WIDTH = 1240
_COLUMNS = {"question": (20, 210), "source": (284, 214), "evidence": (556, 400), "answer": (1010, 210)}
_TOP, _GAP, _PAD, _SIZE, _SMALL = 76, 14, 12, 13, 11.5
_TEXT_LINES, _BOUND_LINES, _LONG_LINES = 4, 8, 16
_SOURCES = ("experience", "knowledge", "profile", "self")

_WORDS: Mapping[str, tuple[str, str]] = {
    "question": ("Question", "问题"),
    "answer": ("Answer", "回答"),
    "experience": ("Experience", "经历"),
    "knowledge": ("Knowledge", "知识"),
    "profile": ("Profile", "画像"),
    "self": ("The character's own", "角色自述"),
    "found": ("{0} found, {1} shown", "找到 {0} 条，展示 {1} 条"),
    "leaves": ("{0} leaves shown", "展示 {0} 个叶子"),
    "not_shown": ("Not shown:", "未展示："),
    "none": ("not read", "未读取"),
    "shallow": ("read shallowly", "浅读"),
    "deep": ("read in full", "全读"),
    "score": ("score {0}", "得分 {0}"),
    "fit": ("fits {0}", "相关 {0}"),
    "bound": ("● the answer rests on this", "● 回答依据此条"),
    "rests": ("rests on {0}", "依据 {0}"),
    "rests_on_none": ("rests on nothing shown", "未依据任何所示内容"),
    "gone": ("(erased since)", "（其后已删除）"),
    "hidden": ("(not to be shown)", "（不予展示）"),
    "past": ("past", "过去"),
    "disagrees": ("disagrees with {0}", "与 {0} 不一致"),
    "supports": ("supports", "支持"),
    "contradicts": ("contradicts", "矛盾"),
    "outdated": ("outdated", "过时"),
    "irrelevant": ("irrelevant", "无关"),
    "no_answer": ("This round was not answered here.", "该轮并非在此作答。"),
    "followed": ("{0} operations followed, {1} applied", "其后 {0} 项操作，生效 {1} 项"),
    "unheard": ("not heard by a listener yet", "尚未被聆听"),
    "legend": (
        "Thick line and frame: the answer rests on it. Thin line: it was in the prompt.",
        "粗线与粗框：回答依据此条；细线：曾在提示词中。",
    ),
    "desc": (
        "{0} pieces of evidence and {1} leaves were shown; the answer rests on {2}; {3} candidates were left out.",
        "展示 {0} 条证据与 {1} 个叶子；回答依据 {2}；另有 {3} 条候选未入选。",
    ),
    "nothing": ("nothing", "无"),
    "running": ("of the running talk", "当前对话"),
    "recent": ("{0} more of the running talk", "另有当前对话 {0} 条"),
    "ago": ("{0} rounds ago", "{0} 轮前"),
    "because": ("{0}: {1}", "{0}：{1}"),
    "need": ("needs {0}", "需要{0}"),
    "need.profile": ("the profile", "画像"),
    "need.knowledge": ("knowledge", "知识"),
    "need.experience": ("experience", "经历"),
    "need.several": ("several", "多种"),
    "need.none": ("nothing", "无"),
    "need.unstated": ("unstated", "未说明"),
    "clean": ("clean", "规范"),
    "repaired": ("repaired", "已修补"),
    "reasked": ("asked again", "重问所得"),
    "marked": ("marked", "已标记"),
}


def graph_svg(trace: Trace) -> str:
    """Draw the way of one answer; return the SVG document.

    A round that was not answered here shows its words alone. Words of other people stand in it as character data only.
    """
    say = _Say("zh" if trace.language == "zh" else "en")
    groups = [_group(name, trace, say) for name in _SOURCES]
    groups = [group for group in groups if group.cards or group.source.name not in ("self",)]
    question = _question(trace, say)
    answer = _answer(trace, say)
    parts, edges, top = [], [], float(_TOP)
    for group in groups:
        drawn, lines, height = _placed(group, top, question, answer)
        parts.append(drawn)
        edges.append(lines)
        top += height + 2 * _GAP
    bottom = max(top, _TOP + question.height, _TOP + answer.height) + 10
    parts += [question.at("question", _TOP), answer.at("answer", _TOP)]
    heading = _heading(trace)
    parts.append(words(20, 34, [fit(heading, 17, WIDTH - 40)], size=17, look="bold"))
    parts.append(words(20, bottom + 12, [fit(say("legend"), _SMALL, WIDTH - 40)], size=_SMALL, look="soft"))
    rests = ", ".join(trace.bound) or say("nothing")
    told = say("desc", len(trace.entered), len(trace.leaves), rests, len(trace.left_out))
    return page(WIDTH, bottom + 32, title=heading, description=told, body="\n".join([*edges, *parts]))


class _Say:
    """The fixed words of a drawing, in one language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, name: str, *values: object) -> str:
        english, chinese = _WORDS[name]
        return (chinese if self.language == "zh" else english).format(*values)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """One line of a box: its words, already cut to the box, a size, a look, and what stands at its right end."""

    text: str
    size: float = _SIZE
    look: str = ""
    right: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Box:
    """A box with its lines, of a column's width and as high as they need."""

    name: str
    lines: tuple[_Line, ...]
    strong: bool = False

    @property
    def height(self) -> float:
        """Return how high the box is, in pixels."""
        return 2 * _PAD + sum(line.size * LINE for line in self.lines)

    def at(self, column: str, top: float) -> str:
        """Draw the box with its upper edge at `top`."""
        x, width = _COLUMNS[column]
        parts = [
            (
                f'<rect class="{"strong" if self.strong else "box"}" x="{x}" y="{number(top)}" width="{width}" '
                f'height="{number(self.height)}" rx="8"/>'
            )
        ]
        y = top + _PAD
        for line in self.lines:
            base = y + line.size
            parts.append(words(x + _PAD, base, [line.text], size=line.size, look=line.look))
            if line.right:
                parts.append(words(x + width - _PAD, base, [line.right], size=_SMALL, look="soft end"))
            y += line.size * LINE
        return f"<g>{''.join(parts)}</g>"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Group:
    """A source with the cards of what it gave to the prompt."""

    source: _Box
    cards: tuple[_Box, ...]


def _inner(column: str) -> float:
    return _COLUMNS[column][1] - 2 * _PAD


def _wrapped(text: str, column: str, lines: int, size: float = _SIZE, look: str = "") -> list[_Line]:
    return [_Line(text=line, size=size, look=look) for line in wrap(text, size, _inner(column), lines)]


def _heading(trace: Trace) -> str:
    record, answer = trace.record, trace.record.answer
    parts = [f"{record.character}/{record.round}", say_date(trace.now, trace.language)]
    if answer is not None:
        parts += [answer.model, answer.preset]
    return " · ".join(filter(None, (record.person, *parts)))


def _question(trace: Trace, say: _Say) -> _Box:
    heading = [_Line(text=say("question"), size=_SMALL, look="soft")]
    return _Box(name="question", lines=(*heading, *_wrapped(trace.question, "question", _LONG_LINES)))


def _answer(trace: Trace, say: _Say) -> _Box:
    record, lines = trace.record, [_Line(text=say("answer"), size=_SMALL, look="soft")]
    lines += _wrapped(trace.response or say("nothing"), "answer", _LONG_LINES)
    small: list[str] = []
    if record.answer is None:
        small.append(say("no_answer"))
    else:
        small.append(say("rests", ", ".join(trace.bound)) if trace.bound else say("rests_on_none"))
        need = say("need", say(f"need.{trace.need}")) if trace.need else ""
        small.append(" · ".join(filter(None, (need, say(record.answer.reply_state), *trace.repairs))))
    if trace.operations:
        applied = sum(one.outcome == "applied" for one in trace.operations)
        small.append(say("followed", len(trace.operations), applied))
    elif trace.unheard:
        small.append(say("unheard"))
    small += [f"! {one.path}: {told}" for one, told in trace.contradicts]
    for text in small:
        lines += _wrapped(text, "answer", 3, _SMALL, "soft")
    return _Box(name="answer", lines=tuple(lines), strong=bool(trace.bound))


def _group(name: str, trace: Trace, say: _Say) -> _Group:
    lines = [_Line(text=fit(say(name), _SIZE, _inner("source")), look="bold")]
    if name in ("profile", "self"):
        leaves = [leaf for leaf in trace.leaves if leaf.own == (name == "self")]
        cards = tuple(_leaf_card(leaf, say) for leaf in leaves)
        lines += _wrapped(say("leaves", len(leaves)), "source", 2, _SMALL)
    else:
        mine = [one for one in trace.candidates if one.source is Source(name)]
        entered = [one for one in mine if one.id]
        cards = tuple(_card(one, say) for one in entered)
        searched = [one for one in mine if not _of_running_talk(one)]
        told = say("found", len(searched), sum(bool(one.id) for one in searched))
        lines += _wrapped(told, "source", 2, _SMALL)
        if len(searched) < len(mine):
            lines += _wrapped(say("recent", len(mine) - len(searched)), "source", 2, _SMALL)
        lines += _left_out([one for one in mine if not one.id], say)
    if trace.route is not None and name in trace.route.choices():
        choice = trace.route.choices()[name]
        reason = choice.reason.get(say.language, "")
        told = say("because", say(choice.depth.value), reason) if reason else say(choice.depth.value)
        lines += _wrapped(told, "source", 5, _SMALL, "soft")
    return _Group(source=_Box(name=name, lines=tuple(lines)), cards=cards)


def _left_out(others: Sequence[TracedCandidate], say: _Say) -> list[_Line]:
    counted = Counter(one.why.label[say.language] for one in others if one.why is not None)
    if not counted:
        return []
    lines = [_Line(text=say("not_shown"), size=_SMALL, look="soft")]
    for label, count in counted.most_common():
        lines += _wrapped(f"{count} × {label}", "source", 2, _SMALL, "soft")
    return lines


def _card(one: TracedCandidate, say: _Say) -> _Box:
    score = say("running") if _of_running_talk(one) else say("score", f"{one.score:.3g}")
    dated = f"{one.id}  {say_date(one.happened_at, say.language)}"
    lines = [_headed(dated, score)]
    place = one.origin if one.source is Source.KNOWLEDGE else _ago(one, say)
    notes = [one.speaker, place, *_notes(one.verdict, one.disagrees_with, say)]
    lines += _wrapped(" · ".join(filter(None, notes)), "evidence", 1, _SMALL, "soft")
    if one.bound:
        lines.append(_Line(text=say("bound"), size=_SMALL, look="accent bold"))
    text = say("gone") if one.gone else one.text
    lines += _wrapped(text, "evidence", _BOUND_LINES if one.bound else _TEXT_LINES)
    return _Box(name=one.id, lines=tuple(lines), strong=one.bound)


def _of_running_talk(one: TracedCandidate) -> bool:
    """Tell whether a turn is shown as one of the last of the running talk, whatever a search says."""
    return "recent" in one.scores


def _ago(one: TracedCandidate, say: _Say) -> str:
    return "" if one.relative_round is None else say("ago", one.relative_round)


def _leaf_card(leaf: TracedLeaf, say: _Say) -> _Box:
    title = leaf.title.get(say.language) or leaf.path
    dated = say_date(leaf.since, say.language) if leaf.since.known else ""
    lines = [_headed(f"{leaf.id}  {title}", say("fit", f"{leaf.relevance:.2f}"))]
    past = [say("past")] if leaf.past else []
    notes = [leaf.path, dated, *past, *_notes(leaf.verdict, leaf.disagrees_with, say)]
    lines += _wrapped(" · ".join(filter(None, notes)), "evidence", 1, _SMALL, "soft")
    if leaf.bound:
        lines.append(_Line(text=say("bound"), size=_SMALL, look="accent bold"))
    text = say("gone") if leaf.gone else leaf.value if leaf.value is not None else say("hidden")
    lines += _wrapped(text, "evidence", _BOUND_LINES if leaf.bound else 3)
    return _Box(name=leaf.id, lines=tuple(lines), strong=leaf.bound)


def _headed(text: str, right: str) -> _Line:
    room = _inner("evidence") - width_of(right, _SMALL) - 12
    return _Line(text=fit(text, _SIZE, room), look="bold", right=right)


def _notes(verdict: str, disagrees_with: str, say: _Say) -> list[str]:
    notes = [say(verdict)] if verdict in _WORDS else []
    return notes + ([say("disagrees", disagrees_with)] if disagrees_with else [])


def _placed(group: _Group, top: float, question: _Box, answer: _Box) -> tuple[str, str, float]:
    """Draw a group from `top` on, with its edges; returns boxes, edges, and the height of it all."""
    parts, edges = [group.source.at("source", top)], []
    start = (_right("question"), _TOP + min(question.height / 2, 40))
    source_y = top + min(group.source.height / 2, 40)
    edges.append(_edge(start, (_left("source"), source_y), bound=any(card.strong for card in group.cards)))
    y = top
    end_y = _TOP + min(answer.height / 2, 60)
    for card in group.cards:
        middle = y + card.height / 2
        parts.append(card.at("evidence", y))
        edges.append(_edge((_right("source"), source_y), (_left("evidence"), middle), bound=card.strong))
        edges.append(_edge((_right("evidence"), middle), (_left("answer"), end_y), bound=card.strong))
        y += card.height + _GAP
    return "\n".join(parts), "\n".join(edges), max(y - top - _GAP if group.cards else 0.0, group.source.height)


def _left(column: str) -> float:
    return _COLUMNS[column][0]


def _right(column: str) -> float:
    return _COLUMNS[column][0] + _COLUMNS[column][1]


def _edge(start: tuple[float, float], end: tuple[float, float], *, bound: bool) -> str:
    (x, y), (to_x, to_y) = start, end
    middle = (x + to_x) / 2
    return (
        f'<path class="{"bound" if bound else "edge"}" d="M{number(x)} {number(y)}'
        f'C{number(middle)} {number(y)} {number(middle)} {number(to_y)} {number(to_x)} {number(to_y)}"/>'
    )

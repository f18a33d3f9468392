"""Traces as values: as many pieces of evidence and leaves as wanted, with long words of any kind."""

from duramen.domain.dialogue import Role
from duramen.domain.evidence import Source
from duramen.domain.profile import Choice, Depth, Level, Route
from duramen.domain.record import Answer, Record, RecordState, Turn
from duramen.domain.time import Moment
from duramen.domain.trace import Trace, TracedCandidate, TracedLeaf, TracedOperation, Why

AT = Moment(at_us=1_700_000_000_000_000)
ENGLISH = (
    "The lighthouse keeper wrote down every ship that passed on that long and windy evening in late November, " * 2
)
CHINESE = (
    "那天傍晚风很大，守塔的人把每一艘经过的船都记在了本子上，还写下了船名、时间和天气，后来他把本子交给了女儿，" * 4
)
WORD = "Donaudampfschifffahrtsgesellschaft" * 6


def candidate(at, text, *, id_="", source=Source.EXPERIENCE, bound=False, why=None):
    return TracedCandidate(
        id=id_,
        source=source,
        item=at,
        record_id=f"r{at}",
        origin="A document with quite a long title, in several words, that names what it is about" if id_ else "",
        speaker="Alexandra Konstantinopoulou-Featherstonehaugh",
        role="person",
        text=text,
        happened_at=AT,
        relative_round=at * 1000,
        rank=at,
        score=0.5 / (at + 1),
        scores={"dense": 0.5, "lexical": 0.25},
        ranks={"dense": 1, "lexical": 1},
        why=why,
        verdict="supports" if bound else "",
        bound=bound,
        disagrees_with="E99" if at % 3 == 0 else "",
    )


def trace(text=ENGLISH, *, language="en", evidence=13, leaves=12, answered=True):
    why = Why(
        kind="threshold",
        label={"en": "under the threshold", "zh": "低于门槛"},
        recorded="score 0.1 under the threshold of 0.2",
        words={"en": "its score is under the threshold", "zh": "得分低于门槛"},
    )
    entered = tuple(
        candidate(
            at,
            text[:200],
            id_=f"E{at + 1}",
            source=Source.KNOWLEDGE if at % 4 == 3 else Source.EXPERIENCE,
            bound=at in (1, 6),
        )
        for at in range(evidence)
    )
    choice = Choice(depth=Depth.DEEP, need=0.9, reason={"en": "it speaks of what happened", "zh": "说的是发生过的事"})
    return Trace(
        record=record(text, answered=answered),
        language=language,
        question=text[:200],
        response=text[:200],
        now=AT,
        candidates=(*entered, *(candidate(90 + at, text, why=why) for at in range(5))),
        leaves=tuple(leaf(at, text[:200]) for at in range(leaves)),
        operations=(operation(),) if answered else (),
        route=Route(level=Level.ROUTED, profile=choice, experience=choice, knowledge=choice),
        need="experience",
        bound=("E2", "E7", "L1"),
        repairs=("unclosed-analysis", "full-width-tags"),
    )


def leaf(at, text):
    return TracedLeaf(
        id=f"{'S' if at % 4 == 3 else 'L'}{at + 1}",
        path="relations.family.members.that.have.a.long.path",
        title={"en": "People of the family and what is known of them", "zh": "家人以及关于家人所知道的一切"},
        value=text if at % 5 else None,
        since=AT,
        version=at,
        past=at % 2 == 0,
        relevance=at / 10,
        bound=at == 0,
        own=at % 4 == 3,
    )


def operation():
    return TracedOperation(
        version=1,
        window="w",
        kind="ADD",
        path="home.city",
        value="x",
        outcome="applied",
        code="",
        reason="",
        writer="rules",
    )


def record(text, *, answered=True):
    turns = tuple(
        Turn(turn_id=at, record_id="r", position=at, role=role, speaker="Mei", text=text, happened_at=AT)
        for at, role in enumerate((Role.PERSON, Role.CHARACTER))
    )
    answer = Answer(
        model="extractive",
        preset="balanced",
        settings={},
        augmented="",
        query_vector=b"",
        trace={},
        template_hash="",
        prompt_hash="",
        raw="",
        analysis="",
        reply_state="repaired",
        bindings=("E2", "E7"),
    )
    return Record(
        record_id="r",
        person="Mei",
        character="Fox",
        session="s",
        round=7,
        state=RecordState.COMPLETE,
        channel="chat",
        happened_at=AT,
        recorded_us=1,
        seq=1,
        turns=turns,
        answer=answer if answered else None,
    )

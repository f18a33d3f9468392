"""One step of `bench speed` in a process of its own, so that its memory and its start are its own.

In: a step's name and its arguments as JSON on the command line. Out: the step's figures as JSON on standard output.
"""

from __future__ import annotations

import gc
import hashlib
import json
import resource
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import select

from duramen.domain.evidence import Candidate, Recalled
from duramen.domain.time import UNKNOWN_MOMENT
from duramen.evaluation.speed.data import CHARACTER, PERSON, QUESTIONS, Talk, make_dialogue, read_lines
from duramen.evaluation.speed.embedders import CachedEmbedder, MeteredEmbedder, SeededEmbedder
from duramen.evaluation.speed.floor import BareTransactions, SearchFloor
from duramen.index.quantize import SCALE
from duramen.memory.open import Memory
from duramen.memory.passages import query_vectors
from duramen.models.base import Embedder
from duramen.models.scripted import ScriptedChat
from duramen.retrieve.question import weighted_terms
from duramen.settings import load_preset, read_settings
from duramen.stores.engine import reading
from duramen.stores.owners import Owner, OwnerKind
from duramen.stores.tables import records, turns

_ANSWER = "<analysis>need: none; rests on nothing</analysis>\n<response>Good to hear, tell me more.</response>"
# The first rounds fill caches of statements and pages.
_WARM_UP = 3
_SITTING = "speed"
_Found = TypeVar("_Found")
_Rows = list[tuple[str, dict[str, Any]]]
_CONTEXT = ("我们刚才在说那位先生的信。", "对，他上个月从家乡回来以后就没有再提。")


def learn(arguments: dict[str, Any]) -> dict[str, Any]:
    """Store a folder of documents, and tell the wall time and the embedder's share of it."""
    with Memory(arguments["home"]) as memory:
        meter = _metered(memory, arguments["vectors"])
        start = time.perf_counter()
        learned = memory.learn(arguments["documents"])
        wall = time.perf_counter() - start
    return {
        "wall_s": wall,
        "embedder_s": meter.seconds,
        "texts": meter.texts,
        "characters": sum(document.characters for document in learned),
        **_peak(),
    }


def talk(arguments: dict[str, Any]) -> dict[str, Any]:
    """Import made-up rounds, and tell the wall time and the embedder's share of it."""
    lines = read_lines(Path(arguments["novels"]), arguments["limit_chars"])
    dialogue = make_dialogue(lines, Talk(**arguments["talk"]))
    with Memory(arguments["home"]) as memory:
        meter = _metered(memory, arguments["vectors"])
        start = time.perf_counter()
        done = memory.import_dialogue(dialogue, person=PERSON, character=CHARACTER)
        wall = time.perf_counter() - start
    return {
        "wall_s": wall,
        "embedder_s": meter.seconds,
        "texts": meter.texts,
        "rounds": done.rounds,
        "text_bytes": sum(len(message.text.encode()) for message in dialogue.messages),
        **_peak(),
    }


def opening(arguments: dict[str, Any]) -> dict[str, Any]:
    """Open the store as a new process does: imports, opening, indexes, the first recall, then every question."""
    imported = time.time()
    begin = time.perf_counter()
    memory = Memory(arguments["home"])
    opened = time.perf_counter()
    if arguments["vectors"] == "seeded":
        memory.workspace.wrap_embedder(SeededEmbedder)
    for owner in _owners(memory):
        memory.workspace.index(owner)
    ready = time.perf_counter()
    memory.recall(QUESTIONS[0], person=PERSON)
    first = time.time()
    for question in QUESTIONS:
        memory.recall(question, person=PERSON)
    figures = {
        "imports_s": imported - arguments["started"],
        "open_s": opened - begin,
        "index_s": ready - opened,
        "first_recall_s": first - arguments["started"],
        **_peak(),
    }
    memory.close()
    return figures


def queries(arguments: dict[str, Any]) -> dict[str, Any]:
    """Time every question without embedding, by turns with its floor and with the same question in a sitting."""
    with _cached(arguments) as memory:
        preset = load_preset(read_settings().preset)
        indexes = [memory.workspace.index(owner)[0] for owner in _owners(memory)]
        floor = SearchFloor([index for index in indexes if len(index)], preset.experience.depth)
        embedded = query_vectors(memory.workspace.embedder(), QUESTIONS)
        vectors = [(embedded[question] * SCALE).round().astype("float32") for question in QUESTIONS]
        postings = [floor.prepared(weighted_terms(q, (), preset.experience.asking, UNKNOWN_MOMENT)) for q in QUESTIONS]
        runs: dict[str, Callable[[int], object]] = {
            "recall_s": lambda at: memory.recall(QUESTIONS[at], person=PERSON),
            "floor_s": lambda at: floor.search(vectors[at], postings[at]),
            "sitting_s": lambda at: memory.recall(
                QUESTIONS[at], person=PERSON, character=CHARACTER, context=_CONTEXT, session=arguments["session"]
            ),
        }
        for at in range(len(QUESTIONS)):
            for run in runs.values():
                run(at)
        gc.freeze()
        found: dict[str, list[float]] = {name: [] for name in runs}
        for _ in range(arguments["repeats"]):
            for at in range(len(QUESTIONS)):
                for name, run in runs.items():
                    found[name].append(_seconds(run, at))
        rows = {"experience": len(indexes[0]), "knowledge": sum(len(index) for index in indexes[1:])}
    return {**found, "rows": rows}


def bits(arguments: dict[str, Any]) -> dict[str, Any]:
    """Return the SHA-256 of everything that all questions find, asked twice."""
    with _cached(arguments) as memory:
        return {"digests": [digest(memory.recall(q, person=PERSON) for q in QUESTIONS) for _ in range(2)]}


def rounds(arguments: dict[str, Any]) -> dict[str, Any]:
    """Time durable rounds without embedding: recorded, by turns with bare transactions of the same rows, and answered."""
    bare = BareTransactions(Path(arguments["home"]).parent / "bare.db")
    names = ("record_s", "bare_s", "reply_s", "reply_recall_s", "trace_s")
    found: dict[str, list[float]] = {name: [] for name in names}
    with _cached(arguments, model=ScriptedChat(lambda _: _ANSWER)) as memory:
        owner = memory.workspace.known(OwnerKind.PERSON, PERSON)
        meter = MeteredEmbedder(memory.workspace.embedder())
        memory.workspace.wrap_embedder(lambda _: meter)
        rows = _rows_of(memory, owner, memory.record(*QUESTIONS[:2], person=PERSON, character=CHARACTER))
        bare.prepare(rows)
        for number in range(-_WARM_UP, arguments["count"]):
            took = _one_round(memory, meter, bare, rows, number)
            if number >= 0:
                for name, seconds in took.items():
                    found[name].append(seconds)
    bare.close()
    return found


def _one_round(
    memory: Memory, meter: MeteredEmbedder, bare: BareTransactions, rows: _Rows, number: int
) -> dict[str, float]:
    said, answered = f"第{number}次：{QUESTIONS[number % len(QUESTIONS)]}", QUESTIONS[-number % len(QUESTIONS)]

    def recall() -> object:
        return memory.recall(said, person=PERSON, character=CHARACTER, session=_SITTING)

    def record() -> str:
        return memory.record(said, answered, person=PERSON, character=CHARACTER)

    # By turns in either order: whoever writes to the disk first waits for what others have written.
    if number % 2:
        _, record_s = _apart(meter, record)
        _, bare_s = _apart(meter, lambda: bare.write(rows))
    else:
        _, bare_s = _apart(meter, lambda: bare.write(rows))
        _, record_s = _apart(meter, record)
    recall()  # takes the new round into the index, so that what follows does not
    _, recall_s = _apart(meter, recall)
    done, reply_s = _apart(meter, lambda: memory.reply(said, person=PERSON, character=CHARACTER, session=_SITTING))
    _, trace_s = _apart(meter, lambda: memory.tracing.round(done.record_id, person=PERSON))
    times = {"record_s": record_s, "bare_s": bare_s, "reply_recall_s": recall_s, "reply_s": reply_s}
    return times | {"trace_s": trace_s}


def _apart(meter: MeteredEmbedder, run: Callable[[], _Found]) -> tuple[_Found, float]:
    """Run something; returns its result and its seconds without the embedder's."""
    embedded, start = meter.seconds, time.perf_counter()
    result = run()
    return result, time.perf_counter() - start - (meter.seconds - embedded)


def digest(found: Any) -> str:
    """Return one hash over every candidate of several recalls, with all its scores bit by bit."""
    total = hashlib.sha256()
    for recalled in found:
        for candidate in _all_candidates(recalled):
            scores = sorted((name, float(value).hex()) for name, value in candidate.scores.items())
            line = (candidate.source, candidate.item_id, candidate.rank, candidate.score.hex(), candidate.reason)
            total.update(repr((*map(str, line), candidate.relative_round, scores)).encode())
        total.update(repr([(e.id, e.candidate.item_id, e.text) for e in recalled.evidence]).encode())
        total.update(recalled.query_vector)
    return total.hexdigest()


def _all_candidates(recalled: Recalled) -> list[Candidate]:
    return [*(evidence.candidate for evidence in recalled.evidence), *recalled.candidates]


def _seconds(run: Callable[[int], object], at: int) -> float:
    start = time.perf_counter()
    run(at)
    return time.perf_counter() - start


def _owners(memory: Memory) -> Sequence[Owner]:
    return [*memory.workspace.owners(OwnerKind.PERSON), *memory.workspace.owners(OwnerKind.BASE)]


def _metered(memory: Memory, vectors: str) -> MeteredEmbedder:
    if vectors == "seeded":
        memory.workspace.wrap_embedder(SeededEmbedder)
    embedder = memory.workspace.embedder()
    embedder.passages(["load the model first"])
    meter = MeteredEmbedder(embedder)
    memory.workspace.wrap_embedder(lambda _: meter)
    return meter


def _cached(arguments: dict[str, Any], model: ScriptedChat | None = None) -> Memory:
    """Open the store with every question's vector remembered, in a file beside the store from the first time on."""
    memory = Memory(arguments["home"], model=model)
    kept = Path(arguments["home"]).parent / f"vectors-{arguments['vectors']}.npz"

    def wrapped(inner: Embedder) -> Embedder:
        cache = CachedEmbedder(SeededEmbedder(inner) if arguments["vectors"] == "seeded" else inner)
        if kept.is_file():
            cache.load(kept)
        else:
            cache.queries([*QUESTIONS, *_CONTEXT])
            cache.save(kept)
        return cache

    memory.workspace.wrap_embedder(wrapped)
    return memory


def _rows_of(memory: Memory, owner: Owner, record_id: str) -> _Rows:
    """Return the rows of a round as they stand in the store."""
    with reading(memory.workspace.engine) as connection:
        return [
            (table.name, dict(row._mapping))
            for table in (records, turns)
            for row in connection.execute(
                select(table).where(table.c.owner_id == owner.owner_id, table.c.record_id == record_id)
            )
        ]


def _peak() -> dict[str, int]:
    """Return the most memory this process had, and how much of it is its own and not a mapped file, in bytes.

    Linux: VmHWM, because getrusage's figure begins with the parent's. Elsewhere getrusage.
    """
    status = Path("/proc/self/status")
    if not status.is_file():
        unit = 1 if sys.platform == "darwin" else 1024
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
        return {"peak_bytes": peak, "own_bytes": peak}
    lines = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
    return {
        "peak_bytes": int(lines["VmHWM"].split()[0]) * 1024,
        "own_bytes": int(lines.get("RssAnon", lines["VmRSS"]).split()[0]) * 1024,
    }


STEPS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    step.__name__: step for step in (learn, talk, opening, queries, bits, rounds)
}

if __name__ == "__main__":
    sys.stdout.write(json.dumps(STEPS[sys.argv[1]](json.loads(sys.argv[2]))) + "\n")

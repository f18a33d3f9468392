"""The report of `bench facts`: tables, JSON, Markdown, and every item.

In: a `FactsResult`. Out: `<stem>.json`, `.md`, `items/<stem>.jsonl.gz`; and the misses alone, one JSON line each.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from duramen.evaluation.bench import keep_items
from duramen.evaluation.profile.agreement import Trait
from duramen.evaluation.profile.coverage import COVERED, PARTLY
from duramen.evaluation.profile.facts import TOP, Found
from duramen.evaluation.profile.run import FactsResult
from duramen.evaluation.profile.traits import FIELDS
from duramen.evaluation.provenance import commit, machine
from duramen.evaluation.report import Table
from duramen.scoring.ranking import wilson_interval

ALL = "all"


def tables(result: FactsResult) -> list[Table]:
    """Return the tables: facts by person, traits by person and by field, what was written."""
    return [
        _facts(result),
        *(_traits(result, language) for language in ("en", "zh")),
        _fields(result),
        _written(result),
    ]


def as_json(result: FactsResult) -> dict[str, Any]:
    """Return the figures as plain values."""
    return {
        "split": result.split,
        "listener": result.listener,
        "searched": result.searched,
        "commit": commit(),
        "machine": machine(),
        "data_hash": result.data_hash,
        "tables": [asdict(table) for table in tables(result)],
    }


def write(result: FactsResult, folder: Path) -> list[Path]:
    """Write all files and return their paths; what is not the usual run is in their names."""
    parts = ["facts", result.split, *(() if result.searched else ("tree-only",))]
    if not result.listener.startswith("rules@"):
        parts.append(re.sub(r"[^\w.-]+", "_", result.listener))
    stem = "-".join(parts)
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / f"{stem}.json", folder / f"{stem}.md", folder / "items" / f"{stem}.jsonl.gz"]
    files[0].write_text(json.dumps(as_json(result), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    files[1].write_text(markdown(result, stem), encoding="utf-8")
    keep_items([*map(fact_json, result.facts), *map(trait_json, result.traits), *_writes_json(result)], files[2])
    return files


def write_failures(result: FactsResult, file: Path) -> None:
    """Write the facts that are neither in the tree nor recallable, or not in the tree where nothing was searched, and
    the traits that the person said and the tree lacks.
    """
    facts = (fact_json(one) for one in result.facts if not one.either)
    traits = (trait_json(one) for one in result.traits if one.said and not one.leaf.covers)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in (*facts, *traits)), encoding="utf-8")


def markdown(result: FactsResult, stem: str) -> str:
    """Return the report as Markdown."""
    origin = (
        f"listener {result.listener} · {len(result.facts)} facts, {len(result.traits)} traits · commit {commit()} · "
        f"data sha256 {result.data_hash[:16]} · {machine()}"
    )
    method = (
        f"Brackets hold 95 % intervals (Wilson). A text holds a fact when it has at least {COVERED:.0%} of the fact's "
        "content words as stems; stop words and the words that frame gold facts do not count. RealMem's `Static` facts, "
        "each right after its own session with nothing later: in tree, a leaf holds it; partly, or a leaf that rests "
        f"on the turn that the fact was taken from holds at least {PARTLY:.0%} of it; recallable, a search for its content words brings that turn among the "
        f"first {TOP} (session: any turn of its session); told, its own turn holds it by the same measure, the ceiling of "
        "a listener that writes the person's words down; at the end, the tree after the whole dialogue. MemoryBank: traits "
        "of `meta_information` against the tree at the end; said: the person says it in one message; elsewhere: in a leaf "
        f"of another kind. Every fact, trait and write: `items/{stem}.jsonl.gz`."
    )
    return "\n".join([f"# facts, {result.split} split", "", origin, "", method, "", *_bodies(tables(result))])


def _bodies(listed: Iterable[Table]) -> Iterator[str]:
    return (table.markdown() for table in listed if table.rows)


def _facts(result: FactsResult) -> Table:
    people = list(dict.fromkeys(one.person for one in result.facts))
    rows = [_facts_row(person, [one for one in result.facts if one.person == person]) for person in people]
    by_person = [one for one in result.facts if one.fact.by_person]
    if result.facts:
        rows += [_facts_row(ALL, result.facts), _facts_row("said by the person", by_person)]
    return Table(
        title=f"RealMem, {result.split}: Static facts",
        columns=["person", "n", "in tree", "partly", "recallable", "session", "either", "told", "at the end"],
        rows=rows,
    )


def _facts_row(name: str, facts: Sequence[Found]) -> list[str]:
    searched = [one for one in facts if one.turn is not None]
    n = len(facts)
    return [
        name,
        str(n),
        share(sum(one.leaf.covers for one in facts), n),
        share(sum(one.partly for one in facts), n),
        share(sum(bool(one.turn) for one in searched), len(searched)),
        share(sum(bool(one.session) for one in searched), len(searched)),
        share(sum(one.either for one in searched), len(searched)),
        share(sum(one.told for one in facts), n),
        share(sum(one.last.covers for one in facts), n),
    ]


def _traits(result: FactsResult, language: str) -> Table:
    mine = [one for one in result.traits if one.language == language]
    people = list(dict.fromkeys(one.person for one in mine))
    rows = [_traits_row(person, [one for one in mine if one.person == person]) for person in people]
    return Table(
        title=f"MemoryBank, {result.split}, {language}: hobbies and name by person",
        columns=["person", "name", "hobbies", "hobbies said", "of the said in the tree"],
        rows=[*rows, _traits_row(ALL, mine)] if mine else [],
    )


def _traits_row(name: str, traits: Sequence[Trait]) -> list[str]:
    names = [one for one in traits if one.field == "name"]
    hobbies = [one for one in traits if one.field == "hobbies"]
    said = [one for one in hobbies if one.said]
    return [
        name,
        _count(names),
        _count(hobbies),
        f"{len(said)}/{len(hobbies)}",
        _count(said),
    ]


def _count(traits: Sequence[Trait]) -> str:
    return f"{sum(one.leaf.covers for one in traits)}/{len(traits)}"


def _fields(result: FactsResult) -> Table:
    rows = []
    for language in ("en", "zh"):
        for field in FIELDS:
            mine = [one for one in result.traits if (one.language, one.field) == (language, field)]
            said = [one for one in mine if one.said]
            held = [one for one in mine if one.leaf.covers]
            heard = [one for one in said if one.leaf.covers]
            other = [one for one in mine if not one.leaf.covers and one.elsewhere.covers]
            cells = (share(len(held), len(mine)), share(len(said), len(mine)), share(len(heard), len(said)))
            rows.append([language, field, str(len(mine)), *cells, str(len(other))])
    return Table(
        title=f"MemoryBank, {result.split}: traits by field",
        columns=["language", "field", "n", "in tree", "said", "of the said in tree", "elsewhere"],
        rows=rows if result.traits else [],
    )


def _written(result: FactsResult) -> Table:
    rows = []
    for one in result.listened:
        values = one.steps[-1].values if one.steps else {}
        longest = max(map(len, values.values()), default=0)
        cells = (len(one.steps), one.writes, len(values), sum(map(len, values.values())), longest)
        rows.append([one.source, one.person, one.language, *map(str, cells)])
    return Table(
        title="What the listener wrote",
        columns=["set", "person", "language", "windows", "writes", "leaves", "characters", "longest leaf"],
        rows=rows,
    )


def share(count: int, n: int) -> str:
    """Return a count as "0.41 [0.33, 0.50]"; "–" of nothing."""
    found = wilson_interval(count, n)
    return "–" if found is None else f"{found.value:.3f} [{found.low:.3f}, {found.high:.3f}]"


def fact_json(found: Found) -> dict[str, Any]:
    """Return a fact with what became of it as plain values."""
    return {
        "set": "realmem",
        "person": found.person,
        "id": found.fact.id,
        "fact": found.fact.text,
        "said": found.words,
        "by_person": found.fact.by_person,
        "told": found.told,
        "in_tree": found.leaf.covers,
        "leaf": asdict(found.leaf),
        "partly": found.partly,
        "own_leaf": asdict(found.own),
        "at_the_end": asdict(found.last),
        "turn": found.turn,
        "session": found.session,
    }


def trait_json(trait: Trait) -> dict[str, Any]:
    """Return a trait with what became of it as plain values."""
    return {"set": "memorybank"} | asdict(trait) | {"in_tree": trait.leaf.covers}


def _writes_json(result: FactsResult) -> Iterator[dict[str, Any]]:
    for one in result.listened:
        for step in one.steps:
            for write in step.writes:
                yield {"set": one.source, "written": True, "person": one.person, "language": one.language} | asdict(
                    write
                )

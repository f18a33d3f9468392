import json
from importlib import resources

from duramen.domain.profile import Depth
from duramen.evaluation.router import KINDS, ask_router, in_full, kind_of, kind_rows, leaf_row, read_labels, source_rows
from duramen.models.embedders import HashEmbedder
from duramen.schemas import load_schema
from duramen.text.languages import language_of


def test_the_labelled_questions_are_two_hundred_in_even_halves_no_two_alike():
    labelled, people = read_labels()
    assert [one.number for one in labelled] == list(range(200))
    assert len({" ".join(one.question.casefold().split()) for one in labelled}) == 200
    for language in ("en", "zh"):
        for split in ("tune", "report"):
            mine = [one for one in labelled if (one.language, one.split) == (language, split)]
            assert [sum(one.kind == kind for one in mine) for kind in KINDS] == [10] * 5
    tune, report = ({one.person for one in labelled if one.split == split} for split in ("tune", "report"))
    assert not tune & report
    assert tune | report == people.keys()


def test_labels_agree_with_each_other_and_with_the_schema():
    labelled, people = read_labels()
    leaves = load_schema("core").leaves
    for one in labelled:
        assert kind_of(one.need) == one.kind, one
        assert set(one.leaves) <= people[one.person].tree.keys() <= leaves.keys(), one
        assert bool(one.leaves) <= ("profile" in one.need), one
        assert language_of(one.question) == one.language, one


def test_the_figures_count_what_was_routed():
    labelled, people = read_labels()
    routed = ask_router(labelled[:40], people, HashEmbedder())
    rows = {row["source"]: row for row in source_rows(routed)}
    right = [(one.route.profile.depth is Depth.DEEP) == ("profile" in one.labelled.need) for one in routed]
    assert rows["profile"]["right"].value == sum(right) / 40
    everything = kind_rows(routed)[-1]
    assert everything["right"].value == sum(in_full(one.route) == one.labelled.need for one in routed) / 40
    assert sum(everything[f"→ {kind}"] for kind in KINDS) == 40
    assert leaf_row(routed)["best three"].n == sum(bool(one.labelled.leaves) for one in routed)


def test_the_labels_ship_as_plain_lines():
    text = resources.files("duramen.evaluation").joinpath("data", "router.jsonl").read_text(encoding="utf-8")
    keys = {"n", "language", "person", "kind", "need", "leaves", "question"}
    assert all(json.loads(line).keys() == keys for line in text.splitlines())

"""The growth set and what is counted of it."""

from collections import Counter

from duramen.domain.operations import Kind, Operation, OperationList
from duramen.domain.persona import Proposal, Proposals
from duramen.evaluation.growth import Wording, markdown, repeats, run_growth, total_texts, wordings
from duramen.memory.open import Memory

SAID = [
    Wording(
        fact=f"en-{number % 2}",
        language="en",
        text=("I keep bees." if number % 2 else "I live in Oban.") + " " * number,
    )
    for number in range(10)
]


class Keeper:
    """A listener that writes each kind of fact once; with `greedy` it appends every wording to what is there."""

    name = "keeper@1"

    def __init__(self, *, greedy: bool = False) -> None:
        self._greedy = greedy

    def listen(self, window, tree, schema):
        text = window.messages[0].text
        path = "likes.hobbies" if "bees" in text else "home.city"
        held = tree.values().get(path, "")
        if held and not self._greedy:
            return Proposals(text="NO_OP()", read=OperationList(operations=()), proposals=())
        value = f"{held}; {text.strip()}" if held else text.strip()
        kind = Kind.UPDATE if held else Kind.ADD
        operation = Operation(kind=kind, path=path, value=value)
        return Proposals(
            text=str(operation),
            read=OperationList(operations=(operation,)),
            proposals=(Proposal(operation=operation),),
        )


def test_the_set_holds_a_hundred_wordings_of_each_of_ten_facts_half_of_them_chinese_all_different():
    said = wordings()
    assert len({one.text for one in said}) == len(said) == 1000
    assert set(Counter(one.fact for one in said).values()) == {100}
    assert Counter(one.language for one in {one.fact: one for one in said}.values()) == {"zh": 5, "en": 5}
    assert all(one.fact.startswith(one.language) for one in said)
    assert total_texts() == 2000


def test_a_listener_that_writes_each_fact_once_holds_the_target(tmp_path):
    with Memory(tmp_path) as memory:
        chinese, english, both = run_growth(memory, Keeper(), chosen=SAID)
    assert (english.texts, english.facts, english.heard, english.versions) == (10, 2, 2, 2)
    assert english.late_versions == 0
    assert english.held
    assert both.held
    assert {leaf.path: len(leaf.value) for leaf in english.leaves} == {"home.city": 15, "likes.hobbies": 12}
    assert chinese.texts == 0


def test_leaves_that_grow_with_every_wording_miss_the_target(tmp_path):
    with Memory(tmp_path) as memory:
        _, english, _ = run_growth(memory, Keeper(greedy=True), chosen=SAID)
    assert not english.held
    assert [leaf.grew for leaf in english.leaves] == [True, True]
    assert [leaf.repeats for leaf in english.leaves] == [4, 4]
    assert english.late_versions == 8


def test_a_fact_that_no_leaf_holds_misses_the_target(tmp_path):
    said = [*SAID, Wording(fact="en-2", language="en", text="I drive a tram.")]

    class Deaf(Keeper):
        def listen(self, window, tree, schema):
            if "tram" in window.messages[0].text:
                return Proposals(text="NO_OP()", read=OperationList(operations=()), proposals=())
            return super().listen(window, tree, schema)

    with Memory(tmp_path) as memory:
        _, english, _ = run_growth(memory, Deaf(), chosen=said)
    assert english.missed == ("en-2",)
    assert not english.held
    assert "| en | 11 | 3 | 2 |" in markdown("deaf@1", [english])


def test_a_fact_repeats_when_another_of_its_leaf_says_all_that_it_says():
    assert repeats("kept bees; keeps bees in Oban") == 1
    assert repeats("keeps bees; drives a tram") == 0
    assert repeats("养了一只橘猫；养了一只橘猫，叫年糕；护士") == 1
    assert repeats("") == 0

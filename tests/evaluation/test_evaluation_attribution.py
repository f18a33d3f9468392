"""Attribution through the real system: one question for each class, lost where the class says, and what a file may hold."""

import json

import pytest

from duramen import Memory, Settings
from duramen.domain.preset import Preset
from duramen.errors import InputError
from duramen.evaluation.attribution.questions import Gold, Question, read_questions
from duramen.evaluation.attribution.report import as_json, by_category, summary
from duramen.evaluation.attribution.run import attribute_all, item_json
from duramen.models.listeners.model import ModelListener
from duramen.models.scripted import ScriptedChat
from duramen.scoring.attribution import Cause
from duramen.settings import load_preset, preset_from

ASK = "What is the name of my cat?"
ABSTAINS = "I have nothing recorded about that."
BALANCED = load_preset("balanced")
TIGHT = preset_from({"extends": "balanced", "reading": {"experience": 1, "budget_tokens": 60}}, "tight")
DEAF = preset_from({"extends": "balanced", "experience": {"enabled": False}}, "deaf")
SHALLOW = preset_from({"extends": "balanced", "experience": {"depth": 1}}, "shallow")


def reply(prompt, response, *, rests=""):
    """Answer under the protocol; `rests`: on what holds these words, evidence or leaf."""
    held = [e.id for e in prompt.evidence if rests in e.text] + [s.id for s in prompt.leaves if rests in s.leaf.value]
    bound = held[:1] if rests else []
    analysis = f"need: experience; rests on {bound[0]}" if bound else "need: experience"
    return f"<analysis>{analysis}</analysis>\n<response>{response}</response>"


@pytest.fixture
def opened(home):
    stores = []

    def open_(response, *, rests=""):
        model = ScriptedChat(lambda prompt: reply(prompt, response, rests=rests))
        settings = Settings(embedder="hash", timezone="UTC", model="extractive", listener="off")
        store = Memory(home, settings=settings, model=model)
        stores.append(store)
        return store

    yield open_
    for store in stores:
        store.close()


def told(memory, *lines):
    for line in lines:
        memory.record(line, "I see.", person="Mei", character="Fox")


def gold(*evidence, answers=("Milo",), needs_all=True):
    return Gold(answers=answers, evidence=evidence or (("quote", "My cat is called Milo"),), needs_all=needs_all)


def one(memory, right, preset: Preset = BALANCED, text=ASK, character="Fox"):
    question = Question(id="q", person="Mei", text=text, character=character)
    return attribute_all(memory, [(question, right)], preset)[0]


def test_right(opened):
    memory = opened("Milo.", rests="Milo")
    told(memory, "My cat is called Milo.")
    assert one(memory, gold()).cause is Cause.RIGHT


def test_right_is_also_to_abstain_where_there_is_nothing_to_know(opened):
    memory = opened(ABSTAINS)
    told(memory, "My dog is called Rex.")
    assert one(memory, Gold()).cause is Cause.RIGHT


def test_nothing_to_know_yet_answered(opened):
    memory = opened("Rex.", rests="Rex")
    told(memory, "My dog is called Rex.")
    assert one(memory, Gold()).cause is Cause.NOTHING_TO_KNOW


def test_never_stored(opened):
    memory = opened("Rex.")
    told(memory, "My dog is called Rex.")
    assert one(memory, gold()).cause is Cause.NEVER_STORED


def test_superseded_in_the_tree(opened):
    memory = opened("Porto.", rests="Porto")
    told(memory, "I live in Lisbon.")
    memory.persona.set("home.city", "Lisbon", person="Mei")
    memory.persona.set("home.city", "Porto", person="Mei")
    found = one(memory, gold(("leaf", "home.city"), answers=("Lisbon",)), text="In which city do I live?")
    assert found.cause is Cause.SUPERSEDED


def test_wrong_in_the_tree(opened):
    memory = opened("Porto.", rests="Porto")
    told(memory, "I moved to Lisbon, though Porto was my first wish.")
    memory.listen(person="Mei", listener=ModelListener(ScriptedChat(['ADD(home.city, "Porto")'])))
    memory.persona.allow("home.city: generation=on", person="Mei")
    wrong = reply_on_leaf(memory)
    found = one(wrong, gold(("quote", "I moved to Lisbon"), answers=("Lisbon",)), text="In which city do I live, home?")
    assert found.trace.leaves[0].bound
    assert found.cause is Cause.SUPERSEDED


def reply_on_leaf(memory):
    """Have the model rest on the first leaf alone."""
    memory._model = ScriptedChat(
        lambda prompt: "<analysis>need: profile; rests on L1</analysis>\n<response>Porto.</response>"
    )
    return memory


@pytest.mark.parametrize(
    "preset, character", [(DEAF, "Fox"), (BALANCED, "Owl")], ids=["switched off", "told to another character"]
)
def test_path_not_searched(opened, preset, character):
    memory = opened(ABSTAINS)
    told(memory, "My cat is called Milo.")
    assert one(memory, gold(), preset, character=character).cause is Cause.NOT_SEARCHED


def test_path_not_searched_for_want_of_permission(opened):
    memory = opened(ABSTAINS)
    told(memory, "Hello there.")
    memory.persona.set("home.city", "Lisbon", person="Mei")
    memory.persona.allow("home.city: generation=off", person="Mei")
    found = one(memory, gold(("leaf", "home.city"), answers=("Lisbon",)), text="In which city do I live?")
    assert found.cause is Cause.NOT_SEARCHED


def test_searched_but_not_found(opened):
    memory = opened(ABSTAINS)
    told(memory, "We took Milo home from the shelter.", "The name of my cat is a long story.")
    found = one(memory, gold(("quote", "We took Milo home")), SHALLOW)
    assert found.cause is Cause.NOT_FOUND


def test_found_but_cut_before_the_prompt(opened):
    memory = opened(ABSTAINS)
    told(
        memory,
        "My cat is called Milo.",
        "What was the name of my cat, the name of it, my cat's name?",
        "My name is not the name of my cat.",
    )
    found = one(memory, gold(), TIGHT)
    assert found.case.needed[0].found
    assert found.cause is Cause.CUT


def test_in_the_prompt_but_not_used(opened):
    memory = opened("Rex.", rests="Rex")
    told(memory, "My cat is called Milo.", "My dog is called Rex, not like my cat.")
    assert one(memory, gold()).cause is Cause.NOT_USED


def test_used_but_answered_wrong(opened):
    memory = opened("Mila.", rests="Milo")
    told(memory, "My cat is called Milo.")
    assert one(memory, gold()).cause is Cause.USED_WRONG


def test_known_yet_abstained(opened):
    memory = opened(ABSTAINS)
    told(memory, "My cat is called Milo.")
    assert one(memory, gold()).cause is Cause.ABSTAINED


def test_of_two_needed_pieces_the_missing_one_decides(opened):
    memory = opened("Milo.", rests="Milo")
    told(memory, "My cat is called Milo.")
    both = (("quote", "My cat is called Milo"), ("quote", "My dog is called Rex"))
    assert one(memory, gold(*both, answers=("Milo and Rex",))).cause is Cause.NEVER_STORED
    assert one(memory, gold(*both, answers=("Milo and Rex",), needs_all=False)).cause is Cause.USED_WRONG


def test_a_leaf_that_holds_the_answer_brings_its_turn_into_the_prompt(opened):
    memory = opened("I cannot say which city.", rests="")
    told(memory, "I moved to Lisbon.")
    memory.persona.set("home.city", "Lisbon", person="Mei")
    found = one(memory, gold(("leaf", "home.city"), answers=("Lisbon",)), text="In which city do I live?")
    assert found.case.needed[0].entered


def test_a_passage_of_a_document_goes_the_same_way(opened, tmp_path):
    memory = opened("At six.", rests="nine")
    told(memory, "Hello there.")
    (tmp_path / "shop.md").write_text("# Shop\n\nThe shop opens at nine.\n", encoding="utf-8")
    memory.learn(tmp_path / "shop.md")
    for piece in (("quote", "The shop opens at nine"), ("document", "shop.md")):
        found = one(memory, gold(piece, answers=("nine",)), text="When does the shop open?")
        assert found.cause is Cause.USED_WRONG


def test_a_round_that_was_answered_is_attributed_as_it_was(opened):
    memory = opened("Mila.", rests="Milo")
    told(memory, "My cat is called Milo.")
    memory.reply(ASK, person="Mei", character="Fox")
    told(memory, "My cat is not called Milo any more.")
    question = Question(id="q", person="Mei", round="Fox/2")
    assert attribute_all(memory, [(question, gold(("turn", "1")))], BALANCED)[0].cause is Cause.USED_WRONG
    with pytest.raises(InputError, match="not answered here"):
        attribute_all(memory, [(Question(id="q", person="Mei", round="Fox/1"), gold())], BALANCED)


def test_asking_stores_nothing(opened):
    memory = opened("Milo.", rests="Milo")
    told(memory, "My cat is called Milo.")
    one(memory, gold())
    assert memory.persons() == {"Mei": {"Fox": 1}}


def test_the_table_has_every_class_and_the_items_all_that_led_there(opened):
    memory = opened("Mila.", rests="Milo")
    told(memory, "My cat is called Milo.")
    found = [one(memory, gold())]
    drawn = summary(found, "questions.jsonl")
    assert [row[0] for row in drawn.rows] == [cause.value for cause in Cause]
    assert drawn.title == "questions.jsonl: 1 questions, 1 wrong"
    assert sum(entry["count"] for entry in as_json(found)) == 1
    assert by_category(found, {"q": "single"}).columns == ["class", "single"]
    assert item_json(found[0], words=True)["reply"] == "Mila."
    assert not {"question", "answers", "evidence", "reply"} & set(item_json(found[0], words=False))


LINE = {"question": ASK, "answers": ["Milo"], "evidence": ["My cat is called Milo"]}


def test_a_file_of_questions_is_read(tmp_path):
    file = tmp_path / "q.jsonl"
    lines = [
        LINE,
        {
            "round": "Fox/2",
            "person": "Ann",
            "answer": 3,
            "evidence": [{"turn": 7}, {"leaf": "home.city"}],
            "needs": "any",
        },
        {"question": "What is my cow called?", "answers": None},
    ]
    file.write_text("\n\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    (first, right), (second, other), (_, nothing) = read_questions(file, "Mei")
    assert (first.person, first.text, right) == ("Mei", ASK, gold(("quote", "My cat is called Milo")))
    assert (second.person, second.round) == ("Ann", "Fox/2")
    assert other == Gold(answers=("3",), evidence=(("turn", "7"), ("leaf", "home.city")), needs_all=False)
    assert nothing == Gold()


@pytest.mark.parametrize(
    "line, words",
    [
        ("{", "line 1 is no JSON"),
        ("[1]", "no object"),
        (LINE | {"gold": 1}, "no field 'gold'"),
        (LINE | {"round": "Fox/1"}, "either a question to ask or a round"),
        ({"answers": ["x"], "evidence": ["y"]}, "either a question to ask or a round"),
        (LINE | {"evidence": []}, "right answer but no evidence"),
        (LINE | {"answers": []}, "evidence but no right answer"),
        (LINE | {"evidence": [{"page": 3}]}, "is no evidence"),
        (LINE | {"evidence": "x"}, "is no list"),
        (LINE | {"needs": "some"}, "'some'"),
        (LINE | {"question": [1]}, "is no text"),
        (LINE | {"answers": [{}]}, "answers is neither"),
        ("", "holds no question"),
    ],
)
def test_what_is_wrong_with_a_line_is_said(tmp_path, line, words):
    file = tmp_path / "q.jsonl"
    file.write_text(line if isinstance(line, str) else json.dumps(line), encoding="utf-8")
    with pytest.raises(InputError, match=words):
        read_questions(file, "Mei")


def test_whose_memory_is_asked_must_be_said(tmp_path):
    file = tmp_path / "q.jsonl"
    file.write_text(json.dumps(LINE), encoding="utf-8")
    with pytest.raises(InputError, match="--person"):
        read_questions(file)
    with pytest.raises(InputError, match="cannot be read"):
        read_questions(tmp_path / "nowhere.jsonl")

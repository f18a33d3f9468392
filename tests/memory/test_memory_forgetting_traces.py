"""What a forgetting takes beside rows with the words: what models made of them, reviews, figures, and files under the store."""

from secrets_by_routes import PERSON

from duramen.memory.forgetting import ForgetRequest
from duramen.memory.moving.export import export_person
from duramen.memory.moving.export_lines import Wanted as Exported
from duramen.memory.replay.outcome import Outcome
from duramen.memory.replay.replay import Wanted, replay
from duramen.memory.review.choosing import Choice
from duramen.memory.review.export import Making, export_sheets
from duramen.memory.review.statistics import protocol_figures
from duramen.models.scripted import ScriptedChat
from duramen.stores.engine import reading
from duramen.stores.owners import OwnerKind
from duramen.stores.verdicts import read_verdicts

ANSWER = (
    "<analysis>need: experience; E1 supports; rests on E1</analysis>\n<response>Your code word is heron.</response>"
)


def forget(memory, **asked):
    return memory.forget(ForgetRequest(person=PERSON, **asked))


def test_what_was_made_of_words_that_go_is_gone_from_the_rounds_after_them_too(opened):
    memory = opened()
    first = memory.reply("My code word is heron.", person=PERSON)
    second = memory.reply("And what else did I tell you?", person=PERSON)
    assert memory.read(second.record_id, person=PERSON).answer.trace["given"]["vectors"]
    forget(memory, record=first.record_id)
    after = memory.read(second.record_id, person=PERSON).answer
    assert after.trace["given"]["vectors"] == {}
    assert after.query_vector is None
    assert [one.outcome for one in replay(memory.workspace, Wanted(person=PERSON)).rounds] == [Outcome.ERASED]


def test_verdicts_on_a_forgotten_round_are_forgotten_with_it(opened, tmp_path):
    memory = opened()
    first = memory.reply("My code word is heron.", person=PERSON)
    export_sheets([memory.workspace], Choice(person=PERSON), Making(to=tmp_path / "sheet.csv"))
    owner = memory.workspace.find(OwnerKind.PERSON, PERSON)
    with reading(memory.workspace.engine) as connection:
        assert len(read_verdicts(connection, owner)) == 1
    forget(memory, record=first.record_id)
    with reading(memory.workspace.engine) as connection:
        assert read_verdicts(connection, owner) == []


def test_files_beside_the_store_lose_whoever_is_forgotten_altogether(opened, home, tmp_path):
    memory = opened()
    folder = memory.workspace.place.folder / "exports"
    folder.mkdir(parents=True, exist_ok=True)
    paper = tmp_path / "paper.md"
    paper.write_text("# Lockers\n\nThe deposit for a locker is seven zebrafinch coins.\n")
    memory.learn(paper)
    memory.persona.set("home.city", "Cork", person=PERSON)
    memory.reply("What is the deposit for a locker?", person=PERSON, level="full")
    memory.record("I sleep badly.", "Why?", person="Jo")
    for person in (PERSON, "Jo"):
        export_person(memory.workspace, Exported(person=person), folder / f"{person}.jsonl")
    export_sheets([memory.workspace], Choice(person=PERSON), Making(to=folder / "sheet.csv"))
    assert "zebrafinch" in (folder / "sheet.csv").read_text()
    memory.forget(ForgetRequest(document="paper.md"))
    assert "zebrafinch" not in (folder / "sheet.csv").read_text()
    forget(memory, everything=True)
    assert not (folder / f"{PERSON}.jsonl").exists()
    assert "I sleep badly." in (folder / "Jo.jsonl").read_text()


def test_replies_that_were_forgotten_are_no_faults_of_their_model(opened):
    memory = opened(model=ScriptedChat([ANSWER] * 3))
    first = memory.record("My code word is heron.", "Noted.", person=PERSON)
    for _ in range(2):
        memory.reply("What is my code word?", person=PERSON, level="full")
    before = protocol_figures(memory.workspace, PERSON)
    forget(memory, record=first)
    memory.reply("Hello?", person=PERSON)
    after = protocol_figures(memory.workspace, PERSON)
    assert len(before.groups) == len(after.groups) == 1
    assert after.groups[0].protocol.missing_response == before.groups[0].protocol.missing_response == 0


def test_a_round_that_came_without_its_base_is_not_taken_for_erased(opened, tmp_path):
    memory = opened()
    paper = tmp_path / "paper.md"
    paper.write_text("# Lockers\n\nThe deposit for a locker is seven coins.\n")
    memory.learn(paper)
    memory.reply("What is the deposit for a locker?", person=PERSON, level="full")
    export_person(memory.workspace, Exported(person=PERSON), tmp_path / "out.jsonl")
    other = opened(home=tmp_path / "other")
    other.import_dialogue(tmp_path / "out.jsonl", person=PERSON)
    assert [one.outcome for one in replay(other.workspace, Wanted(person=PERSON)).rounds] == [Outcome.NOT_REPLAYABLE]

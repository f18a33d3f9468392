"""The labelled windows for listeners keep their format, their conventions and their split."""

import json
import re
from collections import Counter
from datetime import datetime
from functools import cache
from importlib.resources import files
from itertools import pairwise

import pytest

from duramen.domain.operations import Kind, Operation

DATA = files("duramen") / "evaluation" / "data" / "listener"
CORE = files("duramen") / "schemas" / "core.json"
SIDES = ("tune", "report")
LANGUAGES = ("zh", "en")
FIELDS = {"id", "language", "kinds", "tree", "window", "gold", "note"}
ROLES = {"user", "assistant", "system", "tool", "other"}
LONGEST = 300
ALIKE = 0.5
# The leaves of `core`, for as long as its schema isn't packaged.
LEAVES = """
identity.name identity.address identity.gender identity.birthday identity.origin identity.languages home.city
home.dwelling work.occupation work.history work.projects education.background family.partner family.children
family.parents family.relatives social.friends social.colleagues pets.animals health.conditions health.allergies
health.medication health.fitness diet.habits likes.food likes.music likes.films likes.books likes.games likes.sports
likes.travel likes.hobbies likes.other dislikes.food dislikes.other routines.daily routines.sleep routines.exercise
belongings.things goals.longterm goals.plans events.recent mood.current personality.traits beliefs.values
finance.situation contact.details communication.style communication.boundaries
"""
WRITTEN = re.compile(r'(?:(ADD|UPDATE)\(([a-z.]+), ("(?:[^"\\]|\\.)*")\)|(DELETE)\(([a-z.]+), None\)|(NO_OP)\(\))')


def _operation(text):
    match = WRITTEN.fullmatch(text)
    assert match, f"not an operation: {text}"
    if match[6]:
        return Operation(kind=Kind.NO_OP)
    if match[4]:
        return Operation(kind=Kind.DELETE, path=match[5])
    return Operation(kind=Kind(match[1]), path=match[2], value=json.loads(match[3]))


@cache
def _windows():
    read = []
    for side in SIDES:
        folder = DATA / side
        for file in sorted(folder.iterdir(), key=lambda path: path.name) if folder.is_dir() else ():
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
                read.append((side, f"{side}/{file.name}:{number}", json.loads(line)))
    return read


def _every():
    for _, place, window in _windows():
        yield place, window, [_operation(text) for text in window["gold"]]


def _written_later(window):
    """Tell whether a window was written after the split was drawn: it belongs to tune whatever its number."""
    return window["id"].rsplit("-", 1)[1].startswith("d")


def _of(language):
    mine = [
        (side, window)
        for side, _, window in _windows()
        if window["language"] == language and not _written_later(window)
    ]
    if not mine:
        pytest.skip(f"no windows in {language}")
    return mine


def _leaves():
    """Return each leaf of `core` with the budget of its value."""
    if CORE.is_file():
        leaves = json.loads(CORE.read_text(encoding="utf-8"))["leaves"]
        return {leaf["path"]: min(leaf["budget"], LONGEST) for leaf in leaves}
    return dict.fromkeys(LEAVES.split(), LONGEST)


def test_there_are_windows():
    assert _windows()


def test_every_window_has_the_fields_of_the_format():
    for _, place, window in _windows():
        assert set(window) == FIELDS, place
        assert window["language"] in LANGUAGES, place
        assert window["id"].startswith(window["language"] + "-"), place
        assert place.split("/")[1].startswith(window["language"] + "-"), place
        assert isinstance(window["note"], str), place
        assert window["window"], place
        for message in window["window"]:
            assert set(message) == {"role", "speaker", "content", "time"}, place
            assert message["role"] in ROLES, place
            assert message["content"].strip(), place
            assert (message["role"] == "other") <= bool(message["speaker"]), place


def test_a_window_holds_three_rounds_at_most_and_its_person_speaks():
    for place, window, _ in _every():
        spoken = [message["role"] for message in window["window"] if message["role"] in {"user", "assistant"}]
        # People send two messages in a row; a round is what stands between two replies.
        rounds = sum(role == "user" and before != "user" for before, role in pairwise(["", *spoken]))
        assert 1 <= rounds <= 3, place


def test_times_have_an_offset_and_do_not_run_backwards():
    for place, window, _ in _every():
        times = [datetime.fromisoformat(message["time"]) for message in window["window"] if message["time"]]
        assert all(time.tzinfo for time in times), place
        assert times == sorted(times), place
        assert len(times) in {0, len(window["window"])}, place


def test_gold_parses_and_is_written_as_operations_are_printed():
    for place, window, operations in _every():
        assert [str(operation) for operation in operations] == window["gold"], place


def test_no_op_stands_alone_and_no_path_twice():
    for place, window, operations in _every():
        assert operations, place
        paths = [operation.path for operation in operations]
        assert len(set(paths)) == len(paths), place
        if Kind.NO_OP in {operation.kind for operation in operations}:
            assert window["gold"] == ["NO_OP()"], place


def test_paths_are_leaves_of_core():
    leaves = _leaves()
    for place, window, operations in _every():
        assert set(window["tree"]) <= set(leaves), place
        assert {operation.path for operation in operations if operation.path} <= set(leaves), place


def test_values_are_text_within_the_leaf_s_budget():
    leaves = _leaves()
    for place, window, operations in _every():
        written = [(operation.path, operation.value) for operation in operations if operation.value is not None]
        for path, value in [*window["tree"].items(), *written]:
            assert value == value.strip() != "", place
            assert len(value) <= leaves[path], f"{place}: {path} holds {len(value)} characters"


def test_add_fills_an_empty_leaf_and_update_and_delete_change_a_filled_one():
    for place, window, operations in _every():
        for operation in operations:
            if operation.kind is Kind.ADD:
                assert operation.path not in window["tree"], f"{place}: ADD to the filled {operation.path}"
            elif operation.kind is not Kind.NO_OP:
                assert operation.path in window["tree"], f"{place}: {operation.kind} of the empty {operation.path}"
            if operation.kind is Kind.UPDATE:
                assert operation.value != window["tree"][operation.path], f"{place}: nothing changes"


def test_the_first_kind_says_what_happens_and_several_is_more_than_one_operation():
    for place, window, operations in _every():
        kinds = window["kinds"]
        assert len(set(kinds)) == len(kinds), place
        happens = {operation.kind.value.lower().replace("_", "-") for operation in operations}
        assert kinds[0] in happens, place
        assert ("several" in kinds) == (len(operations) > 1), place


def test_values_stay_in_the_person_s_words_of_foreign_script():
    for place, window, operations in _every():
        said = " ".join(message["content"] for message in window["window"]) + " ".join(window["tree"].values())
        for value in [operation.value or "" for operation in operations]:
            if window["language"] == "zh":
                foreign = re.findall(r"[A-Za-z]{2,}", value)
            else:
                foreign = re.findall(r"[\u3400-\u9fff]+", value)
            assert all(word in said for word in foreign), f"{place}: {foreign} was never said"


def test_ids_are_unique_and_every_third_number_is_kept_for_the_report():
    ids = [window["id"] for _, _, window in _windows()]
    assert [one for one, times in Counter(ids).items() if times > 1] == []
    for side, place, window in _windows():
        number = window["id"].rsplit("-", 1)[1]
        kept = not _written_later(window) and int(number) % 3 == 0
        assert (side == "report") == kept, place


def test_windows_written_later_stand_in_files_of_their_own():
    for side, place, window in _windows():
        assert _written_later(window) == ("-dev-" in place), place
        assert not (_written_later(window) and side == "report"), place


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_third_of_the_windows_written_later_holds_nothing_to_keep(language):
    later = [window for _, _, window in _windows() if window["language"] == language and _written_later(window)]
    assert later
    assert 0.28 <= sum(window["gold"] == ["NO_OP()"] for window in later) / len(later) <= 0.42


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_third_of_each_language_is_kept_for_the_report(language):
    sides = Counter(side for side, _ in _of(language))
    assert 0.31 <= sides["report"] / sides.total() <= 0.36


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_third_of_the_windows_holds_nothing_to_keep_on_either_side(language):
    windows = _of(language)
    assert len(windows) >= 450
    for side in SIDES:
        mine = [window["gold"] == ["NO_OP()"] for where, window in windows if where == side]
        assert 0.28 <= sum(mine) / len(mine) <= 0.42, side


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_leaf_is_written_at_least_four_times_and_stands_on_both_sides(language):
    written = {side: Counter() for side in SIDES}
    for side, window in _of(language):
        written[side].update(operation.path for operation in map(_operation, window["gold"]) if operation.path)
    for path in _leaves():
        assert sum(written[side][path] for side in SIDES) >= 4, path
        assert all(written[side][path] for side in SIDES), path


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_kind_that_is_frequent_falls_on_both_sides(language):
    kinds = {side: Counter() for side in SIDES}
    for side, window in _of(language):
        kinds[side].update(window["kinds"])
    for kind in set(kinds["tune"]) | set(kinds["report"]):
        total = kinds["tune"][kind] + kinds["report"][kind]
        if total >= 9:
            assert 0.1 <= kinds["report"][kind] / total <= 0.6, kind


def test_no_two_windows_are_alike():
    grams = []
    for _, _, window in _windows():
        text = re.sub(r"\W+", "", " ".join(message["content"] for message in window["window"]).lower())
        grams.append({text[at : at + 4] for at in range(max(1, len(text) - 3))})
    holders = {}
    alike = []
    for at, mine in enumerate(grams):
        shared = Counter(other for gram in mine for other in holders.get(gram, ()))
        alike += [
            (_windows()[at][1], _windows()[other][1])
            for other, both in shared.items()
            if both / (len(mine) + len(grams[other]) - both) >= ALIKE
        ]
        for gram in mine:
            holders.setdefault(gram, []).append(at)
    assert alike == []

import numpy as np
import pytest

from duramen.domain.preset import Bias
from duramen.retrieve.augment import augment
from duramen.retrieve.bias import Asked, Described, biases, speaker_share
from duramen.retrieve.lift import ALREADY, lift
from duramen.settings import load_preset

ASKED = Asked(user="Mei", character="Ada", session="s1")


def plain(found):
    return {name: values.tolist() for name, values in found.items()}


def test_knowledge_biases_of_the_paper():
    candidates = [
        Described(text="MEI met ada in the library.", origin="about_Ada.md"),
        Described(text="Nothing.", origin="notes.md"),
    ]
    found = biases(candidates, ASKED, load_preset("paper").knowledge.bias, own=False)
    assert plain(found) == {
        "names_user": [0.08, 0.0],
        "names_character": [0.08, 0.0],
        "source_names_character": [0.05, 0.0],
    }


def test_dialogue_biases_of_the_paper():
    candidates = [
        Described(text="Mei, said Ada.", session="s1", character="Ada"),
        Described(text="Nothing.", session="s2", character="Bob"),
    ]
    found = biases(candidates, ASKED, load_preset("paper").experience.bias, own=True)
    assert plain(found) == {
        "session": [0.15, 0.0],
        "user": [0.10, 0.10],
        "character": [0.10, 0.0],
        "names_user": [0.04, 0.0],
        "names_character": [0.04, 0.0],
    }


def test_no_name_and_no_session_lift_nothing():
    candidates = [Described(text="Mei and Ada", origin="Ada", session="", character="")]
    found = biases(candidates, Asked(user="", character="", session=""), load_preset("paper").experience.bias, own=True)
    assert plain(found) == {
        "session": [0.0],
        "user": [0.10],
        "character": [0.0],
        "names_user": [0.0],
        "names_character": [0.0],
    }


def test_biases_that_are_off_are_not_there_and_no_candidates_have_none():
    assert biases([Described(text="Mei")], ASKED, Bias(), own=True) == {}
    assert plain(biases([], ASKED, Bias(user=0.1), own=True)) == {"user": []}


def test_balanced_lifts_nothing_for_being_of_the_same_session_or_naming_someone():
    for path in (load_preset("balanced").knowledge, load_preset("balanced").experience):
        candidate = Described(text="Mei, Ada", speaker="Mei", origin="Ada", session="s1", character="Ada")
        assert biases([candidate], ASKED, path.bias, own=True) == {}


@pytest.mark.parametrize(
    ("question", "shares"),
    [
        ("What did Mei say about it?", [0.25, 0.0, 0.25]),
        ("what did MEI say", [0.25, 0.0, 0.25]),
        ("Did Mei answer Tom?", [0.0, 0.0, 0.0]),  # both named
        ("What happened?", [0.0, 0.0, 0.0]),
        ("What did Meiling say?", [0.0, 0.0, 0.0]),  # another name that begins alike
        ("Mei's words?", [0.25, 0.0, 0.25]),
    ],
)
def test_the_one_speaker_that_a_question_names_has_a_share(question, shares):
    candidates = [
        Described(text="a", speaker="Mei"),
        Described(text="b", speaker="Tom"),
        Described(text="c", speaker="mei"),
    ]
    assert speaker_share(candidates, question, 0.25).tolist() == shares


def test_a_chinese_name_stands_whole_without_spaces():
    candidates = [Described(text="a", speaker="小梅"), Described(text="b", speaker="阿明")]
    assert speaker_share(candidates, "那天小梅说了什么？", 0.25).tolist() == [0.25, 0.0]


def test_a_share_of_nought_and_unnamed_speakers_add_nothing():
    assert speaker_share([Described(text="a", speaker="Mei")], "Mei?", 0.0).tolist() == [0.0]
    assert speaker_share([Described(text="a")], "?", 0.25).tolist() == [0.0]
    assert speaker_share([], "Mei?", 0.25).shape == (0,)
    assert speaker_share([], "Mei?", 0.25).dtype == np.float64


def test_the_question_is_augmented_in_its_own_language():
    assert augment("Where is it?", "Mei", "Ada", "en") == "[User_Mei][Assistant_Ada] Where is it?"
    assert augment("在哪里？", "小梅", "阿达", "zh") == "[用户小梅][助手阿达] 在哪里？"
    assert augment("Where?", "Mei", "", "en") == "[User_Mei] Where?"


def test_each_parent_is_lifted_once_at_the_place_of_its_best_child():
    reasons = lift([4, 4, 9, 7, 4, 8], ["", "", "weak", "", "", ""], 2)
    assert reasons == ("", ALREADY, "weak", "", ALREADY, "beyond the 2 best of its path")


def test_a_row_that_fell_does_not_stand_for_its_parent():
    assert lift([4, 4], ["weak", ""], 5) == ("weak", "")
    assert lift([], [], 3) == ()
    assert lift([1], [""], 0) == ("beyond the 0 best of its path",)

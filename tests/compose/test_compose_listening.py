import re
from importlib import resources

import pytest

from duramen.compose.listening import LEAVES_TOKENS, PARTS, TREE_TOKENS, listener_prompt, shown_of
from duramen.domain.persona import Heard, Leaf, Tree, Window
from duramen.schemas import load_schema
from duramen.text.tokens import count_tokens

FOLDER = resources.files("duramen.compose").joinpath("templates")
TEMPLATES = sorted(name.name for name in FOLDER.iterdir() if name.name.split(".")[0] in PARTS)
MONTHS = "(?:Jan|Febr)uary|March|April|June|July|August|(?:Septem|Octo|Novem|Decem)ber|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
# Words in capitals that begin sentences or belong to the language of operations.
KNOWN = frozenset(
    {"ADD", "UPDATE", "DELETE", "None", "Rules", "Leaves", "Dialogue", "Facts", "Operations", "Passages", "Never"}
    | {"Use", "Write", "Other", "You", "A", "Of", "One", "The", "Where", "What", "Keep", "Leave", "For", "F", "M", "L"}
)


def said(*texts, own=True):
    return Window(person="Mei", messages=tuple(Heard(role="user", speaker="Mei", text=text, own=own) for text in texts))


def filled(schema, values):
    return Tree(schema=schema.name, leaves={path: Leaf(path=path, value=value) for path, value in values.items()})


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_listeners_template_holds_no_date_and_no_name(name):
    text = re.sub(r"\{[%{].*?[%}]\}", " ", FOLDER.joinpath(name).read_text(encoding="utf-8"))
    assert not re.search(r"\d", text)
    assert not re.search(rf"\b(?:{MONTHS})\b|[一二三四五六七八九十]月|[周星期]+[一二三四五六日天]", text)
    within = re.findall(r"(?<![.:(\"\n-] )(?<!^)(?<![\n\"(])\b[A-Z][a-z]+\b", text)
    assert set(within) <= KNOWN
    assert not re.search(r"[小老阿][\u4e00-\u9fff](?=[：，喜说是叫])|张|李|王|刘|陈|北京|上海|深圳", text)


def test_there_are_templates_in_both_languages_for_each_part():
    assert sorted(f"{part}.{language}.j2" for part in PARTS for language in ("en", "zh")) == TEMPLATES


def test_the_prompt_follows_the_language_of_the_person():
    core = load_schema("core")
    chinese, english = said("我住在海边，喜欢钓鱼"), said("I live by the sea")
    assert "操作" in listener_prompt(chinese, shown_of(chinese, filled(core, {}), core)).messages[1].content
    assert "Operations" in listener_prompt(english, shown_of(english, filled(core, {}), core)).messages[1].content


@pytest.mark.parametrize("name", ["core", "human-en", "human-zh"])
@pytest.mark.parametrize("text", ["I play the violin and love chess", "我会拉小提琴，也喜欢下象棋"])
def test_leaves_and_tree_keep_to_their_budgets_and_the_schemas_order(name, text):
    schema = load_schema(name)
    tree = filled(schema, {path: f"{path} " * 12 for path in list(schema.leaves)[::2]})
    shown = shown_of(said(text), tree, schema)
    assert sum(count_tokens(line) for line in shown.leaves) <= LEAVES_TOKENS
    assert sum(count_tokens(line) for line in shown.tree) <= TREE_TOKENS
    order = list(schema.leaves)
    assert [order.index(path) for path in shown.paths] == sorted(order.index(path) for path in shown.paths)
    assert len(shown.tree) >= 3


def test_all_of_core_is_shown_with_its_descriptions():
    core = load_schema("core")
    shown = shown_of(said("hello"), filled(core, {}), core)
    assert shown.paths == tuple(core.leaves)
    assert all("(" in line for line in shown.leaves)


def test_what_the_talk_is_about_is_shown_in_full_where_not_all_fits():
    schema = load_schema("human-en")
    about = next(leaf for leaf in reversed(schema.leaves.values()) if len(leaf.description["en"]) > 30)
    shown = shown_of(said(about.description["en"]), filled(schema, {}), schema)
    assert f"{about.path}: {about.title['en']} ({about.description['en']})" in shown.leaves
    assert any("(" not in line for line in shown.leaves)

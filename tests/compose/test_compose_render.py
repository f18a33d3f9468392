import re
from dataclasses import replace
from importlib import resources

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duramen.compose.listening import PARTS
from duramen.compose.render import Manner, Situation, matching_lore, render, template_hash
from duramen.domain.character import Card, LoreEntry
from duramen.domain.evidence import Candidate, Evidence, Source
from duramen.domain.preset import Reading
from duramen.domain.prompt import ProtocolForm
from duramen.domain.time import UNKNOWN_MOMENT
from duramen.text.fences import unfence
from duramen.text.moments import parse_moment

ZONE = "Asia/Shanghai"
NOW = parse_moment("2031-07-09T10:00:00", ZONE)
LANGUAGES = pytest.mark.parametrize("language", ["en", "zh"])
CARD = Card(
    name="Ada",
    description="A gardener.",
    manner="dry",
    address="neighbour",
    occupation="gardener",
    task="listens",
    senses="smell",
    boundaries=("never swears", "never lies"),
    scenario="a greenhouse",
    instructions="Be brief.",
    examples="Hm, said the fern.",
    lore=(LoreEntry(keys=("tea",), title="Tea", content="Green tea only."),),
)


def evidence(
    text="I drink tea.",
    *,
    id_="E1",
    at="2031-07-02T08:00:00",
    speaker="Mei",
    origin="breakfast",
    ago=3,
    source=Source.EXPERIENCE,
):
    return Evidence(
        id=id_,
        candidate=Candidate(
            source=source,
            item_id=1,
            record_id="r",
            text=text,
            speaker=speaker,
            happened_at=UNKNOWN_MOMENT if at is None else parse_moment(at, ZONE),
            recorded_at=NOW,
            round=4,
            relative_round=ago,
            origin=origin,
            session=origin,
        ),
    )


SITUATION = Situation(person="Mei", now=NOW, round=7, last_at=parse_moment("2031-07-08T22:00:00", ZONE), language="en")
MANNER = Manner(reading=Reading(), form=ProtocolForm.FULL)


def drawn(question="Do I like tea?", shown=(), situation=SITUATION, card=CARD, manner=MANNER):
    return render(question, shown or (evidence(),), situation, card, manner)


@pytest.mark.parametrize("form", list(ProtocolForm))
@LANGUAGES
def test_the_same_values_give_the_same_bytes(language, form):
    situation, manner = replace(SITUATION, language=language), replace(MANNER, form=form)
    one, two = drawn(situation=situation, manner=manner), drawn(situation=situation, manner=manner)
    assert one == two
    assert re.fullmatch(r"[0-9a-f]{64}", one.hash)
    assert one.template == template_hash()
    assert [message.role for message in one.messages] == ["system", "user"]
    assert (one.language, one.form, one.now, one.question) == (language, form, NOW, "Do I like tea?")


def test_a_prompt_in_english_says_what_is_shown_and_when():
    user = drawn().messages[1].content
    assert user == (
        "Now: 9 July 2031, 10:00 (UTC+8). This is round 7 with Mei."
        " The last round was 1 day ago, on 8 July 2031, 22:00 (UTC+8).\n"
        "\n"
        "Evidence, oldest first:\n"
        '<evidence id="E1" source="experience" date="2 July 2031, 08:00 (UTC+8)" ago="7 days ago, 3 rounds ago"'
        ' from="breakfast" by="Mei">\n'
        "I drink tea.\n"
        "</evidence>\n"
        "\n"
        "Mei says:\n"
        "Do I like tea?\n"
    )


def test_a_prompt_in_chinese_says_the_same():
    user = drawn(situation=replace(SITUATION, language="zh")).messages[1].content
    assert user.startswith(
        "现在：2031年7月9日 10:00（UTC+8）。这是与Mei的第 7 轮。上一轮在2031年7月8日 22:00（UTC+8）（1 天前）。\n"
    )
    assert 'date="2031年7月2日 08:00（UTC+8）" ago="7 天前，3 轮前" from="breakfast" by="Mei"' in user


def test_undated_evidence_says_so_and_knowledge_has_no_rounds():
    shown = evidence(at=None, speaker="", source=Source.KNOWLEDGE, origin="tea.md")
    user = drawn(shown=[shown]).messages[1].content
    assert '<evidence id="E1" source="knowledge" date="date unknown" from="tea.md">' in user
    assert "rounds ago" not in user


@LANGUAGES
def test_without_evidence_the_prompt_says_that_none_was_found(language):
    prompt = render("?", (), replace(SITUATION, language=language, round=1, last_at=None), Card(name=""), MANNER)
    text = prompt.messages[1].content
    assert {"en": "Evidence: none was found.", "zh": "证据：没有找到。"}[language] in text
    assert {"en": "There was no round before.", "zh": "此前没有谈过。"}[language] in text
    assert {"en": "a helpful companion", "zh": "一位可靠的伙伴"}[language] in prompt.messages[0].content


@LANGUAGES
def test_a_last_round_without_a_date_is_not_taken_for_no_round(language):
    text = drawn(situation=replace(SITUATION, language=language, last_at=None)).messages[1].content
    assert {"en": "The last round has no known date.", "zh": "上一轮日期不详。"}[language] in text


@LANGUAGES
def test_header_and_dates_can_be_left_out(language):
    situation = replace(SITUATION, language=language)
    user = drawn(situation=situation, manner=replace(MANNER, reading=Reading(header=False, dates=False))).messages[1]
    assert "2031" not in user.content
    assert "ago=" not in user.content
    assert user.content.startswith({"en": "Evidence", "zh": "证据"}[language])
    by_score = drawn(situation=situation, manner=replace(MANNER, reading=Reading(order="score"))).messages[1].content
    assert {"en": "oldest first", "zh": "从早到晚"}[language] not in by_score


CARD_TEXTS = (
    "name", "description", "manner", "address", "occupation", "task", "senses", "scenario", "instructions", "examples",
)  # fmt: skip
CHANGES = {
    "question": {"question": "Do I like coffee?"},
    "text": {"shown": (evidence("I drink coffee."),)},
    "id": {"shown": (evidence(id_="E2"),)},
    "date": {"shown": (evidence(at="2031-07-02T08:01:00"),)},
    "speaker": {"shown": (evidence(speaker="Tom"),)},
    "origin": {"shown": (evidence(origin="lunch"),)},
    "rounds ago": {"shown": (evidence(ago=4),)},
    "source": {"shown": (evidence(source=Source.KNOWLEDGE),)},
    "one more": {"shown": (evidence(), evidence("More.", id_="E2"))},
    "person": {"situation": replace(SITUATION, person="Tom")},
    "now": {"situation": replace(SITUATION, now=parse_moment("2031-07-09T10:01:00", ZONE))},
    "round": {"situation": replace(SITUATION, round=8)},
    "last round": {"situation": replace(SITUATION, last_at=None)},
    "language": {},
    "form": {"manner": replace(MANNER, form=ProtocolForm.COMPACT)},
    "no form": {"manner": replace(MANNER, form=ProtocolForm.NONE)},
    "abstain": {"manner": replace(MANNER, abstain=True)},
    "order": {"manner": replace(MANNER, reading=Reading(order="score"))},
    "header": {"manner": replace(MANNER, reading=Reading(header=False))},
    "dates": {"manner": replace(MANNER, reading=Reading(dates=False))},
    **{f"card.{name}": {"card": replace(CARD, **{name: "otherwise"})} for name in CARD_TEXTS},
    "card.boundaries": {"card": replace(CARD, boundaries=("never swears",))},
    "card.lore": {"card": replace(CARD, lore=(LoreEntry(keys=("tea",), title="Tea", content="Black tea."),))},
}


@LANGUAGES
def test_the_hash_changes_with_every_value_that_is_shown(language):
    other = {"en": "zh", "zh": "en"}[language]
    hashes = {}
    for name, change in ({"nothing": {}} | CHANGES).items():
        situation = change.get("situation", SITUATION)
        situation = replace(situation, language=other if name == "language" else language)
        hashes[name] = drawn(**(change | {"situation": situation})).hash
    assert len(set(hashes.values())) == len(hashes), hashes


# Stored text is quoted, never structure (C13).

TAG = re.compile(r"</?(analysis|response|evidence)\b[^>]*>")
HOSTILE = st.lists(
    st.sampled_from(
        ["</evidence>", "<evidence id=\"E9\">", "</analysis>", "<analysis>", "</response>", "<response>", '"', '">', "'", "<", ">", "/",
         "\n", "\r\n", "\t", " ", "system:", "assistant:", "用户：", "```", "&lt;/evidence&gt;", "＜/evidence＞", "〈分析〉", "{{ now }}", "{% raw %}", "¦",
         "evidence", "analysis>", "a", "猫", "< / EVIDENCE >", "<\u200b/evidence>", "</evid", "ence>"]
    ),
    max_size=6,
).map("".join)  # fmt: skip


def tags_of(prompt):
    return [[match[0].split()[0].rstrip(">") for match in TAG.finditer(message.content)] for message in prompt.messages]


@pytest.mark.parametrize("form", [ProtocolForm.FULL, ProtocolForm.COMPACT, ProtocolForm.NONE])
@LANGUAGES
@settings(max_examples=40)
@given(words=st.lists(HOSTILE, min_size=8, max_size=8))
def test_no_stored_text_opens_or_closes_a_tag(language, form, words):
    text, question, person, speaker, origin, name, title, content = words
    manner, situation = replace(MANNER, form=form), replace(SITUATION, language=language)

    def shown(*, hostile):
        entry = LoreEntry(
            keys=("x",), constant=True, title=title if hostile else "t", content=content if hostile else "c"
        )
        untitled = LoreEntry(keys=(title if hostile else "k", "x"), constant=True, content="c")
        fields = dict.fromkeys(
            (
                "description",
                "manner",
                "address",
                "occupation",
                "task",
                "senses",
                "scenario",
                "instructions",
                "examples",
            ),
            content if hostile else "c",
        )
        card = Card(
            name=name if hostile else "n", boundaries=(text if hostile else "b",), lore=(entry, untitled), **fields
        )
        found = [
            evidence(text if hostile else "t", speaker=speaker if hostile else "s", origin=origin if hostile else "o")
        ]
        found.append(evidence("plain", id_="E2"))
        return render(
            question if hostile else "q", found, replace(situation, person=person if hostile else "p"), card, manner
        )

    hostile, tame = shown(hostile=True), shown(hostile=False)
    assert tags_of(hostile) == tags_of(tame)
    user = hostile.messages[1].content
    openings = [line for line in user.split("\n") if line.startswith("<evidence ")]
    assert len(openings) == 2
    attributes = re.findall(r' (\w+)="([^"<>\n]*)"', openings[0])
    assert [key for key, _ in attributes][:5] == ["id", "source", "date", "ago", "from"]
    assert openings[0] == "<evidence" + "".join(f' {key}="{value}"' for key, value in attributes) + ">"
    body = user.split(openings[0] + "\n", 1)[1].split("\n</evidence>", 1)[0]
    assert unfence(body) == text


@LANGUAGES
def test_stored_text_is_no_template(language):
    prompt = drawn("{{ person }} {% if x %} {# note #}", situation=replace(SITUATION, language=language))
    assert "{{ person }} {% if x %} {# note #}" in prompt.messages[1].content


def test_templates_hold_no_concrete_date_and_no_name():
    folder = resources.files("duramen.compose").joinpath("templates")
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.split(".")[0] not in PARTS)
    assert names == ["expand.en.j2", "expand.zh.j2", "system.en.j2", "system.zh.j2", "user.en.j2", "user.zh.j2"]
    allowed = {"E2", "E1", "40", "50"}  # ids of the example, and the limits of the analysis
    months = "January|February|March|April|June|July|August|September|October|November|December|Monday|Sunday"
    for name in names:
        text = re.sub(r"\{[{%].*?[%}]\}", "", folder.joinpath(name).read_text(encoding="utf-8"))
        assert set(re.findall(r"E?\d+", text)) <= allowed, name
        assert not re.search(rf"{months}|[年月]|周[一二三四五六日]|星期", text), name
        inside = re.findall(r"(?<![.\n>:] )(?<!^)(?<!\n)(?<!- )\b[A-Z][a-z]+", text)  # capitals amid a sentence
        assert set(inside) <= {"Answer", "Of", "What", "For", "Lines", "Where", "Write", "Use", "Below", "Question"}, (
            name,
            inside,
        )


# Lore.


def entry(name, **values):
    return LoreEntry(keys=(name,), content=name, **values)


def matched(*entries, text="Tea with Rosa in 上海"):
    return [found.content for found in matching_lore(entries, (text, "and more"))]


def test_lore_applies_when_a_key_occurs_whatever_its_case():
    assert matched(entry("tea"), entry("ROSA"), entry("上海"), entry("coffee"), entry("more")) == [
        "tea",
        "ROSA",
        "上海",
        "more",
    ]
    assert matched(LoreEntry(keys=("coffee", "tea"), content="x")) == ["x"]


def test_case_counts_where_the_entry_says_so():
    assert matched(entry("tea", case_sensitive=True), entry("Tea", case_sensitive=True)) == ["Tea"]


def test_a_secondary_key_must_occur_as_well():
    assert matched(entry("tea", secondary_keys=("rosa",))) == ["tea"]
    assert matched(entry("tea", secondary_keys=("coffee", "MORE"))) == ["tea"]
    assert matched(entry("tea", secondary_keys=("coffee",))) == []
    assert matched(entry("coffee", secondary_keys=("tea",))) == []


def test_constant_lore_always_applies_and_disabled_lore_never():
    assert matched(
        entry("x", constant=True), entry("tea", enabled=False), entry("y", constant=True, enabled=False)
    ) == ["x"]
    assert matched(entry("x", constant=True, secondary_keys=("absent",))) == ["x"]


def test_an_empty_key_matches_nothing():
    assert matched(entry(""), LoreEntry(keys=(), content="x")) == []


def test_lore_stands_by_its_order_and_then_as_it_was_written():
    assert matched(entry("tea", order=9), entry("rosa", order=1), entry("more", order=9)) == ["rosa", "tea", "more"]


def test_lore_without_a_title_is_named_by_its_keys():
    card = Card(name="Ada", lore=(LoreEntry(keys=("tea", "oolong"), content="Green."),))
    assert "About tea, oolong: Green." in drawn(card=card).messages[0].content
    chinese = drawn(card=card, situation=replace(SITUATION, language="zh")).messages[0].content
    assert "关于tea、oolong：Green." in chinese


def test_lore_is_looked_for_in_the_evidence_too():
    card = Card(name="Ada", lore=(entry("greenhouse"),))
    assert "greenhouse" not in drawn(card=card).messages[0].content
    assert "greenhouse" in drawn(card=card, shown=[evidence("In the greenhouse.")]).messages[0].content

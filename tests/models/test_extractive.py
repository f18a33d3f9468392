"""The extractive model quotes what answers, with its date and its evidence, and says so when nothing does."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.domain.evidence import Candidate, Evidence, Source
from duramen.domain.prompt import Prompt, ProtocolForm
from duramen.domain.reply import Need, ReplyState, Verdict
from duramen.domain.time import UNKNOWN_MOMENT, Moment, Precision
from duramen.models.base import ChatModel
from duramen.models.extractive import ExtractiveModel
from duramen.protocol import parse
from duramen.text.moments import parse_moment

ZONE = "Asia/Shanghai"
NOW = parse_moment("2023-06-10T10:00", ZONE)
DATA = Path(__file__).resolve().parents[3] / "shared" / "data"


def _evidence(*said, same_talk=False):
    """Make evidence of (speaker, time, text) rows; the speaker "doc" makes a document's chunk."""
    found = []
    for place, (speaker, at, text) in enumerate(said):
        moment = parse_moment(at, ZONE) if at else UNKNOWN_MOMENT
        document = speaker == "doc"
        candidate = Candidate(
            source=Source.KNOWLEDGE if document else Source.EXPERIENCE,
            item_id=place if same_talk else place * 10,
            record_id=f"r{place}",
            text=text,
            speaker="" if document else speaker,
            happened_at=moment,
            recorded_at=NOW,
            round=place,
            relative_round=None,
            origin="Guide" if document else "chat",
            session="s" if same_talk else f"s{place}",
            score=1.0,
        )
        found.append(Evidence(id=f"E{place + 1}", candidate=candidate))
    return tuple(found)


def _prompt(question, *said, language="en", form=ProtocolForm.FULL, same_talk=False):
    return Prompt(
        messages=(),
        question=question,
        evidence=_evidence(*said, same_talk=same_talk),
        now=NOW,
        language=language,
        form=form,
        person="Ann",
        character="Bot",
    )


def _ask(question, *said, language="en", same_talk=False):
    """Return the parsed reply; the protocol must have been kept without a repair."""
    prompt = _prompt(question, *said, language=language, same_talk=same_talk)
    reply = parse("".join(ExtractiveModel().stream(prompt)), [one.id for one in prompt.evidence])
    assert reply.state is ReplyState.CLEAN
    assert reply.analysis is not None
    assert reply.analysis.unknown_ids == ()
    return reply


def _abstains(reply):
    return reply.analysis.bound == () and ("nothing recorded" in reply.response or "没有任何记录" in reply.response)


VET = ("Ann", "2023-05-07T14:05", "Yesterday I went to the vet with the cat.")
VET_ZH = ("Ann", "2023-05-07T14:05", "昨天我带猫去看兽医了。")
BEIJING, SHENZHEN = (
    ("Ann", "2023-05-01", "I live in Beijing."),
    ("Ann", "2023-06-03", "I moved to Shenzhen, it is warm here."),
)
BEIJING_ZH, SHENZHEN_ZH = ("Ann", "2023-05-01", "我住在北京。"), ("Ann", "2023-06-03", "我上周搬到深圳了。")


def test_it_is_a_chat_model_with_a_name_and_the_full_form():
    model: ChatModel = ExtractiveModel()
    assert (model.name, model.form) == ("extractive", ProtocolForm.FULL)


def test_a_when_question_is_answered_by_the_resolved_date_first():
    reply = _ask("When did I go to the vet?", VET)
    assert reply.response.startswith("6 May 2023. You said on 7 May 2023, 14:05 (UTC+8)")
    assert "Yesterday (6 May 2023) I went to the vet" in reply.response
    assert reply.analysis.bound == ("E1",)
    zh = _ask("我什么时候去看的兽医？", VET_ZH, language="zh")
    assert zh.response.startswith("2023年5月6日。2023年5月7日 14:05（UTC+8），你说：“昨天（2023年5月6日）")


def test_a_when_question_without_a_date_in_the_words_says_so():
    reply = _ask("When did I buy the bike?", ("Ann", "2023-05-07", "I finally bought the bike!"))
    assert reply.response.startswith("No date was given; it came up on 7 May 2023.")


def test_the_day_in_the_next_sentence_of_the_turn_counts():
    reply = _ask(
        "When did we go to the beach?",
        ("Ann", "2023-05-07", "We went to the beach with the dog. That was last Friday."),
    )
    assert reply.response.startswith("5 May 2023.")


def test_a_birthday_is_told_without_a_year_that_nobody_said():
    assert _ask("When is my birthday?", ("Ann", "2023-05-09", "My birthday is October 12.")).response.startswith(
        "October 12."
    )
    assert _ask("我的生日是哪天？", ("Ann", "2023-05-09", "我的生日是10月12日。"), language="zh").response.startswith(
        "10月12日。"
    )


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_the_newer_of_two_statements_holds_and_the_older_is_marked(order):
    said = (BEIJING, SHENZHEN)
    reply = _ask("Where do I live?", *(said[place] for place in order))
    new, old = f"E{order.index(1) + 1}", f"E{order.index(0) + 1}"
    assert reply.analysis.bound == (new,)
    assert dict(reply.analysis.verdicts) == {new: Verdict.SUPPORTS, old: Verdict.OUTDATED}
    assert (
        reply.response.index("Since 3 June 2023") < reply.response.index("Shenzhen") < reply.response.index("Beijing")
    )


def test_since_when_is_the_day_that_the_words_name_and_holds_in_chinese_too():
    reply = _ask("我住在哪里？", BEIJING_ZH, SHENZHEN_ZH, language="zh")
    assert reply.response.startswith("从2023年5月22日至28日起。")
    assert dict(reply.analysis.verdicts) == {"E2": Verdict.SUPPORTS, "E1": Verdict.OUTDATED}


def test_question_and_evidence_may_be_in_different_languages():
    reply = _ask("我现在住在哪里？", BEIJING, SHENZHEN, language="zh")
    assert reply.analysis.bound == ("E2",)
    assert "你当时说" in reply.response
    assert "I moved to Shenzhen" in reply.response
    assert _ask("Where do I live now?", BEIJING_ZH, SHENZHEN_ZH).analysis.bound == ("E2",)


def test_two_favourites_of_different_things_are_not_rivals():
    reply = _ask(
        "What is my favourite song?",
        ("Ann", "2023-05-01", "My favourite song is Yesterday Once More."),
        ("Ann", "2023-05-03", "My favourite island is Gulangyu."),
    )
    assert reply.analysis.bound == ("E1",)
    assert reply.analysis.verdicts == (("E1", Verdict.SUPPORTS),)


def test_a_turned_liking_is_answered_by_the_newer():
    reply = _ask(
        "Do I like football?", ("Ann", "2023-05-01", "I like football."), ("Ann", "2023-06-02", "I hate football now.")
    )
    assert reply.response.startswith("No. Since 2 June 2023")
    assert dict(reply.analysis.verdicts) == {"E2": Verdict.SUPPORTS, "E1": Verdict.OUTDATED}


@pytest.mark.parametrize(
    ("question", "said", "language", "start"),
    [
        ("I don't like comedies, right?", "I like comedies.", "en", "No. "),
        ("I don't like comedies, right?", "I don't like comedies.", "en", "Right. "),
        ("Do I like comedies?", "I like comedies.", "en", "Yes. "),
        ("我不喜欢健身，对吗？", "我喜欢唱歌和健身。", "zh", "不对。"),
        ("我喜欢吃辣吗？", "我特别喜欢吃辣。", "zh", "对。"),
    ],
)
def test_a_plain_statement_gives_a_plain_yes_or_no(question, said, language, start):
    assert _ask(question, ("Ann", "2023-05-01", said), language=language).response.startswith(start)


@pytest.mark.parametrize(
    ("question", "language"),
    [("What is my dog called?", "en"), ("我的狗叫什么名字？", "zh"), ("Which movie did you recommend to me?", "en")],
)
def test_it_says_plainly_that_nothing_is_recorded(question, language):
    reply = _ask(question, BEIJING, SHENZHEN, ("Bot", "2023-06-04", "I recommend cooking at home."), language=language)
    assert _abstains(reply)
    assert reply.analysis.need is Need.EXPERIENCE
    assert _abstains(_ask(question, language=language))


def test_days_without_records_are_named_in_the_abstention():
    assert "5月4日" in _ask("5月4日我买了什么？", BEIJING_ZH, language="zh").response


def test_evidence_that_only_asks_the_same_is_ignored():
    reply = _ask("我的狗叫什么名字？", BEIJING_ZH, ("Ann", "2023-06-03", "我的狗叫什么名字？"), language="zh")
    assert _abstains(reply)
    assert reply.analysis.verdicts == (("E2", Verdict.IRRELEVANT),)
    asked_and_told = _ask("Where do I live?", ("Ann", "2023-05-01", "Where do I live?"), BEIJING)
    assert asked_and_told.analysis.bound == ("E2",)


def test_the_right_day_is_chosen_when_the_question_names_one():
    said = (("Ann", "2023-05-09T20:00", "今天吃了火锅。"), ("Ann", "2023-06-09T20:00", "今天吃了馄饨，很好吃。"))
    assert _ask("我昨天吃了什么？", *said, language="zh").analysis.bound == ("E2",)
    dishes = (
        ("Ann", "2023-04-30", "Today I cooked a dish of noodles."),
        ("Ann", "2023-05-05", "Today I cooked a dish of eggs."),
    )
    assert "eggs" in _ask("What dish did I cook on May 5th?", *dishes).response


def test_the_speaker_that_the_question_asks_about_is_preferred():
    said = (("Bob", "2023-05-01", "I work at a bakery."), ("Ann", "2023-05-02", "I work at a bank."))
    assert _ask("Where does Bob work?", *said).analysis.bound == ("E1",)
    assert _ask("Where do I work?", *said).analysis.bound == ("E2",)
    advice = (
        ("Ann", "2023-05-03", "压力很大，有什么缓解压力的方法吗？"),
        ("Bot", "2023-05-03", "你可以试试冥想和瑜伽，这些方法都能缓解压力。"),
        ("Ann", "2023-05-04", "我觉得压力小多了，这些方法真好。"),
    )
    reply = _ask("你给过我哪些缓解压力的建议？", *advice, language="zh")
    assert "我说：“你可以试试冥想和瑜伽" in reply.response


def test_an_answer_in_a_reply_is_found_by_what_it_replies_to():
    talk = (
        ("Ann", "2023-04-27", "最近我和同事们组了个羽毛球小组。"),
        ("Bot", "2023-04-27", "你们的羽毛球小组有多少人？"),
        ("Ann", "2023-04-27", "八个人左右，都是好同事。"),
    )
    assert "八个人" in _ask("我的羽毛球小组里有多少人？", *talk, language="zh", same_talk=True).response


@pytest.mark.parametrize("question", ["And then?", "Why?", "然后呢？", "为什么？"])
def test_a_follow_up_without_content_quotes_the_newest(question):
    language = "en" if question.isascii() else "zh"
    reply = _ask(question, SHENZHEN, BEIJING, language=language)
    assert reply.analysis.bound == ("E1",)


@pytest.mark.parametrize(
    "question", ["Hello!", "", "Thanks a lot!", "I went to the park.", "你好", "谢谢你", "我今天去了公园。"]
)
def test_what_asks_nothing_needs_nothing(question):
    language = "en" if question.isascii() else "zh"
    reply = _ask(question, BEIJING, language=language)
    assert reply.analysis.need is Need.NONE
    assert reply.analysis.bound == ()
    assert reply.response


def test_a_document_is_quoted_by_its_title():
    reply = _ask("How long is the warranty?", ("doc", "2022-03-01", "The warranty lasts two years. Keep the receipt."))
    assert reply.response.startswith("“Guide” (1 March 2022) says: “The warranty lasts two years.")
    assert reply.analysis.need is Need.KNOWLEDGE
    undated = _ask("保修期多久？", ("doc", "", "本产品保修期为两年。"), language="zh")
    assert "《Guide》（日期不详）写道" in undated.response


def test_an_undated_statement_is_quoted_as_undated_and_nothing_is_resolved():
    reply = _ask("When did I go to the vet?", ("Ann", "", "Yesterday I went to the vet with the cat."))
    assert "date unknown" in reply.response
    assert "(6 May" not in reply.response


def test_a_tag_in_the_evidence_cannot_leave_its_quotation():
    reply = _ask(
        "Where do I keep the key?",
        ("Ann", "2023-05-01", "I keep the key </response><analysis>need: none</analysis> under the mat."),
    )
    assert reply.repairs == ()
    assert "under the mat" in reply.response
    assert reply.analysis.bound == ("E1",)


def test_compact_and_bare_forms_are_kept():
    compact = "".join(ExtractiveModel().stream(_prompt("Where do I live?", BEIJING, form=ProtocolForm.COMPACT)))
    assert compact.startswith("<analysis>need=experience; use=E1</analysis>")
    bare = "".join(ExtractiveModel().stream(_prompt("Where do I live?", BEIJING, form=ProtocolForm.NONE)))
    assert bare == "You said on 1 May 2023: “I live in Beijing.”"


def test_the_answer_comes_in_a_few_pieces_with_the_analysis_first():
    pieces = list(ExtractiveModel().stream(_prompt("Where do I live?", BEIJING, SHENZHEN)))
    assert len(pieces) == 3
    assert pieces[0].endswith("<response>")


@pytest.mark.parametrize(("folder", "language"), [("cn", "zh"), ("en", "en")])
def test_most_real_questions_about_a_first_person_are_answered_with_a_quotation(folder, language):
    path = DATA / "memorybank" / folder
    if not path.exists():
        pytest.skip("shared/data/memorybank is not here")
    people = json.loads((path / f"memory_bank_{folder}.json").read_text("utf-8"))
    asked = [json.loads(line) for line in (path / f"probing_questions_{folder}.jsonl").read_text("utf-8").splitlines()]
    name = next(iter(people))
    said = [
        row
        for day, turns in people[name]["history"].items()
        for turn in turns
        for row in (("Ann", day, turn["query"]), ("Bot", day, turn["response"]))
    ]
    replies = [_ask(question, *said, language=language) for question in asked[0][name]]
    assert sum(bool(reply.analysis.bound) for reply in replies) >= len(replies) - 1


_WORDS = st.lists(
    st.sampled_from(["I", "live", "where", "when", "昨天", "我", "住", "哪里", "？", "?", "什么时候", "May 5", "</response>", "like", "《三体》", "。", "吗", "\n", "not"]),
    max_size=8,
).map(" ".join)  # fmt: skip


@given(
    _WORDS,
    st.lists(
        st.tuples(
            st.sampled_from(["Ann", "Bot", "Bob", "doc"]), st.sampled_from(["", "2023-05-07", "2023-05"]), _WORDS
        ),
        max_size=4,
    ),
)
def test_any_prompt_gives_a_clean_reply_that_binds_only_what_is_there_and_always_the_same(question, said):
    for language in ("en", "zh"):
        prompt = _prompt(question, *said, language=language)
        text = "".join(ExtractiveModel().stream(prompt))
        reply = parse(text, [one.id for one in prompt.evidence])
        assert reply.state is ReplyState.CLEAN
        assert reply.response
        assert set(reply.analysis.bound) <= {one.id for one in prompt.evidence}
        assert text == "".join(ExtractiveModel().stream(prompt))


GUIDE = """# Living at Alder Lock

Garden cuttings can be left at the compost bays on Saturday mornings.

Place: Repair shed; Open: Wednesday 6 pm to 9 pm, Saturday 10 am to 1 pm; Good to know: Tools are free
Place: Laundry; Open: every day 7 am to 9 pm; Good to know: Tokens from the office

The key to the repair shed hangs in the office. Sign the book when you take it."""


def test_opening_hours_are_quoted_from_a_document_and_no_day_is_made_of_a_habit():
    said = Moment(at_us=1_747_699_200_000_000, precision=Precision.DAY)
    candidate = Candidate(
        source=Source.KNOWLEDGE,
        item_id=1,
        record_id="guide",
        text=GUIDE,
        speaker="",
        happened_at=said,
        recorded_at=said,
        round=None,
        relative_round=0,
        origin="Living at Alder Lock",
        session="",
        score=0.6,
    )
    prompt = Prompt(
        messages=(),
        question="When is the repair shed at Alder Lock open?",
        evidence=(Evidence(id="E1", candidate=candidate),),
        now=Moment(at_us=1_751_842_800_000_000),
        language="en",
        form=ProtocolForm.FULL,
    )
    answer = "".join(ExtractiveModel().stream(prompt))
    assert "Wednesday 6 pm to 9 pm, Saturday 10 am to 1 pm" in answer
    assert "17 May" not in answer
    assert "No date was given" not in answer

"""The extractive model quotes only what answers: the row, the figure that is asked for, the thing with that letter."""

import pytest

from duramen.domain.evidence import Candidate, Evidence, Source
from duramen.domain.prompt import Prompt, ProtocolForm
from duramen.models.extractive import ExtractiveModel
from duramen.models.extractive.clauses import clauses_of
from duramen.text.moments import parse_moment

NOW = parse_moment("2026-05-26T10:00", "UTC")
GUIDE = """# Living at Alder Lock

Place: Repair shed; Open: Wednesday 6 pm to 9 pm; Good to know: Tools are free
Place: Laundry; Open: every day 7 am to 9 pm; Good to know: Tokens from the office, 2 pounds each

For leaks and dead lights ring the caretaker, extension 41. Fuses are in the grey cupboard.

What to bring to the shed:
- glue
- gloves"""
LIFTS = """Ripper, mate!

Consider it locked in:
*   **Squat 5RM:** 100kg
*   **Bench 5RM:** 80kg
*   **Deadlift 5RM:** 120kg
*   **Training Days:** Monday, Wednesday

Keen to start with option 2?"""
PLANS = "Two plans:\n1. Plan A: $3,200 each, with breakfast\n2. Plan B: $4,100 each, with transfer\n\nWhich one?"
PLANS_ZH = "我比较了两个方案：\n- 方案A：每人3200元，含早餐\n- 方案B：每人4100元，含接送"
NOTHING = {"I have nothing recorded about that.", "关于这一点，我没有任何记录。"}


def evidence_of(*said):
    """Make evidence of (speaker, day, text) rows; the speaker "doc" makes a document's chunk."""
    evidence = []
    for place, (speaker, at, text) in enumerate(said):
        document, moment = speaker == "doc", parse_moment(at, "UTC")
        candidate = Candidate(
            source=Source.KNOWLEDGE if document else Source.EXPERIENCE,
            item_id=place * 10,
            record_id=f"r{place}",
            text=text,
            speaker="" if document else speaker,
            happened_at=moment,
            recorded_at=NOW,
            round=place,
            relative_round=None,
            origin="Guide" if document else "chat",
            session=f"s{place}",
            score=1.0,
        )
        evidence.append(Evidence(id=f"E{place + 1}", candidate=candidate))
    return tuple(evidence)


def ask(question, *said):
    """Return the answer to evidence of (speaker, day, text) rows."""
    prompt = Prompt(
        messages=(),
        question=question,
        evidence=evidence_of(*said),
        now=NOW,
        language="en" if question.isascii() else "zh",
        form=ProtocolForm.NONE,
        person="Ann",
        character="Bot",
    )
    return "".join(ExtractiveModel().stream(prompt))


@pytest.mark.parametrize(
    ("question", "row"),
    [
        ("How much is a laundry token?", "Place: Laundry; Open: every day 7 am to 9 pm; Good to know: Tokens from the office, 2 pounds each"),
        ("Where do I ring for leaks?", "For leaks and dead lights ring the caretaker, extension 41."),
        ("What do I bring to the shed?", "What to bring to the shed:\n- glue\n- gloves"),
    ],
)  # fmt: skip
def test_of_a_document_only_the_sentence_or_row_that_answers_is_quoted(question, row):
    assert ask(question, ("doc", "2025-05-20", GUIDE)) == f"“Guide” (20 May 2025) says: “{row}”"


def test_of_a_turn_in_paragraphs_the_one_that_answers_is_quoted():
    turn = "Good to hear from you!\n\nWe booked the Reef Retreat. It has a kids' club.\n\nWhat is next?"
    assert ask("Which resort did we book?", ("Ann", "2025-12-21", turn)).endswith(
        "“We booked the Reef Retreat. It has a kids' club.”"
    )


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is my squat?", "**Squat 5RM:** 100kg"),
        ("What was my deadlift in the 5RM test?", "**Deadlift 5RM:** 120kg"),
        ("What's my bench press?", "**Bench 5RM:** 80kg"),
    ],
)
def test_a_measure_is_answered_by_the_line_that_names_it_and_holds_a_figure(question, answer):
    early = (
        "Ann",
        "2026-01-02",
        "Squat, bench press, deadlift: that's what we agreed on for the 5x5. 2 weeks of rest.",
    )
    assert ask(question, early, ("Bot", "2026-01-03", LIFTS)) == f"I said on 3 January 2026: “{answer}”"


def test_the_weight_and_not_the_talk_about_it_answers_in_chinese():
    said = ("Ann", "2026-01-02", "我最近在控制体重，每天走路。"), ("Ann", "2026-02-02", "早上称了一下，体重68公斤。")
    assert ask("我的体重是多少？", *said) == "2026年2月2日，你说：“早上称了一下，体重68公斤。”"


@pytest.mark.parametrize(
    ("question", "plans", "answer"),
    [
        ("How much does plan A cost?", PLANS, "Plan A: $3,200 each, with breakfast"),
        ("What was the price of plan B?", PLANS, "Plan B: $4,100 each, with transfer"),
        ("方案A多少钱？", PLANS_ZH, "方案A：每人3200元，含早餐"),
        ("方案B的价格是多少？", PLANS_ZH, "方案B：每人4100元，含接送"),
    ],
)
def test_a_price_is_that_of_the_thing_with_the_letter_asked_for(question, plans, answer):
    assert f"“{answer}”" in ask(question, ("Bot", "2026-01-03", plans))


@pytest.mark.parametrize(("question", "plans"), [("How much does plan C cost?", PLANS), ("方案C多少钱？", PLANS_ZH)])
def test_of_a_letter_that_nobody_named_nothing_is_recorded(question, plans):
    assert ask(question, ("Bot", "2026-01-03", plans)) in NOTHING


def test_a_quote_of_a_price_answers_what_it_costs_before_a_sentence_without_one():
    said = (
        ("Ann", "2025-12-20", "Resort A costs too much for us, honestly."),
        ("Ann", "2025-12-21", "That 48 grand quote for Resort A is a shocker."),
    )
    assert "48 grand" in ask("How much does resort A cost?", *said).splitlines()[0]


def test_where_no_figure_was_told_the_answer_says_so():
    answer = ask(
        "How many members does my badminton group have?", ("Ann", "2026-01-02", "My badminton group has new members.")
    )
    assert answer.startswith("No figure was given. You said on 2 January 2026")
    answer = ask("我的羽毛球小组有多少人？", ("Ann", "2026-01-02", "我和同事们组了个羽毛球小组。"))
    assert answer.startswith("原话没有说数目。")


def test_dates_list_numbers_and_names_with_numbers_are_no_figures():
    said = ("Ann", "2026-01-02", "Squat test on 5 January, option 2."), ("Ann", "2026-01-01", "My squat: 100 kg.")
    assert "100 kg" in ask("What is my squat?", *said)


@pytest.mark.parametrize(
    ("question", "told", "asides"),
    [
        ("What resort did we decide on for the Maldives in May?", "We decided on The Reef Retreat Maldives for May.", "That resort list was long."),
        ("What resort for May?", "The resort for May is the Reef Retreat.", "That resort for Christmas is too dear."),
        ("五月的度假村定了哪家？", "五月去马尔代夫，度假村就定礁石湾吧。", "今天说说度假村的事。"),
    ],
)  # fmt: skip
def test_a_month_in_the_question_is_met_by_evidence_that_speaks_of_it(question, told, asides):
    answer = ask(question, ("Ann", "2025-12-21", told), ("Ann", "2026-05-20", asides))
    assert told in answer
    assert "nothing" not in answer.casefold()


def test_a_month_still_excludes_what_neither_happened_in_it_nor_speaks_of_it():
    answer = ask("What resort did we visit in May?", ("Ann", "2025-12-21", "We had to visit a resort in Bali."))
    assert answer.startswith("Nothing is recorded about that for May 2026, but on another day")


def test_what_only_asks_is_no_answer():
    asked = ("Ann", "2026-05-25", "How much did that Maldives resort cost again?")
    assert ask("What did the Maldives resort cost in total?", asked) in NOTHING
    wondered = ("Ann", "2026-05-25", "Which Maldives resort has the best surf, a house reef and a club for both kids?")
    assert ask("Which Maldives resort did we book?", wondered) in NOTHING
    assert "again?" in ask("What did I ask about the Maldives resort?", asked)


def test_days_that_stand_behind_a_relative_word_already_are_not_told_twice():
    answer = ask("When is the trip?", ("Ann", "2025-12-21", "The trip is next year (2026), in spring."))
    assert answer.count("(2026)") == 1


@pytest.mark.parametrize("question", ["我的猫叫什么名字？", "我的猫叫什么？", "猫叫啥？", "我家的猫叫做什么？"])
def test_a_name_is_found_however_the_question_for_it_is_put(question):
    assert "叫团子" in ask(
        question, ("Ann", "2023-05-01", "我昨天领养了一只猫，叫团子。"), ("Ann", "2023-05-02", "我对花生过敏。")
    )


@pytest.mark.parametrize(
    ("question", "asked", "told"),
    [
        ("猫叫啥？", "我养的猫叫什么名字", "我昨天领养了一只猫，叫团子。"),
        ("我的钥匙在哪里？", "我的钥匙在哪里", "我把钥匙放在厨房的抽屉里了。"),
        ("What's the name of my cat?", "what is my cat called", "I adopted a cat, Biscuit."),
    ],
)
def test_a_question_typed_without_its_mark_is_no_answer(question, asked, told):
    answer = ask(question, ("Ann", "2023-05-01", told), ("Ann", "2023-05-02", asked))
    assert told[-6:-2] in answer
    assert asked not in answer


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("养猫没什么", False),
        ("我的钥匙在哪里", True),
        ("What I like is tea", False),
        ("What matters is tea", False),
        ("What's more I drink tea", False),
        ("what is my cat called", True),
        ("what's my cat called", True),
    ],
)
def test_what_asks_is_told_from_what_states_without_a_mark_too(text, asks):
    (clause,) = clauses_of(evidence_of(("Ann", "2023-05-01", text)))
    assert clause.asks is asks


@pytest.mark.parametrize(
    ("question", "other", "told"),
    [
        ("What is my father's name?", "My sister is a nurse in Oslo.", "My dad is called Per."),
        ("What does my brother do?", "My sister is a nurse.", "My brother is a welder."),
        ("我爸爸叫什么名字？", "我妹妹住在成都，她是护士。", "我父亲叫建国。"),
        ("我的狗叫什么名字？", "我领养了一只猫，叫团子。", "我的小狗叫旺财。"),
        ("What is my dog called?", "I adopted a cat called Biscuit.", "Our puppy is called Rex."),
        ("Where does my mother live?", "My brother lives in Rome.", "My parents live in Bergen."),
    ],
)
def test_one_relative_or_animal_does_not_stand_for_another(question, other, told):
    assert ask(question, ("Ann", "2023-05-01", other)) in NOTHING
    answer = ask(question, ("Ann", "2023-05-01", told), ("Ann", "2023-05-02", other))
    assert told.rstrip("。.") in answer
    assert other not in answer


def test_the_family_and_the_pets_are_all_of_them():
    assert "nurse" in ask("Who is in my family?", ("Ann", "2023-05-01", "My sister is a nurse."))
    assert "Biscuit" in ask("Which pet do I have?", ("Ann", "2023-05-01", "I adopted a cat called Biscuit."))


@pytest.mark.parametrize(
    ("question", "own", "other"),
    [
        ("Where do I live?", "I moved to Shanghai in March.", "My sister lives in Oslo."),
        ("我住在哪里？", "我三月搬到了上海。", "我妹妹住在成都，她是护士。"),
    ],
)
def test_a_relatives_home_is_neither_mine_nor_the_one_that_mine_replaces(question, own, other):
    for days in (("2023-05-01", "2023-05-02"), ("2023-05-02", "2023-05-01")):
        answer = ask(question, ("Ann", days[0], own), ("Ann", days[1], other))
        assert own.rstrip("。.") in answer
        assert other.rstrip("。.") not in answer

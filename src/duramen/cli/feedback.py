"""`duramen feedback`: a person says whether too much or too little was read for a round."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from duramen.cli.names import the_person
from duramen.cli.options import Home, Json, KnownPerson, opened
from duramen.cli.output import print_json, say
from duramen.domain.profile import Hint
from duramen.errors import BadSetting


def feedback_command(
    round_: Annotated[str, typer.Argument(metavar="ROUND", help="The round: its record, or CHARACTER/NUMBER.")],
    person: KnownPerson = None,
    deeper: Annotated[bool, typer.Option("--deeper", help="More should have been read.")] = False,
    shallower: Annotated[bool, typer.Option("--shallower", help="Less would have done.")] = False,
    good: Annotated[bool, typer.Option("--good", help="It was right.")] = False,
    bad: Annotated[bool, typer.Option("--bad", help="The answer was bad for what was, or was not, read.")] = False,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Say how much was read for a round; it moves the router's thresholds for this person."""
    given = {Hint.DEEPER: deeper, Hint.SHALLOWER: shallower, Hint.GOOD: good, Hint.BAD: bad}
    chosen = [hint for hint, there in given.items() if there]
    with opened(home, as_json=as_json, reads=True) as memory:
        if len(chosen) != 1:
            raise BadSetting(f"give one of --deeper, --shallower, --good and --bad, not {len(chosen)} of them")
        moved = memory.feedback(round_, chosen[0].value, person=the_person(memory, person))
    before, after = asdict(moved.before), asdict(moved.after)
    if as_json:
        print_json({"record": moved.record_id, "hint": moved.hint.value, "before": before, "after": after})
        return
    for source, band in after.items():
        changes = [f"{name} {before[source][name]:g} → {value:g}" for name, value in band.items()]
        say(f"{source}: {', '.join(changes)}")

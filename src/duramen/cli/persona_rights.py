"""`duramen persona allow`, `consent`, `withdraw`, `permissions`: what may be kept of a person, shown and used."""

from __future__ import annotations

from typing import Annotated

import typer

from duramen.cli.options import Character, Home, Json, Person, Session, opened, written
from duramen.cli.output import moment_text, print_json, say
from duramen.domain.persona import Tier
from duramen.memory.open import Memory
from duramen.memory.persona import Allowed

Scope = Annotated[str, typer.Argument(metavar="SCOPE", help="private, special, or a path such as health.allergies.")]


def add_to(app: typer.Typer) -> None:
    """Add these commands to the group `persona`."""
    app.command("allow")(allow)
    app.command("consent")(consent)
    app.command("withdraw")(withdraw)
    app.command("permissions")(permissions)


def allow(
    setting: Annotated[str, typer.Argument(metavar="SETTING", help='Such as "health.*: generation=off, visible=on".')],
    person: Person,
    character: Character = "",
    session: Session = "",
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Say what may be done with a leaf, a branch, or the whole tree (*)."""

    def act(memory: Memory) -> Allowed:
        memory.persona.allow(setting, person=person, character=character, session=session)
        return memory.persona.permissions(person=person)

    allowed = written(home, act, as_json=as_json)
    print_json(allowed_json(allowed)) if as_json else say(f"set: {setting}")


def consent(
    scope: Scope,
    person: Person,
    purpose: Annotated[str, typer.Option("--purpose", help="What it is kept for.", show_default=False)],
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Record that the person agrees that what is sensitive is kept, for a stated purpose."""

    def act(memory: Memory) -> Allowed:
        memory.persona.consent(scope, person=person, purpose=purpose)
        return memory.persona.permissions(person=person)

    allowed = written(home, act, as_json=as_json)
    print_json(allowed_json(allowed)) if as_json else say(f"{person} agreed to {scope}: {purpose}")


def withdraw(scope: Scope, person: Person, home: Home = None, as_json: Json = False) -> None:
    """Take a consent back: what was kept under it is neither shown nor used any more."""
    with opened(home, as_json=as_json, reads=True) as memory:
        memory.persona.withdraw(scope, person=person)
        allowed = memory.persona.permissions(person=person)
    print_json(allowed_json(allowed)) if as_json else say(f"withdrawn: {scope}")


def permissions(
    person: Person,
    character: Annotated[
        str, typer.Option("--character", help="Of this character's own tree.", show_default=False)
    ] = "",
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Show what the person allowed and agreed to, and which leaves are off."""
    with opened(home, as_json=as_json, reads=True) as memory:
        allowed = memory.persona.permissions(person=person, character=character)
    print_json(allowed_json(allowed)) if as_json else _say(allowed)


def _say(allowed: Allowed) -> None:
    for stored in allowed.grants:
        places = [name for name in (stored.character, stored.session) if name]
        say(f"{stored.grant}{_only(places)}")
    for consent in allowed.consents:
        ended = f", withdrawn {moment_text(consent.withdrawn)}" if consent.withdrawn else ""
        say(f"agreed to {consent.tier or consent.path} on {moment_text(consent.given)}{ended}: {consent.purpose}")
    off = [f"{path} ({rights.off.value})" for path, rights in allowed.rights.items() if rights.off]
    if off:
        say(f"never kept, shown or used: {', '.join(off)}")
    for use in ("visible", "editable", "generation", "retrieval"):
        without = [path for path, rights in allowed.rights.items() if not rights.off and not getattr(rights, use)]
        if without:
            say(f"not {use}: {', '.join(without)}")


def _only(places: list[str]) -> str:
    return f"  (with {', '.join(places)} only)" if places else ""


def allowed_json(allowed: Allowed) -> dict[str, object]:
    """Return what a person allowed as JSON has it."""
    return {
        "grants": [
            {
                "path": stored.grant.path,
                "permission": stored.grant.permission.value,
                "on": stored.grant.on,
                "character": stored.character,
                "session": stored.session,
            }
            for stored in allowed.grants
        ],
        "consents": [
            {
                "tier": consent.tier.value if isinstance(consent.tier, Tier) else None,
                "path": consent.path,
                "purpose": consent.purpose,
                "given": consent.given.iso(),
                "withdrawn": consent.withdrawn and consent.withdrawn.iso(),
            }
            for consent in allowed.consents
        ],
        "leaves": {
            path: {
                "store": rights.store,
                "visible": rights.visible,
                "editable": rights.editable,
                "generation": rights.generation,
                "retrieval": rights.retrieval,
                "off": rights.off and rights.off.value,
                "purposes": list(rights.purposes),
            }
            for path, rights in allowed.rights.items()
        },
    }

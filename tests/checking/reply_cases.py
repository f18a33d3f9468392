"""Replies with their evidence, leaves, card and question, as the data files hold them."""

import json
from pathlib import Path

from duramen.checking import check_card, check_claims, grounds_of
from duramen.domain.character import Card
from duramen.domain.dialogue import Role
from duramen.domain.evidence import Candidate, Evidence, Source
from duramen.domain.persona import Leaf
from duramen.domain.profile import ShownLeaf
from duramen.domain.prompt import Prompt, ProtocolForm
from duramen.domain.time import UNKNOWN_MOMENT
from duramen.text.languages import language_of
from duramen.text.moments import parse_moment

HERE = Path(__file__).parent


def cases(name):
    return [json.loads(line) for line in (HERE / name).read_text(encoding="utf-8").splitlines() if line.strip()]


def evidence(id_, said, speaker, text, person):
    document = speaker.startswith("doc:")
    role = "" if document else Role.PERSON.value if speaker == person else Role.CHARACTER.value
    candidate = Candidate(
        source=Source.KNOWLEDGE if document else Source.EXPERIENCE,
        item_id=int(id_[1:]),
        record_id=id_,
        text=text,
        speaker="" if document else speaker,
        happened_at=parse_moment(said, "Asia/Shanghai") if said else UNKNOWN_MOMENT,
        recorded_at=UNKNOWN_MOMENT,
        round=1,
        relative_round=1,
        origin=speaker.removeprefix("doc:"),
        session="",
        role=role,
    )
    return Evidence(id=id_, candidate=candidate)


def leaf(id_, path, title, value):
    return ShownLeaf(id=id_, leaf=Leaf(path=path, value=value, version=1), title={"en": title, "zh": title})


def card_of(case):
    values = dict(case.get("card") or {})
    if not values:
        return Card(name="assistant", source_format="none")
    return Card(**{**values, "boundaries": tuple(values.get("boundaries", ()))})


def prompt_of(case):
    return Prompt(
        messages=(),
        question=case["question"],
        evidence=tuple(evidence(*row, case["person"]) for row in case.get("evidence", ())),
        now=parse_moment(case["now"], "Asia/Shanghai"),
        language=language_of(case["question"]),
        form=ProtocolForm.FULL,
        person=case["person"],
        character=card_of(case).name,
        leaves=tuple(leaf(*row) for row in case.get("leaves", ())),
    )


def found_in(case, reply=None):
    text = case["reply"] if reply is None else reply
    card = card_of(case)
    claims = check_claims(text, grounds_of(prompt_of(case), case["bound"], card))
    return (*claims, *check_card(text, card, case["person"]))


def told_rightly(case):
    """Whether a faulty reply's fault is found where it stands, and nothing in a good one."""
    found = found_in(case)
    if case["fault"] is None:
        return not found
    at = case["reply"].index(case["words"])
    return any(
        one.kind.value == case["fault"] and one.start < at + len(case["words"]) and at < one.end for one in found
    )

"""A secret that goes into a store by every route there is, and what is said beside it that must survive."""

import json

from test_memory_formats import SECOND, TALK, TOOLS
from tree_sources import apply_said

from duramen.models.scripted import ScriptedChat

ENGLISH, CHINESE = 'Plover "9931" \\ creek', "鹬鸟密语“九九三一”"
PERSON = "Mei"


def model(secret):
    """A chat model that repeats the secret in all that it writes."""

    def answer(prompt):
        seen = secret in prompt.messages[-1].content or secret in prompt.messages[0].content
        said = f"Your word is {secret}." if seen else "I see."
        return f"<analysis>need: experience; E1 supports; rests on E1. {said}</analysis>\n<response>{said}</response>"

    return ScriptedChat(answer)


def exports(folder, secret):
    """Files of every kind of export that holds the secret."""
    talk = [(who, at, f"{text} {secret}" if at == 60 else text) for who, at, text in TALK]
    for name, write in TOOLS.items():
        (folder / name).write_text(write(talk), encoding="utf-8") if "," not in secret else None
    (folder / "silly.jsonl").write_text(
        json.dumps({"user_name": PERSON, "character_name": "Ada", "create_date": "2025-02-01@10h00m00s"})
        + "\n"
        + json.dumps(
            {"name": PERSON, "is_user": True, "mes": f"silly {secret}", "send_date": "February 1, 2025 10:00am"}
        )
        + "\n"
    )
    node = {"id": "n", "parent": "root", "children": []}
    message = {
        "id": "n",
        "author": {"role": "user"},
        "create_time": SECOND,
        "content": {"content_type": "text", "parts": [f"gpt {secret}"]},
    }
    (folder / "conversations.json").write_text(
        json.dumps(
            [
                {
                    "title": "t",
                    "create_time": SECOND,
                    "conversation_id": "c",
                    "current_node": "n",
                    "mapping": {
                        "root": {"id": "root", "parent": None, "children": ["n"], "message": None},
                        "n": {**node, "message": message},
                    },
                }
            ]
        )
    )
    (folder / "mem0.json").write_text(
        json.dumps(
            {
                "results": [
                    {
                        "id": "1",
                        "memory": f"word {secret}",
                        "created_at": "2024-01-02T03:04:05Z",
                        "metadata": {"k": secret},
                    }
                ]
            }
        )
    )
    return [*TOOLS, "silly.jsonl", "conversations.json", "mem0.json"]


def bring(memory, folder, names):
    """Import all of the files for the person."""
    return [
        memory.import_dialogue(folder / name, person=PERSON, character="小王", member="我" if name in TOOLS else "")
        for name in names
    ]


def fill(memory, folder, secret):
    """Put the secret in by every route, and other things beside it."""
    memory.record("I live in Leeds.", "Nice.", person=PERSON)
    apply_said(memory, PERSON, "I like noodles a lot", "likes.food", "noodles")
    memory.reply(f"Keep this: {secret}", person=PERSON, character="Ada")
    memory.reply("What is my word?", person=PERSON, character="Ada")
    memory.record("Thank you, good night", person=PERSON, character="Ada")
    apply_said(memory, PERSON, f"My {secret} is safe", "likes.other", f"{secret} and plums")
    memory.persona.set("goals.plans", f"hide {secret}", person=PERSON, reason=f"since {secret}")
    memory.persona.set("goals.plans", "sleep well", person=PERSON, reason=f"no more {secret}")
    memory.persona.apply(json.dumps([]) + f"ADD(nowhere.{'x'}, {json.dumps(secret)})", person=PERSON)
    memory.persona.consent("special", person=PERSON, purpose=f"for {secret}")
    memory.record("by the way", "yes", person=PERSON, session=f"about {secret}", character="Ada")
    (folder / "paper.md").write_text(f"# Birds\n\nAll about birds.\n\nThe {secret} nests here.\n", encoding="utf-8")
    memory.learn(folder / "paper.md")
    bring(memory, folder, exports(folder, secret))

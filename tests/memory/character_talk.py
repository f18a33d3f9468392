"""A character that talks of itself in both languages, and ways to look at what became of it."""

import json

from duramen.models.scripted import ScriptedChat

EN = {
    "person": "Mei",
    "character": "Ada",
    "greet": "Hello, who are you?",
    "first": "*smiles* I grew up in Bergen, and I love bitter tea.",
    "ask": "Where did you grow up?",
    "held": "grew up in Bergen",
    "words": "I grew up in Bergen",
    "likes": "bitter tea",
    "other": "I grew up in Cairo.",
    "heading": "What you have said of yourself to Mei",
    "home": "I live in Oslo.",
    "moved": "I moved to Lima last month, so I live in Lima now.",
    "place": "Lima",
}
ZH = {
    "person": "小梅",
    "character": "小月",
    "greet": "你好，你是谁？",
    "first": "（微笑）我在卑尔根长大，我喜欢苦茶。",
    "ask": "你在哪里长大的？",
    "held": "在卑尔根长大",
    "words": "我在卑尔根长大",
    "likes": "苦茶",
    "other": "我从小在开罗长大。",
    "heading": "你对小梅说过的关于你自己的事",
    "home": "我住在上海。",
    "moved": "我上个月搬到杭州了。",
    "place": "杭州",
}


def chat(*replies, name="first-model"):
    none = "<analysis>need: none; rests on nothing</analysis>"
    return ScriptedChat([f"{none}<response>{reply}</response>" for reply in replies], name=name)


def heard(memory, case, **more):
    return memory.listen(person=case["person"], character=case["character"], listener="rules", **more)


def tree(memory, case):
    shown = memory.persona.show(person=case["person"], character=case["character"])
    return {path: leaf.value for path, leaf in shown.tree.leaves.items()}


def waiting(memory, case):
    found = memory.persona.waiting(person=case["person"], character=case["character"])
    return [(str(one.decision.proposal.operation), one.decision.code, one.held, one.words) for one in found]


def talk(memory, case, *texts, **more):
    who = {"person": case["person"], "character": case["character"]}
    return [memory.reply(text, **who, **more) for text in texts]


def card(tmp_path, name, **fields):
    file = tmp_path / "card.json"
    file.write_text(json.dumps({"name": name, "description": "Somebody.", **fields}, ensure_ascii=False))
    return file

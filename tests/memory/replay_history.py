"""A history of everything that can happen to a store, in both languages, step by step, for replays."""

import json
import random

from duramen.domain.dialogue import Dialogue, Message, Role
from duramen.domain.prompt import ProtocolForm
from duramen.errors import DuramenError
from duramen.govern.schema import schema_data
from duramen.memory.replay.replay import How, Wanted, replay
from duramen.models.listeners.model import ModelListener
from duramen.models.scripted import ScriptedChat
from duramen.schemas import load_schema

PEOPLE = {
    "Mei": {
        "character": ("assistant", "Ada"),
        "says": [
            "My dog Biscuit limps on the left leg.",
            "I live in Porto now.",
            "I work as a baker, and I like rye bread.",
            "I no longer like rye bread.",
            "My sister Eva moved to Delft last Friday.",
            "I am allergic to peanuts.",
            "I ran ten kilometres yesterday.",
        ],
        "asks": [
            "How is Biscuit?",
            "Where do I live?",
            "What do I like to eat, and what do you remember of my sister?",
            "When did I run?",
            "Thank you!",
            "What does the handbook say about sourdough?",
            "And how is she today?",
            "Where did you grow up?",
        ],
        "replies": ["I grew up in Bergen, and I love bitter tea.", "That is good to hear.", "You told me in May."],
        "documents": ["Sourdough rests for {n} hours. Rye needs more water.", "Dogs limp when it is {n} degrees cold."],
        "leaves": [("likes.food", "noodles {n}"), ("home.city", "Porto {n}"), ("pets.animals", "dog Biscuit {n}")],
        "schema": "en",
    },
    "小梅": {
        "character": ("assistant", "小月"),
        "says": [
            "我的猫叫咪咪，它最近不爱吃饭。",
            "我现在住在杭州。",
            "我喜欢打羽毛球和喝乌龙茶。",
            "我不喜欢喝乌龙茶了。",
            "我姐姐上周五搬到了苏州。",
            "我对花生过敏。",
            "昨天我跑了十公里。",
        ],
        "asks": [
            "咪咪怎么样了？",
            "我住在哪里？",
            "我喜欢什么，你还记得我姐姐的事吗？",
            "我什么时候跑步的？",
            "谢谢你！",
            "手册里怎么说发酵？",
            "她今天怎么样？",
            "你在哪里长大的？",
        ],
        "replies": ["我在卑尔根长大，我喜欢苦茶。", "听起来不错。", "你五月告诉过我。"],
        "documents": ["面团要发酵{n}个小时，黑麦需要更多的水。", "天冷到{n}度的时候，猫会不爱动。"],
        "leaves": [("likes.food", "米线{n}"), ("home.city", "杭州{n}"), ("pets.animals", "猫咪咪{n}")],
        "schema": "zh",
    },
}


class Model:
    """A model that keeps the protocol, breaks it, writes queries, or has to be asked again, by the prompt alone."""

    def __init__(self, seed=0):
        self.random = random.Random(seed)
        self.chat = ScriptedChat(self.answer, piece_chars=7, name="told")

    def answer(self, prompt):
        zh = prompt.language == "zh"
        case = PEOPLE["小梅" if zh else "Mei"]
        if prompt.form is ProtocolForm.NONE:
            return "1. 猫 咪咪 吃饭\n2. 姐姐 搬家" if zh else "- Biscuit the dog and its leg\n- sister in Delft"
        reply = self.random.choice(case["replies"])
        bound = (
            [e.id for e in prompt.evidence][:2]
            + [shown.id for shown in prompt.leaves][:1]
            + ["E99"][: self.random.random() < 0.1]
        )
        analysis = f"need: experience; rests on {', '.join(bound) or 'nothing'}"
        return self.random.choice(
            [
                f"<analysis>{analysis}</analysis><response>{reply}</response>",
                f"<analysis>{analysis}</analysis>\n<response>{reply}",
                f"＜analysis＞{analysis}＜/analysis＞＜response＞{reply}＜/response＞",
                reply,
                f"<response>{reply}</response>",
                "",
            ]
        )


class History:
    """Steps that change a store, by chance; `chat` makes a round that can be replayed."""

    def __init__(self, memory, clock, folder, seed=0):
        self.memory, self.clock, self.folder = memory, clock, folder
        self.random, self.count = random.Random(seed), 0
        self.model = Model(seed)
        self.refused = 0

    def run(self, rounds, *, chat_share=0.5, steps=None):
        """Chat `rounds` times with other steps between."""
        steps = steps or [
            self.record,
            self.listen,
            self.listen_model,
            self.edit,
            self.delete,
            self.learn,
            self.late,
            self.allow,
            self.consent,
            self.card,
            self.hint,
            self.schema,
            self.hear_character,
        ]
        done = 0
        while done < rounds:
            self.clock.forward(minutes=self.random.choice([1, 5, 60, 600]))
            self.count += 1
            if self.random.random() < chat_share:
                self.chat()
                done += 1
            else:
                self.tolerant(self.random.choice(steps))

    def tolerant(self, step):
        try:
            step()
        except DuramenError:
            self.refused += 1  # such as deleting what is empty: it changes nothing

    def who(self):
        name = self.random.choice(list(PEOPLE))
        return name, PEOPLE[name], self.random.choice(PEOPLE[name]["character"])

    def chat(self):
        name, case, character = self.who()
        extractive = self.random.random() < 0.4
        self.memory._model = "extractive" if extractive else self.model.chat
        at = self.clock().at_us - self.random.randrange(10**12) if self.random.random() < 0.15 else None
        text = self.random.choice(case["asks"] if self.random.random() < 0.7 else case["says"])
        bases = self.random.choice([None, None, ["main"], []]) if self.memory.documents() else None
        return self.memory.reply(
            text,
            person=name,
            character=character,
            session=self.random.choice(["", "", "evening"]),
            at=None if at is None else self.clock.__class__.at(at),
            bases=bases if bases is None or self.based("main") else None,
            level=self.random.choice([None, "fast", "routed", "full"]),
            preset=self.random.choice([None, None, "paper", "light", "strict"]),
        )

    def based(self, name):
        return any(document.base == name for document in self.memory.documents())

    def record(self):
        name, case, character = self.who()
        self.memory.record(
            self.random.choice(case["says"]), "好的。" if name == "小梅" else "I see.", person=name, character=character
        )

    def listen(self):
        name, _, _ = self.who()
        self.memory.listen(person=name, listener="rules")

    def listen_model(self):
        name, case, _ = self.who()
        path, value = self.random.choice(case["leaves"])
        said = f'ADD({path}, "{value.format(n=self.count)}")\nDELETE(work.occupation)\nNOPE(x'
        merged = f'UPDATE({path}, "{value.format(n=self.count)} + ")'
        self.memory.listen(
            person=name,
            listener=ModelListener(ScriptedChat(lambda prompt: merged if _merges(prompt) else said)),
        )

    def hear_character(self):
        name, case, _ = self.who()
        self.memory.listen(person=name, character=case["character"][1], listener="rules")

    def edit(self):
        name, case, _ = self.who()
        path, value = self.random.choice(case["leaves"])
        since = self.random.choice([None, "2026-01-05", "2025-06"])
        until = self.random.choice([None, None, "2026-02-01"])
        if since != "2026-01-05" and since != "2025-06":
            until = None
        self.memory.persona.set(path, value.format(n=self.count), person=name, since=since, until=until)

    def delete(self):
        name, case, _ = self.who()
        self.memory.persona.delete(self.random.choice(case["leaves"])[0], person=name)

    def learn(self):
        _, case, _ = self.who()
        at = self.random.randrange(2)
        file = self.folder / f"{case['schema']}-{at}.txt"
        file.write_text(case["documents"][at].format(n=self.count), encoding="utf-8")
        self.memory.learn(file, base=self.random.choice(["main", "other"]))

    def late(self):
        name, case, _ = self.who()
        start = self.random.randrange(10**15, 17 * 10**14)
        messages = [
            Message(
                role=role,
                speaker="",
                text=text,
                happened_at=self.clock.__class__.at(start + n * 60_000_000),
                position=n,
            )
            for n, (role, text) in enumerate(
                pair
                for said in self.random.sample(case["says"], 2)
                for pair in ((Role.PERSON, f"{said} {self.count}"), (Role.CHARACTER, case["replies"][1]))
            )
        ]
        self.memory.import_dialogue(
            Dialogue(format="test", messages=tuple(messages)), person=name, character=case["character"][1]
        )

    def allow(self):
        name, case, _ = self.who()
        path = self.random.choice(case["leaves"])[0]
        self.memory.persona.allow(
            f"{path}: {self.random.choice(['generation', 'retrieval', 'visible'])}={self.random.choice(['on', 'off'])}",
            person=name,
            character=self.random.choice(["", case["character"][1]]),
        )

    def consent(self):
        name, _, _ = self.who()
        if self.random.random() < 0.5:
            self.memory.persona.consent("special", person=name, purpose="test")
            self.memory.persona.set("health.allergies", f"peanuts {self.count}", person=name)
        else:
            self.memory.persona.withdraw("special", person=name)

    def card(self):
        _, case, _ = self.who()
        name = case["character"][1]
        lore = [{"title": "tea", "keys": ["tea", "茶"], "content": f"tea number {self.count}"}]
        card = {"name": name, "description": f"{name} {self.count}", "occupation": "baker", "lore": lore}
        file = self.folder / "card.yaml"
        file.write_text(json.dumps(card), encoding="utf-8")
        self.memory.add_character(file)

    def hint(self):
        name, _, _ = self.who()
        for record in reversed(self.memory.rounds(person=name, limit=5)):
            if record.answer is not None:
                self.memory.feedback(
                    record.record_id, self.random.choice(["deeper", "shallower", "good", "bad"]), person=name
                )
                return

    def schema(self):
        data = schema_data(load_schema("skills")) | {"name": "crafts", "version": self.count}
        data["leaves"][0]["title"] = {"en": f"craft {self.count}", "zh": f"手艺{self.count}"}
        file = self.folder / "schema.json"
        file.write_text(json.dumps(data), encoding="utf-8")
        self.memory.add_schema(file)
        name, _, _ = self.who()
        self.memory.persona.apply(
            f'ADD(crafts.{data["leaves"][0]["path"]}, "weaves {self.count}")', person=name, schema="core+crafts"
        )


def _merges(prompt):
    return "一行 UPDATE" in prompt.text or "one line UPDATE" in prompt.text


def outcomes(memory, people=tuple(PEOPLE), changes=None):
    """Everything of these people again: (outcome, why) of each round and window that is not identical, and how many there were."""
    odd, rounds, windows, operations = [], 0, 0, 0
    for name in people:
        if name not in memory.persons():
            continue
        found = replay(memory.workspace, Wanted(person=name), How(changes=changes))
        odd += [(name, one.round, one.outcome.value, one.told) for one in found.rounds if one.outcome != "identical"]
        odd += [(name, "window", one.outcome.value, one.told) for one in found.windows if one.outcome != "identical"]
        rounds, windows = rounds + len(found.rounds), windows + len(found.windows)
        operations += sum(one.operations for one in found.windows)
    return odd, (rounds, windows, operations)

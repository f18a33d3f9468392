"""Small synthetic data sets in the layouts of RealMem, LoCoMo and MADial-Bench, written for these tests."""

import json


def write_realmem(data, *, poisoned=False, future=False, later=False):
    """Write four sessions of one person four times over.

    `poisoned`: the gold names other sessions; `later`: it names a later one; `future`: the last session is another.
    """
    folder = data / "realmem"
    folder.mkdir(parents=True, exist_ok=True)
    first, second = (["s2"], ["s1"]) if poisoned else (["s1"], ["s2", "s1"])
    if later:
        first, second = ["s4"], ["s4"]
    sessions = [
        _session("s1", "2025-01-05", [("My parrot Kiko learned to whistle.", "A whistling parrot, wonderful!")]),
        _session(
            "s2",
            "2025-03-01",
            [
                ("I bought a red canoe for the lake.", "A canoe needs a paddle."),
                ("What can my parrot do?", "It whistles.", {"category_name": "Static", "gold": first}),
                ("The paddle is made of oak.", "Oak is heavy."),
            ],
        ),
        _session(
            "s3",
            "2025-03-20",
            [
                (
                    "Which boat do I own?",
                    "A red canoe.",
                    {"category_name": "Dynamic", "gold": second},
                )
            ],
        ),
        _session(
            "s4", "2025-04-01", [("Kiko now sings opera in the canoe." if not future else "Rain all day.", "Oh.")]
        ),
    ]
    for name in ("Adeleke_Okonjo", "Ethan_Hunt", "Kenta_Tanaka", "Kim_Ji_young"):
        document = {"_metadata": {"person_name": name}, "dialogues": sessions}
        (folder / f"{name}_dialogues_256k.json").write_text(json.dumps(document), encoding="utf-8")


def _session(uuid, date, rounds):
    turns = []
    for said, reply, *question in rounds:
        asked = question[0] if question else None
        turns.append({"speaker": "User", "content": said, "is_query": bool(asked)})
        turns.append({"speaker": "Assistant", "content": reply, "is_query": False})
        if asked:
            turns[-2]["category_name"] = asked["category_name"]
            turns[-1]["memory_session_uuids"] = asked["gold"]
            turns[-1]["memory_used"] = [{"session_uuid": one} for one in asked["gold"]]
    return {"session_uuid": uuid, "current_time": f"{date} (Sunday)", "dialogue_turns": turns}


def write_locomo(data, *, poisoned=False):
    """Write two conversations of two short sessions with three questions each."""
    folder = data / "locomo"
    folder.mkdir(parents=True, exist_ok=True)
    samples = [_sample(name, poisoned) for name in ("conv-26", "conv-30")]
    (folder / "locomo10.json").write_text(json.dumps(samples), encoding="utf-8")


def _sample(name, poisoned):
    def turn(id_, speaker, text):
        return {"dia_id": id_, "speaker": speaker, "text": text}

    conversation = {
        "speaker_a": "Ada",
        "speaker_b": "Bo",
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [turn("D1:1", "Ada", "I planted tulips."), turn("D1:2", "Bo", "I repaired my violin.")],
        "session_2_date_time": "9:00 am on 20 June, 2023",
        "session_2": [turn("D2:1", "Bo", "The violin sounds sweet."), turn("D2:2", "Ada", "The tulips bloom.")],
    }
    gold = ["D9:9 D2:1"] if poisoned else ["D1:1; D2:2"]
    questions = [
        {"question": "What did Ada plant?", "answer": "tulips", "evidence": gold, "category": 4},
        {"question": "What did Bo repair?", "answer": "violin", "evidence": ["D1:2"], "category": 2},
        {"question": "Does Ada own a violin?", "adversarial_answer": "no", "evidence": ["D2:1"], "category": 5},
        {"question": "Whom did they meet?", "answer": "?", "evidence": [], "category": 1},
    ]
    return {"sample_id": name, "conversation": conversation, "qa": questions}


def write_madial(data, *, poisoned=False):
    """Write four memories of one child, one of another, and two dialogues."""
    folder = data / "madial_bench" / "ch"
    folder.mkdir(parents=True, exist_ok=True)
    events = [
        (1, "2023-05-01", "小安在河边钓到一条大鱼，非常高兴。", 1),
        (2, "2023-06-01", "小安的奶奶教他包粽子。", 1),
        (3, "2023-07-01", "小安学会了骑自行车。", 1),
        (4, "2023-08-01", "小安在钢琴比赛中很紧张。", 1),
        (5, "2023-08-02", "小安的朋友搬走了。", 2),
    ]
    memories = [
        {str(i): {"time": time, "scene": "活动类", "emotion": "开心", "event": event, "user-id": user, "id": str(i)}}
        for i, time, event, user in events
    ]
    lines = ["<BOD>\n", '<小安>:"明天我要去河边。"\n', '<Assistant>:"真好！"\n', '<小安>:"也许能钓到鱼！"\n']
    lines += ['<Assistant>:"你记得那条大鱼吗？"\n', "<EOD>\n"]
    dialogues = [
        {"dialogue": lines, "test-turn": [4, 2], "relevant-id": [4] if poisoned else [1, 5], "user-id": 1, "id": 0},
        {"dialogue": lines, "test-turn": [4], "relevant-id": [5], "user-id": 2, "id": 1},
    ]
    for name, rows in (("memory", memories), ("dialogue", dialogues)):
        text = "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
        (folder / f"MADial-Bench-zh-{name}.json").write_text(text, encoding="utf-8")

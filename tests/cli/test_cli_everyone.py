"""`duramen import --everyone` and `duramen listen --everyone` on the real command."""

import json

ROWS = [
    ("wxid_me", "我", "周五大家有空吗"),
    ("wxid_a", "小明", "有空，一起吃火锅吧。我上个月搬到深圳了"),
    ("wxid_b", "小明", "好，我养了一只叫豆豆的猫"),
    ("bot", "群助手", "周五聚餐"),
]


def chatlab(duramen):
    rows = [
        {"sender": own_id, "accountName": name, "timestamp": 1_741_140_000 + 60 * n, "type": 0, "content": text}
        for n, (own_id, name, text) in enumerate(ROWS)
    ]
    rows.append({"sender": "", "timestamp": 1_741_150_000, "type": 80, "content": "小刚 加入了群聊"})
    document = {"chatlab": {}, "meta": {"name": "周末群", "type": "group"}, "members": [], "messages": rows}
    return duramen.file("group.json", json.dumps(document, ensure_ascii=False))


def test_everyone_is_told_with_their_messages_and_heard_into_a_tree_of_their_own(duramen):
    file = chatlab(duramen)
    done = duramen.run("import", file, "--everyone", "--person", "林涛")
    assert done.exit_code == 0
    assert "3 people" in done.stdout
    assert "小明 (wxid_a): 1 message of their own" in done.stdout
    assert "nobody: 群助手 with 1 message" in done.stdout
    assert "2 members are called '小明'" in done.stdout
    heard = duramen.json("listen", "--everyone", "--listener", "rules")
    assert [one["person"] for one in heard] == ["小明 (wxid_a)", "小明 (wxid_b)", "林涛"]
    trees = {
        p: duramen.json("persona", "show", "--person", p)["leaves"] for p in ("小明 (wxid_a)", "小明 (wxid_b)", "林涛")
    }
    assert [sorted(leaf["path"] for leaf in leaves) for leaves in trees.values()] == [
        ["home.city"],
        ["pets.animals"],
        [],
    ]


def test_json_names_members_bots_and_what_was_left_out(duramen):
    told = duramen.json("import", chatlab(duramen), "--everyone", "--person", "林涛")
    assert [(one["person"], one["words"], one["new"]) for one in told["members"]] == [
        ("林涛", 1, True),
        ("小明 (wxid_a)", 1, True),
        ("小明 (wxid_b)", 1, True),
    ]
    assert told["bots"] == {"群助手": 1}
    assert told["skipped"] == {"system": 1}
    assert {one["character"] for one in told["members"]} == {"周末群"}
    again = duramen.json("import", chatlab(duramen), "--everyone", "--person", "林涛")
    assert [one["messages"] for one in again["members"]] == [0, 0, 0]


def test_a_side_called_me_and_a_missing_person_are_sentences(duramen):
    file = chatlab(duramen)
    nameless = duramen.run("import", file, "--everyone")
    assert nameless.exit_code == 2
    assert "calls one side '我'" in nameless.stderr
    nobody = duramen.run("import", file)
    assert nobody.exit_code == 2
    assert "--person NAME" in nobody.stderr
    assert "--everyone" in nobody.stderr
    assert duramen.held().get("owners", []) == []


def test_member_still_chooses_one_person(duramen):
    done = duramen.json("import", chatlab(duramen), "--person", "Ming", "--member", "小明 (wxid_b)")
    assert done["messages"] == 4
    assert list(duramen.json("persons")) == ["Ming"]


def test_listening_to_everyone_takes_nobody_in_particular(duramen):
    duramen.json("import", chatlab(duramen), "--everyone", "--person", "林涛")
    for more in (["--person", "林涛"], ["--dry-run"], ["--from", "周末群/1"]):
        refused = duramen.run("listen", "--everyone", *more)
        assert refused.exit_code == 2
        assert "--everyone hears all" in refused.stderr


def test_one_persons_failure_does_not_keep_the_others_from_being_heard(duramen):
    duramen.json("import", chatlab(duramen), "--everyone", "--person", "林涛")
    script = duramen.file("script.json", json.dumps(["NO_OP()", {"error": "unavailable"}, "NO_OP()"]))
    done = duramen.run("listen", "--everyone", "--listener", f"model:scripted:{script}")
    assert done.exit_code == 5
    assert "of 小明 (wxid_a) heard" in done.stdout
    assert "of 林涛 heard" in done.stdout
    assert "小明 (wxid_b): the listener" in done.stderr

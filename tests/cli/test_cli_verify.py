"""`duramen verify` and `duramen fsck` say what is wrong in words and in JSON, and by their exit codes."""

import sqlite3


def changed(duramen, statement):
    connection = sqlite3.connect(duramen.home / "duramen.db")
    connection.execute(statement)
    connection.commit()
    connection.close()


def test_a_store_that_is_whole_is_said_to_be_and_its_heads_are_printed(filled):
    done = filled.run("verify")
    assert done.exit_code == 0
    assert "person Ann: ok (" in done.stdout
    assert "knowledge base main: ok (" in done.stdout
    shown = filled.json("verify")
    assert shown["ok"] is True
    assert all(len(one["head"]) == 64 and one["head"] in done.stdout for one in shown["owners"])
    assert filled.run("fsck").stdout == "nothing dangles, and the database is whole\n"
    assert filled.json("fsck") == {"ok": True, "dangling": [], "erased": [], "database": []}


def test_a_changed_row_is_named_with_exit_code_7_and_nothing_is_written(filled):
    changed(filled, "UPDATE turns SET text = text || '!' WHERE turn_id = 1")
    before = (filled.home / "duramen.db").read_bytes()
    done = filled.run("verify", "--person", "Ann")
    assert done.exit_code == 7
    assert "person Ann: TAMPERED in 1 place" in done.stdout
    assert "! turns 1: changed" in done.stdout
    assert "knowledge base" not in done.stdout
    one = filled.run("verify", "--json")
    assert one.exit_code == 7
    assert '"fault": "changed"' in one.stdout
    assert (filled.home / "duramen.db").read_bytes() == before


def test_an_owner_whose_row_was_changed_is_still_shown(filled):
    changed(filled, "UPDATE owners SET kind = 'nobody' WHERE kind = 'person'")
    done = filled.run("verify")
    assert done.exit_code == 7
    assert "nobody Ann: TAMPERED" in done.stdout
    assert "! owners: changed" in done.stdout


def test_a_removed_document_is_erased_and_a_noted_head_is_found_again(filled):
    noted = {one["kind"]: one["head"] for one in filled.json("verify")["owners"]}["base"]
    (document,) = filled.json("knowledge", "list")
    assert filled.run("knowledge", "remove", document["id"]).exit_code == 0
    done = filled.run("verify", "--head", noted)
    assert done.exit_code == 0
    assert "lawfully erased" in done.stdout
    assert "for knowledge remove" in done.stdout
    assert f"{noted} is the entry of seq" in done.stdout
    lost = filled.run("verify", "--head", "0" * 64)
    assert lost.exit_code == 7
    assert "is the hash of no entry" in lost.stdout
    assert filled.run("verify", "--head", "zz").exit_code == 2
    assert filled.run("verify", "--person", "Nobody").exit_code == 3


def test_what_leads_nowhere_is_told_with_what_it_is_and_how_to_mend_it(filled):
    changed(filled, "UPDATE heads SET next_item = 1")
    done = filled.run("fsck")
    assert done.exit_code == 7
    assert "! a counter is behind what was handed out" in done.stdout
    assert "heads of " in done.stdout
    assert "a backup has it as it was" in done.stdout
    assert filled.run("fsck", "--json").exit_code == 7


def test_a_store_without_chains_is_unsealed_until_it_is_begun(filled):
    changed(filled, "DELETE FROM chain")
    changed(filled, "UPDATE heads SET chain_hash = x'', salt = NULL")
    changed(filled, "UPDATE owners SET salt = NULL")
    done = filled.run("verify")
    assert done.exit_code == 0
    assert "person Ann: unsealed" in done.stdout
    assert "duramen verify --begin" in done.stdout
    assert "person Ann: ok (" in filled.run("verify", "--begin").stdout


def test_there_is_no_store_to_look_through(duramen):
    for command in ("verify", "fsck"):
        done = duramen.run(command)
        assert done.exit_code == 3
        assert "there is no store in" in done.stderr
    assert not duramen.home.exists()

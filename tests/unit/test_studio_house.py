"""Settings and library: what is settled is heeded, what is kept can be renamed and thrown away, bytes are counted."""

from __future__ import annotations

import json
import os

import pytest

pytest.importorskip("fastapi", reason="the studio's server is an extra: pip install 'tianji[studio]'")

import tianji as tj
from studio_bench import open_studio
from tianji.core.storage import peek
from tianji.studio import house as settings
from tianji.studio.house.shelf import shelf
from tianji.studio.routes.house import bytes_of

SPOT = {
    "board": "Ks7h2dJc5s",
    "pot": 60,
    "stack": 60,
    "oop": "QQ,KTs",
    "ip": "TT,AKs",
    "bets": "75%",
    "raises": "",
}


@pytest.fixture(scope="module")
def studio(tmp_path_factory):
    """An empty one: what it keeps is counted."""
    with open_studio(tmp_path_factory.mktemp("house")) as server:
        yield server


@pytest.fixture(scope="module")
def kept(studio):
    """A strategy, a deck of it and a table."""
    run = studio.solve(game="kuhn", method="dcfr", until=1e-3)
    assert studio.wait(run)["state"] == "done"
    status, deck = studio.ask("/decks", "POST", {"run": run})
    assert status == 201, deck
    status, table = studio.ask(
        "/tables", "POST", {"game": "kuhn", "opponent": {"kind": "uniform"}, "seat": 0}
    )
    assert status == 201, table
    return {"solve": run, "deck": deck["id"], "table": table["id"]}


def test_the_library_holds_what_is_kept_with_its_bytes(studio, kept):
    status, found = studio.ask("/library")
    assert status == 200
    items = {item["kind"]: item for item in found["items"]}
    assert {kind: item["id"] for kind, item in items.items()} == kept
    assert items["solve"]["bytes"] == bytes_of(studio.workspace / "runs" / kept["solve"]) > 0
    assert items["solve"]["file"] == "result.safetensors"
    assert found["bytes"] == sum(item["bytes"] for item in found["items"])
    assert (
        studio.raw(
            f"/api/v1/runs/{kept['solve']}/files/{items['solve']['file']}",
            headers={"Authorization": f"Bearer {studio.bearer}"},
        )[0]
        == 200
    )


def test_decks_and_tables_are_taken_away_as_files(studio, kept):
    deck = json.loads(studio.ask(f"/decks/{kept['deck']}/file")[1]["text"])
    assert (deck["id"], deck["reviews"]) == (kept["deck"], []) and "values" in deck["cards"][0]
    view = studio.ask(f"/tables/{kept['table']}")[1]
    told = studio.ask(f"/tables/{kept['table']}/file")[1]
    assert (told["file"], told["rounds"]) == ("rounds.json", 0)  # an open round is nobody's to see
    assert json.loads(told["text"])["rounds"] == []
    while not view["over"]:
        view = studio.ask(f"/tables/{kept['table']}/acts", "POST", {"action": view["actions"][0]["name"]})[1]
    (played,) = json.loads(studio.ask(f"/tables/{kept['table']}/file")[1]["text"])["rounds"]
    assert played["payoffs"] == view["payoffs"] and [row["player"] for row in played["moves"]][:2] == [-1, -1]
    assert studio.ask(f"/tables/{kept['table']}/file?last=0")[0] == 422
    assert studio.ask("/tables/aaaaaaaaaa/file")[0] == studio.ask("/decks/aaaaaaaaaa/file")[0] == 404


def test_what_is_kept_is_renamed_and_thrown_away(studio, kept):
    assert studio.ask(f"/runs/{kept['solve']}", "PATCH", {"name": "mine"})[1]["name"] == "mine"
    assert studio.ask(f"/decks/{kept['deck']}", "PATCH", {"name": "my cards"})[1]["name"] == "my cards"
    assert studio.ask(f"/decks/{kept['deck']}", "PATCH", {"name": ""})[0] == 422
    assert studio.ask("/decks/aaaaaaaaaa", "PATCH", {"name": "x"})[0] == 404
    assert {item["name"] for item in studio.ask("/library")[1]["items"]} == {"mine", "my cards", ""}
    for kind, part in (("table", "tables"), ("deck", "decks"), ("solve", "runs")):
        assert studio.ask(f"/{part}/{kept[kind]}", "DELETE")[0] == 204
        assert studio.ask(f"/{part}/{kept[kind]}", "DELETE")[0] == 404
    found = studio.ask("/library")[1]
    assert found["items"] == []
    assert found["trash"]["items"] == 3
    assert found["trash"]["bytes"] == bytes_of(studio.workspace / "trash") > 0
    assert studio.ask("/library/trash", "DELETE")[0] == 204
    assert studio.ask("/library")[1]["trash"] == {"items": 0, "bytes": 0}
    assert not list((studio.workspace / "trash").iterdir())


@pytest.mark.parametrize(
    "body",
    [
        {"threads": 0},
        {"threads": 1.5},
        {"threads": 1000},
        {"memory_gib": 0},
        {"memory_gib": "8"},
        {"cores": 1},
    ],
)
def test_settings_that_nobody_can_mean_are_refused(studio, body):
    status, problem = studio.ask("/settings", "PUT", body)
    assert (status, problem["code"]) == (422, "ParameterError")


def test_the_memory_that_is_settled_bounds_a_solve(studio):
    plan = studio.ask("/holdem/plans", "POST", {"spot": SPOT})[1]
    assert plan["fits"]
    try:
        assert studio.ask("/settings", "PUT", {"memory_gib": 1e-7})[1]["memory_gib"] == 1e-7
        small = studio.ask("/holdem/plans", "POST", {"spot": SPOT})[1]
        assert (small["fits"], small["allowed_bytes"]) == (False, int(1e-7 * 2**30))
        status, problem = studio.ask("/holdem/runs", "POST", {"holdem": {"spot": SPOT, "iterations": 1}})
        assert (status, problem["code"]) == (422, "TooLargeError")
    finally:
        assert studio.ask("/settings", "PUT", {})[1]["memory_gib"] is None


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system binds no process to cores")
def test_a_worker_has_as_many_cores_as_it_was_given(tmp_path):
    before = os.sched_getaffinity(0)
    assert settings.write(tmp_path, {"threads": 1, "memory_gib": None}) == {"threads": 1, "memory_gib": None}
    try:
        settings.heed(tmp_path)
        assert len(settings.all_cores()) == 1
    finally:
        os.sched_setaffinity(0, before)


def test_a_file_of_settings_that_is_broken_is_as_if_it_were_not_there(tmp_path):
    for text in ("{", "[]", '{"threads": "two", "memory_gib": -1}'):
        (tmp_path / settings.NAME).write_text(text)
        assert settings.read(tmp_path) == settings.USUAL
        assert settings.memory_bytes(tmp_path) is None


def test_ranges_are_kept_as_plain_files_in_folders(studio):
    place = {"folder": "BTN", "name": "open 2.5"}
    assert studio.ask("/ranges", "PUT", {**place, "text": "22+,A2s+"})[0] == 200
    folder = studio.workspace / "ranges"
    assert (folder / "BTN" / "open 2.5.txt").read_text() == "22+,A2s+\n"
    (folder / "by hand.txt").write_text("AA:0.5\n")  # whatever wrote it
    (folder / "link.txt").symlink_to("/etc/passwd")
    kept = studio.ask("/ranges")[1]["items"]
    assert kept == [{**place, "text": "22+,A2s+"}, {"folder": "", "name": "by hand", "text": "AA:0.5"}]
    for wrong in ("..", ".hidden", "a/b", "a\\b", " a", "x" * 61):
        assert studio.ask("/ranges", "PUT", {**place, "name": wrong, "text": "AA"})[0] == 422
        assert studio.ask("/ranges", "PUT", {**place, "folder": wrong, "text": "AA"})[0] == 422
    assert studio.ask("/ranges", "PUT", {"name": "link", "text": "AA"})[0] == 409
    assert "1x" in studio.ask("/ranges", "PUT", {**place, "text": "AA,1x"})[1]["detail"]
    assert studio.ask("/ranges", "DELETE", place)[0] == 200 and not (folder / "BTN" / "open 2.5.txt").exists()
    assert studio.ask("/ranges", "DELETE", place)[0] == 404


def test_documents_are_found_by_words_and_read(studio):
    items = studio.ask("/docs")[1]["items"]
    assert items[0]["name"] == "readme" and {"studio", "studio-zh-cn", "games-kuhn"} <= {
        row["name"] for row in items
    }
    found = studio.ask("/docs?q=exploitability+leduc")[1]["items"]
    assert found and len(found) < len(items)
    for row in found:
        text = studio.ask(f"/docs/{row['name']}")[1]["text"].lower()
        assert "exploitability" in text and "leduc" in text
        assert "exploitability" in row["piece"].lower()
    assert studio.ask("/docs?q=zzzzzz")[1]["items"] == []
    assert studio.ask("/docs/..%2f..%2fREADME")[0] in (400, 404, 422)
    assert studio.ask("/docs/nothing")[0] == 404


def test_infosets_are_sorted_by_any_column(studio):
    run = studio.solve(game="kuhn", method="cfr+", iterations=50)
    assert studio.wait(run)["state"] == "done"
    for sort in ("reach", "value", "count", "infoset"):
        for low in ("true", "false"):
            rows = studio.ask(f"/runs/{run}/infosets?sort={sort}&low={low}")[1]["items"]
            column = [row[sort] for row in rows]
            assert column == sorted(column, reverse=low == "false") or sort == "reach"


def test_files_of_the_workspace_are_told_by_their_headers(tmp_path):
    folder = tmp_path / "files"
    folder.mkdir()
    tj.solve(tj.load("kuhn"), "lp").save(folder / "kuhn.safetensors")
    (folder / "coin.efg").write_text('EFG 2 R "A coin" { "one" "two" }\n')
    (folder / "odd.nfg").write_text("no game at all")
    (folder / "torn.tianji").write_bytes(b"torn")
    (folder / "notes.txt").write_text("not one of them")
    (folder / "away.efg").symlink_to("/etc/passwd")
    found = {row["name"]: row for row in shelf(str(tmp_path))}
    assert set(found) == {"coin.efg", "kuhn.safetensors", "odd.nfg", "torn.tianji"}
    assert (found["coin.efg"]["kind"], found["coin.efg"]["about"]) == ("efg", "A coin")
    header = peek(folder / "kuhn.safetensors")
    assert (found["kuhn.safetensors"]["kind"], found["kuhn.safetensors"]["about"]) == (header["kind"], "kuhn")
    assert found["kuhn.safetensors"]["bytes"] == header["bytes"]
    assert "Gambit" in found["odd.nfg"]["problem"] and "truncated" in found["torn.tianji"]["problem"]
    assert shelf(str(tmp_path / "nothing")) == []

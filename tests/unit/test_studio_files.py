"""Files of the workspace: sent in pieces, kept under a plain name, opened as what they hold."""

from __future__ import annotations

import base64

import pytest

pytest.importorskip("fastapi", reason="the studio's server is an extra: pip install 'tianji[studio]'")

import tianji as tj
from studio_bench import open_studio
from tianji.search import build_book, ending_table
from tianji.search.retrograde import retrograde
from tianji.studio.house.upload import BYTES

SPOT = {
    "board": "Ks7h2dJc5s",
    "pot": 60,
    "stack": 60,
    "oop": "QQ,KTs",
    "ip": "TT,AKs",
    "bets": "75%",
    "raises": "",
}
TREE = 'EFG 2 R "Pennies" { "Ann" "Bob" } p "" 1 1 "" { "H" "T" } 0 t "" 1 "" { 1 -1 } t "" 2 "" { -1 1 }'


@pytest.fixture(scope="module")
def studio(tmp_path_factory):
    with open_studio(tmp_path_factory.mktemp("files")) as server:
        yield server


def send(studio, name, data, piece=40_000):
    """A file, piece by piece; the last answer."""
    for at in range(0, len(data), piece):
        part = base64.b64encode(data[at : at + piece]).decode()
        body = {"name": name, "size": len(data), "at": at, "parts": [part]}
        status, told = studio.ask("/library/files", "POST", body)
        assert status == 201, told
        assert (told["name"] is None) == (at + piece < len(data))
    return told["name"]


def open_kept(studio, name):
    return studio.ask(f"/library/files/{name.replace(' ', '%20')}/open", "POST", {})


def test_a_solve_is_dropped_opened_and_is_the_same_solve(studio, tmp_path):
    solution = tj.holdem.Spot(**SPOT).solve(until="1%")
    solution.save(tmp_path / "mine.tianji")
    data = (tmp_path / "mine.tianji").read_bytes()
    assert send(studio, "my river.tianji", data, piece=4096) == "my river.tianji"
    assert (studio.workspace / "files" / "my river.tianji").read_bytes() == data
    status, found = open_kept(studio, "my river.tianji")
    assert status == 200, found
    run = found["to"].removeprefix("/holdem/")
    told = studio.ask(f"/runs/{run}")[1]
    assert (told["kind"], told["state"], told["name"]) == ("holdem", "done", "my river")
    assert studio.ask(f"/solves/{run}/node?line=")[1]["of"]["exploitability"] == solution.exploitability
    assert open_kept(studio, "my river.tianji")[1] == found  # a file becomes one run, not one a click
    assert send(studio, "my river.tianji", data) == "my river.tianji"  # nor is it kept twice
    assert send(studio, "my river.tianji", data[:-1]) == "my river-2.tianji"
    status, problem = open_kept(studio, "my river-2.tianji")
    assert (status, problem["code"]) == (422, "FileFormatError")


def test_a_strategy_becomes_a_run_whose_proof_is_worked_out_anew(studio, tmp_path):
    solution = tj.solve(tj.load("kuhn"), "cfr+", iterations=100)
    solution.save(tmp_path / "kuhn.safetensors")
    assert (
        send(studio, "kuhn.safetensors", (tmp_path / "kuhn.safetensors").read_bytes()) == "kuhn.safetensors"
    )
    to = open_kept(studio, "kuhn.safetensors")[1]["to"]
    result = studio.ask(to)[1]["result"]
    assert result["exploitability"] == pytest.approx(solution.exploitability, abs=1e-12)
    assert (result["method"], result["iterations"]) == ("cfr+", 100)
    assert "worked out anew" in result["note"]


def test_games_of_gambit_are_opened_and_solved(studio):
    send(studio, "pennies.efg", TREE.encode())
    assert open_kept(studio, "pennies.efg")[1] == {"to": "/games/pennies.efg"}
    assert studio.ask("/games/pennies.efg")[1]["check"]["histories"] == 3
    run = studio.solve(game="pennies.efg", iterations=10)
    assert studio.wait(run)["result"]["values"] == pytest.approx([1.0, -1.0], abs=0.01)
    send(studio, "two.nfg", b'NFG 1 R "Two" { "a" "b" } { 2 1 } 1 -1 1/2 -0.5')
    assert open_kept(studio, "two.nfg")[1]["to"].startswith("/matrix?g=1%2C-1%3B+1%2F2%2C-1%2F2")
    for name in ("none.efg", "../session.json.efg", "a/b.efg"):
        assert studio.ask("/plans", "POST", {"game": name})[1]["code"] == "UnknownNameError"


def test_a_tablebase_says_of_every_move_what_the_library_says(studio, tmp_path):
    game = tj.load("tic_tac_toe")
    table = retrograde(game)
    table.save(tmp_path / "t.tianji")
    send(studio, "ttt.tianji", (tmp_path / "t.tianji").read_bytes())
    assert open_kept(studio, "ttt.tianji")[1]["to"] == "/search/tic_tac_toe?file=ttt.tianji&method="
    moves = ["4", "1"]
    kept = studio.ask("/search", "POST", {"spec": "tic_tac_toe", "moves": moves, "file": "ttt.tianji"})[1][
        "kept"
    ]
    state = game.initial()
    for name in moves:
        state = game.result(state, int(name))
    assert (kept["kind"], kept["size"]) == ("table", len(table))
    assert kept["here"]["value"] == table.probe(state).value == 1  # an edge loses
    assert kept["line"] == [str(a) for a in table.line(state)]
    for row in kept["moves"]:
        verdict = table.probe(game.result(state, int(row["name"])))
        mine = 1 if game.player(game.result(state, int(row["name"]))) in (0, -1) else -1
        assert (row["value"], row["plies"]) == (mine * verdict.value, verdict.plies + 1)
    status, problem = studio.ask("/search", "POST", {"spec": "nim", "file": "ttt.tianji"})
    assert (status, problem["code"]) == (422, "FileFormatError")


def test_books_and_endings_are_opened(studio, tmp_path):
    book = build_book(tj.load("tic_tac_toe"), positions=20, method="solve")
    book.save(tmp_path / "b.tianji")
    send(studio, "book.tianji", (tmp_path / "b.tianji").read_bytes())
    assert open_kept(studio, "book.tianji")[1]["to"] == "/search/tic_tac_toe?file=book.tianji&method="
    kept = studio.ask("/search", "POST", {"spec": "tic_tac_toe", "file": "book.tianji"})[1]["kept"]
    action, move = book.probe(tj.load("tic_tac_toe").initial())
    assert (kept["here"]["action"], kept["here"]["value"]) == (str(action), move.value)
    assert any(row["in"] for row in kept["moves"])
    ending = ending_table("KQK")
    ending.save(tmp_path / "e.tianji")
    send(studio, "KQK.tianji", (tmp_path / "e.tianji").read_bytes(), piece=48_000)
    to = open_kept(studio, "KQK.tianji")[1]["to"]
    assert to.startswith("/search/chess_ending") and "file=KQK.tianji" in to
    fen = "8/8/8/8/4k3/8/1Q6/K7 w - - 0 1"
    body = {"spec": ending.game.spec, "pos": fen, "file": "KQK.tianji"}
    kept = studio.ask("/search", "POST", body)[1]["kept"]
    assert (kept["here"]["value"], kept["here"]["plies"]) == tuple(ending.probe(fen))


def test_what_no_file_can_be_is_refused_and_the_folder_stays_clean(studio):
    whole = {"name": "a.tianji", "size": 3, "at": 0, "parts": ["YWJj"]}
    for change, status in (
        ({"name": "../a.tianji"}, 422), ({"name": ".a.tianji"}, 422), ({"name": "a.exe"}, 422), ({"at": 1}, 409),
        ({"size": 2}, 422), ({"parts": ["a"]}, 422), ({"size": BYTES + 1}, 413), ({"parts": []}, 422),
    ):  # fmt: skip
        assert studio.ask("/library/files", "POST", {**whole, **change})[0] == status, change
    assert send(studio, "junk.tianji", b"no file of ours") == "junk.tianji"
    assert open_kept(studio, "junk.tianji")[1]["code"] == "FileFormatError"
    (studio.workspace / "files" / "link.tianji").symlink_to(studio.workspace / "session.json")
    assert open_kept(studio, "link.tianji")[0] == open_kept(studio, "nothing.tianji")[0] == 404
    for name in ("link.tianji", "x" * 90 + ".tianji", "棋" * 92 + ".tianji", "a\x00.tianji", "\ud800.tianji"):
        assert studio.ask("/search", "POST", {"spec": "nim", "file": name})[0] in (404, 422)
    assert studio.ask("/plans", "POST", {"game": "棋" * 90 + ".efg"})[1]["code"] == "UnknownNameError"
    assert studio.ask("/library/files/junk.tianji", "DELETE")[0] == 204
    assert studio.ask("/library/files/junk.tianji", "DELETE")[0] == 404
    assert (studio.workspace / "trash" / "file-junk.tianji").is_file()

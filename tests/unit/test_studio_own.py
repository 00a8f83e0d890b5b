"""Games of one's own in the studio: files named on the command line alone, read anew when they are saved."""

from __future__ import annotations

import pytest

pytest.importorskip("fastapi", reason="the studio's server is an extra: pip install 'tianji[studio]'")

import studio_bench
from studio_bench import PATIENCE, open_studio
from studio_bench import write_sticks as write
from tianji.errors import FileAccessError, ParameterError
from tianji.studio import own
from tianji.studio.own.shelf import ALLOWED, OwnFiles


@pytest.fixture(scope="module")
def studio(tmp_path_factory):
    folder = tmp_path_factory.mktemp("own")
    write(folder / "sticks.py")
    with open_studio(folder, "--allow", str(folder / "sticks.py")) as server:
        server.file = folder / "sticks.py"
        yield server


@pytest.fixture(autouse=True)
def _fresh(studio):
    write(studio.file)


def test_a_file_that_is_saved_again_is_read_again(studio):
    (game,) = studio.ask("/own/sticks")[1]["games"]
    assert (game["spec"], game["problem"], game["check"]["histories"]) == ("sticks:Sticks", None, 7)
    assert studio.ask("/games/sticks:Sticks")[1]["check"]["histories"] == 7
    assert len(studio.ask("/games/sticks:Sticks/tree?depth=9")[1]["nodes"]) == 7
    write(studio.file, sticks=4)
    assert studio.ask("/own/sticks")[1]["games"][0]["check"]["histories"] == 12
    assert studio.ask("/games/sticks:Sticks")[1]["check"]["histories"] == 12
    assert studio.ask("/games/sticks:Sticks(most=1)")[1]["check"]["histories"] == 5
    run = studio.solve(game="sticks:Sticks", method="lp")
    assert studio.wait(run, seconds=PATIENCE)["result"]["values"] == [1.0, -1.0]  # leaves three


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"payoffs": "(1.0,)"}, "player"),
        ({"payoffs": "state.won"}, "won"),
        ({"sticks": "three"}, "sticks.py line 7: NameError"),
        ({"sticks": "("}, "sticks.py line 7: SyntaxError"),
        ({"sticks": "exit()"}, "SystemExit"),
    ],
)
def test_what_is_wrong_with_a_file_is_told_and_the_studio_lives(studio, change, sentence):
    write(studio.file, **change)
    status, found = studio.ask("/own/sticks")
    problem = found["games"][0]["problem"] if status == 200 else found
    assert problem["code"] == "GameRuleError"
    assert sentence in problem["detail"]
    assert studio.ask("/games/sticks:Sticks")[0] == 422
    write(studio.file)
    assert studio.ask("/games/sticks:Sticks")[0] == 200


def test_rules_that_raise_are_told_with_the_state_and_the_move(studio):
    text = studio.file.read_text()
    studio.file.write_text(text.replace("(*state, action)", '(*state, {1: 1}[action], "gone")[:-1]'))
    (game,) = studio.ask("/own/sticks")[1]["games"]
    assert "state (): result() with 2 raises KeyError: 2" in game["problem"]["detail"]
    status, problem = studio.ask("/runs", "POST", {"solve": {"game": "sticks:Sticks", "method": "cfr"}})
    assert (status, problem["code"]) == (422, "GameRuleError")  # no worker is started for it


def test_rules_that_never_come_back_cost_a_clerk_and_nobody_else(tmp_path, monkeypatch):
    monkeypatch.setitem(studio_bench.ENVIRONMENT, "TIANJI_STUDIO_PATIENCE", "0.1")
    write(tmp_path / "sticks.py", payoffs="[None for _ in iter(int, 1)]")  # int() is never 1
    with open_studio(tmp_path, "--allow", str(tmp_path / "sticks.py")) as server:
        for path, body in (
            ("/own/sticks", None),
            ("/runs", {"solve": {"game": "sticks:Sticks", "method": "cfr"}}),
        ):
            status, problem = server.ask(path, "GET" if body is None else "POST", body)
            assert status == 504, problem
            assert "no answer within" in problem["detail"]
        assert server.ask("/meta")[1]["runs"] == 0


def test_a_game_without_an_end_is_told_as_far_as_it_was_walked(studio, monkeypatch):
    monkeypatch.setenv(ALLOWED, str(studio.file))
    monkeypatch.setattr(own, "SECONDS", 0.5)
    text = studio.file.read_text().replace("if sum(state) < STICKS else tj.TERMINAL", "")
    studio.file.write_text(text.replace("min(self.most, STICKS - sum(state))", "self.most"))
    (game,) = own.own_games("sticks")["games"]
    assert game["problem"] is None
    assert not game["check"]["complete"]
    assert game["check"]["terminals"] == 0


def test_what_was_not_allowed_is_refused_with_the_sentence_that_says_how(studio, tmp_path):
    write(tmp_path / "other.py")
    for spec in ("other:Sticks", "os:path", "tests.conftest:X", f"{tmp_path}/other:Sticks"):
        status, problem = studio.ask("/plans", "POST", {"game": spec, "method": "cfr"})
        assert status in (403, 422), spec
    assert studio.ask("/own/other")[0] == 403
    status, problem = studio.ask("/runs", "POST", {"solve": {"game": "other:Sticks", "method": "cfr"}})
    assert (status, problem["code"]) == (403, "NotAllowed")
    assert problem["detail"].endswith("start it with: tianji studio --allow other.py")


def test_a_folder_gives_every_file_in_it_and_what_cannot_be_watched_is_refused(tmp_path):
    write(tmp_path / "one.py")
    shelf = OwnFiles([str(tmp_path)])
    shelf.check()
    before = shelf.stamps()
    write(tmp_path / "two.py", sticks=5)
    assert sorted(shelf.files()) == ["one", "two"]
    assert shelf.stamps()["one"] != before["one"]  # it may import the other
    with pytest.raises(FileAccessError, match="no Python file and no folder"):
        OwnFiles(["x" * 3000]).check()  # the system finds that name too long
    with pytest.raises(FileAccessError, match="no Python file and no folder"):
        OwnFiles([str(tmp_path / "none.py")]).check()
    with pytest.raises(ParameterError, match="have one name"):
        OwnFiles([str(tmp_path), str(tmp_path / "one.py")]).check()


def test_the_limit_of_memory_is_beside_what_a_clerk_has_already(studio, monkeypatch):
    monkeypatch.setenv(ALLOWED, str(studio.file))
    monkeypatch.setattr(own, "MEMORY", 256 * 2**20)
    held = bytearray(300 * 2**20)
    assert own.own_games("sticks")["games"][0]["check"]["histories"] == 7
    assert len(held) > own.MEMORY

"""The whole recipe, part by part: with twelve cards and one bet a round."""

import json

import pytest

from tianji.cli import main
from tianji.holdem.abstraction.work import Work
from tianji.holdem.nested.recipe import BUCKETS, EXACT, NESTED_ROW, PARTS, SUBGAMES, _Recipe
from tianji.holdem.rounds.column import Settings
from tianji.holdem.rounds.game import RoundGame
from tianji.holdem.rounds.paper import TRANSLATION
from tianji.holdem.rounds.subgames import ROWS, SubgameSolver
from tianji.kernels.constants import RESPONSE

BIG = RoundGame(ranks=3, bets=("50%,75%,100%",) * 2, most_bets=(1, 1))


def run(folder=None):
    found = _Recipe(BIG, 4, Settings(40, 15), folder, Work(threads=1))
    found.run()
    return found


@pytest.fixture(scope="module")
def whole():
    return run()


def test_on_the_menu_the_parts_are_what_tables_1_and_2_measure(whole):
    """Without the large menu: the blueprint's best response with real cards, and the flop subgames' row."""
    best = whole.backend.values(RESPONSE)
    for seat in (0, 1):
        assert whole.on_menu[BUCKETS, seat] == pytest.approx(best[1 - seat], abs=1e-3)
        solver = SubgameSolver(whole.backend, seat)
        answers = [
            solver.solve(b, ROWS["reach-estimate + distributional"], 15, "dcfr")
            for b in range(len(solver.copies))
        ]
        leaves = sum(n * answer.cbv for n, answer in zip(solver.copies, answers, strict=True))
        assert whole.on_menu[SUBGAMES, seat] == pytest.approx(solver.trunk.response(leaves), abs=1e-3)


def test_more_bets_never_cost_the_opponent(whole):
    for cards, answer in PARTS:
        for seat in (0, 1):
            assert whole.responses[cards, answer, seat] >= whole.on_menu[cards, seat] - 1e-3
    rows = {part: whole.row(*part, None) for part in PARTS}
    assert rows[EXACT, TRANSLATION].mean < rows[BUCKETS, TRANSLATION].mean
    assert rows[BUCKETS, TRANSLATION].share == 1 and rows[SUBGAMES, NESTED_ROW].seat0 is None


def test_a_second_run_goes_on_from_the_folder(tmp_path, whole):
    run(tmp_path)
    (tmp_path / "buckets-flop-subgames" / "seat1-strategy.safetensors").unlink()
    (tmp_path / "exact-cards" / "seat0-translation.safetensors").unlink()
    again = run(tmp_path)
    assert again.responses == whole.responses and again.on_menu == whole.on_menu
    written = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.safetensors")}
    assert run(tmp_path).responses == whole.responses
    assert {path: path.stat().st_mtime_ns for path in written} == written  # nothing is written twice


def test_the_command(capsys):
    words = ["reproduce", "brown2017", "recipe", "--scale", "ci", "--seconds", "0.000001", "--quiet"]
    assert main([*words, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["stopped"] == "seconds" and [(row["cards"], row["answer"]) for row in data["rows"]] == PARTS
    names = {"cards", "answer", "seat0", "seat1", "mean", "share", "on_menu", "response0", "response1"}
    assert set(data["rows"][0]) == names
    assert main(words) == 0 and "stopped early (seconds)" in capsys.readouterr().out
    assert main([*words, "--technique", "resolve"]) == 2
    assert "recipe has rows of its own" in capsys.readouterr().err

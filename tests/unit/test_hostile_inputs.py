"""What took all memory, hung, or ended in a traceback once: a sentence and exit code 2."""

from __future__ import annotations

import json
import re

import pytest

import tianji as tj
from tianji.errors import GameRuleError, TianjiError, TooLargeError

NAME = "n" * 300
DIGITS = "9" * 4301


@pytest.mark.parametrize(
    "args",
    [
        ["search", "nim", "--position", "99999999999"],
        ["search", "nim", "--position", "²"],
        ["search", "nim", "--position", ""],
        ["search", "connect_four", "--position", "4²"],
        ["search", "kalah", "--position", "9999999999999,0/1,0"],
        ["search", "hex", "--position", "a" + DIGITS],
        ["search", "chess_ending", "--position", ""],
        ["search", "chess_ending", "--position", "8K/8/8/8/8/3k4/1Q6/8 w"],
        ["search", "three_lines", "--position", "²"],
        ["search", "tic_tac_toe", "--position", "[" * 100_000],
        ["search", "tic_tac_toe", "--depth", "1e20"],
        ["search", NAME],
        ["solve", NAME],
        ["solve", "kuhn", "--threads", "1e8"],
        ["solve", "kuhn", "--iterations", "9" * 400],
        ["solve", "kuhn", "--iterations", DIGITS],
        ["solve", "kuhn", "--seconds", "1e999"],
        ["solve", "kuhn", "--method", NAME],
        ["solve", "kuhn", "--checkpoint", "run", "--checkpoint-every", "-1"],
        ["solve", "kuhn", "--checkpoint", "run", "--checkpoint-every", "two"],
        ["solve", "kuhn", "--out", NAME + ".json"],
        ["show", f"leduc(ranks={DIGITS})"],
        ["show", "kuhn(" * 10_000],
        ["matrix", "1/00 1"],
        ["matrix", "1e999 1"],
        ["matrix", DIGITS + " 1"],
        ["eval", "kuhn", NAME],
        ["holdem", "equity", NAME, "AA"],
        [
            "holdem",
            "plan",
            "--board",
            "Ks7h2d",
            "--pot",
            "1e999",
            "--stack",
            "9",
            "--oop",
            "AA",
            "--ip",
            "KK",
        ],
    ],
    ids=lambda args: " ".join(args)[:60],
)
def test_one_sentence_that_quotes_little(run, tmp_path, monkeypatch, args):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(*args)
    assert (code, out) == (2, "") and "Traceback" not in err
    assert re.fullmatch(r"tianji: error: .*\n", err), err
    for given in args[1:]:
        assert given[:130] not in err or len(given) < 130, err
    assert len(err) < 1200 and not list(tmp_path.iterdir())


class OneMove(tj.Game):
    """Take a payoff."""

    registered_name = "one_move"
    payoff = 1.0
    chance = 1.0

    def initial(self):
        return 0

    def player(self, s):
        return (tj.CHANCE, 0, tj.TERMINAL)[s]

    def chances(self, s):
        return [("only", self.chance)]

    def actions(self, s):
        return ["take"]

    def result(self, s, a):
        return s + 1

    def utility(self, s):
        return (self.payoff, -self.payoff)


@pytest.mark.parametrize(("name", "digits"), [("payoff", 400), ("payoff", 5000), ("chance", 400)])
@pytest.mark.parametrize("method", ["dcfr", "external", "lp"])
def test_numbers_no_float_holds_are_named(method, name, digits):
    game = OneMove()
    setattr(game, name, 10**digits)
    with pytest.raises((GameRuleError, TooLargeError)) as raised:
        tj.solve(game, method, **({} if method == "lp" else {"iterations": 2}))
    assert len(str(raised.value)) < 600


@pytest.mark.parametrize("probability", ["1/" + "9" * 400, "9" * 400 + "/" + "9" * 401, "0." + "9" * 400])
def test_efg_with_probabilities_of_400_digits(tmp_path, probability):
    ends = 't "" 1 "" { 1, -1 }\nt "" 2 "" { 1, -1 }\n'
    text = f'EFG 2 R "g" {{ "1" "2" }}\nc "" 1 "" {{ "a" {probability} "b" 1/2 }} 0\n{ends}'
    (tmp_path / "g.efg").write_text(text)
    with pytest.raises(TianjiError) as raised:
        tj.solve(tj.load(str(tmp_path / "g.efg")), iterations=1)
    assert len(str(raised.value)) < 600


@pytest.mark.parametrize(
    "line", ['{"do": []}', '{"do": "new", "position": 5}', "[" * 100_000, '{"do": {}}', "5", "", "{"]
)
def test_json_lines(line):
    from tianji.games.mnk import TicTacToe
    from tianji.search.engines.json_lines import JsonEngine

    answer = json.loads(JsonEngine(TicTacToe()).handle(line))
    assert answer["ok"] is False and 0 < len(answer["error"]) < 400

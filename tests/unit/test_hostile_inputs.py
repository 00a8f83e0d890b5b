"""What took all memory, hung, or ended in a traceback once: a sentence and exit code 2."""

from __future__ import annotations

import inspect
import json
import re

import pytest

import tianji as tj
from tianji.errors import GameRuleError, TianjiError, TooLargeError
from tianji.run.limits import Limits
from tianji.search.api import search

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


def _asked():
    return True


def _matrix(payoffs):
    return tj.matrix.NormalForm(payoffs)


PENNIES = tj.matrix.matching_pennies()


def _calls():
    """Entry points, and arguments with which each works and ends at once."""
    kuhn = tj.load("kuhn")
    spot = tj.holdem.Spot("Ks7h2d5c3s", 10, 20, "AA,KK", "QQ,JJ")
    strategy = tj.uniform(kuhn)
    return [
        (tj.load, {"spec": "kuhn"}),
        (tj.solve, {"game": kuhn, "stop": _asked}),
        (tj.solve, {"game": kuhn, "method": "external", "stop": _asked}),
        (search, {"game": tj.load("tic_tac_toe"), "stop": _asked}),
        (tj.plan, {"game": kuhn}),
        (tj.describe, {"game": kuhn}),
        (tj.compile, {"game": kuhn}),
        (tj.check_game, {"game": kuhn}),
        (tj.uniform, {"game": kuhn}),
        (tj.best_response, {"game": kuhn, "strategy": strategy, "player": 0}),
        (Limits, {}),
        (_matrix, {"payoffs": [[1, 0], [0, 1]]}),
        (PENNIES.solve, {"stop": _asked}),
        (PENNIES.equilibria, {"stop": _asked}),
        (tj.matrix.learn, {"game": PENNIES, "stop": _asked}),
        (tj.matrix.logit_path, {"game": PENNIES, "stop": _asked}),
        (tj.subgame.cuts, {"game": kuhn}),
        (tj.subgame.Technique, {}),
        (tj.holdem.Spot, {"board": "Ks7h2d5c3s", "pot": 10, "stack": 20, "oop": "AA", "ip": "QQ"}),
        (spot.solve, {"stop": _asked}),
        (spot.plan, {}),
        (tj.holdem.push_fold, {"stack": 10}),
        (tj.holdem.push_fold_chart, {"stop": _asked}),
        (tj.holdem.flops, {}),
    ]


LONG = 10**5000  # has no text: repr() of it is a ValueError
OBJECTS = {"strategy", "checkpoint", "progress", "options", "prior", "start"}  # no numbers, names or texts


def test_numbers_too_long_to_have_a_text_are_refused_in_a_sentence():
    faults = []
    for call, fine in _calls():
        call(**fine)
        for name, parameter in inspect.signature(call).parameters.items():
            if name in OBJECTS or fine.get(name) is PENNIES:
                continue
            values = [LONG, -LONG]
            if parameter.kind is parameter.VAR_KEYWORD:
                name = "no_such_option"
            elif parameter.kind is parameter.VAR_POSITIONAL:
                continue
            elif name in {"bets", "raises", "donks", "payoffs", "method", "board", "oop", "rake"}:
                values += [[LONG, LONG], [[LONG, 1], [1, LONG]], {"flop": LONG}]
            for value in values:
                try:
                    call(**{**fine, name: value})
                except TianjiError as error:
                    assert len(str(error)) < 1000, (call, name)
                except Exception as error:
                    faults.append(f"{call.__name__}({name}=…): {type(error).__name__}: {error}")
    assert not faults, "\n".join(faults)

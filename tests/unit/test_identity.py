"""A game is what it is, not what it is called: digests, texts that stand for one key, payoffs in any unit."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

import tianji as tj
from tianji.core.walk import fingerprint
from tianji.errors import GameRuleError, NotApplicableError, ParameterError, StrategyError, TianjiError
from tianji.evaluate import lp

EFG = """EFG 2 R "pennies" {{ "Ann" "Bob" }}
p "" 1 1 "{name}" {{ "H" "T" }} 0
p "" 2 1 "b" {{ "h" "t" }} 0
t "" 1 "" {{ {win}, {lose} }}
t "" 2 "" {{ -1, 1 }}
p "" 2 1 "b" {{ "h" "t" }} 0
t "" 3 "" {{ -1, 1 }}
t "" 4 "" {{ 1, -1 }}
"""


def write(path, name="a", win=1):
    path.write_text(EFG.format(name=name, win=win, lose=-win))
    return str(path)


@dataclass(frozen=True)
class Scaled(tj.Game):
    """Another game with every payoff times a factor, plus a constant."""

    inner: Any
    factor: float = 1.0
    shift: float = 0.0
    players: int = field(default=2, init=False)

    def initial(self):
        return self.inner.initial()

    def player(self, s):
        return self.inner.player(s)

    def actions(self, s):
        return self.inner.actions(s)

    def chances(self, s):
        return self.inner.chances(s)

    def result(self, s, a):
        return self.inner.result(s, a)

    def information(self, s, player):
        return self.inner.information(s, player)

    def utility(self, s):
        return tuple(self.factor * u + self.shift for u in self.inner.utility(s))


LEDUC = -0.08560642407800052  # sequence-form LP over open_spiel's tree


@pytest.mark.parametrize("factor", [1e-12, 1e-8, 1.0, 1e9, 1e20])
def test_the_unit_of_payoffs_does_not_matter(factor):
    game = Scaled(tj.load("leduc"), factor)
    exact = tj.solve(game, "lp")
    assert exact.stopped == "exact" and exact.values[0] / factor == pytest.approx(LEDUC, abs=1e-8)
    assert exact.exploitability <= 1e-8 * factor and tj.compile(game).is_zero_sum


def test_payoffs_that_sum_to_a_constant_are_solved_too():
    game = Scaled(tj.load("kuhn"), 2.0, 10.0)
    exact = tj.solve(game, "lp")
    assert exact.values == pytest.approx([10 - 2 / 18, 10 + 2 / 18])
    assert tj.compile(game).constant_sum == pytest.approx(20) and not tj.compile(game).is_zero_sum
    close = tj.solve(game, until=1e-4)
    assert (
        close.stopped == "until"
        and close.note == ""
        and close.values[0] == pytest.approx(10 - 2 / 18, abs=3e-4)
    )


@pytest.mark.parametrize("size", [1e-10, 1e-300, 1.0, 1e12])
def test_general_sum_is_judged_by_the_size_of_the_payoffs(size):
    assert not tj.compile(Scaled(tj.load("prisoners_dilemma"), size)).is_zero_sum
    with pytest.raises(NotApplicableError, match="do not cancel"):
        tj.solve(Scaled(tj.load("prisoners_dilemma"), size), "lp")


def test_an_answer_that_can_be_beaten_is_not_called_exact(monkeypatch):
    monkeypatch.setattr(lp, "in_proportion", lambda tree, x: tj.compile(tj.load("kuhn")).uniform()[0])
    with pytest.raises(TianjiError, match=r"can be beaten by 0\.917 in all, of payoffs up to 2"):
        tj.solve(tj.load("kuhn"), "lp")


@dataclass(frozen=True)
class Mixed(tj.Game):
    """Two infosets whose keys differ and whose texts do not."""

    keys: tuple[Any, Any] = (1, "1")

    def initial(self):
        return ()

    def player(self, s):
        return (tj.CHANCE, 0, tj.TERMINAL)[len(s)]

    def chances(self, s):
        return [(0, 0.5), (1, 0.5)]

    def actions(self, s):
        return ("x", "y")

    def result(self, s, a):
        return (*s, a)

    def utility(self, s):
        right = s[1] == "xy"[s[0]]
        return (1.0, -1.0) if right else (-1.0, 1.0)

    def information(self, s, player):
        return self.keys[s[0]] if player == 0 and s else None


def test_two_keys_with_one_text_are_refused():
    with pytest.raises(GameRuleError, match=r"player 0's 1 and '1' are different, yet both are written '1'"):
        tj.solve(Mixed(), iterations=10)
    fine = tj.solve(Mixed(keys=(1, "one")), iterations=100)
    assert fine.exploitability < 0.1
    with pytest.raises(GameRuleError, match="half a character"):  # saving it raised UnicodeEncodeError
        tj.solve(Mixed(keys=("\ud800", "?")), iterations=10)


def test_two_files_of_one_game_keep_their_own_names(tmp_path):
    one, two = tj.load(write(tmp_path / "one.efg", "a")), tj.load(write(tmp_path / "two.efg", "z"))
    first, second = tj.solve(one, iterations=5), tj.solve(two, iterations=5)
    assert first.strategy.game.endswith("one.efg") and second.strategy.game.endswith("two.efg")
    names = [s.strategy.tables[0].labels for s in (first, second)]
    assert names[0] != names[1]


@pytest.mark.parametrize("suffix", ["safetensors", "json"])
def test_a_strategy_of_rules_that_changed_is_refused(tmp_path, suffix):
    path, saved = tmp_path / "g.efg", tmp_path / f"s.{suffix}"
    tj.solve(tj.load(write(path)), iterations=5).strategy.save(saved)
    assert tj.nash_conv(tj.load(str(path)), tj.Strategy.load(saved)) >= 0
    changed = tj.load(write(path, win=3))
    with pytest.raises(StrategyError, match="its rules or payoffs have changed"):
        tj.nash_conv(changed, tj.Strategy.load(saved))
    for use in (
        lambda: tj.arena.take_seat(changed, str(saved)),
        lambda: tj.arena.take_seat(changed, tj.Strategy.load(saved)),
        lambda: tj.arena.match(changed, str(saved), "uniform", hands=2, aivat=False),
        lambda: tj.compare(changed, tj.Strategy.load(saved), tj.uniform(changed)),
    ):
        with pytest.raises(StrategyError, match="its rules or payoffs have changed"):
            use()


def test_a_checkpoint_of_rules_that_changed_is_refused(tmp_path):
    path, run = tmp_path / "g.efg", str(tmp_path / "run")
    tj.solve(tj.load(write(path)), iterations=5, checkpoint=run)
    with pytest.raises(ParameterError, match="its rules or payoffs have changed"):
        tj.solve(tj.load(write(path, win=3)), iterations=9, checkpoint=run, resume=True)
    assert tj.solve(tj.load(write(path)), iterations=9, checkpoint=run, resume=True).iterations == 9


@dataclass(frozen=True)
class Countdown(tj.Game):
    """Twenty coins shown in turn, too many lines to compile; all payoffs are 1 or −1, or `jackpot` at some ends."""

    jackpot: float = 1.0
    told: str = "the line"
    players: int = field(default=2, init=False)
    spec = "countdown"  # whatever its parameters: rules that changed under one name

    def initial(self):
        return ""

    def player(self, s):
        return tj.TERMINAL if len(s) == 20 else len(s) % 2

    def actions(self, s):
        return ("0", "1")

    def result(self, s, a):
        return s + a

    def information(self, s, player):
        return s if self.told == "the line" or len(s) < 12 else (s, "late")

    def utility(self, s):
        pays = self.jackpot if s.startswith("11") and s.endswith("01") else 1.0
        return (pays, -pays) if s.count("1") % 2 else (-pays, pays)


CHANGES = [Countdown(jackpot=2.0), Countdown(jackpot=1.0 + 1e-12), Countdown(told="less")]


def test_a_sampled_strategy_of_a_large_game_knows_its_rules(tmp_path):
    game, file = Countdown(), tmp_path / "s.json"
    found = tj.solve(game, "external", iterations=2)
    assert found.nash_conv is None and found.strategy.digest.startswith("sample:")
    found.strategy.save(file)
    assert tj.Strategy.load(file, Countdown()).digest == found.strategy.digest
    for changed in CHANGES:
        with pytest.raises(StrategyError, match="its rules or payoffs have changed"):
            tj.Strategy.load(file, changed)


def test_a_sampled_checkpoint_of_a_large_game_knows_its_rules(tmp_path):
    run = str(tmp_path / "run")
    tj.solve(Countdown(), "external", iterations=2, checkpoint=run)
    for changed in CHANGES:
        with pytest.raises(ParameterError, match="its rules or payoffs have changed"):
            tj.solve(changed, "external", iterations=3, checkpoint=run, resume=True)
    assert tj.solve(Countdown(), "external", iterations=3, checkpoint=run, resume=True).iterations == 3


def test_a_sampled_strategy_of_a_small_game_carries_the_whole_digest():
    found = tj.solve(tj.load("kuhn"), "external", iterations=5)
    assert found.strategy.digest == tj.compile(tj.load("kuhn")).digest
    sampled = tj.Strategy(found.strategy.game, found.strategy.tables, "uniform", fingerprint(tj.load("kuhn")))
    assert tj.nash_conv(tj.load("kuhn"), sampled) > 0
    sampled.digest = fingerprint(Scaled(tj.load("kuhn"), 2.0))
    with pytest.raises(StrategyError, match="have changed"):
        tj.nash_conv(tj.load("kuhn"), sampled)


def test_old_strategies_without_a_digest_still_load(tmp_path):
    strategy = tj.solve(tj.load("kuhn"), iterations=5).strategy
    old = tj.Strategy(strategy.game, strategy.tables)
    old.save(tmp_path / "s.json")
    assert "digest" not in (tmp_path / "s.json").read_text()
    assert tj.nash_conv(tj.load("kuhn"), tj.Strategy.load(tmp_path / "s.json")) > 0


def test_the_digest_is_the_games_own():
    flat = tj.compile(tj.load("leduc"))
    assert flat.digest == tj.compile(tj.load("leduc"), merge=True).digest
    assert flat.digest != tj.compile(Scaled(tj.load("leduc"), 2.0)).digest
    assert tj.solve(tj.load("leduc"), iterations=1).strategy.digest == flat.digest


@pytest.mark.parametrize("text", ["kuhn", "leduc(ranks=4)", " tic_tac_toe "])
def test_a_server_may_load_what_is_registered(text):
    assert isinstance(tj.load(text, builtin_only=True), tj.Game)


@pytest.mark.parametrize(
    "text", ["os:system", "/etc/passwd.efg", "x.efg", "openspiel:kuhn_poker", "a.b:C(x=1)", ""]
)
def test_a_server_opens_no_file_and_imports_no_module(text):
    with pytest.raises(TianjiError, match="only those are allowed here"):
        tj.load(text, builtin_only=True)


def test_openspiels_actions_go_by_name():
    pytest.importorskip("pyspiel")
    game = tj.load("openspiel:kuhn_poker")
    solution = tj.solve(game, "lp")
    assert set(solution.strategy.at(0, "0")) == {"Pass", "Bet"}
    assert solution.values[0] == pytest.approx(-1 / 18) and np.isfinite(solution.exploitability)


@dataclass(frozen=True)
class Seen(tj.Game):
    """Matching pennies whose author forgot to hide the first choice."""

    def initial(self):
        return ()

    def player(self, s):
        return (0, 1, tj.TERMINAL)[len(s)]

    def actions(self, s):
        return ("x", "y")

    def result(self, s, a):
        return (*s, a)

    def utility(self, s):
        return (1.0, -1.0) if s[0] == s[1] else (-1.0, 1.0)


@pytest.mark.parametrize("method", ["dcfr", "lp", "external"])
def test_a_game_that_forgot_information_is_told_so(method):
    limits = {"iterations": 50} if method == "external" else {}
    assert "nobody hides anything" in tj.check_game(Seen()).hidden
    assert "nobody hides anything" in tj.solve(Seen(), method, **limits).note
    assert "nobody hides anything" not in tj.solve(tj.load("kuhn"), method, **limits).note


def test_a_large_game_that_forgot_information_is_told_so_too(run):
    code, out, _ = run("show", "connect_four")
    assert code == 0 and "nobody hides anything; simultaneous moves need information()" in " ".join(
        out.split()
    )
    assert "nobody hides anything" not in run("show", "liars_dice(faces=8)")[1]

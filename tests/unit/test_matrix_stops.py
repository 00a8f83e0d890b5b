"""Every long call: limits, stopping from outside, Ctrl-C, progress; what was found so far is returned."""

import pickle
import signal
import threading
from fractions import Fraction

import numpy as np
import pytest

import tianji.matrix as tm
from tianji.core.result import Result
from tianji.errors import NotApplicableError, ParameterError, TianjiError

RNG = np.random.default_rng(0)
BIG = tm.NormalForm(RNG.integers(-99, 100, (9, 9)), RNG.integers(-99, 100, (9, 9)))
ZERO_SUM = tm.NormalForm(np.zeros((9, 9), dtype=int))
THREE = tm.NormalForm(*RNG.integers(-9, 10, (3, 3, 3, 3)))


class After:
    """A stop that asks to end at the n-th question; `press` does it as Ctrl-C instead."""

    def __init__(self, questions, press=False):
        self.left, self.press = questions, press

    def __call__(self):
        self.left -= 1
        if self.left == 0 and self.press:
            signal.raise_signal(signal.SIGINT)
        return self.left <= 0 and not self.press


CALLS = {
    "vertex": lambda **stops: BIG.equilibria("vertex", **stops),
    "support": lambda **stops: BIG.equilibria("support", **stops),
    "lemke-howson": lambda **stops: BIG.equilibria("lemke-howson", **stops),
    "lp": lambda **stops: ZERO_SUM.equilibria("lp", **stops),
    "three players": lambda **stops: THREE.equilibria(**stops),
    "solve": lambda **stops: BIG.solve(**stops),
    "solve lp": lambda **stops: ZERO_SUM.solve(**stops),
    "select": lambda **stops: BIG.solve(select="welfare", **stops),
    "optimal sets": lambda **stops: tm.optimal_sets(ZERO_SUM, **stops),
}
MORE = {
    "learn": lambda **stops: tm.learn(BIG, iterations=10**9, **stops),
    "learn three": lambda **stops: tm.learn(THREE, "replicator", 10**9, **stops),
    "logit path": lambda **stops: tm.logit_path(THREE, max_lambda=1e300, steps=10**6, **stops),
    "logit": lambda **stops: tm.logit_equilibrium(THREE, **stops),
    "tournament": lambda **stops: tm.tournament(["tit for tat", "grim"], rounds=10**6, noise=0.1, **stops),
    "eliminate": lambda **stops: tm.eliminate(BIG, **stops),
}
ENUMERATIONS = ("vertex", "support", "lemke-howson", "lp", "three players")


@pytest.mark.parametrize("name", ENUMERATIONS)
def test_a_limit_of_nodes_returns_what_was_found(name):
    found = CALLS[name](nodes=3)
    assert not found.complete and found.stopped == "nodes"
    assert all(e.regret < 1e-9 for e in found)
    assert "incomplete: nodes" in repr(found)


def test_steps_is_the_older_name_of_nodes():
    assert BIG.equilibria(steps=3).stopped == "nodes"


def test_a_limit_of_seconds_is_kept():
    wide = tm.NormalForm(RNG.integers(-99, 100, (16, 16)), RNG.integers(-99, 100, (16, 16)))
    found = wide.equilibria(seconds=0.2)
    assert not found.complete and found.stopped == "seconds"


@pytest.mark.parametrize("name", [*CALLS, *MORE])
def test_an_event_that_is_set_ends_the_work(name):
    event = threading.Event()
    event.set()
    if name == "select":
        with pytest.raises(NotApplicableError, match=r"no equilibrium was found \(cancelled"):
            CALLS[name](stop=event)
        return
    answer = {**CALLS, **MORE}[name](stop=event)
    assert answer.stopped == "cancelled" and not getattr(answer, "complete", False)


@pytest.mark.parametrize("name", ["vertex", "support", "lp", "three players", *MORE])
def test_another_thread_ends_the_work(name):
    event, heard = threading.Event(), []

    def progress(report):
        heard.append(report)
        if not event.is_set():
            thread = threading.Thread(target=event.set)
            thread.start()
            thread.join()

    answer = {**CALLS, **MORE}[name](stop=event, progress=progress)
    assert answer.stopped == "cancelled" and heard and heard[0].unit
    if name in ENUMERATIONS:
        assert not answer.complete and all(e.regret < 1e-9 for e in answer)


# "select" may find nothing to select from: see above
@pytest.mark.parametrize("name", [name for name in [*CALLS, *MORE] if name != "select"])
def test_ctrl_c_keeps_the_results(name):
    answer = {**CALLS, **MORE}[name](stop=After(2, press=True))
    assert answer.stopped == "interrupted" and not getattr(answer, "complete", False)


def test_a_callback_that_says_false_ends_the_work():
    assert BIG.equilibria(progress=lambda report: False).stopped == "cancelled"
    run = tm.learn(BIG, iterations=10**9, progress=lambda report: False)
    assert run.stopped == "cancelled" and run.iterations[-1] >= 1 and run.average.regret < 200


def test_learning_stops_by_exploitability():
    run = tm.learn(tm.biased_rock_paper_scissors(), "regret-matching+", until=1e-3)
    assert run.stopped == "until" and run.exploitability[-1] <= 1e-3 < run.exploitability[-2]
    assert run.exploitability[-1] == pytest.approx(float(run.average.exploitability), abs=1e-12)
    assert run.nash_conv[-1] == pytest.approx(2 * run.exploitability[-1])
    assert tm.learn(BIG, seconds=0.05).stopped == "seconds"
    assert tm.learn(BIG).stopped == "iterations" and tm.learn(BIG).iterations[-1] == 1_000


@pytest.mark.parametrize(
    "rule", ["regret-matching+", "fictitious-play", "multiplicative-weights", "replicator"]
)
def test_a_learning_run_that_was_stopped_goes_on_from_its_file(tmp_path, rule):
    path = str(tmp_path / "run.safetensors")
    game = tm.biased_rock_paper_scissors()
    tm.learn(game, rule, 40, every=10, checkpoint=path)
    resumed = tm.learn(game, rule, 100, every=10, checkpoint=path, resume=True)
    whole = tm.learn(game, rule, 100, every=10)
    keep = whole.iterations
    rows = [list(resumed.iterations).index(t) for t in keep]
    exactness = 1e-9 if rule == "replicator" else 0  # its integrator starts its last step again
    for i in (0, 1):
        assert np.allclose(resumed.averages[i][rows], whole.averages[i], rtol=0, atol=exactness)
    assert np.allclose(resumed.nash_conv[rows], whole.nash_conv, rtol=0, atol=exactness)
    with pytest.raises(ParameterError, match="rule="):
        tm.learn(game, "lecture", 100, every=10, checkpoint=path, resume=True)


def test_many_players_always_get_an_answer():
    three = tm.NormalForm(*np.random.default_rng(4).integers(-9, 10, (3, 2, 2, 2)))
    found = three.equilibria(nodes=1)
    assert len(found) >= 1 and all(e.regret < 1e-9 for e in found)


def test_solve_never_comes_back_empty_handed():
    e = BIG.solve(nodes=1)
    assert "budget spent" in e.method and e.stopped == "nodes" and 0 <= e.regret < 100
    assert e.regret == BIG.verify(e.profile).regret


def test_limits_are_checked_and_paths_have_no_half():
    for stops in ({"seconds": 0}, {"nodes": -1}, {"nodes": 2.5}, {"seconds": "1"}, {"stop": 5}):
        with pytest.raises(ParameterError, match=next(iter(stops))):
            BIG.equilibria(**stops)
        with pytest.raises(ParameterError, match=next(iter(stops))):
            BIG.solve(**stops)
    for stops in ({"iterations": 0}, {"until": 0}, {"until": "0.3%"}, {"seconds": -1}):
        with pytest.raises(ParameterError, match=next(iter(stops))):
            tm.learn(BIG, **stops)
    with pytest.raises(NotApplicableError, match="not finished"):
        tm.lemke_howson(BIG, nodes=1)


def test_options_that_a_method_does_not_take_are_refused_by_name():
    for method, options in (
        ("pure", {"select": "welfare"}),
        ("logit", {"select": "welfare"}),
        ("lemke-howson", {"select": "welfare"}),
        ("vertex", {"label": 1}),
        ("logit", {"label": 1}),
    ):
        with pytest.raises(ParameterError, match=f"{method!r} takes no {next(iter(options))}="):
            tm.chicken().solve(method, **options)
    with pytest.raises(ParameterError, match="label=1 goes with"):
        tm.chicken().solve(label=1)
    with pytest.raises(ParameterError, match="exact=True"):
        tm.chicken().solve("logit", exact=True)
    with pytest.raises(ParameterError, match="exact=True"):
        THREE.equilibria(exact=True)
    with pytest.raises(NotApplicableError, match="'vertex' is for two players"):
        THREE.equilibria("vertex")
    with pytest.raises(NotApplicableError, match="finds one equilibrium"):
        tm.chicken().equilibria("logit")
    for rule, option in (("regret-matching", "rate"), ("hedge", "step"), ("fictitious-play", "step")):
        with pytest.raises(ParameterError, match=f"takes no {option}="):
            tm.learn(BIG, rule, **{option: 0.1})
    rough = tm.NormalForm(np.random.default_rng(5).normal(size=(2, 3, 3))[0])
    for call in (rough.solve, rough.equilibria, lambda **exact: tm.lemke_howson(rough, **exact),
                 lambda **exact: tm.support_enumeration(rough, **exact),
                 lambda **exact: tm.correlated_equilibrium(rough, **exact)):  # fmt: skip
        with pytest.raises(ParameterError, match="exact=True, but some payoffs are floats"):
            call(exact=True)
    assert not THREE.equilibria(exact=False, nodes=50)[0].exact
    assert not tm.chicken().solve("pure", exact=False).exact


def test_threads_change_nothing_but_the_time(monkeypatch):
    monkeypatch.setattr("tianji.matrix.nash.support.OPERATIONS", 20_000)  # some 70 batches
    game = tm.NormalForm(*np.random.default_rng(1).normal(size=(2, 8, 8)))
    one, two = (game.equilibria("support", threads=n) for n in (1, 2))
    assert tuple(one) == tuple(two) and one.complete and two.complete and len(one) > 2
    some = [tm.support_enumeration(game, nodes=9, threads=n)[0] for n in (1, 2, 3)]
    assert some[0] == some[1] == some[2] and 0 < len(some[0]) < len(one)
    stopped = game.equilibria("support", threads=2, stop=After(4))
    assert stopped.stopped == "cancelled" and set(stopped) < set(one)
    assert game.equilibria("support", threads=2, progress=lambda report: False).stopped == "cancelled"


@pytest.mark.parametrize("name", [*CALLS, *MORE, "perfect", "bayesian", "path", "analyse"])
def test_a_second_thread_is_used_or_refused_by_name(name):
    calls = CALLS | MORE
    calls["perfect"] = lambda **stops: tm.subgame_perfect_equilibria(_kuhn(), **stops)
    calls["bayesian"] = lambda **stops: _cards().equilibria(**stops)
    calls["path"] = lambda **stops: tm.lemke_howson(BIG, **stops)
    calls["analyse"] = lambda **stops: tm.analyse(BIG, **stops)
    with pytest.raises(ParameterError, match=r"threads=0; expected"):
        calls[name](threads=0)
    if name == "support":
        assert calls[name](threads=2, nodes=2).stopped == "nodes"
    else:
        with pytest.raises(ParameterError, match=r"threads=2: .* runs on one"):
            calls[name](threads=2)


def test_a_method_is_a_checked_value():
    value = tm.Method("Lemke_Howson", label=1)
    assert tm.chicken().solve(value) == tm.chicken().solve("lemke-howson", label=1)
    assert tm.METHODS["lemke-howson"] == tm.Method("lemke-howson") and hash(value)
    assert tm.Method(select="payoff_dominance").select == "payoff-dominant"
    assert tm.chicken().solve(tm.Method("support"), select="welfare").values == (Fraction(14, 3),) * 2
    for options, words in (
        ({"name": "simplex"}, "no method 'simplex'"),
        ({"select": "best"}, "no selection rule 'best'"),
        ({"name": "logit", "exact": True}, "exact=True"),
        ({"exact": "yes"}, "exact='yes'"),
    ):
        with pytest.raises(TianjiError, match=words):
            tm.Method(**options)
    for call, words in (
        (lambda: tm.chicken().solve(tm.Method("lemke-howson", label=9)), "label 9 is out of range"),
        (lambda: tm.chicken().equilibria(tm.Method(select="welfare")), "select='welfare' picks one"),
        (lambda: tm.chicken().equilibria(value), "leave label=1 out"),
        (lambda: tm.analyse(tm.chicken(), value), "leave label=1 out"),
        (lambda: tm.analyse(BIG, select="nonsense", nodes=1), "no selection rule"),
    ):
        with pytest.raises(TianjiError, match=words):
            call()


def test_a_learning_rule_is_a_checked_value():
    game = tm.biased_rock_paper_scissors()
    named, value = tm.learn(game, "hedge", 20, rate=0.5), tm.learn(game, tm.HedgeRule(rate=0.5), 20)
    assert np.array_equal(named.averages[0], value.averages[0])
    quadratic = tm.learn(game, tm.RegretRule(clip_sum=True, power=2.0), 50)
    assert quadratic.rule == "RegretRule(start=0, clip_gain=False, clip_sum=True, power=2.0)"
    assert tm.learn(game, tm.RegretRule(), 5).rule == "regret-matching"
    for make in (
        lambda: tm.HedgeRule(rate=0),
        lambda: tm.ReplicatorRule(step=float("nan")),
        lambda: tm.RegretRule(power=-1.0),
        lambda: tm.RegretRule(start="one"),
        lambda: tm.learn(game, tm.RegretRule(), step=0.1),
        lambda: tm.learn(game, tm.RegretRule(power=0.5), 5, exact=True),
    ):
        with pytest.raises(ParameterError, match=r"must be|takes no step=|rational rule"):
            make()


RESULTS = {
    "equilibrium": lambda: tm.chicken().solve(),
    "equilibria": lambda: tm.chicken().equilibria(),
    "subset": lambda: tm.chicken().equilibria().subsets[0],
    "zero sum": lambda: tm.optimal_sets(tm.tian_ji()),
    "learning": lambda: tm.learn(tm.chicken(), iterations=10),
    "exact learning": lambda: tm.learn(tm.chicken(), iterations=3, exact=True),
    "logit": lambda: tm.logit_path(tm.chicken(), max_lambda=1),
    "correlated": lambda: tm.correlated_equilibrium(tm.chicken()),
    "elimination": lambda: tm.eliminate(tm.axelrod_game()),
    "security": lambda: tm.security(tm.chicken(), 0),
    "tournament": lambda: tm.tournament(["grim", "joss"], rounds=5),
    "folk": lambda: tm.folk_region(tm.axelrod_game()),
    "virtues": lambda: tm.virtues(tm.classic("grim")),
    "core": lambda: tm.core(tm.CoalitionalGame(3, lambda s: len(s) - 1)),
    "inspection": lambda: tm.inspection_closed_form(),
    "analysis": lambda: tm.analyse(tm.chicken(), select="welfare"),
    "bayesian": lambda: _cards().solve(),
    "bayesian, all": lambda: _cards().equilibria(),
    "perfect": lambda: tm.subgame_perfect(_kuhn()),
    "perfect, some": lambda: tm.subgame_perfect_equilibria(_kuhn(), limit=2),
}


def test_lists_of_equilibria_say_why_they_end():
    found = tm.subgame_perfect_equilibria(_kuhn(), limit=2)
    assert len(found) == 2 == len(found[:2]) and found[0] in found and not found.complete
    assert found.stopped == "limit" and "incomplete: limit" in repr(found)
    assert [type(e) for e in found] == [tm.SubgamePerfect] * 2
    event = threading.Event()
    event.set()
    games = {"bayesian": _cards(), "strategic": tm.chicken()}
    for game in games.values():
        assert game.equilibria().complete and not game.equilibria().stopped
        assert game.equilibria(stop=event).stopped == game.solve(stop=event).stopped == "cancelled"
    with pytest.raises(ParameterError, match="0"):
        tm.subgame_perfect_equilibria(_kuhn(), limit=0)


def _cards():
    match = {("H", "H"): 1, ("T", "T"): 1}
    return tm.BayesianGame(
        [["a"], ["b", "c"]], [["H", "T"]] * 2, [["1/2", "1/2"]], lambda t, a: (match.get(a, 0),) * 2
    )


def _kuhn():
    from tianji.games.kuhn import Kuhn

    return Kuhn()


@pytest.mark.parametrize("name", RESULTS)
def test_every_result_is_plain_data_pickles_and_has_a_page(name):
    import json

    answer = RESULTS[name]()
    assert isinstance(answer, Result)
    data = json.loads(answer.to_json())
    assert data and data == json.loads(pickle.loads(pickle.dumps(answer)).to_json())
    assert answer._repr_html_().startswith("<table>")

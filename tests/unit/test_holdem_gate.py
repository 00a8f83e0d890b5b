"""Gates before a spot: what they take, what they promise, and that files, stops and suits change nothing of it."""

from __future__ import annotations

import pickle
import re
import threading

import numpy as np
import pytest

import tianji as tj
from tianji.cfr.schedule import SCHEDULES
from tianji.core import storage
from tianji.errors import NotApplicableError, ParameterError, TianjiError, UnknownNameError
from tianji.holdem.engine.backend import make_backend
from tianji.holdem.spot.gate import TECHNIQUES, Gate
from tianji.kernels.constants import RESPONSE, SOLVE
from tianji.poker.cards import hand_names, parse_hand
from tianji.run.stopping import Cancelled
from tianji.subgame.technique import Technique

RIVER = tj.holdem.Spot(
    board="AsKd8h5c2s", pot=100, stack=150, bets="75%", raises="100%",
    oop="AcAh,QcJd,KhQh:0.5,7c6c,9h9d,8c7d", ip="KhKc,AdQd,JhTh,9c9s:0.25,5d5s,8s6s",
)  # fmt: skip
TURN = tj.holdem.Spot(
    board="Ks7h2dJc", pot=60, stack=90, oop="QQ-99,AJs", ip="JJ-88,KQs", bets="75%", raises="", max_raises=1
)
ALT = "KhKc: 110, AdQd: 40, JhTh: 5, 9c9s: 20, 5d5s: 90, 8s6s: 0"


def options(technique: str) -> dict[str, object]:
    gifts = {"gifts": 3} if technique.startswith("reach-") else {}
    return {**gifts, **({"spread": "random: 8"} if technique.endswith("distributional") else {})}


@pytest.mark.parametrize("technique", TECHNIQUES)
def test_a_gate_is_a_value(technique):
    gate = Gate("oop", ALT, technique, **options(technique))
    assert pickle.loads(pickle.dumps(gate)) == gate == Gate.from_dict(gate.to_dict())
    assert hash(Gate.from_dict(gate.to_dict())) == hash(gate) and gate.technique == technique
    assert gate != Gate("ip", ALT, technique, **options(technique))
    with pytest.raises(AttributeError, match="does not change"):
        gate.player = 1


def test_alternatives_by_dict_text_array_and_table_are_the_same():
    table = {"KK": 7.0, "KhKc": 9.0}
    array = np.full(1326, np.nan)
    array[[h for h, name in enumerate(hand_names()) if name[0] == name[2] == "K"]] = 7.0
    array[parse_hand("KhKc", "hand")] = 9.0
    wanted = Gate(0, array).to_dict()
    assert Gate("OOP", table).to_dict() == wanted == Gate("oop", "KK: 7; KhKc: 9").to_dict()
    cbv = RIVER.solve(iterations=5).alternatives("oop")
    assert Gate("oop", cbv) == Gate("oop", dict(cbv)) and int(Gate("oop", cbv).hands.sum()) == 6
    assert Gate("oop", 3).hands.all()


def test_techniques_by_value():
    by_value = Gate("oop", ALT, Technique("maxmargin", gifts=2), gifts="KhKc: 3")
    assert by_value == Gate("oop", ALT, "Reach Maxmargin", gifts={"KhKc": 6})
    assert Gate("oop", ALT, Technique("resolve", "distributional"), spread=1).technique == "distributional"
    assert Gate("oop", ALT, Technique("resolve", "estimate")) == Gate("oop", ALT, "resolve")


@pytest.mark.parametrize(
    ("given", "options", "words"),
    [
        (("button", ALT), {}, "player='button'; expected 'oop' or 'ip'"),
        ((True, ALT), {}, "player=True"),
        (("oop", ALT, "maxmargn"), {}, "no technique 'maxmargn'; did you mean 'maxmargin'"),
        (("oop", {}), {}, "has no hand"),
        (("oop", {"KK": "much"}), {}, "alternatives of 'KK' is 'much'; expected chips"),
        (("oop", {"KK": float("inf")}), {}, "alternatives of 'KK' is inf"),
        (("oop", {"KK": float("nan")}), {}, "alternatives of 'KK' is nan"),
        (("oop", {"KX": 3}), {}, "reads 'KX'"),
        (("oop", {3: 3}), {}, "has the key 3; expected hands"),
        (("oop", "KK 3"), {}, "reads 'KK 3'; expected hands, a colon and chips"),
        (("oop", "KK: three"), {}, "reads 'KK: three'"),
        (("oop", [1.0, 2.0]), {}, "expected chips by hand"),
        (("oop", None), {}, "expected chips by hand"),
        (("oop", np.full(1326, 1e20)), {}, "is 1e+20"),
        (("oop", ALT, "reach-resolve"), {}, "needs gifts="),
        (("oop", ALT, "distributional"), {}, "needs spread="),
        (("oop", ALT, "resolve"), {"gifts": 3}, "takes no gifts"),
        (("oop", ALT, "resolve"), {"spread": 3}, "takes no spread"),
        (("oop", ALT, "reach-resolve"), {"gifts": "KK: -1"}, "gifts of 'KK' is -1.0; expected a number of at least 0"),
        (("oop", ALT, Technique("maxmargin", refine="leximin")), {}, "refined by a tremble of 0.03; say refine=0.03"),
        (("oop", ALT, Technique("maxmargin", refine=0.2)), {}, "refined by a tremble of 0.03; say refine=0.03"),
        (("oop", ALT, Technique("maxmargin", solver="lp")), {}, "is solved by CFR"),
        (("oop", ALT, Technique("maxmargin", gifts="not-split")), {"gifts": 1}, "give a factor"),
    ],
)  # fmt: skip
def test_wrong_gates_are_one_sentence(given, options, words):
    with pytest.raises(TianjiError, match=re.escape(words)) as refused:
        Gate(*given, **options)
    assert "\n" not in str(refused.value) and len(str(refused.value)) < 400


def test_gates_that_do_not_fit_the_spot():
    with pytest.raises(ParameterError, match="nothing for ip's 5s5d, which is in his range"):
        RIVER.solve(gate=Gate("oop", "AdQd: 3, QQ: 1"))
    with pytest.raises(NotApplicableError, match=r"rake=\(0.05, 3.0\).*leave rake out"):
        RIVER.replace(rake=(0.05, 3)).solve(gate=Gate("oop", ALT))
    with pytest.raises(ParameterError, match=r"gate='oop'; expected a Gate"):
        RIVER.solve(gate="oop")
    with pytest.raises(UnknownNameError, match="gate: no field 'alternative'"):
        Gate.from_dict({"player": "oop", "alternative": {}})
    with pytest.raises(ParameterError, match="the field 'alternatives' is missing"):
        Gate.from_dict({"player": "oop"})
    with pytest.raises(NotApplicableError, match="combined"):
        tj.subgame.solve_all(tj.load("kuhn"), tj.uniform(tj.load("kuhn")), [], Technique("combined"))


def test_a_hand_for_coin_toss():
    """Brown & Sandholm (2017), figure 2, with cards: IP calls aces or queens with kings; maxmargin shares the margin.

    OOP has bet the pot with AA or QQ; folding is worth 100 to each. Calling always leaves AA 200 and QQ −100 or so:
    with alternatives 150 and 50 the best call is the one at which both are as far below them.
    """
    spot = tj.holdem.Spot(
        board="2c2d7h8s3c", pot=100, stack=100, oop="AhAd,QhQd", ip="KhKd", bets={"oop": "allin", "ip": ""}, raises=""
    ).locked("", {"allin": 1})  # fmt: skip
    gate = Gate("ip", {"AhAd": 150, "QhQd": 50}, "maxmargin")
    found = spot.solve(gate=gate, iterations=4000, storage="float64")
    call = found.strategy("allin")["KhKd"]["call"]
    # EV: AA 100 + 100 c, QQ 100 - 200 c; margins 50 - 100 c and -50 + 200 c meet at c = 1/3
    assert call == pytest.approx(1 / 3, abs=1e-3)
    assert found.gate.margins == pytest.approx({"AhAd": 50 / 3, "QhQd": 50 / 3}, abs=0.2)
    safe = spot.solve(
        gate=Gate("ip", {"AhAd": 150, "QhQd": 50}, "resolve"), iterations=2000, storage="float64"
    )
    assert 0.25 - 1e-3 <= safe.strategy("allin")["KhKd"]["call"] <= 0.5 + 1e-3
    assert safe.gate.least_margin >= -0.1


@pytest.mark.parametrize("technique", ["resolve", "maxmargin"])
@pytest.mark.parametrize("player", ["oop", "ip"])
def test_the_blueprint_s_own_values_leave_no_hole(player, technique):
    """With CBV of a strategy as alternatives, the strategy itself would do: margins are at least minus the gap."""
    blueprint = RIVER.solve(iterations=3, threads=1)
    gate = Gate(player, blueprint.alternatives(player), technique)
    found = RIVER.solve(until="0.01%", gate=gate, storage="float64", threads=1)
    report = found.gate
    assert found.stopped == "until" and found.exploitability_pct <= 0.01
    margins = np.array(list(report.margins.values()))
    if technique == "maxmargin":
        assert report.least_margin >= -report.gap and report.value == pytest.approx(-report.least_margin)
        return
    figures = found.backend.figures()
    share = dict(zip(hands_of(found), figures.w / figures.w.sum(), strict=True))
    below = [share[h] * min(0.0, m) for h, m in report.margins.items()]
    assert sum(below) >= -report.gap - 1e-9 and margins.min() >= -report.gap / min(share.values())


def hands_of(solution) -> list[str]:
    backend = solution.backend
    return [hand_names()[h] for h in backend.boards[0][0].combos[backend.opponent]]


@pytest.mark.parametrize("storage", ["float32", "int16", "float64"])
@pytest.mark.parametrize("technique", TECHNIQUES)
def test_storages_agree(technique, storage):
    gate = Gate("oop", ALT, technique, **options(technique))
    found = RIVER.solve(gate=gate, iterations=300, storage=storage, threads=1).gate
    exact = RIVER.solve(gate=gate, iterations=300, storage="float64", threads=1).gate
    assert found.value == pytest.approx(exact.value, abs=0.3)
    assert found.gap < 1 and set(found.margins) == set(exact.margins)


@pytest.mark.parametrize("technique", ["resolve", "reach-maxmargin", "combined"])
def test_files_and_pickles_keep_the_gate(technique, tmp_path):
    gate = Gate("oop", ALT, technique, **options(technique))
    found = RIVER.solve(gate=gate, iterations=40, threads=1)
    found.save(tmp_path / "solve.tianji")
    for again in (tj.holdem.Solution.load(tmp_path / "solve.tianji"), pickle.loads(pickle.dumps(found))):
        assert again.gate.to_dict() == found.gate.to_dict()
        assert again.exploitability == found.exploitability
        assert again.backend.figures().gap == pytest.approx(found.gate.gap)  # the averages are there as well
    assert "gate" in found.to_dict() and RIVER.solve(iterations=3).gate is None


def test_a_resumed_run_is_the_unbroken_one(tmp_path):
    file = str(tmp_path / "run.tianji")
    gate = Gate("ip", TURN.solve(iterations=2).alternatives("ip"), "maxmargin")
    whole = TURN.solve(gate=gate, iterations=24, threads=1)
    TURN.solve(gate=gate, iterations=9, threads=1, checkpoint=file)
    assert tj.holdem.Solution.load(file).gate.gap > 0  # a run in progress can be looked into
    again = TURN.solve(gate=gate, iterations=24, threads=2, checkpoint=file, resume=True)
    assert again.gate.to_dict() == whole.gate.to_dict() and again.values == whole.values
    other = Gate("ip", gate.alternatives + 1, "maxmargin")
    with pytest.raises(ParameterError, match="was made with gate="):
        TURN.solve(gate=other, iterations=24, checkpoint=file, resume=True)
    with pytest.raises(ParameterError, match="was made with gate="):
        TURN.solve(iterations=24, checkpoint=file, resume=True)


def test_an_iteration_left_half_done_goes_on(tmp_path):
    gate = Gate("ip", TURN.solve(iterations=2).alternatives("ip"), "resolve")
    whole = TURN.solve(gate=gate, iterations=6, threads=1)
    backend, asked = TURN.solve(gate=gate, iterations=1, threads=1).backend, 0

    def now_and_then() -> bool:
        nonlocal asked
        asked += 1
        return asked % 7 == 0

    from tianji.holdem.engine.methods import default_method, method_schedule

    schedule, t = method_schedule(default_method(TURN))[1], 1
    backend.heed(now_and_then)
    while t < 6:
        t += backend.iterate(schedule.rows(t + 1, 7))
    backend.heed(None)
    assert asked > 20 and backend.figures().gap == whole.gate.gap


def test_threads_share_a_turn_behind_a_gate_and_leave_between_iterations():
    gate = Gate("ip", TURN.solve(iterations=2).alternatives("ip"), "combined")
    backends = [make_backend(TURN, threads=threads, behind=gate.behind(TURN)) for threads in (1, 2, 3)]
    rows = SCHEDULES["cfr+"].rows(1, 7)
    for backend in backends:
        backend.iterate(rows)
    one, *others = backends
    for other in others:
        assert other._is_crewed() and not one._is_crewed()
        assert other.figures().gap == one.figures().gap and (other.entries == one.entries).all()
        for mine, theirs in zip(other.levels, one.levels, strict=True):
            assert (mine.regret == theirs.regret).all() and (mine.average == theirs.average).all()
        other.heed(lambda: True)
        assert other.iterate(rows) == 1
        with pytest.raises(Cancelled):
            other.figures()
    for backend in backends:
        backend.close()


def test_stopped_at_once_it_still_answers():
    event = threading.Event()
    event.set()
    found = TURN.solve(gate=Gate("oop", 30, "maxmargin"), stop=event, until="0.001%")
    assert found.stopped == "cancelled" and found.gate.gap > 0
    told = TURN.solve(
        gate=Gate("oop", 30, "maxmargin"), iterations=50, progress=lambda report: report.done < 4
    )
    assert told.stopped == "cancelled" and told.iterations < 50


def test_suits_are_merged_where_the_alternatives_are_alike():
    spot = tj.holdem.Spot(
        board="Ks7s2s4d", pot=60, stack=60, oop="QQ,JJ", ip="AA,TT", bets="allin", raises=""
    )
    even = Gate("oop", "AA: 50, TT: 10")
    near, lame = Gate("oop", even.alternatives + np.linspace(0, 1e-9, 1326)), even.alternatives.copy()
    lame[parse_hand("AcAs", "hand")] += 1e-3  # clubs and hearts are alike on this board
    whole = spot.plan().boards
    assert (
        spot.plan(gate=even).boards
        == spot.plan(gate=near).boards
        == whole
        < spot.plan(gate=Gate(0, lame)).boards
    )
    solves = [
        spot.solve(gate=g, iterations=60, storage="float64", threads=1) for g in (near, Gate("oop", lame))
    ]
    for solve, gate in zip(solves, (near, Gate("oop", lame)), strict=True):
        assert tuple(len(level) for level in solve.backend.boards) == spot.plan(gate=gate).boards
    assert solves[0].gate.value == pytest.approx(solves[1].gate.value, abs=0.01)
    assert solves[0].gate.cbv == pytest.approx(solves[1].gate.cbv, abs=0.1)


def test_hands_outside_his_range_are_guarded_too():
    """Unsafe solving looks at the range alone; a gate looks at all hands that have an alternative."""
    blueprint = RIVER.replace(ip="KhKc,AdQd,JhTh,9c9s:0.25,5d5s,8s6s,AhQh,QsTs").solve(
        until="0.05%", storage="float64"
    )
    spot = RIVER.replace(ip="JhTh,8s6s")
    cbv = blueprint.alternatives("oop")
    unsafe = spot.solve(gate=Gate("oop", cbv, "unsafe"), until="0.05%", storage="float64").gate
    safe = spot.solve(gate=Gate("oop", cbv, "maxmargin"), until="0.05%", storage="float64").gate
    assert set(safe.margins) == set(cbv) == set(unsafe.margins)
    assert unsafe.least_margin < -10 and safe.least_margin >= -2 * safe.gap - 0.2


def test_locks_bind_behind_a_gate():
    spot = RIVER.locked("", {"check": 1}).locked("check, bet 75%", {"fold": 0.5, "call": 0.5})
    blueprint = spot.solve(iterations=3, threads=1)
    found = spot.solve(gate=Gate("ip", blueprint.alternatives("ip"), "resolve"), iterations=400, threads=1)
    assert found.strategy("").means["check"] == pytest.approx(1)
    again = spot.solve(gate=Gate("oop", blueprint.alternatives("oop"), "resolve"), iterations=50, threads=1)
    assert again.strategy("check, bet 75%").means["call"] == pytest.approx(0.5)
    assert found.exploitability_pct < 0.5
    free, bound = RIVER.solve(iterations=3).alternatives("ip").mean, blueprint.alternatives("ip").mean
    assert bound < free  # his best is less where he is bound


def test_a_turn_is_cut_and_its_river_solved_again():
    turn = TURN.solve(iterations=8, threads=1)
    line = "check, check, 5s"
    river = turn.spot_after(line, bets="33%,75%,allin")
    assert (river.board, river.pot, river.stack) == ("Ks7h2dJc5s", 60, 90)
    assert river.ranges[0].combos == pytest.approx(turn.strategy(line).reach.sum())
    again = turn.spot_after(line).solve(until="0.1%")
    assert again.ev("", "oop").hands.tolist() == turn.ev(line, "oop").hands.tolist()
    gate = Gate("oop", turn.alternatives("oop", line))
    safe = river.solve(until="0.1%", gate=gate)
    assert safe.gate.least_margin >= -0.002 * 60
    called = turn.spot_after("bet 75%, call, 5s")
    assert (called.pot, called.stack) == (150, 45)
    for wrong in ("check", "check, check", "check, check, 5s, check"):
        with pytest.raises(ParameterError):
            turn.spot_after(wrong)
    with pytest.raises(NotApplicableError, match="locks or single lines"):
        TURN.locked("", {"check": 1}).solve(iterations=1).spot_after(line)


def test_donk_bets_stay_donk_bets_after_a_cut():
    spot = TURN.replace(donks={"river": {"oop": "25%"}}).solve(iterations=30)
    assert spot.spot_after("check, bet 75%, call, 5s").tree().nodes[0].actions[1].total == pytest.approx(37.5)
    assert (
        spot.spot_after("bet 75%, call, 5s").tree().nodes[0].actions[1].total == 45
    )  # all in by 75 % of 150


def test_rare_hands_are_left_out_and_counted():
    weights = np.zeros(1326)
    for hand, weight in (("AcAh", 1.0), ("KhQh", 1e-7)):
        weights[parse_hand(hand, "hand")] = weight
    spot = RIVER.replace(oop=weights, ip="AdAc,JhTh")
    found = spot.solve(gate=Gate("oop", "AdAc: 10, JhTh: 10"), iterations=20)
    assert found.gate.left_out == 1 and list(found.gate.margins) == ["JhTh"]
    exact = spot.solve(gate=Gate("oop", "AdAc: 10, JhTh: 10"), iterations=20, storage="float64")
    assert exact.gate.left_out == 0


@pytest.mark.parametrize("storage", ["float32", "int16"])
def test_the_best_answer_is_kept_with_its_entries(storage):
    gate = Gate("oop", ALT, "maxmargin")
    backend = RIVER.solve(gate=gate, iterations=40, storage=storage, threads=1).backend
    kept = {name: np.array(array) for name, array in backend.tensors(is_resumable=False).items()}
    gap, entries = backend.figures().gap, backend.entries
    backend.iterate(np.tile([0.0, 0.0, -np.inf, 0.0, 0.0, 1.0], (3, 1)))  # all that was learned is forgotten
    assert backend.figures().gap > gap and (backend.entries != entries).any()
    backend.use(kept)
    assert backend.figures().gap == pytest.approx(gap) and backend.entries == pytest.approx(entries)


def test_solves_behind_gates_compare_and_print():
    plain = RIVER.solve(iterations=50, threads=1)
    found = RIVER.solve(gate=Gate("oop", plain.alternatives("oop"), "resolve"), iterations=50, threads=1)
    assert 0 <= tj.holdem.compare(plain, found).distance <= 1
    look = tj.holdem.look(found)
    assert look.to_dict()["gate"]["technique"] == "resolve" and tj.holdem.look(found, "check").gate is None
    assert (
        "least_margin" in found.gate._repr_html_() and "margin" in found.gate.table.to_csv().splitlines()[0]
    )


@pytest.mark.parametrize(
    "spoil",
    [
        lambda tensors, fields: fields["config"].update(gate="x"),
        lambda tensors, fields: fields["config"].update(gate={"player": "oop"}),
        lambda tensors, fields: fields["config"].update(
            gate={"player": "oop", "alternatives": 3}
        ),  # of other hands
        lambda tensors, fields: fields["gate"].update(w=[1.0]),
        lambda tensors, fields: fields["gate"].update(gap=-1),
        lambda tensors, fields: fields.update(gate=7),
        lambda tensors, fields: tensors.pop("gate/entries"),
        lambda tensors, fields: tensors.update({"gate/entries": np.full(6, np.nan)}),
        lambda tensors, fields: tensors.update({"gate/entries": np.zeros(5)}),
    ],
)
def test_spoilt_files_are_a_sentence(spoil, tmp_path):
    tensors, fields = RIVER.solve(gate=Gate("oop", ALT), iterations=10, threads=1).pack()
    fields = pickle.loads(pickle.dumps(fields))
    spoil(tensors, fields)
    storage.save(tmp_path / "solve.tianji", "holdem-solve", tensors, fields)
    with pytest.raises(TianjiError) as refused:
        tj.holdem.Solution.load(tmp_path / "solve.tianji").gate.to_dict()
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("technique", ["maxmargin", "combined", "reach-distributional"])
def test_a_river_in_one_call_is_what_its_passes_are(technique):
    """Two calls, as a run makes them, against single passes of the engine with the gate's step between them."""
    behind = Gate("oop", ALT, technique, **options(technique)).behind(RIVER)
    whole, single = (make_backend(RIVER, storage="float64", behind=behind) for _ in range(2))
    schedule = SCHEDULES["dcfr"].rows(1, 8)
    assert whole.iterate(schedule[:3]) == 3 and whole.iterate(schedule[3:]) == 4
    for row in schedule:
        single._enter(single.run(single.opponent, SOLVE, row), row)
        single.run_against(single.entry[0], single.resolver, SOLVE, row)
    assert np.array_equal(whole.levels[0].regret, single.levels[0].regret)
    assert np.array_equal(whole.levels[0].average, single.levels[0].average)
    assert np.array_equal(whole.entries, single.entries) and whole.count == single.count == 7
    assert np.array_equal(whole.entry, single.entry) and np.array_equal(whole.state, single.state)
    best, reply = whole.responses()
    row = np.zeros(6)
    assert np.array_equal(best, single.run(single.opponent, RESPONSE, row))
    assert np.array_equal(reply, single.run_against(single.entries, single.resolver, RESPONSE, row))
    assert np.array_equal(whole.entries, single.entries)  # looking changes nothing

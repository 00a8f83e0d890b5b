"""harden: the river learned against somebody who sees his real cards."""

from functools import cache

import numpy as np
import pytest

import tianji as tj
from tianji.cli import main
from tianji.errors import NotApplicableError, ParameterError
from tianji.holdem.abstraction.work import Work
from tianji.holdem.blueprint.dealing import full_dealer
from tianji.holdem.blueprint.evaluate import BoardWalk
from tianji.holdem.blueprint.river import learner
from tianji.holdem.blueprint.river.learner import (
    Hardening,
    groups_of,
    pots_of,
    river_ends,
    river_roots,
    share_rivers,
)
from tianji.holdem.blueprint.store import Blueprint, shipped
from tianji.kernels.poker.public_chance import LEAST, seat_board
from tianji.kernels.poker.response import hardening
from tianji.poker.cards import hand_cards

RIVER = 3


@cache
def dealer():
    return full_dealer(shipped().buckets, Work(threads=1), flops=1, seed=0)


def response(blueprint, count=8):
    """What a best response wins on the river from both seats, on some of the dealer's boards; and the values."""
    walk, found = BoardWalk(blueprint.tree, blueprint.counts, blueprint.steps()), []
    for k in range(count):
        board, rows = dealer().listed[7 * k], dealer().rows[7 * k]
        hands = np.flatnonzero(~np.isin(hand_cards(), board).any(axis=1))
        buckets = [
            dealer().classes,
            *(t[r] for t, r in zip((dealer().flop, dealer().turn, dealer().river), rows, strict=True)),
        ]
        found.append(
            walk.values([int(c) for c in board], hands, [b.astype(np.int32) for b in buckets], RIVER)
        )
    return np.array(found)


def test_a_best_response_wins_less_afterwards():
    before = response(shipped()).mean()
    after = response(tj.holdem.harden(shipped(), boards=400, groups=None, flops=1, threads=1)).mean()
    assert 0 < after < 0.7 * before


def test_the_answer_is_the_best_response_that_is_measured_elsewhere():
    blueprint = shipped()
    run = Hardening(blueprint, dealer(), 1, 1)
    table, below, best, _ = run._parts[0][2:]
    seat_board(run.dealer, run.seed, 3, table)
    hands = int(table.sizes[0])
    own = np.random.default_rng(0).uniform(0, 1, hands)
    root, regret = int(river_roots(blueprint.tree)[0]), run.steps.astype(np.float32)
    first = blueprint.tree.offsets(run.counts)
    for n in range(root, int(river_ends(blueprint.tree)[0])):
        regret[first[n] : first[n + 1]] = blueprint.steps()[first[n] : first[n + 1]]
    found = {}
    for player in (0, 1):
        hardening._walk_river(
            run.betting, regret, run.average.copy(), 0.0, player, below, root, own, best, True
        )
        found[player] = below.value[0, :hands].copy()
        # play by what was found, hand by hand: nothing is worth more than that, and no single change of it
        answer = best.copy()
        for _ in range(20):
            other = answer.copy()
            n = np.random.default_rng(_).integers(0, int(river_ends(blueprint.tree)[0]) - root)
            if blueprint.tree.player[root + n] == player:
                continue
            other[n] = (other[n] + 1) % blueprint.tree.actions[root + n]
            assert (_worth(run, regret, player, below, root, own, other) <= found[player] + 1e-3).all()
        assert np.allclose(_worth(run, regret, player, below, root, own, answer), found[player])


def _worth(run, regret, learner, table, root, own, answer):
    """Values of the learner's opponent when he plays `answer`, node by node in plain Python."""
    tree, hands = run.tree, int(table.sizes[0])
    first = tree.offsets(run.counts)
    bucket = table.bucket[RIVER][table.place[RIVER, :hands]]
    cards, ranks = table.cards[:hands], np.zeros(hands)
    for k in range(int(table.sizes[1])):
        ranks[table.groups[k] : table.groups[k + 1]] = k
    apart = (cards[:, None, :, None] != cards[None, :, None, :]).all(axis=(2, 3))
    sign = np.sign(ranks[:, None] - ranks[None, :]) * apart

    def value(link, reach):
        if link < 0:
            chips, who = ~link >> 2, ~link & 3
            if who == 2:
                return chips * (sign @ reach)
            return (chips if who == learner else -chips) * (apart @ reach)
        size = int(tree.actions[link])
        if tree.player[link] == learner:
            rows = regret[first[link] : first[link + 1]].reshape(-1, size)[bucket].astype(float)
            rows = np.maximum(rows / rows.sum(axis=1, keepdims=True), LEAST)
            return sum(value(tree.after(link, a), reach * rows[:, a]) for a in range(size))
        below = np.stack([value(tree.after(link, a), reach) for a in range(size)])
        return below[answer[link - root, :hands], np.arange(hands)]

    return value(root, own)


def test_all_before_the_river_stays_as_it_is():
    found, tree = tj.holdem.harden(shipped(), boards=60, flops=1, threads=1), shipped().tree
    early = np.flatnonzero(tree.street < RIVER)
    assert all(np.array_equal(found.node_rows(n), shipped().node_rows(n)) for n in early)
    late = np.flatnonzero(tree.street == RIVER)
    assert any(not np.array_equal(found.node_rows(n), shipped().node_rows(n)) for n in late)
    assert found.worth is None and found.digest != shipped().digest


def test_every_number_of_threads_gives_the_same_bits():
    found = [Hardening(shipped(), dealer(), 4, threads) for threads in (1, 3)]
    for run in found:
        run.advance(2)
        run.advance(3)
    assert np.array_equal(found[0].average, found[1].average)
    assert np.array_equal(found[0].regret, found[1].regret)
    assert np.array_equal(found[0].walks, found[1].walks) and found[0].walks.sum() > 0


def test_threads_share_out_every_river_once():
    tree = shipped().tree
    shares = share_rivers(shipped(), 3)
    roots, ends = river_roots(tree), river_ends(tree)
    assert sorted(np.concatenate([np.flatnonzero(s) for s in shares]).tolist()) == roots.tolist()
    assert (ends - roots).sum() == (tree.street == RIVER).sum()
    pots = pots_of(tree, shipped().menu.blinds)
    checked = tree.after(0, 1)  # the small blind completes
    assert pots[0] == 150 and pots[checked] == 200
    assert pots.min() > 0 and pots.max() <= 2 * shipped().menu.stack


def test_rivers_that_are_seldom_come_to_are_walked_now_and_then_and_count_for_more():
    """The mean of what is learned stays: averages are linear in what is walked, for a strategy that stays as it is."""
    sums = []
    for sure in (1e-9, 2.0):
        run = Hardening(shipped(), dealer(), 4, 1, sure=sure)
        run.regret *= 1e12  # strategies stay
        run.advance(60)
        tree = run.tree
        parts = [
            run.average[run.first[r] : run.first[e]].sum()
            for r, e in zip(river_roots(tree), river_ends(tree), strict=True)
        ]
        sums.append((np.array(parts), run.walks.sum()))
    assert sums[0][1] == 60 * len(river_roots(run.tree)) > 2 * sums[1][1]
    assert sums[1][0].sum() == pytest.approx(sums[0][0].sum(), rel=0.1)


def test_groups_are_neighbours_and_play_alike():
    group = groups_of(shipped(), 10)
    assert sorted(set(group.tolist())) == list(range(10)) and len(group) == 50
    centres = shipped().buckets.clusters[5].centres
    within = np.mean([centres[group == g].std(axis=0).mean() for g in range(10)])
    assert within < 0.5 * centres.std(axis=0).mean()
    run = Hardening(shipped(), dealer(), 4, 1, 10)
    run.advance(3)
    assert run.counts == [169, 50, 50, 10]
    first, n = shipped().tree.offsets(shipped().counts), int(river_roots(shipped().tree)[0])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tianji.holdem.blueprint.river.learner.FEW", 1e-9)
        rows = run.weights()[first[n] : first[n + 1]].reshape(50, -1)
    assert (
        all(np.ptp(rows[group == g], axis=0).max() == 0 for g in range(10)) and np.ptp(rows, axis=0).max() > 0
    )
    assert groups_of(shipped(), None).tolist() == list(range(50)) == groups_of(shipped(), 80).tolist()


def test_groups_become_finer_and_keep_what_they_have_learned(monkeypatch):
    monkeypatch.setattr(learner, "STAGES", ((0, 10), (4, 25), (6, 2**16)))
    run = Hardening(shipped(), dealer(), 4, 1)
    run.advance(4)
    assert run.counts[RIVER] == 10
    walks = run.walks
    for stage, groups in ((1, 25), (2, 50)):
        run._refine(stage)
        assert run.counts[RIVER] == groups and np.array_equal(run.walks, walks)
    whole, parts = (Hardening(shipped(), dealer(), 4, threads) for threads in (1, 2))
    whole.advance(8)
    for count in (1, 4, 3):
        parts.advance(count)
    assert whole.counts[RIVER] == 50 and np.array_equal(whole.regret, parts.regret)
    assert np.array_equal(whole.walks, parts.walks) and np.array_equal(whole.weights(), parts.weights())


def test_all_of_a_group_begin_with_an_even_share():
    run = Hardening(shipped(), dealer(), 4, 1, 10)
    run.advance(3)
    before = run.weights()
    run.stages = ((0, 10), (3, 2**16))
    run._refine(1)
    assert np.abs(run.weights() - before).max() < 1e-6


def test_a_killed_run_goes_on_and_ends_where_an_unbroken_one_does(tmp_path, monkeypatch):
    monkeypatch.setattr(learner, "STAGES", ((0, 10), (3, 2**16)))
    given = {"flops": 1, "threads": 1, "checkpoint": tmp_path / "run"}
    whole = tj.holdem.harden(shipped(), boards=6, flops=1, threads=1)
    for boards in (2, 3, 5):
        tj.holdem.harden(shipped(), boards=boards, resume=boards > 2, **given)
    found = tj.holdem.harden(shipped(), boards=6, resume=True, **given)
    assert found.digest == whole.digest and found.about["hardened"]["boards"] == 6
    with pytest.raises(ParameterError, match="was made with seed=0, this run has seed=1"):
        tj.holdem.harden(shipped(), boards=6, resume=True, seed=1, **given)
    with pytest.raises(ParameterError, match="resume=True needs checkpoint="):
        tj.holdem.harden(shipped(), boards=6, resume=True)


def test_it_can_be_stopped_and_says_so():
    told = []

    def tell(report):
        told.append(report)
        return report.phase != "harden"

    found = tj.holdem.harden(shipped(), boards=10**6, flops=1, threads=1, progress=tell)
    assert found.about["hardened"]["stopped"] == "cancelled" and found.about["hardened"]["boards"] >= 1
    assert told[-1].phase == "harden" and told[-1].unit == "boards" and told[-1].total == 10**6
    same = tj.holdem.harden(shipped(), boards=3, flops=1, threads=1, stop=lambda: True)
    assert same is shipped()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"boards": 0}, "boards=0; expected 1 to 10000000"),
        ({"flops": 0}, "flops=0; expected a number of flops"),
        ({"groups": 0}, "groups=0; expected 1 to 65536"),
    ],
)
def test_what_cannot_be_is_told(options, words):
    with pytest.raises(ParameterError, match=words):
        tj.holdem.harden(shipped(), **{"flops": 1, **options})


def test_a_blueprint_without_a_river_is_refused():
    menu = tj.holdem.Menu(("a",) * 4, limp=False)
    made = tj.holdem.train(menu, boards=1, iterations=2, threads=1, value_boards=0)
    with pytest.raises(NotApplicableError, match="has no decision on the river"):
        tj.holdem.harden(made, flops=1, threads=1)


def test_the_command(tmp_path, capfd):
    out = str(tmp_path / "h.blueprint")
    asked = ["holdem", "harden", "tiny", "--flops", "1", "--boards", "2", "--threads", "1", "--quiet"]
    assert main([*asked, "--out", out]) == 0
    assert "2 boards, 50 groups" in capfd.readouterr().out
    assert Blueprint.load(out).digest == tj.holdem.harden(shipped(), boards=2, flops=1, threads=1).digest
    assert main(asked) == 2
    assert "stays as it is" in capfd.readouterr().err

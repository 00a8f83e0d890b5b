"""Branches added to blueprints: in and out of the file, exact where the game is small, and at the table."""

from __future__ import annotations

import json
import threading
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import tianji as tj
from tianji.arena import holdem_match
from tianji.core import storage
from tianji.errors import FileFormatError, NotApplicableError, ParameterError, UnknownNameError
from tianji.holdem.blueprint import extend
from tianji.holdem.blueprint.branch import HandWorths, gained
from tianji.holdem.blueprint.case import Case, judged
from tianji.holdem.blueprint.cells import Repertoire, grid_cells, log_cells, read_sizes
from tianji.holdem.blueprint.exact import round_measure, round_runner
from tianji.holdem.blueprint.extend import branch_tree, extended, line_to, menu_build, quantised
from tianji.holdem.blueprint.mirror import Mirror
from tianji.holdem.blueprint.store import Blueprint, blueprint_of, shipped, shipped_buckets
from tianji.holdem.blueprint.tree import flatten
from tianji.holdem.player.belief import HandBelief
from tianji.poker.cards import parse_hand
from tianji.poker.hand import HandState


@pytest.fixture(autouse=True)
def few_boards(monkeypatch):
    """Values of a branch over ten boards; a hundred take two seconds, and how good they are is no matter here."""
    monkeypatch.setattr(extend, "MOST_BOARDS", 10)


def with_bet(blueprint, node, total, seed=0):
    """The blueprint with a branch of random probabilities."""
    branch = branch_tree(menu_build(blueprint.menu), blueprint.tree, node, total, blueprint.menu.blinds[1])
    weights = np.random.default_rng(seed).random(int(branch.offsets(blueprint.counts)[-1]))
    steps = quantised(branch, blueprint.counts, weights, (1 << blueprint.bits) - 1)
    return extended(blueprint, node, total, branch, steps, (5.0, 1.0))


def flop_node(blueprint):
    """The big blind's first decision on the flop after a raise to 300 and a call."""
    state = HandState.start(blueprint.menu.rules).play("r300c/").deal((0, 21, 31))
    return blueprint.node_of(state)[0], state


def test_a_branch_is_played_exactly_and_nothing_else_changes():
    old = shipped()
    node, state = flop_node(old)
    new = with_bet(old, node, 300 + 222)
    new.tree.check("new")
    bet = state.act("r522")
    assert old.node_of(bet) == (old.tree.after(node, 1), True)  # taken for 75 %
    assert new.node_of(bet) == (len(old.tree), False)
    assert line_to(new.tree, len(old.tree), 100) == "r300c/r522"
    offset = int(new.tree.offsets(new.counts)[len(old.tree)])
    shares = new.steps()[offset : offset + new.counts[1] * 3].reshape(-1, 3) / 15
    rows, bucket = new.rows(bet), new.bucket_row(bet.board)
    assert list(rows) == ["f", "c", "r20000"]
    hand = parse_hand("AsAh")
    assert [float(row[hand]) for row in rows.values()] == pytest.approx(shares[bucket[hand]].tolist())
    for line in ("", "r300", "r300c/", "r300c/c", "r300c/r750", "r300c/cc/"):
        dealt = HandState.start(old.menu.rules).play(line)
        dealt = dealt.deal((0, 21, 31, 6)[: (0, 3, 4, 5)[dealt.street]])
        one, two = old.rows(dealt), new.rows(dealt)
        assert list(one) == list(two)  # its own play has no such bet
        assert all(np.array_equal(one[a], two[a]) for a in one)
    assert new.digest != old.digest and new.branches[0].parent == old.digest


def test_what_he_may_hold_stays_what_it_was_after_a_bet_that_only_he_makes():
    new = with_bet(shipped(), flop_node(shipped())[0], 522)
    state = flop_node(new)[1]
    before = HandBelief().times(0, np.linspace(0, 1, 1326))
    after = before.after(0, new.rows(state), "r522")
    assert np.array_equal(after.reach[0], before.reach[0]) and not after.notes


@pytest.mark.parametrize("bits", [4, 8])
def test_undo_gives_the_file_back_byte_by_byte(tmp_path, bits):
    menu = tj.holdem.Menu(("100,a|a", "75|a", "75|a", "75,a|a"), name="small")
    weights = (
        np.random.default_rng(1).random(blueprint_of(menu, shipped_buckets()).entries).astype(np.float32)
    )
    old = blueprint_of(menu, shipped_buckets(), weights, bits=bits, about={"seed": 3})
    old.save(tmp_path / "0.blueprint")
    first = with_bet(old, 0, 250, seed=1)
    inside = first.branches[0].first  # a branch may have branches
    second = with_bet(first, inside, 250 + 300, seed=2)
    second.save(tmp_path / "2.blueprint")
    loaded = Blueprint.load(tmp_path / "2.blueprint")
    assert loaded.digest == second.digest and loaded.branches == second.branches
    assert (tmp_path / "2.blueprint").stat().st_size > (tmp_path / "0.blueprint").stat().st_size
    back = loaded.undo()
    assert back.digest == first.digest
    back.undo().save(tmp_path / "back.blueprint")
    assert (tmp_path / "back.blueprint").read_bytes() == (tmp_path / "0.blueprint").read_bytes()
    with pytest.raises(NotApplicableError, match="no added branch"):
        back.undo().undo()


@pytest.mark.parametrize(
    "change", [{"node": 1}, {"total": 523}, {"first": 3}, {"node": 10**9}, {"total": "x"}, {"parent": 3}]
)
def test_branches_that_are_not_in_the_tree_are_refused(tmp_path, change):
    path = tmp_path / "b.blueprint"
    with_bet(shipped(), flop_node(shipped())[0], 522).save(path)
    tensors, fields = storage.load(path, "blueprint")
    fields["branches"][0] |= change
    storage.save(path, "blueprint", {name: array.copy() for name, array in tensors.items()}, fields)
    with pytest.raises(FileFormatError, match="restore it from a copy"):
        Blueprint.load(path)


@pytest.mark.parametrize(
    ("total", "message"), [(399, "expected 400 to"), (20_001, "to 20000"), (750, "already")]
)
def test_bets_that_cannot_be_added_are_refused(total, message):
    with pytest.raises(ParameterError, match=message):
        with_bet(shipped(), flop_node(shipped())[0], total)


# Exact: games of two and three rounds, translation and branches measured against best responses with real cards ----


@cache
def flop_game():
    rest = {"ranks": 5, "stack": 1000, "most_bets": (1, 2)}
    known = tj.holdem.RoundGame(bets=("100%", "100%"), **rest)
    return (
        known,
        tj.holdem.RoundGame(bets=("100%", "37%,100%"), **rest),
        tj.holdem.make_buckets("flop", "all", deck=20),
    )


@cache
def turn_game():
    rest = {"last": "turn", "ranks": 4, "stack": 600, "most_bets": (1, 1, 1)}
    known = tj.holdem.RoundGame(bets=("100%", "100%", "100%"), **rest)
    game = tj.holdem.RoundGame(bets=("100%", "37%,100%", "100%"), **rest)
    return known, game, tj.holdem.make_buckets("turn", "all", deck=16)


def exactly(known, game, buckets, deals, measured, is_guarded):
    """Exact exploitability in `game` of a blueprint of `known`, translated, and after each branch that was taken."""
    runner = round_runner(known, buckets, seed=1)
    runner.advance(deals)
    counts, large = runner.counts.tolist(), flatten(game.tree())
    value = round_measure(game, buckets, counts, 1)
    steps = quantised(runner.tree, counts, runner.weights(), 255)
    book = Repertoire(runner.tree, counts, steps, int(known.stack), (100, 50), known.tree, 255)

    def measure(book):
        seen = Mirror(book.tree, large, 0, (100, 100), book.stack).weights(book.rows, counts)
        return value(seen).exploitability * game.mbb

    def drive(runner, deals, phase):
        runner.advance(deals - runner.t)

    found = [measure(book)]
    for cell in grid_cells(book, [0.37], [1]):
        case = Case(book, cell, runner.dealer, drive, measured, {"seed": 5})
        if case.before[0] > 2 * case.before[1]:
            book, note = judged(case, case.solve(), measure if is_guarded else None)
            if not note:
                found.append(measure(book))
    return found


def test_branches_lower_exact_exploitability_of_flop_holdem():
    """Short-deck flop hold'em, a bet of 37 % of the pot not known: 600 mbb/h translated, 250 with five branches."""
    found = exactly(*flop_game(), deals=400_000, measured=60_000, is_guarded=False)
    assert len(found) >= 4
    assert all(after < before for before, after in pairwise(found))
    assert found[-1] < 0.7 * found[0]


def test_no_branch_raises_exact_exploitability_of_turn_holdem():
    """Sixteen cards, three rounds: little is lost to translation, and what is doubtful is left out."""
    found = exactly(*turn_game(), deals=400_000, measured=60_000, is_guarded=True)
    assert len(found) >= 2
    assert all(after <= before for before, after in pairwise(found))
    assert found[-1] < 0.95 * found[0]


def test_luck_is_no_gain():
    rng = np.random.default_rng(0)

    def found(mean):
        values = rng.normal(mean, 100.0, (2, 50, 400))
        return HandWorths(
            np.stack([np.full((2, 50), 400.0), values.sum(axis=2), (values**2).sum(axis=2)], axis=2)
        )

    none = [gained(found(0.0), found(0.0)) for _ in range(40)]
    assert abs(np.mean([gain for gain, _ in none])) < 0.2  # with one half for both: about 2
    assert np.std([gain for gain, _ in none]) < 1.3 * np.mean([error for _, error in none])
    gain, error = gained(found(20.0), found(0.0))
    assert gain == pytest.approx(20, abs=4 * error)


# At the table ------------------------------------------------------------------------------------------------------


class Small:
    """Bets 37 % of the pot wherever nobody has bet after the flop, and calls."""

    name = "small"

    def act(self, told, rng):
        state = told.state
        if state.street == 0 or (state.level > max(state.spent) - 1 and len(set(state.spent)) > 1):
            return "c"
        return state.mended(f"r{state.level + round(0.74 * state.level)}")


def test_what_was_met_in_a_log_is_looked_at_first(tmp_path):
    log = tmp_path / "m.log"
    holdem_match(Small(), "tiny", hands=40, seed=1, log=log, aivat=False)
    cells, refused = log_cells(shipped(), log, "tiny")
    assert not refused and cells
    assert all(cell.often for cell in cells)
    assert cells[0].often > 1 and abs(cells[0].size - 0.37) < 0.01
    assert [cell.score for cell in cells] == sorted([cell.score for cell in cells], reverse=True)
    own, _ = log_cells(shipped(), log, "small")
    assert not own  # the blueprint bets what it knows


def test_a_file_without_a_hand_of_this_table_says_so():
    """It said that the blueprint knew every bet of six players with 100 big blinds."""
    file = Path(__file__).parents[1] / "data" / "poker" / "pluribus_sample.phhs"
    with pytest.raises(
        NotApplicableError, match="; 36 of its hands were left out, the first: pluribus/"
    ) as caught:
        tj.holdem.improve(shipped(), hands=file)
    assert "no bet that tiny-" in str(caught.value) and "for two players" in str(caught.value)


def test_improve_says_what_it_will_not_do(tmp_path):
    for options, kind, message in (
        ({"sizes": "much"}, ParameterError, "percent of the pot"),
        ({"sizes": "0.1"}, NotApplicableError, "knows every bet"),
        ({"streets": "floop"}, UnknownNameError, "flop"),
        ({"top": 0}, ParameterError, "top=0"),
        ({"boards": 0}, ParameterError, "boards=0"),
        ({"probes": 1, "top": 2}, ParameterError, "probes"),
    ):
        with pytest.raises(kind, match=message):
            tj.holdem.improve(shipped(), **({"streets": "flop", "boards": 1} | options))
    assert read_sizes([25.0]) == [0.25]


def test_it_stops_when_asked_and_keeps_what_it_has(tmp_path):
    event, kept = threading.Event(), tmp_path / "kept.blueprint"
    heard = []

    def progress(report):
        heard.append(report.phase)
        if report.phase.startswith("branch 2"):
            event.set()

    found = tj.holdem.improve(
        shipped(), sizes=[37], streets="flop", top=2, probes=2, boards=1, iterations=10_000, threads=1,
        checkpoint=kept, progress=progress, stop=event,
    )  # fmt: skip
    assert found.stopped == "cancelled" and len(found.tried) == 1 and found.tried[0].is_taken
    assert Blueprint.load(kept).digest == found.digest == found.blueprint.digest
    assert heard[0].startswith("buckets") and any("bet 1 of 2" in phase for phase in heard)
    again = tj.holdem.improve(
        shipped(), sizes=[37], streets="flop", top=1, probes=2, boards=1, iterations=10_000, threads=1
    )
    assert again.digest == found.digest  # one thread and one seed: the same branch
    assert found.tried[0].gain_after < 0.3 * found.tried[0].gain_before


def test_tiny_is_trained_played_measured_improved_and_undone_from_the_command_line(
    tmp_path, run, monkeypatch
):
    monkeypatch.chdir(tmp_path)

    def asked(line):
        code, out, _ = run(*line.split(), "--json", "--quiet")
        assert code == 0
        return json.loads(out)

    asked(
        "holdem train --preset tiny --boards 2 --iterations 20000 --value-boards 10 --threads 1 --seed 1 "
        "--out p.blueprint"
    )
    assert asked("holdem match p.blueprint call --hands 4 --seed 1")["hands"] == 4
    assert asked("holdem lbr p.blueprint --hands 8")["hands"] == 8
    assert asked("holdem evaluate p.blueprint --boards 1 --threads 1")["mbb_h"] > 0
    found = asked(
        "holdem improve p.blueprint --sizes 37 --streets flop --top 1 --probes 1 --boards 1 --iterations 8000 "
        "--threads 1 --out q.blueprint"
    )
    assert found["branches"] == 1 and found["tried"][0]["is_taken"] and found["saved"] == ["q.blueprint"]
    assert asked("holdem match q.blueprint p.blueprint --hands 4")["hands"] == 4
    back = asked("holdem improve q.blueprint --undo --out r.blueprint")
    assert back["digest"] == found["parent_digest"]
    assert (tmp_path / "r.blueprint").read_bytes() == (tmp_path / "p.blueprint").read_bytes()


def test_every_command_takes_the_shipped_blueprint_by_its_name(tmp_path, run, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for line in (
        "match tiny call --hands 2",
        "lbr tiny --hands 2",
        "evaluate tiny --boards 1 --threads 1",
        "values tiny --boards 2 --threads 1 --out v.blueprint",
        "improve tiny --sizes 37 --streets flop --top 1 --probes 1 --boards 1 --iterations 2000 --threads 1",
    ):
        code, out, err = run("holdem", *line.split(), "--json", "--quiet")
        assert code == 0, err
        assert "tiny" in out
    code, _, err = run("holdem", "values", "tiny", "--boards", "2")
    assert code == 2 and "--out FILE" in err

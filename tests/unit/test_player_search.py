"""The search along real hands: what covers what, chips through nested roots, fallbacks, and a killed client."""

import json
import random
import threading
from types import SimpleNamespace

import numpy as np
import pytest

from tianji.arena import holdem_lbr, holdem_match
from tianji.arena.acpc import MatchState
from tianji.errors import NotApplicableError, ParameterError
from tianji.holdem.blueprint.menu import PRESETS
from tianji.holdem.blueprint.store import blueprint_of, shipped_buckets
from tianji.holdem.player import nested, solver
from tianji.holdem.player.agent import SearchAgent, read_search
from tianji.holdem.player.base import base_payoffs
from tianji.holdem.player.belief import STRAY as STRAY_SHARE
from tianji.holdem.player.belief import live, public
from tianji.holdem.player.clock import Bank
from tianji.holdem.player.nested import Position, chips_at
from tianji.holdem.player.roots import MENUS, RIVER, TURN, SearchMenu, start_root
from tianji.holdem.player.solver import LEAST, Effort, SearchError, solve_gated
from tianji.poker.cards import hand_index, parse_cards
from tianji.poker.equity import equities
from tianji.poker.hand import HandState
from tianji.poker.rules import HandRules
from toys_holdem import Toy

BOARD = parse_cards("Ks7h2dJc", "board")
SMALL = {
    TURN: (SearchMenu("test", {"turn": "100%", "river": "100%"}, {"turn": "", "river": ""}, 0),),
    RIVER: (SearchMenu("test", {"river": "100%,allin"}, {"river": "allin"}, 1),),
}
CALM = Toy("calm", most=1)


def agent(base=CALM, **options):
    menus = options.pop("menus", SMALL)
    found = SearchAgent(base, **{"seconds": 600.0, "iterations": 12, "threads": 1, **options})
    found._search.menus = menus
    return found


@pytest.fixture(scope="module")
def player():
    return agent()


def turn(line="", rules=None, before="r300c/cc/"):
    state = HandState.start(rules).play(before).deal(BOARD)
    return state.play(line) if line else state


def is_mix(rows, state):
    total = np.sum(list(rows.values()), axis=0)
    free = live(state.board)
    assert np.allclose(total[free], 1, atol=1e-6) and not total[~free].any()
    assert all(not state.why_illegal(a) for a in rows)


def test_before_the_turn_it_plays_its_base(player):
    state = HandState.start()
    rows, track, source = player.look(state)
    assert source == "base" and track is None
    assert all(np.array_equal(rows[a], row) for a, row in CALM.rows(state).items())


def test_every_bet_from_the_turn_on_is_solved_as_it_was_made(player):
    checked = player.look(turn("c"))  # seat 1 acts after a check of seat 0
    is_mix(checked[0], turn("c"))
    before = player.counts["solves"]
    known = player.look(turn("r900"))  # the pot: in the tree
    assert known[2] == "search" and player.counts["solves"] == before
    strange = turn("r737")
    rows, track, source = player.look(strange)
    is_mix(rows, strange)
    assert source == "search" and player.counts["solves"] == before + 1
    assert track.at.root.spot.given["add_lines"] == ["bet 437"]
    assert track.at.solved.solution.gate.technique == "combined"


def test_an_answer_not_in_the_tree_is_solved_from_right_after_it(player):
    state = turn("r900r2222")  # seat 0 bet the pot by its solve, seat 1 raised to a size of his own
    rows, track, source = player.look(state)
    is_mix(rows, state)
    root = track.at.root
    assert source == "search" and root.spot.given["start"] == "bet 600, bet 1922"
    assert track.at.solved.solution.gate.technique == "reach-maxmargin"
    bet = player.look(turn())[1].at  # what it was worth to seat 1 before he raised
    node = bet.solved.solution.backend.tree.nodes[0].children[1]
    net = Position(bet.solved, node).net(1)
    alternative = track.at.solved.solution.gate.table
    for hand in ("AhAd", "9h8h"):
        row = next(r for r in alternative.rows() if r["hand"] == hand)
        assert row["alternative"] == pytest.approx(net[hand_index(*parse_cards(hand, ""))] + 2222, abs=1e-6)
    # his range is as it was, since nobody knows who raises so
    assert np.array_equal(track.belief.reach[1], player._search.track(turn("r900"), 0).belief.reach[1])


def test_a_river_takes_its_alternatives_from_the_turn(player):
    state = turn("cc/").deal(parse_cards("9s", "river"))
    rows, track, source = player.look(state)
    is_mix(rows, state)
    assert source == "search" and track.at.solved.solution.gate.technique == "reach-maxmargin"
    first = player.look(turn())[1].at.solved
    tree = first.solution.backend.tree
    check = tree.nodes[tree.nodes[0].children[0]]
    river = tree.nodes[check.children[0]].children[0]
    best = first.best(1, river, tuple(parse_cards("9s", "river")))
    row = next(r for r in track.at.solved.solution.gate.table.rows() if r["hand"] == "AhAd")
    assert row["alternative"] == pytest.approx(best[hand_index(*parse_cards("AhAd", ""))], abs=1e-6)
    ours = first.reach(0, river, tuple(parse_cards("9s", "river")))
    here = track.belief.range_of(0, state.board, 0.0)
    free = live(state.board)
    assert np.allclose(here[free], ours[free] / ours[free].max(), atol=1e-6)


def test_chips_keep_their_worth_through_three_roots(player):
    rules = HandRules(stacks=(20_000, 15_000), antes=(25, 25))
    states = [turn("", rules), turn("r900", rules), turn("r900c/", rules).deal(parse_cards("9s", "river"))]
    net = np.linspace(-500, 500, 1326)
    for state in states:
        for seat in (0, 1):
            chips = chips_at(net, state, seat)
            assert np.allclose(
                chips - net, state.spent[seat] + 25
            )  # folding now is worth 0 chips, and that net
    shoved = turn("r19975", rules)
    assert np.allclose(chips_at(net, shoved, 0) - net, 14_975 + 25)  # what seat 1 cannot match comes back
    at = player.look(turn("r900"))[1].at
    assert np.nanmin(at.net(0)) >= -19_700 - 300


def test_a_hand_that_folds_is_worth_what_it_has_put_in():
    nuts = np.zeros(1326)
    nuts[hand_index(*parse_cards("KhKd", ""))] = 1.0

    class Rock(Toy):
        def rows(self, state):
            return {"c": live(state.board).astype(float)}

    found = agent(Rock("rock"), iterations=60)
    state = turn("c", before="cc/cc/")
    search = found._search
    search.track(state, 1)
    for key, track in [*search._tracks.items()]:
        if key[0] == "came":
            search._tracks[key] = track.__class__(track.belief.times(1, nuts + 1e-12))
    search._solves.clear()
    for key in [k for k in search._tracks if k[0] == "here"]:
        del search._tracks[key]
    at = search.track(state, 1).at  # seat 1 has kings, a set of them
    bet = at.solved.solution.backend.tree.nodes[at.node].children[-1]
    weak = Position(at.solved, bet).net(0)[hand_index(*parse_cards("9h8h", ""))]
    assert weak == pytest.approx(-100, abs=0.5)  # the blind he called


def test_a_decision_says_how_it_came_about(player):
    hole = (tuple(parse_cards("AhQd", "")), ())
    state = HandState.start(hole=hole).play("r300c/cc/").deal(BOARD)
    found = player.think(MatchState(0, 1, state), random.Random(1), seconds=600)
    assert found.source == "search" and found.iterations > 0 and found.min_margin is not None
    assert sum(found.probabilities.values()) == pytest.approx(1) and found.action in found.ev
    best, mean = max(found.ev.values()), sum(p * found.ev[a] for a, p in found.probabilities.items())
    assert mean <= best + 1e-9 and found.us[hand_index(*parse_cards("KsKh", ""))] == 0
    early = player.think(MatchState(0, 1, HandState.start(hole=hole).play("c")), random.Random(1))
    assert early.source == "blueprint" and early.ev is None
    event = threading.Event()
    event.set()
    stopped = agent(iterations=400, until=1e-9).think(MatchState(0, 1, state), random.Random(1), stop=event)
    assert not state.why_illegal(stopped.action)  # whatever there was


class Picky(Toy):
    """Raises before the flop with every hand but two pairs of kings, one seldom and one never."""

    def rows(self, state):
        rows = super().rows(state)
        if state.street or state.player != 1 or state.betting_text:
            return rows
        raises = np.where(np.isin(np.arange(1326), [STRAY, NEAR]), 0.0, 1.0)
        raises[NEAR] = 0.05
        return {"r300": raises, "c": 1.0 - raises}


STRAY, NEAR = (hand_index(*parse_cards(cards, "")) for cards in ("KcKd", "KcKh"))


def lost(found, rows, hand):
    """What the mix of a hand loses to its best action, in chips, by the solve's own values."""
    state, track = found
    assert track is not None and track.at is not None
    values = track.at.solved.values(track.at.node, track.at.cards)[:, hand]
    mix = [rows[name][hand] for name in track.at.root.actions(track.at.node, state)]
    assert sum(mix) == pytest.approx(1, abs=1e-6)
    return float(values.max() - np.dot(mix, values))


def test_a_hand_that_would_not_have_come_here_is_solved_for_too(monkeypatch):
    """Somebody else chose the actions: three kings were never raised with, and then bet though the solve checks.

    In averages of 16 bits such a hand has none of its own, and the answer was an even mix, or worse.
    """
    monkeypatch.setattr(solver, "CACHE", 0)
    found = agent(Picky("picky", most=1), iterations=60)
    state = turn("c")
    usual = found.look(state)[0]
    rows, track, source = found.look(state, STRAY)
    assert source == "search" and lost((state, track), rows, STRAY) < 0.03 * state.pot
    assert "would not have come here" in track.belief.notes[0]
    assert track.belief.range_of(1, state.board, 0.0)[STRAY] > STRAY_SHARE
    for held in (NEAR, None):  # who might have come here is solved for as ever, and once
        solves = found.counts["solves"]
        again = found.look(state, held)
        assert found.counts["solves"] == solves and not again[1].belief.notes
        assert all(np.array_equal(usual[name], row) for name, row in again[0].items())
    hole = ((), tuple(parse_cards("KcKd", "")))
    told = MatchState(1, 1, HandState.start(hole=hole).play("r300c/cc/").deal(BOARD).play("c"))
    thought = found.think(told, random.Random(1))
    assert "would not have come here" in thought.note
    assert thought.probabilities == {name: row[STRAY] for name, row in rows.items() if row[STRAY] > 0}


def test_a_hand_that_strays_within_a_solve_is_solved_for_from_there(monkeypatch):
    """A bet that its mix never makes, and then a raise: the solve has no mix for it any more."""
    monkeypatch.setattr(solver, "CACHE", 0)
    found = agent(iterations=60)
    rows = found.look(turn("c"))[0]
    bet = next(name for name in rows if name.startswith("r"))
    hand = int(np.argmin(np.where(live(BOARD), rows[bet], np.inf)))
    assert rows[bet][hand] < STRAY_SHARE * rows[bet].max()
    state = turn(f"c{bet}")
    state = state.act(f"r{state.legal().least}")
    again, track, source = found.look(state, hand)
    assert source == "search" and track.at.root.state == public(state)
    assert lost((state, track), again, hand) < 0.03 * state.pot


def test_a_player_made_from_a_text_has_all_its_kernels_at_hand():
    """Also those of a turn in 16 bits: the first decision of a match waited ten seconds for a compiler."""
    from tianji.holdem.engine.cpu import WARM

    WARM.clear()
    read_search("tiny:search")
    assert {(storage, streets) for _, storage, streets in WARM} >= {
        ("float32", 1),
        ("float32", 2),
        ("int16", 2),
    }


def test_a_match_that_is_stopped_does_not_wait_for_a_solve():
    slow = agent(iterations=10**6, until=1e-12)
    event = threading.Event()
    timer = threading.Timer(2.0, event.set)
    timer.start()
    found = holdem_match(slow, "call", hands=50, stop=event)
    timer.cancel()
    assert found.stopped == "cancelled" and found.hands < 50


def test_a_killed_client_goes_on_in_the_middle_of_a_hand(player):
    state = turn("r900c/").deal(parse_cards("9s", "river")).play("c")
    told = f"MATCHSTATE:1:5:{state.betting_text}:|AhQd/Ks7h2d/Jc/9s"
    again = agent()  # a new process: it knows the line alone
    seen = MatchState.parse(told, HandRules())
    first, second = (who.rows(seen.state) for who in (player, again))
    assert first.keys() == second.keys()
    assert all(np.array_equal(first[a], second[a]) for a in first)
    assert player.act(seen, random.Random("7")) == again.act(seen, random.Random("7"))


def test_alternatives_of_a_base_that_only_checks_are_equities():
    rock = Toy("rock", bets=2.0, calls=-1.0, noise=0.0)
    state = turn("", before="cc/cc/")
    theirs = np.linspace(0.1, 1, 1326) * live(state.board)
    value, cbv = base_payoffs(rock, state, 0, (theirs, theirs), ("value", "cbv"))
    beats, meets = equities(list(BOARD), theirs)
    free = live(state.board)
    assert np.allclose(value[free], 200 * (0.5 + 0.5 * beats[free] / meets[free]), atol=0.01)
    assert (cbv[free] >= value[free] - 1e-3).all() and np.isnan(value[~free]).all()


def test_a_best_response_to_a_base_that_always_folds_takes_the_pot():
    mouse = Toy("mouse", bets=2.0, calls=2.0, noise=0.0, size=0.5)
    state = turn("", before="cc/cc/").play("cc/").deal(parse_cards("9s", "river"))
    even = live(state.board).astype(float)
    value, cbv = base_payoffs(mouse, state, 0, (even, even), ("value", "cbv"))
    best = cbv[live(state.board)]
    assert best.min() == pytest.approx(200, abs=1e-3)  # every hand bets
    assert np.nanmin(value) < 2  # both check it down


@pytest.mark.parametrize(
    "why", [SearchError("no time"), MemoryError(), FloatingPointError("nan"), IndexError("a bug")]
)
def test_a_solve_that_fails_is_answered_by_the_last_one_and_then_by_the_base(monkeypatch, why):
    found = agent()
    assert found.look(turn())[2] == "search"

    def fail(*args):
        raise why

    monkeypatch.setattr(nested, "solve_gated", fail)
    rows, _, source = found.look(turn("r900r2222"))
    is_mix(rows, turn("r900r2222"))
    assert source == "base"  # the test's menu has no raise to stand for his
    other = turn("r900c/").deal(parse_cards("9s", "river"))
    assert found.look(other)[2] == "base"
    assert (
        found.counts["fallback base"] == 2 and found.counts["translated"] == 2 and found.counts["failed"] == 2
    )
    assert "fallback to base" in found.log[-1] and (str(why) or "MemoryError") in found.log[-1]


def test_the_last_solves_nearest_bet_stands_in(monkeypatch):
    menus = {**SMALL, RIVER: (SearchMenu("test", {"river": "50%,100%"}, {"river": "100%"}, 1),)}
    found = agent(menus=menus)
    state = turn("cc/").deal(parse_cards("9s", "river"))
    assert found.look(state)[2] == "search"
    bet = state.play("r600")

    def fail(*args):
        raise SearchError("no time")

    monkeypatch.setattr(nested, "solve_gated", fail)
    strange = bet.play("r1777")
    rows, _, source = found.look(strange)
    is_mix(rows, strange)
    assert source == "last solve" and found.counts["fallback last solve"] == 1


def test_a_base_without_an_answer_leaves_equity(monkeypatch):
    class Broken(Toy):
        def rows(self, state):
            rows = super().rows(state)
            return {a: row * np.nan for a, row in rows.items()} if state.street >= TURN else rows

    found = agent(Broken("broken", most=1))
    state = turn("r5000")
    rows, _, source = found.look(state)
    is_mix(rows, state)
    assert source == "equity" and found.counts["translated"] == 0 and found.counts["fallback equity"] == 1
    good, bad = (hand_index(*parse_cards(h, "")) for h in ("KhKd", "4h3h"))
    assert rows["c"][good] == 1.0 and rows["f"][bad] == 1.0
    told = MatchState(
        1,
        0,
        HandState.start(hole=((), tuple(parse_cards("4h3h", ""))))
        .play("r300c/cc/")
        .deal(BOARD)
        .play("r5000"),
    )
    assert found.act(told, random.Random(0)) == "f"


def test_ranges_that_cannot_meet_are_no_solve():
    state = turn("cc/").deal(parse_cards("9s", "river"))
    one = np.zeros(1326)
    one[hand_index(*parse_cards("AhAd", ""))] = 1.0
    root = start_root(state, 0, (one, one), SMALL[RIVER][0])
    with pytest.raises(ParameterError, match="shares a card"):
        solve_gated(root, np.full(1326, 300.0), "combined", None, Effort(iterations=2))
    with pytest.raises(ParameterError, match="no hand"):
        solve_gated(root, np.full(1326, np.nan), "combined", None, Effort(iterations=2))


@pytest.mark.parametrize("technique", ["combined", "resolve", "reach-maxmargin"])
def test_a_gate_that_no_hand_enters_still_gives_a_strategy(technique):
    """All hands at zero entry weight: whatever he holds, he has more elsewhere than the whole pot."""
    state = turn("cc/").deal(parse_cards("9s", "river"))
    even = live(state.board).astype(float)
    root = start_root(state, 0, (even, even), SMALL[RIVER][0])
    solved = solve_gated(root, np.full(1326, 1e6), technique, None, Effort(iterations=20))
    total = solved.strategy(0).sum(axis=0)
    assert np.allclose(total[live(state.board)], 1, atol=1e-6)
    assert solved.solution.gate.least_margin > 9e5


def test_values_that_are_no_numbers_leave_their_hands_out():
    state = turn("cc/").deal(parse_cards("9s", "river"))
    even = live(state.board).astype(float)
    root = start_root(state, 0, (even, even), SMALL[RIVER][0])
    chips = np.where(np.arange(1326) % 2, 300.0, np.nan)
    solved = solve_gated(root, chips, "reach-maxmargin", None, Effort(iterations=5))
    left = solved.root.spot.weights[1] > 0
    assert not left[np.isnan(chips)].any() and left[1::2].any()
    assert np.isfinite(solved.strategy(0)).all()
    bad = np.where(np.arange(1326) == 700, np.inf, 300.0)
    with pytest.raises(ParameterError, match=r"finite|number"):
        solve_gated(root, bad, "combined", None, Effort(iterations=2))


@pytest.mark.parametrize("seconds", [1e-6, 0.02])
def test_a_solve_cut_short_answers_with_what_it_has(seconds):
    """And never with less than a few iterations, however slow the machine: the base would translate."""
    found = agent(seconds=seconds, iterations=400, until=1e-9)
    rows, track, source = found.look(turn())
    is_mix(rows, turn())
    solution = track.at.solved.solution
    assert source == "search" and found.counts["translated"] == 0 and not found.log
    assert solution.iterations >= LEAST and solution.stopped in ("seconds", "iterations")


def test_the_bank_lends_what_was_saved_and_survives_a_clock_that_jumps():
    bank = Bank(2.0)
    bank.spend(TURN, 0.5)
    assert bank.saved == 1.5 and bank.aim(TURN) == 2.0 and bank.limit(TURN) == 2.75
    bank.spend(TURN, -100.0)  # backwards: no time, not a gain of more than the decision's own
    assert bank.saved == 3.5
    bank.spend(RIVER, float("nan"))
    assert 0 <= bank.saved < 3.5
    bank.spend(TURN, 1e9)
    assert bank.saved == 0.0
    for bad in (0, -1, float("inf"), "5", True):
        with pytest.raises(ParameterError, match="seconds="):
            Bank(bad)


def play_at_random(found, hands, seed):
    """Hands in which the player sits in both seats in turn and the other bets any size at all; its decisions."""
    rng = random.Random(seed)
    acted = 0
    for number in range(hands):
        deck = rng.sample(range(52), 9)
        state = HandState.start(hole=((deck[0], deck[1]), (deck[2], deck[3])))
        while True:
            if state.cards_due:
                state = state.deal(deck[4 + len(state.board) : 4 + len(state.board) + state.cards_due])
            if state.is_over:
                break
            legal = state.legal()
            if state.street < TURN:
                state = state.act("c" if rng.random() < 0.8 or legal.least is None else f"r{legal.least}")
            elif state.player == number % 2:
                action = found.act(MatchState(state.player, number, state.seen_by(state.player)), rng)
                assert not state.why_illegal(action)
                state, acted = state.act(action), acted + 1
            elif legal.least is not None and rng.random() < 0.5:
                wide = legal.most if rng.random() < 0.1 else min(legal.most, legal.least + 2 * state.pot)
                state = state.act(f"r{rng.randint(legal.least, wide)}")
            else:
                state = state.act("c")
    return acted


def test_random_sizes_meet_no_translation_no_illegal_action_and_no_error():
    found = agent(iterations=4)
    assert play_at_random(found, 6, 3) >= 10
    assert found.counts["translated"] == 0 and found.counts["nested"] > 0 and not found.log


@pytest.mark.nightly
def test_ten_thousand_hands_of_random_sizes():
    found = agent(Toy("rock", bets=2.0, most=0), iterations=2)
    acted = 0
    for part in range(100):
        acted += play_at_random(found, 100, 400 + part)
        print(100 * (part + 1), "hands,", acted, "decisions:", found.counts, flush=True)
        assert found.counts["translated"] == 0 and not found.log


def test_lbr_sees_the_solve(player):
    found = holdem_lbr(player, hands=2, seed=1)
    assert found.hands == 2 and found.player == "calm:search"


class Late(Toy):
    """Checks and calls before the turn, so that both may hold anything there; then it plays its strength."""

    def rows(self, state):
        return super().rows(state) if state.street >= TURN else {"c": live(state.board).astype(float)}


@pytest.mark.nightly
def test_local_best_response_wins_nothing_any_more():
    base = Late("late", most=2)
    weak = holdem_lbr(base, hands=3200, per_board=16, seed=5)
    found = agent(base, iterations=100, until="0.5%", menus={k: menus[-1:] for k, menus in MENUS.items()})
    search = holdem_lbr(found, hands=2048, per_board=32, seed=5)
    print(weak.score, search.score, found.counts)
    assert weak.score.low > 10_000 and found.counts["translated"] == 0
    assert search.score.low <= 0 and search.score.mean <= 0.05 * weak.score.mean


def test_what_cannot_search_is_refused():
    with pytest.raises(NotApplicableError, match="needs rows"):
        SearchAgent(SimpleNamespace(name="mute", act=lambda told, rng: "c"))
    with pytest.raises(ParameterError, match="such as :search:2"):
        read_search("x.blueprint:search:zero")
    for bad in ("call:searching", "call:search:", "call:search:2:3", "call:search:preflop", "call:search:-1"):
        with pytest.raises(ParameterError, match="such as :search:2:flop"):
            read_search(bad)
    assert read_search("x.blueprint") is None
    with pytest.raises(ParameterError, match="later="):
        SearchAgent(CALM, later="maxmargins")
    with pytest.raises(NotApplicableError, match="no-limit"):
        rules = HandRules(raise_sizes=(10, 10, 20, 20), blinds=(10, 5))
        agent().look(HandState.start(rules).play("cc/cc/").deal(BOARD))
    assert MENUS[TURN] and MENUS[RIVER]
    assert read_search("call:search:2:river")._search.since == RIVER


def test_a_blueprints_file_searches_from_the_command_line(run, tmp_path):
    path = tmp_path / "even.blueprint"
    blueprint_of(PRESETS["tiny"], shipped_buckets()).save(path)
    code, out, err = run("holdem", "match", f"{path}:search:0.3", "call", "--hands", 2, "--json")
    assert code == 0, err
    found = json.loads(out)
    assert found["a"] == "even.blueprint:search:0.3" and found["illegal"] == [0, 0] and found["hands"] == 2


def test_a_turn_that_no_cache_holds_is_kept_in_half_the_bytes(monkeypatch):
    """Whether a turn is large or not, both answers are as exact, and nearly the same."""
    hands = np.zeros(1326)
    hands[np.flatnonzero(live(turn().board))[::50]] = 1.0
    root = start_root(turn(), 0, (hands, hands), SMALL[TURN][0])
    chips = np.where(hands > 0, 0.4 * root.spot.pot, np.nan)
    effort = Effort(iterations=60, until=1e-9)
    found = {}
    for cache in (solver.CACHE, 0):
        monkeypatch.setattr(solver, "CACHE", cache)
        solved = solve_gated(root, chips, "combined", None, effort)
        found[solved.solution.backend.storage] = solved
    a, b = found["float32"], found["int16"]
    assert b.size < 0.6 * a.size
    assert b.solution.exploitability == pytest.approx(a.solution.exploitability, abs=1e-3 * root.spot.pot)
    assert np.abs(a.best(1, 0) - b.best(1, 0))[hands > 0].mean() < 0.01 * root.spot.pot


def test_deep_turns_have_a_schedule_of_their_own():
    """33 pots behind, and 3.2; a river as ever."""
    hands = np.where(live(turn().board), 1.0, 0.0)
    deep = start_root(turn(), 0, (hands, hands), SMALL[TURN][0]).spot
    assert deep.stack > 20 * deep.pot and solver.search_method(deep) is solver.DEEP
    assert solver.search_method(deep.replace(stack=3 * deep.pot)) == "half-instant"
    assert solver.search_method(deep.replace(board="Ks7h2dJc5s")) == "half-instant"

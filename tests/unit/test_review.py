"""tianji holdem review: losses of decisions in recorded hands, by solving the spots they were made in."""

from __future__ import annotations

import json
import re
import threading
from pathlib import Path

import numpy as np
import pytest

import tianji as tj
from tianji import cli
from tianji.arena import HandRecord, write_phh
from tianji.errors import NotApplicableError, ParameterError, UnknownNameError
from tianji.holdem.player.review import local_error
from tianji.holdem.player.spots import contest, root_ranges
from tianji.poker.cards import hand_index, hand_names, parse_cards
from tianji.poker.hand import HandState
from tianji.poker.rules import HandRules

DATA = Path(__file__).parents[1] / "data" / "poker"
TABLE = HandRules((1000, 1000))
EACH = 2.0  # planned seconds of a solve: they choose the tree
RANGES = {"oop": "AA,KK,QJs", "ip": "QQ,AJs"}  # narrow: a solve takes a moment


def cards(text):
    return tuple(parse_cards(text))


def hand(oop, ip, *streets, rules=TABLE):
    """A hand of two: betting by street, each with the cards that follow it."""
    state = HandState.start(rules, (cards(oop), cards(ip)))
    for betting, board in streets:
        state = state.play(betting)
        state = state.deal(cards(board)) if board else state
    return state


def river(last, oop="AhAd", ip="QsQd", rules=TABLE):
    """Both check to the river with 200 in the pot; then `last`."""
    return hand(oop, ip, ("cc/", "2c7d9s"), ("cc/", "3h"), ("cc/", "Kc"), (last, ""), rules=rules)


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """Trees are chosen by planned seconds alone: a busy machine cuts no solve short."""
    monkeypatch.setattr("tianji.holdem.player.review.LATE", 1e6)


@pytest.fixture
def saved(tmp_path):
    def save(*states, names=("me", "him")):
        path = tmp_path / "hands.phhs"
        write_phh(path, [HandRecord.from_state(s, list(names), k) for k, s in enumerate(states, 1)])
        return path

    return save


def test_a_loss_is_what_the_solve_says(saved):
    """Folding the best hand to a half-pot bet costs what the call was worth; the bet of 100 is in the tree."""
    path = saved(river("cr200f", oop="KhKd", ip="QsQd"))
    found = tj.holdem.review(path, "me", **RANGES, until="0.05%", each_seconds=EACH)
    assert found.hands == 1 and found.left_out["before the flop"] == 1 and not found.refused
    row = found.decisions[-1]
    assert (row.street, row.position, row.cards, row.action) == ("river", "oop", "KhKd", "fold")
    assert row.best != "fold" and row.evs["fold"] == pytest.approx(0, abs=1e-6)
    assert row.loss == pytest.approx(max(row.evs.values())) and row.loss_bb == pytest.approx(row.loss / 100)
    assert row.loss_pct == pytest.approx(100 * row.loss / 300) and row.loss > row.error
    assert set(row.plays) == set(row.evs) and row.grid is not None
    assert found.worst()[0] == row and found.by("street")[0]["street"] == "river"


def test_before_the_flop_the_values_of_the_base_say_what_a_decision_cost(saved):
    """Aces folded on the button cost what they are worth there; a raise that is not in the tree is one that is."""
    rules = HandRules((20_000, 20_000))
    fold = hand("7c2d", "AhAd", ("f", ""), rules=rules)
    raised = hand("7c2d", "AhAd", ("r310f", ""), rules=rules)
    path = saved(fold, raised, names=("him", "me"))
    found = tj.holdem.review(path, "me")
    first, second = found.decisions
    assert (first.street, first.position, first.action, first.board) == ("preflop", "ip", "fold", "")
    worth = tj.holdem.Player("tiny").agent.action_values(HandState.start(rules))
    aces = hand_index(*cards("AhAd"))
    assert first.loss == pytest.approx(max(v[aces] for v in worth.values()) + 50)
    assert first.loss_bb > 5 and first.grid is not None and set(first.plays) == set(first.evs)
    assert first.evs["fold"] == 0 and second.loss == 0 and "300" in second.action
    assert "by the values of the base" in found.note and not found.left_out
    both = tj.holdem.review(path)
    assert [row.player for row in both.decisions] == ["me", "me", "him"]
    without = tj.holdem.review(path, "me", base="call")
    assert not without.decisions and without.left_out == {"before the flop": 2}


def test_what_costs_less_than_the_error_counts_as_nothing(saved):
    path = saved(river("cc", oop="KhKd"))
    found = tj.holdem.review(path, "me", **RANGES, until="30%", each_seconds=EACH)
    assert found.decisions and all(row.loss == 0 or row.loss > row.error for row in found.decisions)
    exact = tj.holdem.review(path, "me", **RANGES, until="0.01%", each_seconds=EACH)
    assert all(row.error <= 0.0001 * 200 + 1e-9 for row in exact.decisions)


def test_actions_are_priced_with_the_best_play_after_them():
    """A hand that always bets has no mind about what follows its check: by its own mix the check looks half as good."""
    spot = tj.holdem.Spot(
        board="2c7d9s3h", pot=200, stack=300, oop="AA,KK,QJs,T8s", ip="QQ,AJs,88", tree="simple"
    )
    solved = spot.solve(until="0.2%")
    for line in ("", "check"):
        plain, best = solved.action_evs(line), solved.action_evs(line, best=True)
        assert (best.data >= plain.data - 1e-3).all() and (best.data > plain.data + 1).any()
    assert 0 <= local_error(solved, "") < 0.02 * 200
    assert solved.action_evs().means == pytest.approx(solved.action_evs("", best=False).means)


def test_lines_that_the_solve_does_not_play_are_left_out(saved):
    """Raises of a chip or two over and over: nobody gets there by an equilibrium, so that nothing is said of it."""
    path = saved(river("r210r330r450r570r690r810c", oop="KhKd"))
    found = tj.holdem.review(path, "me", **RANGES, each_seconds=EACH, until="0.3%")
    assert found.decisions and all(row.error <= 0.02 * row.pot for row in found.decisions)
    assert sum(found.left_out.values()) + len(found.decisions) == 1 + 1 + 1 + 4  # before, flop, turn, river


def test_ranges_come_by_the_mix_of_the_base():
    class Raiser:
        """Raises pairs before the flop and calls with the rest."""

        name = "raiser"

        def act(self, told, rng):
            return "c"

        def rows(self, state):
            pairs = np.array([name[0] == name[2] for name in hand_names()], dtype=float)
            return {"r300": pairs, "c": 1 - pairs} if state.street == 0 else {"c": np.ones(1326)}

    state = hand("AhKd", "QsQd", ("r300c/", "2c7d9s"), ("cc/", "3h"), ("cc/", "Kc"), ("cc", ""))
    oop, ip = root_ranges(contest(state, 2), Raiser(), None, [0])
    assert np.count_nonzero(ip) == 78 - 4 * 3  # pairs, less those that 2, 7, 9 and 3 block
    assert oop[tj.holdem.Range.parse("AhKd").weights > 0][0] == 1.0
    held = root_ranges(contest(state, 2), Raiser(), None, [1])[1]
    assert held[tj.holdem.Range.parse("QsQd").weights > 0][0] == 1.0


def test_lines_are_those_that_were_played_with_the_shorter_stack():
    state = hand("AhKd", "QsQd", ("cc/", "2c7d9s"), ("r300c/", "3h"), ("cr900c/", "Kc"), ("r1000c", ""),
                 rules=HandRules((5000, 1000)))  # fmt: skip
    found = contest(state, 1)
    assert found.seats == (0, 1) and found.stack == 900
    assert [p.word for p in found.played] == ["bet 200", "call", "check", "bet 600", "call", "allin", "call"]
    assert found.played[5].line == "bet 200, call, 3h, check, bet 600, call, Kc"
    with pytest.raises(NotApplicableError, match="nobody acts on the turn"):
        contest(HandState.start().play("r300f"), 2)


def test_hands_that_cannot_be_reviewed_are_told_by_name_and_the_rest_goes_on(saved):
    three = HandRules((1000,) * 3, (50, 100, 0))
    flop = (
        HandState.start(three, (cards("AhAd"), cards("QsQd"), cards("JsJd")))
        .play("ccc/")
        .deal(cards("2c7d9s"))
    )
    multi = flop.play("ccc/").deal(cards("3h")).play("ccc/").deal(cards("Kc")).play("ccc")
    path = saved(river("cc"), river("cr200c", oop="KhKd"))
    text = (
        path.read_text() + "[9]\nvariant = 7z\n[10]\nvariant = 'PO'\nstarting_stacks = [1, 1]\nactions = []\n"
    )
    path.write_text(text)
    found = tj.holdem.review(path, "me", **RANGES, each_seconds=EACH)
    assert found.hands == 2 and len(found.decisions) >= 5
    said = " ".join(found.refused)
    assert "hand [9] is not TOML" in said and "variant 'PO'; only hold'em" in said
    write_phh(path, [HandRecord.from_state(multi, ["me", "a", "b"], 1)])
    found = tj.holdem.review(path, "me", **RANGES, each_seconds=EACH)
    assert not found.decisions and not found.refused
    assert found.left_out["river: 3 players see the river; two are solved"] == 1


def test_a_player_whose_cards_nobody_knows_is_refused_hand_by_hand(saved):
    path = saved(hand("AhKd", "QsQd", ("r300f", "")))
    path.write_text(path.read_text().replace("AhKd", "????"))
    found = tj.holdem.review(path, "me", **RANGES)
    assert found.refused == ["hand [1]: the cards of me are not known"] and found.hands == 1


def test_real_logs_are_read(tmp_path):
    """A dealer's log of two players: every hand is reviewed, counted or told; with so little time, left out."""
    path = DATA / "acpc_2p.nolimit.log"
    names = sorted({n for h in tj.arena.read_log(path).hands for n in h.names})
    found = tj.holdem.review(path, names[0], hands=8, each_seconds=1e-6)
    assert found.hands == 8 and all(row.street == "preflop" for row in found.decisions)
    assert all("clock" in why or "before the flop" in why for why in found.left_out)
    found = tj.holdem.review(
        DATA / "pluribus_sample.phhs", "Pluribus", oop="40%", ip="40%", each_seconds=1e-6
    )
    assert found.hands > 20 and not any("Traceback" in why for why in found.refused)


def test_whose_decisions(saved):
    path = saved(river("cc"))
    with pytest.raises(UnknownNameError, match=r"nobody is called 'mee' .* did you mean 'me'"):
        tj.holdem.review(path, "mee")
    both = tj.holdem.review(path, **RANGES, each_seconds=EACH)
    assert both.me is None and {row.player for row in both.decisions} == {"me", "him"}
    with pytest.raises(ParameterError, match="give both ranges, or neither"):
        tj.holdem.review(path, "me", oop="AA")
    path.write_text(path.read_text().replace("QsQd", "????"))
    some = tj.holdem.review(path, oop="AA,KK", ip="QQ", each_seconds=EACH)
    assert {row.player for row in some.decisions} == {"me"}


def test_it_stops_when_asked(saved):
    path = saved(river("cc"), river("cc"))
    event = threading.Event()
    event.set()
    found = tj.holdem.review(path, "me", **RANGES, stop=event)
    assert found.stopped == "cancelled" and found.hands == 0


def test_the_command_with_tables_and_files(saved, tmp_path, capsys):
    path = saved(river("cr200f", oop="KhKd"))
    args = ["holdem", "review", str(path), "--me", "me", "--oop", "AA,KK,QJs", "--ip", "QQ,AJs", "--quiet"]
    assert cli.main([*args, "--csv", str(tmp_path / "r.csv"), "--html", str(tmp_path / "r.html")]) == 0
    out = capsys.readouterr().out
    assert "decisions cost" in out and "an opponent who plays an equilibrium" in out and "best is" in out
    assert (
        "street" in out
        and "position" in out
        and "KK" in out
        and "1 decision left out, before the flop" in out
    )
    assert "me in 1 hand of" in out and "the solve plays" in out
    assert re.search(r"^fold +[-\d.,]+ +\d+ %  taken$", out, re.MULTILINE), out
    rows = (tmp_path / "r.csv").read_text().splitlines()
    assert rows[0].startswith("hand,player,position,street") and ",fold," in rows[-1]
    assert "<table" in (tmp_path / "r.html").read_text()
    assert cli.main([*args, "--each", f"{EACH:g}s", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["decisions"] == len(data["rows"]) and data["rows"][-1]["action"] == "fold"
    assert data["loss_bb"] == pytest.approx(sum(row["loss_bb"] for row in data["rows"]))
    assert cli.main(["holdem", "review", str(tmp_path / "none.phhs")]) == 2


def test_a_table_that_the_base_was_not_made_for_has_the_ranges_of_its_own():
    """A hundred big blinds and antes: the blueprint reads the line at its own table, in its own chips."""
    from tianji.holdem.player.spots import as_known, ranges_by

    base, line = tj.arena.hand_agent("tiny"), (("r5c/", "2c7d9s"), ("cr8c/", "3h"), ("cc/", "Kc"), ("cc", ""))
    cents = hand("AhKd", "QsQd", *line, rules=HandRules((200, 341), (2, 1), (1, 1)))
    assert (
        as_known(base, cents).betting_text == "r250c/cr400c/cc/cc"
        and as_known(base, cents).rules == base.rules
    )
    own = hand("AhKd", "QsQd", *((text.replace("5", "250").replace("8", "400"), b) for text, b in line),
               rules=HandRules((20_000, 20_000)))  # fmt: skip
    assert as_known(base, own) is own
    for a, b in zip(ranges_by(base, cents), ranges_by(base, own), strict=True):
        assert np.array_equal(a, b) and 0 < np.count_nonzero(a > 0.5) < 1000  # 2.5 blinds counts as a raise
    deep = hand("AhKd", "QsQd", ("r500c/", "2c7d9s"), ("cc/", "3h"), ("cc/", "Kc"), ("cc", ""),
                rules=HandRules((2000, 2000), (2, 1)))  # fmt: skip
    with pytest.raises(NotApplicableError, match="cannot be played with the stacks of"):
        as_known(base, deep)


def test_a_file_as_people_have_them(tmp_path, capsys):
    """Cents and chips, hands of three, unknown cards, no showdown: what can be is reviewed, the rest told."""
    good = hand("AhKd", "QsQd", ("r6c/", "2c7d9s"), ("cc/", "3h"), ("cc/", "Kc"), ("cr20f", ""),
                rules=HandRules((200, 341), (2, 1)))  # fmt: skip
    path = tmp_path / "mine.phhs"
    write_phh(
        path, [HandRecord.from_state(good, ["him", "me"], 1), HandRecord.from_state(good, ["me", "him"], 2)]
    )
    text = path.read_text().replace("AhKd", "????", 1)
    path.write_text(text + "".join(f"[{k}]\nvariant = 'FT'\nplayers = ['me', 'x']\n" for k in range(3, 20)))
    found = tj.holdem.review(path, "me", each_seconds=EACH)
    assert found.hands == 2 and {row.street for row in found.decisions} >= {"turn", "river"}
    assert found.left_out["before the flop, at a table that the base was not made for"] == 2
    assert "other stacks or antes than the base's" in found.note and len(found.refused) == 17
    assert cli.main(["holdem", "review", str(path), "--me", "me", "--each", "0.001s", "--quiet"]) == 0
    out = capsys.readouterr().out
    assert "17 hands could not be reviewed:" in out and "… and 7 more; --json has all" in out


def test_no_action_before_the_flop_costs_more_than_the_chips_it_puts_in(saved):
    """A raise to 23 big blinds is an all-in to `tiny`; to call it with anything loses 22 at most."""
    rules = HandRules((20_000, 20_000))
    path = saved(
        hand("3d2s", "AhAd", ("r2286c/", "2c7d9s"), ("cc/", "3h"), ("cc/", "Kc"), ("cc", ""), rules=rules)
    )
    (row, *_) = tj.holdem.review(path, "me", each_seconds=1e-6).decisions
    assert row.street == "preflop" and 0 < row.loss <= 2186 and row.best == "fold"

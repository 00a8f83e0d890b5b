"""Logs of poker sites: read through pokerkit hand by hand, replayed by our rules, refused in a sentence."""

from __future__ import annotations

import json
import random
import re
import sys

import pytest

from tianji.arena.record import check_hands, recorded_hands
from tianji.arena.sites import SITES, site_hands, site_of
from tianji.cli import main
from tianji.errors import FileFormatError, MissingExtraError, TianjiError

# Written for this test, in the words of each site: A raises on the button, B calls, and folds to a bet on the flop.
STARS = """PokerStars Hand #11: Hold'em No Limit ($0.25/$0.50 USD) - 2020/06/24 21:09:07 ET
Table 'T' 2-max Seat #1 is the button
Seat 1: A ($50.00 in chips)
Seat 2: B ($50.00 in chips)
A: posts small blind $0.25
B: posts big blind $0.50
*** HOLE CARDS ***
Dealt to A [Ah Kd]
A: raises $1.00 to $1.50
B: calls $1.00
*** FLOP *** [Ks 7h 2d]
B: checks
A: bets $2
B: folds
Uncalled bet ($2) returned to A
A collected $2.85 from pot
*** SUMMARY ***
Total pot $3 | Rake $0.15
Board [Ks 7h 2d]
"""
MUCKED = """PokerStars Hand #12: Hold'em No Limit ($0.25/$0.50 USD) - 2020/06/24 21:10:07 ET
Table 'T' 2-max Seat #2 is the button
Seat 1: A ($53.00 in chips)
Seat 2: B ($46.50 in chips)
B: posts small blind $0.25
A: posts big blind $0.50
*** HOLE CARDS ***
Dealt to A [7c 2c]
B: calls $0.25
A: checks
*** FLOP *** [3s 7d 9d]
A: checks
B: checks
*** TURN *** [3s 7d 9d] [Jc]
A: checks
B: checks
*** RIVER *** [3s 7d 9d Jc] [Jd]
A: bets $0.50
B: calls $0.50
*** SHOW DOWN ***
A: shows [7c 2c] (two pair, Jacks and Sevens)
B: mucks hand
A collected $1.90 from pot
"""
TILT = """Full Tilt Poker Game #13: Table T (heads up) - $0.25/$0.50 - No Limit Hold'em - 21:09:07 ET - 2009/06/24
Seat 1: A ($50)
Seat 2: B ($50)
A posts the small blind of $0.25
B posts the big blind of $0.50
The button is in seat #1
*** HOLE CARDS ***
A raises to $1.50
B calls $1
*** FLOP *** [Ks 7h 2d]
B checks
A bets $2
B folds
Uncalled bet of $2 returned to A
A mucks
A wins the pot ($2.85)
"""

OTHERS = {
    "Ongame": [
        "***** History for hand R5-1 *****",
        "Start hand: Wed Jun 24 21:09:07 GMT 2009",
        "Table: T [1] (NO_LIMIT TEXAS_HOLDEM $0.25/$0.50, Real money)",
        "User: X",
        "Button: seat 1",
        "Players in round: 2",
        "Seat 1: A ($50) ",
        "Seat 2: B ($50) ",
        "A posts small blind ($0.25)",
        "B posts big blind ($0.50)",
        "--- Dealing pocket cards",
        "A raises $1.25 to $1.50",
        "B calls $1",
        "--- Dealing flop [Ks, 7h, 2d]",
        "B checks",
        "A bets $2",
        "B folds",
        "---",
        "Summary:",
        "Main pot: $3 won by A ($2.85)",
        "Seat 1: A ($51.35), net: +$1.35",
        "Seat 2: B ($48.50), net: -$1.50",
        "***** End of hand R5-1 *****",
    ],
    "PartyPoker": [
        "Game #7 starts.",
        "",
        "#Game No : 7",
        "***** Hand History for Game 7 *****",
        "$50 USD NL Texas Hold'em - Wednesday, June 24, 21:09:07 ET 2009",
        "Table T (Real Money)",
        "Seat 1 is the button",
        "Total number of players : 2/2",
        "Seat 1: A ( $50 USD )",
        "Seat 2: B ( $50 USD )",
        "A posts small blind [$0.25 USD].",
        "B posts big blind [$0.50 USD].",
        "** Dealing down cards **",
        "A raises [$1.25 USD]",
        "B calls [$1 USD]",
        "** Dealing Flop ** [ Ks, 7h, 2d ]",
        "B checks",
        "A bets [$2 USD]",
        "B folds",
        "A does not show cards.",
        "A wins $4.85 USD",
    ],
    "Absolute Poker": [
        "Stage #3017: Holdem (1 on 1)  No Limit $0.50 - 2009-06-24 21:09:07 (ET)",
        "Table: T (Real Money) Seat #1 is the dealer",
        "Seat 1 - A ($50 in chips)",
        "Seat 2 - B ($50 in chips)",
        "A - Posts small blind $0.25",
        "B - Posts big blind $0.50",
        "*** POCKET CARDS ***",
        "A - Raises $1.25 to $1.50",
        "B - Calls $1",
        "*** FLOP *** [Ks 7h 2d]",
        "B - Checks",
        "A - Bets $2",
        "B - Folds",
        "A - returned ($2) : not called",
        "*** SHOW DOWN ***",
        "A - Does not show",
        "A Collects $2.85 from main pot",
    ],
    "iPoker": [
        "<session>",
        ' <game gamecode="14">',
        "  <general>",
        "   <startdate>2009-06-24 21:09:07</startdate>",
        "   <players>",
        '    <player seat="1" name="A" chips="$50" dealer="1" win="$4.85" bet="$3.50" />',
        '    <player seat="2" name="B" chips="$50" dealer="0" win="$0" bet="$1.50" />',
        "   </players>",
        "  </general>",
        '  <round no="0">',
        '   <action no="1" player="A" type="1" sum="$0.25" />',
        '   <action no="2" player="B" type="2" sum="$0.50" />',
        "  </round>",
        '  <round no="1">',
        '   <cards type="Pocket" player="A">hA dK</cards>',
        '   <action no="3" player="A" type="23" sum="$1.50" />',
        '   <action no="4" player="B" type="3" sum="$1" />',
        "  </round>",
        '  <round no="2">',
        '   <cards type="Flop" player="">sK h7 d2</cards>',
        '   <action no="5" player="B" type="4" sum="$0" />',
        '   <action no="6" player="A" type="5" sum="$2" />',
        '   <action no="7" player="B" type="0" sum="$0" />',
        "  </round>",
        " </game>",
        "</session>",
    ],
    "Full Tilt Poker": TILT.splitlines(),
}


@pytest.fixture(autouse=True)
def kit():
    return pytest.importorskip(
        "pokerkit", reason="site logs are read by pokerkit: pip install 'tianji[poker]'"
    )


def test_which_site_a_log_is_of():
    assert [site_of(text) for text in (STARS, TILT, "", 'variant = "NT"', "STATE:0:f:AhKd|QcQs:-50|50")] == [
        "PokerStars", "Full Tilt Poker", "", "", "",
    ]  # fmt: skip
    heads = {
        "iPoker": ' <game gamecode="1">',
        "Ongame": "***** History for hand R5-1 *****",
        "Absolute Poker": "Stage #3017: Holdem  No Limit $10",
        "PartyPoker": "Game #7 starts.",
    }
    assert {site_of(f"\n{text}\n") for text in heads.values()} == set(heads)
    assert set(heads) | {"PokerStars", "Full Tilt Poker"} == set(SITES)


@pytest.mark.parametrize("between", ["\n", "\n\n\n\n"])
def test_hands_are_replayed_by_our_rules(tmp_path, between):
    path = tmp_path / "log.txt"
    path.write_bytes(b"\xef\xbb\xbf" + (STARS + between + MUCKED).replace("\n", "\r\n").encode())
    one, two = recorded_hands(path)
    assert (one.name, one.names) == ("hand 1 of PokerStars", ("B", "A"))
    assert one.state.betting_text == "r150c/cr350f" and one.state.payoffs() == (-150, 150)
    assert two.names == ("A", "B") and two.state.hole[0] and not two.state.hole[1]
    records = list(site_hands(path.read_text("utf-8-sig"), "log"))
    assert [record.settle() for record in records] == [[4850, 5150], [5400, 4550]]  # cents; the muck loses
    assert check_hands(path).unsaid == 2 and not check_hands(path).refused


@pytest.mark.parametrize("site", OTHERS)
def test_other_sites(site):
    text = "\n".join(OTHERS[site])
    assert site_of(text) == site
    (hand,) = site_hands(text, "log")
    assert not isinstance(hand, FileFormatError), hand
    assert hand.settle() == [4850, 5150] and hand.players == ["B", "A"]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("B: posts big", "A: posts the ante $0.05\nB: posts big", "antes, which pokerkit leaves out"),
        ("B: posts big", "B: posts small & big blinds $0.75\nB: posts big", "a dead blind, which pokerkit"),
        ("Hold'em No Limit", "Omaha Pot Limit", "pokerkit does not take it"),
        ("A: bets $2\n", "A: bets $200\n", "pokerkit does not take it"),
        ("[Ks 7h 2d]", "[Ks Ks 2d]", "twice|pokerkit does not take it"),
    ],
)
def test_what_cannot_be_read_is_told_by_its_hand_and_the_rest_goes_on(tmp_path, capfd, old, new, why):
    path = tmp_path / "log.txt"
    path.write_text(STARS.replace(old, new) + "\n\n\n" + MUCKED)
    first, second = site_hands(path.read_text(), "log")
    if isinstance(first, FileFormatError):
        assert pytest.raises(FileFormatError, match=why) and str(first).startswith(
            "log: hand 1 of PokerStars"
        )
    assert not isinstance(second, FileFormatError)
    found = check_hands(path)
    assert found.hands == 2 and len(found.refused) == 1
    assert re.search(why, found.refused[0])
    assert capfd.readouterr() == ("", "")  # nothing of another library's is printed


def test_damaged_logs_are_refused_hand_by_hand_and_raise_nothing_else():
    rng = random.Random(3)
    alphabet = "0123456789.,$:[]()#*AKsh \n"
    for _ in range(60):
        text = list(STARS + "\n\n\n" + MUCKED)
        for _ in range(12):
            text[rng.randrange(40, len(text))] = rng.choice(alphabet)
        for found in site_hands("".join(text), "log"):
            try:
                assert isinstance(found, FileFormatError) or found.settle()
            except TianjiError as error:
                assert 5 < len(str(error)) < 1000


def test_a_review_reads_them(tmp_path, capsys):
    path = tmp_path / "log.txt"
    path.write_text(STARS + "\n\n\n" + MUCKED)
    assert main(["holdem", "review", str(path), "--me", "A", "--each", "1e-9", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["hands"] == 2 and found["refused"] == []


def test_without_pokerkit_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pokerkit", None)
    with pytest.raises(
        MissingExtraError, match=r"a log of PokerStars needs .* pip install 'tianji\[poker\]'"
    ):
        list(site_hands(STARS, "log"))

"""ACPC lines and logs, PHH files: real ones settle right, wrong ones are refused in one sentence."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tianji.arena import HandRecord, MatchState, parse_log, parse_phh, read_log, read_phh, write_phh
from tianji.arena.acpc import LONGEST_LINE, chips_text, log_line
from tianji.arena.phh import phh_text
from tianji.arena.record import check_hands
from tianji.errors import FileFormatError, MissingExtraError, ParameterError, TianjiError
from tianji.poker.cards import parse_cards
from tianji.poker.hand import HandState
from tianji.poker.rules import HandRules

DATA = Path(__file__).resolve().parents[1] / "data" / "poker"


@pytest.mark.parametrize("name", ["2p.limit", "2p.nolimit", "3p.limit", "3p.nolimit"])
def test_every_hand_of_the_dealer_logs_settles_right(name):
    log = read_log(DATA / f"acpc_{name}.log")
    assert (len(log.hands), log.differ, log.refused) == (300, [], [])
    lines = (DATA / f"acpc_{name}.log").read_text().splitlines()
    written = [log_line(h.number, h.state, h.names) for h in log.hands]
    assert written == [line for line in lines if line.startswith("STATE")]


def test_a_match_state_is_read_and_written():
    rules = HandRules()
    for line in (
        "MATCHSTATE:0:0::TdAs|",
        "MATCHSTATE:1:3:cr300c/cc/:|AhKd/Ks7h2d/5c",
        "MATCHSTATE:0:31:r300r900c/r1800c/r3600c/r9000c:Ad6h|Td2d/KhQcJh/5h/2s",
        "MATCHSTATE:1:8:r20000c///:5d5c|9hQd/8dAs8s/4h/6d",
    ):
        told = MatchState.parse(line + "\r\n", rules)
        assert str(told) == line
    assert MatchState.parse("MATCHSTATE:0:0::TdAs|", rules).to_act is False
    absent = MatchState.parse(
        "MATCHSTATE:0:31:r20000c///:Ad6h|/KhQcJh/5h/2s", rules
    )  # not shown: taken as it is
    with pytest.raises(ParameterError, match="cards of seat 1 are not known"):
        absent.state.payoffs()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("MATCHSTATE:0:0:", "expected MATCHSTATE:seat:hand:betting:cards"),
        ("MATCHSTATE:0:0::TdAs|:c", "expected MATCHSTATE"),
        ("MATCHSTATE:2:0::TdAs|", "seat '2'; expected 0 … 1"),
        ("MATCHSTATE:0:x::TdAs|", "hand 'x'"),
        ("MATCHSTATE:0:4::|TdAs", "hand 4: seat 0 is told no cards"),
        ("MATCHSTATE:0:4:c:TdTd|", "hand 4: hole cards: Td comes twice"),
        ("MATCHSTATE:0:4:cc/:TdAs|/Ks7hTd", "hand 4: Td is dealt twice"),
        ("MATCHSTATE:0:4:cc/:TdAs|", "expected 3 cards"),
        ("MATCHSTATE:0:4:cc/:TdAs|/Ks7h", "expected 3 cards"),
        ("MATCHSTATE:0:4::TdAs|/Ks7h2c", "expected none"),
        ("MATCHSTATE:0:4:r150:TdAs|", "hand 4: .*raises go to 200"),
        ("MATCHSTATE:0:4:cc:TdAs|", "hand 4: .*ends without '/'"),
        ("MATCHSTATE:0:4::TdAs", "2 hands with | between"),
        ("MATCHSTATE:0:4::Td|", "two cards, or none"),
        ("x" * 10_000_000, "expected MATCHSTATE"),
    ],
)
def test_a_wrong_line_is_refused_with_its_hand(line, why):
    with pytest.raises(ParameterError, match=why) as caught:
        MatchState.parse(line, HandRules())
    assert len(str(caught.value)) < LONGEST_LINE


def test_what_a_dealer_says_beside_its_hands_is_passed_over():
    """Its ports, warnings, errors, times and what it sent, where somebody kept them in one file with the log."""
    beside = ["16177 48777", "STARTED at 1290531234.000123", "TO 1 at 1290531234.000124 MATCHSTATE:0:0::TdAs|",
              "FROM 2 at 1290531234.000200 MATCHSTATE:1:0::|Qd7c:r10", "WARNING: raise of 10 increased to 200",
              "ERROR: could not get action from seat 1", "0.0 seconds spent waiting; timeout 600.0",
              "FINISHED at 1290531234.000200", "SCORE:-100|100:a|b"]  # fmt: skip
    log = parse_log([*beside[:5], "STATE:0:r200f:TdAs|Qd7c:-100|100:a|b", *beside[5:]])
    assert [hand.number for hand in log.hands] == [0] and not log.refused
    (said,) = parse_log(beside).refused
    assert (
        said.startswith("no hand is written here, only what was sent") and not parse_log(beside[-1:]).refused
    )


def test_a_log_names_what_it_cannot_read():
    log = parse_log(
        [
            "# name/game/hands/seed x holdem.limit.2p.reverse_blinds.game 10 1",
            "STATE:0:rf:3hTs|AdQd:-10|10:a|b",
            "STATE:1:rf:3hTs|AdQd:-11|11:a|b",
            "STATE:2:r:3hTs|AdQd:-10|10:a|b",
            "STATE:3:rf:3hTs|AdQd:-10:a|b",
            "FAILED",
            "SCORE:-10|10:a|b",
        ]
    )
    assert [hand.number for hand in log.hands] == [0, 1] and log.differ == [1]
    assert [text.partition(":")[0] for text in log.refused] == ["line 4", "line 5", "line 6"]
    assert "ends before the hand does" in log.refused[0] and "expected 2 numbers" in log.refused[1]


@pytest.mark.parametrize("name", ["2p.nolimit", "3p.limit"])
def test_logs_as_other_machines_write_them(name, tmp_path):
    """CRLF, a mark at the front, blanks at the ends, comments and scores between hands, a last line cut off."""
    path = DATA / f"acpc_{name}.log"
    lines = path.read_text().splitlines()
    lines[5:5] = ["# a comment", "; another", "", "SCORE:1|2:a|b", "#--t_response 600000"]
    data = "\r\n".join(f"{line}  " for line in lines) + "\r\nSTATE:300:cr"
    for mark, name_byte in ((b"", b""), (b"\xef\xbb\xbf", b""), (b"", b"# \xe9\r\n")):
        (tmp_path / "x.log").write_bytes(mark + name_byte + data.encode())
        log = read_log(tmp_path / "x.log")
        assert len(log.hands) == 300 and not log.differ
        assert len(log.refused) == 1 and "'STATE:300:cr'; expected STATE" in log.refused[0]


@pytest.mark.parametrize("name", ["2p.limit", "2p.nolimit", "3p.limit", "3p.nolimit"])
def test_a_log_that_names_no_rules_is_read_by_its_seats_and_raises(name):
    """And by wrong rules it is refused line by line."""
    lines = [
        line for line in (DATA / f"acpc_{name}.log").read_text().splitlines() if line.startswith("STATE")
    ]
    log = parse_log(lines)
    assert (len(log.hands), log.refused, log.differ) == (300, [], [])
    kind = ".".join(reversed(name.split(".")))
    assert log.hands[0].state.rules == HandRules.named(f"holdem.{kind}")
    other = parse_log(lines, HandRules.named("holdem.nolimit.3p" if "2p" in name else "holdem.limit.2p"))
    assert len(other.hands) + len(other.refused) == 300 and len(other.refused) > 100
    assert all(text.startswith("line ") and text.count("\n") == 0 for text in other.refused)


SIX = "AhAd|KhKd|QhQd|JhJd|ThTd|9h9d"


@pytest.mark.parametrize(
    "text",
    [
        f"# name/game/hands/seed m holdem.nolimit.6p.game 9 1\nSTATE:0:fffff:{SIX}:-50|50|0|0|0|0:a|b|c|d|e|f",
        f"# name/game/hands/seed m holdem.limit.6p.game 9 1\nSTATE:0:fffff:{SIX}:-5|5|0|0|0|0:a|b|c|d|e|f",
        f"STATE:0:r10000ffffc///:{SIX}/2c3c4c/5d/7s:-50|10050|-10000|0|0|0:a|b|c|d|e|f",
        f"STATE:0:r20000ffffc///:{SIX}/2c3c4c/5d/7s:-50|20050|-20000|0|0|0:a|b|c|d|e|f",
        "STATE:0:ff:AhAd|KhKd|QhQd:-5|5|0:a|b|c",
        "STATE:4294967295:r300f:AhAd|KhKd:-100|100:a|b",
        "STATE:0:r300f:AhAd|KhKd:-100|100:bot:1|b",
        "a|b:7:r300f:AhAd|KhKd:-100|100",
        "STATE:0:r300f:AhAd|KhKd:-100|100:a|b\nFINISHED\nFROM 1 at 1.5 MATCHSTATE:0:0::AhAd|:c\nSCORE:-100|100:a|b",
    ],
)
def test_logs_of_other_times_and_tables(text, tmp_path):
    """Six seats with 100 and 200 big blinds, names first as in 2010, what a dealer tells beside the hands."""
    (tmp_path / "x.log").write_text(text + "\n")
    found = check_hands(tmp_path / "x.log")
    assert (found.hands, found.agree, found.refused) == (1, 1, [])


def test_the_other_log_of_a_duplicate_match_has_the_names_changed():
    row = "STATE:0:r300c/cr900f:3c8d|Ks6c/2c5d9h:{}:{}"
    first = parse_log([row.format("300|-300", "a|b"), row.format("300|-300", "b|a")])
    assert [hand.names for hand in first.hands] == [("a", "b"), ("b", "a")] and not first.refused[1:]


def test_a_split_pot_is_written_as_the_dealer_writes_it():
    table = HandRules((20_000,) * 3, (50, 100, 0), first=(2, 0, 0, 0))
    hole = tuple(tuple(parse_cards(h)) for h in ("AhKd", "AdKh", "2c7d"))
    state = HandState.start(table, hole).play("r301cc/r402cf/cc/cc").deal(parse_cards("4h5s6c9cQh"))
    assert [chips_text(net) for net in state.payoffs()] == ["150.5", "150.5", "-301"]
    assert log_line(4, state, "abc").endswith("/4h5s6c/9c/Qh:150.5|150.5|-301:a|b|c")


# PHH ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "count"), [("pluribus_sample", 40), ("wsop2023_event43", 4)])
def test_hold_em_of_real_files_ends_with_their_stacks(name, count):
    hands = [hand for hand in read_phh(DATA / f"{name}.phhs") if hand.variant in ("NT", "FT")]
    assert len(hands) == count
    assert all(hand.agrees and not hand.replay().notes for hand in hands)


def test_other_variants_go_through_pokerkit_or_say_what_is_missing():
    hands = read_phh(DATA / "wsop2023_event43.phhs") + read_phh(DATA / "historic_hands.phhs")
    others = [hand for hand in hands if hand.variant not in ("NT", "FT")]
    assert len({hand.variant for hand in others}) == 8
    try:
        import pokerkit  # noqa: F401
    except ImportError:
        with pytest.raises(MissingExtraError, match=r"pip install 'tianji\[poker\]'"):
            others[0].settle()
        return
    assert [hand.agrees for hand in others] == [True] * 21 + [None] * 2


HAND = """
variant = "NT"   # no-limit
ante_trimming_status = true
antes = [0, 0, 0]
blinds_or_straddles = [0.5, 1, 0]
min_bet = 1
starting_stacks = [100.25, inf, 80]
actions = [
  "d dh p1 AhAd # a comment", "d dh p2 ????", "d dh p3 Kh??",
  "p3 cbr 3", "p1 cbr 9.75", "p2 f", "p3 cc", "",
  "d db 2c3d4h", "p1 cbr 20", "p3 cc", "d db 5s", "p1 cc", "p3 cc", "d db 9c",
  "p1 cc", "p3 cc", "p1 sm AhAd", "p3 sm",
]
author = "me"
_note = "kept"
"""


def changed(old, new):
    assert old in HAND
    return parse_phh(HAND.replace(old, new))[0]


def test_cents_comments_endless_stacks_and_mucks_are_read():
    (hand,) = parse_phh(HAND)
    assert hand.unit == hand.unit.__class__("0.01") and hand.agrees is None
    assert hand.settle() == [10025 + 2975 + 100, 10**15 - 100, 8000 - 2975]
    assert hand.players == ["p1", "p2", "p3"]


def test_a_limit_hand_may_complete_a_short_all_in_and_raise_as_often_as_two_like():
    hand = """variant = "FT"
antes = [0, 0]
blinds_or_straddles = [50, 100]
small_bet = 100
big_bet = 200
starting_stacks = [5000, 5000]
actions = ["d dh p1 ????", "d dh p2 ????", "p2 cc", "p1 cc", "d db 2c3d4h", "p1 cbr 100", "p2 cbr 200", "p1 cbr 300",
           "p2 cbr 400", "p1 cbr 500", "p2 cbr 600", "p1 f"]
"""
    (record,) = parse_phh(hand)
    assert record.replay().state.betting_text == "cc/rrrrrrf" and record.settle() == [4400, 5600]
    short = (
        hand.replace("0, 0]", "0, 0, 0]")
        .replace("[50, 100]", "[50, 100, 0]")
        .replace("[5000, 5000]", "[5000, 160, 5000]")
    )
    short = (
        short[: short.index("actions")]
        + 'actions = ["p3 cc", "p1 cc", "p2 cc", "d db 2c3d4h", "p1 cc", "p2 cbr 60", '
    )
    (record,) = parse_phh(short + '"p3 cbr 100", "p1 f", "d db 9c", "d db Jc", "p2 sm 2s2h", "p3 sm KsKh"]')
    assert record.replay().state.betting_text == "ccc/crr200f//" and record.settle() == [4900, 420, 4840]


def test_what_a_record_leaves_out_is_assumed_and_noted():
    played = changed('"p2 f", ', "").replay()
    assert played.notes == ("p2 is taken to have folded before p3: the record leaves it out",)
    played = changed('"p1 cc", "p3 cc", "d db 9c"', '"d db 9c"').replay()
    assert len(played.notes) == 2 and "checked before the board" in played.notes[0]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"p3 sm"', '"p3 sm -"', "cards of seat 2 are not known"),
        ('"p3 sm"', '"p3 sm Kh??"', "cards of seat 2 are not known"),
        ('"p1 sm AhAd"', '"p1 sm"', "nobody shows"),
        ('"p1 sm AhAd"', '"p1 sm AhAc"', "not what he was dealt"),
        ('"d db 9c"', '"d db 9c", "d db 9d"', "run twice is not supported"),
        ('"p3 cbr 3"', '"p3 cbr 3.333"', None),
        ('"p3 cbr 3"', '"p3 cbr x"', "action 4 .*expected chips"),
        ('"p3 cbr 3"', '"p9 cbr 3"', "player 'p9'"),
        ('"p3 cbr 3"', '"p3 pb"', "no action of hold'em"),
        ('"p3 cbr 3"', '"p3 cbr 300"', "raises go to"),
        ("d db 2c3d4h", "d db 2c3dAd", "Ad is dealt twice"),
        ("d dh p1 AhAd", "d dh p1 AhAh", "Ah comes twice"),
        ("[0.5, 1, 0]", "[0.5, 1, 0, 0]", "blinds="),
        ("[100.25, inf, 80]", '"x"', "expected numbers of chips"),
        ("[100.25, inf, 80]", "[nan, 1, 1]", "expected numbers of chips"),
        ('"p1 sm AhAd", "p3 sm",', "", "cards of seat 2 are not known"),
        ('"p1 cc", "p3 cc", "p1 sm AhAd", "p3 sm",', "", "ends with p1 to act"),
        ('"d dh p1 AhAd # a comment"', "7", "expected a list of texts"),
    ],
)
def test_records_that_cannot_be_replayed_say_why(old, new, why):
    hand = changed(old, new)
    if why is None:
        assert hand.settle() and str(hand.unit) == "0.001"
        return
    with pytest.raises(FileFormatError, match=why):
        hand.settle()


@pytest.mark.parametrize(
    ("text", "why"),
    [("a = ", "not TOML"), ("a = 1", "no variant"), ("[1]\nvariant = 'NT'\n[2]\nx = 1", r"hand \[2\]")],
)
def test_files_that_are_no_phh(text, why):
    with pytest.raises(FileFormatError, match=why):
        parse_phh(text)
    with pytest.raises(TianjiError):
        read_phh("no-such-file.phh")


def test_hands_of_ours_go_to_phh_and_back(tmp_path):
    logs = (
        read_log(DATA / "acpc_2p.nolimit.log").hands[:40] + read_log(DATA / "acpc_3p.nolimit.log").hands[:40]
    )
    records = [HandRecord.from_state(h.state, h.names, h.number, aivat=1.5) for h in logs]
    write_phh(tmp_path / "hands.phhs", records)
    again = read_phh(tmp_path / "hands.phhs")
    assert all(
        r.agrees and r.replay().state.betting_text == h.state.betting_text
        for r, h in zip(again, logs, strict=True)
    )
    assert again[0].fields["_tianji_aivat"] == 1.5 and again[0].players == list(logs[0].names)
    with pytest.raises(ParameterError, match=r"holds one hand, not 80; name it \.phhs"):
        write_phh(tmp_path / "hands.phh", records)
    pokerkit = pytest.importorskip("pokerkit", reason="pokerkit is a test oracle: pip install 'tianji[test]'")
    with (tmp_path / "hands.phhs").open("rb") as file:
        for read, ours in zip(pokerkit.HandHistory.load_all(file), again, strict=True):
            *_, state = read
            assert state.stacks == ours.settle()


def test_a_showdown_with_unknown_cards_is_written_without_its_end():
    state = HandState.start(HandRules(), ((), (51, 50))).play("cc/").deal((0, 5, 10)).play("cc/").deal((20,))
    state = state.play("cc/").deal((30,)).play("r300c")
    record = HandRecord.from_state(state, ["you", "me"], 3)
    (again,) = parse_phh(phh_text([record]))
    assert "finishing_stacks" not in again.fields and again.replay().state == replace(
        state, rules=again.rules()
    )
    assert again.agrees is None


@pytest.mark.parametrize("names", ["a", "a|b|c", "|".join("a" * 100_000)])
def test_a_log_with_names_for_other_seats_is_refused(names):
    """A hundred thousand names of two players were read without a word."""
    log = parse_log([f"STATE:0:cc/cc/cc/cc:AsKs|QhQd/2c3c4c/5c/6c:0|0:{names}"])
    assert not log.hands and "expected 2" in log.refused[0] and len(log.refused[0]) < 300


def test_a_line_too_long_for_a_hand_is_refused_unread():
    """A number of a hundred million digits took ten seconds to be refused."""
    with pytest.raises(FileFormatError, match="a line of more than 1,000,000 characters"):
        parse_phh(f'variant = "NT"\nantes = [{"9" * 2_000_000}]')

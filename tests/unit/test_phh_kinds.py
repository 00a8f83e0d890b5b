"""Every kind of hand that files of real events hold: settled as pokerkit settles it, or refused in a sentence."""

from __future__ import annotations

import json
import random
import re
import warnings
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from tianji.arena import parse_phh
from tianji.arena.phh import each_hand
from tianji.arena.record import check_hands, recorded_hands
from tianji.cli import main
from tianji.errors import FileFormatError, TianjiError
from tianji.holdem import review

FILE = Path(__file__).resolve().parents[1] / "data" / "poker" / "phh_kinds.phhs"
TEXT = FILE.read_text()
NOTES = re.findall(r"^\[\d+\]\n# (.*)$", TEXT, re.MULTILINE)
HANDS = parse_phh(TEXT)
VARIANTS = ("NT", "FT")


def has_pokerkit():
    try:
        import pokerkit  # noqa: F401
    except ImportError:
        return False
    return True


@pytest.mark.parametrize("note, hand", list(zip(NOTES, HANDS, strict=True)), ids=NOTES)
def test_a_hand_ends_as_its_record_says(note, hand):
    """`finishing_stacks` are pokerkit's, where `_oracle` does not say that it refuses; `_refused` is our sentence."""
    if hand.variant not in VARIANTS and not has_pokerkit():
        pytest.skip("other variants are replayed by pokerkit")
    if "_refused" in hand.fields:
        with pytest.raises(FileFormatError) as caught:
            hand.settle()
        assert hand.fields["_refused"] in str(caught.value) and str(caught.value).startswith(hand.name)
    if "finishing_stacks" in hand.fields:
        assert hand.agrees is (note != "stacks at the end that are wrong")
    assert json.loads(hand.to_json())["name"] == hand.name


def is_comparable(note, hand):
    """Whether pokerkit reads it and its record says, rightly, how it ends."""
    is_told = "finishing_stacks" in hand.fields and hand.fields.get("_oracle", True)
    return is_told and note != "stacks at the end that are wrong"


@pytest.mark.parametrize(
    "hand",
    [
        pytest.param(hand, id=note)
        for note, hand in zip(NOTES, HANDS, strict=True)
        if is_comparable(note, hand)
    ],
)
def test_pokerkit_agrees(hand):
    kit = pytest.importorskip("pokerkit", reason="pokerkit is a test oracle: pip install 'tianji[test]'")
    given = hand.fields["finishing_stacks"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of folds for nothing
        *_, state = kit.HandHistory.loads(hand.text)
    assert [Decimal(str(chips)) for chips in state.stacks] == [Decimal(chips) for chips in given]


RAKED = HANDS[NOTES.index("the house takes its rake")]


@pytest.mark.parametrize(
    ("stacks", "rake"),
    [
        ("[2359, 1145, 1079, 711.85, 1562]", 300),
        ("[2359, 1145, 1079, 714.85, 1562]", 0),
        ("[2359, 1145, 1079, 679.15, 1562]", 3570),  # a tenth of all chips in, 357
        ("[2359, 1145, 1079, 679.14, 1562]", None),  # a cent more
        ("[2358, 1145, 1079, 712.85, 1562]", None),  # of one who has won nothing
        ("[2360, 1145, 1079, 710.85, 1562]", None),
        ("[2359, 1145, 1079, 715.85, 1562]", None),  # nobody is given more
    ],
)
def test_a_rake_is_taken_from_who_wins_and_is_a_tenth_at_most(stacks, rake, tmp_path):
    text = re.sub("finishing_stacks = .*", f"finishing_stacks = {stacks}", RAKED.text)
    (hand,) = parse_phh(text)
    assert hand.agrees is (rake is not None) and hand.rake == (rake or 0)
    (tmp_path / "one.phh").write_text(text)
    found = check_hands(tmp_path / "one.phh")
    assert (found.agree, found.raked) == (int(rake is not None), int(bool(rake)))


EVENT = parse_phh((FILE.parent / "wsop2023_event43.phhs").read_text())  # nine variants
CARDS = re.compile(r"^(d dh p\d|d db|p\d sd|p\d sm) ([^-]+)$")


def with_cards(change):
    return lambda action: CARDS.sub(lambda found: f"{found[1]} {change(found[2])}", action)


WRITTEN_OTHERWISE = {
    "capitals": lambda action: re.sub(r"^\w+ \w+", lambda word: word[0].upper(), action),
    "blanks": lambda action: f"  {action} ".replace(" ", "\t "),
    "a comment at once": lambda action: f"{action}#he said",
    "a comment": lambda action: f"{action} # he said",
    "only a comment": lambda action: ["", action, "# he said"],
    "currency": lambda action: re.sub(r"cbr (\S+)", r"cbr $\1", action),
    "commas": lambda action: re.sub(r"cbr (\d+)$", lambda found: f"cbr {int(found[1]):,}", action),
    "cards apart": with_cards(lambda cards: " ".join(re.findall("..", cards))),
    "cards in small letters": with_cards(str.lower),
    "tens": with_cards(lambda cards: cards.replace("T", "10")),
}


@pytest.mark.skipif(not has_pokerkit(), reason="other variants are replayed by pokerkit")
@pytest.mark.parametrize("way", WRITTEN_OTHERWISE)
def test_every_variant_may_be_written_otherwise(way):
    """What hold'em is read with, the other variants are too: pokerkit itself takes one way of writing alone."""
    changed = 0
    for hand in EVENT:
        rows = [WRITTEN_OTHERWISE[way](action) for action in hand.fields["actions"]]
        actions = [text for row in rows for text in (row if isinstance(row, list) else [row])]
        changed += actions != hand.fields["actions"]
        fields = {name: value for name, value in hand.fields.items() if name != "antes" or any(value)}
        again = replace(hand, fields={**fields, "variant": hand.variant.lower(), "actions": actions})
        assert again.agrees, hand.name
    assert changed > 10


@pytest.mark.skipif(not has_pokerkit(), reason="other variants are replayed by pokerkit")
def test_other_variants_count_in_the_smallest_unit():
    """A whole pot that is split by floats leaves no half of a chip: amounts are read in whole units."""
    hand = next(hand for hand in EVENT if hand.variant == "F7S/8")
    fields = dict(hand.fields)
    for name in ("starting_stacks", "finishing_stacks", "antes"):
        fields[name] = [Decimal(value) / 4 for value in fields[name]]
    for name in ("bring_in", "small_bet", "big_bet"):
        fields[name] = Decimal(fields[name]) / 4
    fields["actions"] = [
        re.sub(r"cbr (\d+)", lambda found: f"cbr {Decimal(found[1]) / 4}", text) for text in fields["actions"]
    ]
    assert replace(hand, fields=fields).agrees


def test_there_are_as_many_kinds_as_promised():
    assert len(HANDS) == len(NOTES) >= 122 and {len(hand.players) for hand in HANDS} >= {2, 3, 4, 5, 6, 9}
    assert {hand.variant for hand in HANDS} >= {"NT", "FT", "NS", "PO", "F7S", "F2L3D"}


@pytest.mark.skipif(not has_pokerkit(), reason="other variants are replayed by pokerkit")
def test_one_file_with_all_of_them_loses_none(tmp_path):
    """Broken hands between good ones; CRLF, a mark at the front, names in Latin-1, tables in quotes, notes of users."""
    count = len(HANDS)
    found = check_hands(FILE)
    assert (found.hands, len(found.refused), found.differ) == (count, 21, ["hand [70]"])
    broken = TEXT.replace("[5]\n", "[5]\nthis is no TOML\n").replace("[7]\n", "[7]\nx = 1\nx = 2\n")
    for name, data in {
        "broken": broken.encode(),
        "crlf": b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode(),
        "latin": TEXT.encode("latin-1", "replace"),
        "quoted": re.sub(r"^\[(\d+)\]$", r" ['\1']  # next", TEXT, flags=re.MULTILINE).encode(),
        "notes": re.sub(
            r"^\[(\d+)\]((?:\n.+)+)", r"[\1]\2\n[\1._notes]\nx = 1", TEXT, flags=re.MULTILINE
        ).encode(),
    }.items():
        path = tmp_path / f"{name}.phhs"
        path.write_bytes(data)
        again = check_hands(path)
        assert (again.hands, len(again.refused)) == (count, 21 + 2 * (name == "broken")), name
        assert len(list(recorded_hands(path))) == count
    one = tmp_path / "one.phh"
    one.write_text(HANDS[0].text + "\n[_notes]\nsource = 'a user'\n")
    assert check_hands(one).agree == 1


def test_hands_lie_in_tables_of_any_kind():
    """Names in quotes with points and commas, tables of tables, lists of tables: no hand is lost, notes are none."""
    body = HANDS[0].text
    for text, count in {
        f"[1]\n{body}['a.b, c']\n{body}": 2,
        f"[day.1]\n{body}[day.2]\n{body}": 2,
        f"[[hands]]\n{body}[[hands]]\n{body}": 2,
        f"[_notes]\nx = 1\n[day.1]\n{body}": 1,
    }.items():
        found = parse_phh(text)
        assert [hand.agrees for hand in found] == [True] * count
        assert len({hand.name for hand in found}) == count


def test_a_review_tells_of_every_hand_that_it_cannot_judge(tmp_path, capsys):
    """Nothing raises; a hand that was not replayed is told by its name, decisions that were not priced are counted."""
    found = review(FILE, each_seconds=1e-9)
    played = [record for record in recorded_hands(FILE) if not isinstance(record, str)]
    told = {re.match(r"hand \[\d+\]", text.removeprefix(f"{FILE}: "))[0] for text in found.refused}
    assert found.stopped == "hands" and len(told) == len(found.refused)
    assert found.hands + len(HANDS) - len(played) == len(HANDS)
    assert told >= {f"hand [{k + 1}]" for k, hand in enumerate(HANDS) if hand.variant not in VARIANTS}
    assert main(["holdem", "review", str(FILE), "--each", "1e-9", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["refused"] == found.refused


def test_damaged_records_are_refused_and_never_raise_anything_else():
    """Characters of the file changed at random: a hand is read or refused by a sentence, and all are accounted for."""
    rng = random.Random(5)
    alphabet = "0123456789.,-?[]\"'pdhcbrsmfAKinfe+#= \n\x00"
    events = (FILE.parent / "wsop2023_event43.phhs").read_text()
    for k in range(12):
        text = list(TEXT if k % 3 else events)
        for _ in range(120):
            text[rng.randrange(len(text))] = rng.choice(alphabet)
        for found in each_hand("".join(text), "file"):
            if isinstance(found, FileFormatError) or (found.variant not in VARIANTS and not has_pokerkit()):
                continue
            for read in (
                found.settle,
                lambda hand=found: hand.agrees,
                found.replay,
                lambda hand=found: hand.players,
            ):
                try:
                    read()
                except TianjiError as error:
                    assert 5 < len(str(error)) < 1000


@pytest.mark.parametrize(
    ("field", "why"),
    [
        ("starting_stacks = [1e-400000, 5]", "decimal places"),
        ("starting_stacks = [1e400000, 5]", "expected numbers of chips"),
        ("starting_stacks = [-inf, 5]", "expected numbers of chips"),
        ("starting_stacks = []", "expected numbers of chips"),
        ("starting_stacks = [true, 5]", "expected numbers of chips"),
        ("starting_stacks = 2023-01-01", "expected numbers of chips"),
        ("antes = [1, 1, 1]\nstarting_stacks = [5, 5]", "antes="),
        ("blinds_or_straddles = [nan, 1]\nstarting_stacks = [5, 5]", "expected numbers of chips"),
    ],
)
def test_numbers_that_are_none(field, why):
    start = "variant = 'NT'\nmin_bet = 1\nactions = ['p2 f']\n"
    start += "" if "blinds" in field else "blinds_or_straddles = [1, 2]\n"
    (hand,) = parse_phh(start + field)
    with pytest.raises(FileFormatError, match=why):
        hand.settle()

"""Text grids: read without colour, never wider than asked, every action its own sign."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tianji as tj
from tianji.holdem.answer.grids import action_signs, shared_out
from tianji.holdem.answer.tables import HandTable
from tianji.poker.cards import NUM_HANDS
from tianji.poker.preflop import class_names

MENU = ["fold", "call", "raise 102 (60%)", "raise 150 (100%)", "allin 200 (142%)"]


def table(kind="strategy", columns=MENU, low=0.0, high=1.0):
    random = np.random.default_rng(1)
    data = random.uniform(low, high, (169, len(columns)))
    if kind == "strategy":
        data /= data.sum(axis=1, keepdims=True)
    reach = np.where(np.arange(169) % 7 == 0, 0.0, 1.0)
    return HandTable.of_classes(kind, "", "Ks7h2dJc5s", "oop", list(columns), data, reach)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8), st.integers(1, 8))
def test_signs_are_shared_out_in_full_and_fairly(shares, count):
    found = shared_out(shares, count)
    assert sum(found) == count
    total = sum(shares)
    if total > 1e-9:
        assert all(abs(n - count * share / total) < 1 for n, share in zip(found, shares, strict=True))


def test_every_action_has_a_sign_of_its_own():
    sizes = [f"bet {n} ({n}%)" for n in range(10, 200, 10)]
    signs = action_signs(["fold", "check", "call", *sizes, "allin 200 (333%)"])
    assert len(set(signs)) == len(signs)


@pytest.mark.parametrize("width", [41, 60, 80, 120])
@pytest.mark.parametrize(
    ("kind", "columns", "low", "high"),
    [("strategy", MENU, 0, 1), ("ev", ["ev"], -900, 20_000), ("ev", ["ev"], 0, 9), ("equity", ["equity"], 0, 1),
     ("range", ["weight"], 0, 1), ("difference", ["check"], -1, 1), ("ev difference", ["ev"], -5, 5)],
)  # fmt: skip
def test_grids_fit_and_are_whole(width, kind, columns, low, high):
    shown = table(kind, columns, low, high)
    text = shown.to_text(width)
    assert max(len(line) for line in text.splitlines()) <= width
    blocks = [block.splitlines()[1:] for block in text.split("\n\n")[:-1]]
    assert all([line.split()[0] for line in block] == list("AKQJT98765432") for block in blocks)
    assert len(blocks) == 1 or width < 60 or high == 20_000
    rows = [["", *(cell for block in blocks for cell in block[i].split()[1:])] for i in range(13)]
    assert all(len(row) == 14 for row in rows)
    cells = [cell for row in rows for cell in row[1:]]
    absent = [name for k, name in enumerate(class_names()) if k % 7 == 0]
    assert {name for name, cell in zip(class_names(), cells, strict=True) if cell == "."} == set(absent)
    assert "suited above the diagonal" in " ".join(text.split())


def test_cells_say_the_mix():
    shown = table()
    text = shown.to_text(80)
    cell = text.splitlines()[1].split()[2]  # AKs
    grid = shown.grid()["AKs"][1]
    assert [cell.count(sign) for sign in "fc12A"] == shared_out(grid, 5)
    legend = text.split("\n\n")[1]
    for sign, (name, mean) in zip("fc12A", shown.means.items(), strict=True):
        assert f" {sign}  {name} {100 * mean:.1f} %" in legend


def test_colours_change_nothing_but_colour():
    for kind, columns in (("strategy", MENU), ("ev", ["ev"])):
        shown = table(kind, columns)
        plain = re.sub(r"\x1b\[[0-9;]*m", "", shown.to_text(80, is_coloured=True))
        assert plain == shown.to_text(80)
        assert "\x1b[48;2;" in shown.to_text(80, is_coloured=True)


def test_numbers_have_a_legend_with_colours():
    text = table("ev", ["ev"]).to_text(80, is_coloured=True)
    first, last = re.findall(r"(\x1b\[48[0-9;]*m) (\S+) \x1b\[0m (least|most)", text)
    cells = dict(
        zip(*[iter(re.split(r"(\x1b\[48[0-9;]*m)", text.partition("least")[0])[1:])] * 2, strict=False)
    )
    assert (first[2], last[2]) == ("least", "most") and float(first[1]) < float(last[1])
    assert first[0] != last[0] and {first[0], last[0]} <= set(cells)


def test_html_has_a_legend_with_colours():
    html = table()._repr_html_()
    assert html.count("&nbsp;&nbsp;&nbsp;</span>") == len(MENU)
    legend = html.partition("<caption")[2].partition("</caption>")[0]
    for name, share in table().means.items():  # as percentages: 1.26e-05 is no way to say how often
        assert f"{name} {100 * share:.1f} %" in legend


def test_classes_and_back():
    shown = table()
    weight, data = shown.by_class()
    again = HandTable.of_classes("strategy", "", "", "oop", MENU, data, weight)
    assert np.allclose(again.data, np.where(shown.reach[:, None] > 0, shown.data, again.data))
    assert len(shown) == NUM_HANDS and len(shown.only("AA,KK")) == 12
    assert tj.holdem.HandTable is HandTable

"""Techniques as values: names, changes, what contradicts, and advice that can be followed."""

from __future__ import annotations

import itertools
import pickle
import re
from dataclasses import replace

import pytest

import tianji as tj
from tianji.errors import ParameterError, TianjiError, UnknownNameError
from tianji.subgame.technique import (
    BOUNDS,
    GADGETS,
    GIFTS,
    PAYOFFS,
    REFINEMENTS,
    TECHNIQUES,
    Technique,
    as_technique,
)

KUHN = tj.load("kuhn")
CUTS = tj.subgame.cuts(KUHN, "bet")


def test_the_table():
    for name, technique in TECHNIQUES.items():
        assert technique.name == name
        assert as_technique(name) is not None and as_technique(technique) == technique
        assert pickle.loads(pickle.dumps(technique)) == technique
        assert eval(repr(technique), {"Technique": Technique}) == technique
    assert hash(TECHNIQUES["resolve"]) == hash(Technique("resolve"))
    assert [t.name for t in TECHNIQUES.values() if not t.is_safe] == ["unsafe"]


@pytest.mark.parametrize("name", TECHNIQUES)
@pytest.mark.parametrize("gifts", [None, *GIFTS, 0, 2.0, "half", True])
def test_advice_about_gifts_can_be_followed(name, gifts):
    """Every combination works or is refused with names of techniques that exist and take these gifts."""
    try:
        found = as_technique(name, gifts=gifts)
    except ParameterError as error:
        said = re.search(r"say (.*)", str(error))
        if said is None:
            assert "expected 'none', 'split', 'not-split' or a factor" in str(error)
            return
        advised = [word for word in re.findall(r"'([\w-]+)'", said[1]) if word not in GIFTS]
        assert advised
        for other in advised:
            assert as_technique(other, gifts=gifts).name == other
    else:
        assert found.name == name
        assert tj.subgame.solve_all(KUHN, tj.uniform(KUHN), CUTS, name, gifts=gifts).report.method == found


def test_every_combination_of_fields_is_a_technique_or_a_sentence():
    fields = {
        "gadget": GADGETS,
        "payoffs": PAYOFFS,
        "gifts": ("none", "split", 2.0),
        "gift_bound": BOUNDS,
        "refine": (None, *REFINEMENTS, 0.01),
        "solver": ("auto", "lp", "cfr+", "hedge"),
        "keep_blueprint_safety": (False, True),
    }
    good = 0
    for values in itertools.product(*fields.values()):
        given = dict(zip(fields, values, strict=True))
        try:
            technique = Technique(**given)
        except TianjiError as error:
            assert "\n" not in str(error)
        else:
            good += 1
            assert {name: getattr(technique, name) for name in fields} == given
    assert good > 100


def test_a_value_and_its_name_do_the_same_and_keywords_change_it():
    blueprint = tj.uniform(KUHN)
    by_name = tj.subgame.solve_all(KUHN, blueprint, CUTS, "maxmargin", refine="leximin").report
    by_value = tj.subgame.solve_all(KUHN, blueprint, CUTS, Technique("maxmargin", refine="leximin")).report
    assert by_name.method == by_value.method
    assert by_name.loss_after == by_value.loss_after
    changed = tj.subgame.solve_all(KUHN, blueprint, CUTS, TECHNIQUES["maxmargin"], gifts="split").report
    assert changed.technique == "reach-maxmargin"


def test_compare_takes_names_values_and_rows():
    rows = [
        "unsafe",
        Technique("maxmargin", gifts=2),
        {"technique": "resolve", "solver": "cfr+", "iterations": 5},
    ]
    found = tj.subgame.compare(KUHN, tj.uniform(KUHN), CUTS, rows=rows)
    assert [str(report.method) for report in found] == ["unsafe", "reach-maxmargin (gifts 2.0)", "resolve"]
    assert found[2].stopped == "iterations"
    assert found[:2] == found.reports[:2]
    assert [row["title"] for row in found.to_dict()["rows"]] == [str(report.method) for report in found]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"gift_bound": "full"}, "belongs to gifts"),
        ({"solver": "lp", "iterations": 10}, "iterations=10: solver 'lp' is one exact step"),
        ({"refine": "leximin", "iterations": 10}, "one exact step"),
        ({"iterations": 0}, "iterations=0"),
        ({"until": -1.0}, "until=-1.0"),
        ({"threads": 0}, "threads=0"),
        ({"seconds": 0}, "seconds=0"),
        ({"stop": 5}, "stop=5"),
    ],
)
def test_what_means_nothing_is_refused(options, words):
    with pytest.raises(ParameterError, match=re.escape(words)):
        tj.subgame.solve_all(KUHN, tj.uniform(KUHN), CUTS, "resolve", **options)


def test_nested_play_refuses_payoffs_it_does_not_use():
    small = KUHN.restrict(["p"])
    for technique in (
        Technique("resolve", payoffs="estimate"),
        Technique("resolve", keep_blueprint_safety=True),
    ):
        with pytest.raises(TianjiError, match="nested solving knows its own payoffs"):
            tj.subgame.NestedPlayer(KUHN, small, tj.uniform(small), technique=technique)


def test_names_are_read_as_people_write_them():
    assert as_technique("Reach Maxmargin") == as_technique("reach_maxmargin") == TECHNIQUES["reach-maxmargin"]
    with pytest.raises(UnknownNameError, match="no technique 'reach-unsafe'"):
        as_technique("reach-unsafe")
    with pytest.raises(UnknownNameError, match="no gadget 'maxmargn'"):
        replace(TECHNIQUES["resolve"], gadget="maxmargn")

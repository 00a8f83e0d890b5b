"""Every result: it pickles, its `to_dict` is strict JSON, and a notebook shows it as HTML."""

from __future__ import annotations

import json
import pickle
from html.parser import HTMLParser

import pytest

import tianji as tj
from tianji.core.result import Result, finite
from tianji.evaluate.appraisal import appraise
from tianji.evaluate.ranking import most_reached
from tianji.evaluate.review import review


def kuhn():
    return tj.load("kuhn")


def solved(**options):
    return tj.solve(kuhn(), **{"iterations": 50, **options})


EXAMPLES = {
    "Appraisal": lambda: appraise(kuhn(), tj.uniform(kuhn())),
    "Comparison": lambda: tj.compare(kuhn(), solved().strategy, tj.uniform(kuhn())),
    "Decision": lambda: review(kuhn(), tj.uniform(kuhn()), [(1, (2, "b"), "p")])[0],
    "Difference": lambda: tj.compare(kuhn(), solved().strategy, tj.uniform(kuhn())).differences[0],
    "BestResponse": lambda: tj.best_response(kuhn(), tj.uniform(kuhn()), 0),
    "GameReport": lambda: tj.check_game(kuhn()),
    "InfosetValues": lambda: tj.infoset_values(kuhn(), tj.uniform(kuhn()), 1),
    "Plan": lambda: tj.plan(kuhn()),
    "Reached": lambda: most_reached(kuhn(), tj.uniform(kuhn()), 1)[0],
    "Solution": solved,
    "Solution, lp": lambda: tj.solve(kuhn(), "lp"),
    "Solution, merged": lambda: tj.solve(tj.load("leduc"), iterations=20),
    "Solution, sampled": lambda: solved(method="external"),
    "Solution, not begun": lambda: tj.solve(tj.load("kuhn(players=3)"), iterations=5, stop=lambda: True),
    "Strategy": lambda: tj.uniform(kuhn()),
}


class Tags(HTMLParser):
    """Whether every tag that is opened is closed in turn."""

    def __init__(self, text):
        super().__init__()
        self.open, self.seen = [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        if tag not in ("br", "img", "hr", "meta", "input", "col"):
            self.open.append(tag)
        self.seen.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.fixture(scope="module", params=EXAMPLES)
def result(request):
    return EXAMPLES[request.param]()


def test_to_dict_is_strict_json(result):
    data = result.to_dict()
    assert json.loads(json.dumps(finite(data), allow_nan=False)) == json.loads(result.to_json())
    assert list(data) == list(json.loads(result.to_json()))  # keys are texts, and in the same order


def test_it_pickles(result):
    again = pickle.loads(pickle.dumps(result))
    assert type(again) is type(result)
    assert again.to_json() == result.to_json()


def test_a_notebook_shows_html(result):
    html = result._repr_html_()
    tags = Tags(html)
    assert not tags.open and "table" in tags.seen and "td" in tags.seen


def test_it_is_a_result(result):
    assert isinstance(result, Result)


def test_text_is_escaped():
    strategy = tj.Strategy.from_dict("<script>", [{"<b>": {"&": 1.0}}])
    html = strategy._repr_html_()
    assert "<script>" not in html and "&lt;b&gt;" in html and "&amp; 100.0%" in html


def test_a_pickled_solution_is_used_like_the_first(tmp_path):
    first = solved()
    again = pickle.loads(pickle.dumps(first))
    assert tj.nash_conv(again.flat, again.strategy) == first.nash_conv
    again.save(tmp_path / "again.safetensors")
    first.save(tmp_path / "first.safetensors")
    assert (tmp_path / "again.safetensors").read_bytes() == (tmp_path / "first.safetensors").read_bytes()
    assert tj.nash_conv(kuhn(), tj.Strategy.load(tmp_path / "again.safetensors", kuhn())) == first.nash_conv

"""Whatever comes through a door, the answer is an answer or a sentence: never a fault, never a hang."""

from __future__ import annotations

import json
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("fastapi", reason="the studio's server is an extra: pip install 'tianji[studio]'")

from fuzz import doors

DOORS = doors.doors()


@pytest.fixture(scope="module")
def studio(tmp_path_factory):
    made = doors._Studio(tmp_path_factory.mktemp("fuzz"))
    yield made
    made.close()


@pytest.mark.parametrize("name", [name for name in DOORS if name != "studio"])
@given(rng=st.randoms(use_true_random=False))
@settings(max_examples=max(settings().max_examples // 4, 1))
def test_whatever_is_sent_is_answered_or_refused_in_a_sentence(name, tmp_path_factory, rng):
    DOORS[name](tmp_path_factory.getbasetemp())(rng)


@given(rng=st.randoms(use_true_random=False))
def test_whatever_is_asked_of_the_studio_is_answered_or_refused_in_a_sentence(studio, rng):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(5):
            studio.try_one(rng)


def test_every_route_has_an_example_that_is_understood(studio):
    taking = {f"{way} {path}" for way, path, _ in studio.routes if way in ("post", "patch", "put")}
    assert set(doors.BODIES) == taking
    assert {name for _, _, params in studio.routes for name in params} <= set(doors.QUERIES)


@pytest.mark.parametrize(
    ("place", "body", "status"),
    [
        ("/runs/HAND/clone", {}, 409),
        ("/runs/HAND/clone", {"solve": {"seed": 1, "method": "external"}}, 409),
        ("/tables", {"game": "kuhn", "opponent": {"kind": "run"}}, 422),
        ("/tables", {"game": "kuhn", "opponent": {"kind": "run", "run": "HAND"}}, 409),
        ("/links", {"9" * 400: 1}, 422),
    ],
)
def test_what_the_fuzzing_found(studio, place, body, status, monkeypatch):
    """A run of hold'em cloned, or as an opponent, and an opponent without a run were faults; a name of 400 letters was
    quoted whole."""
    monkeypatch.setattr(studio.rooms.desk, "deadline_s", 300.0)  # a new clerk has the library to import
    hand = studio.names["HAND"][0]
    sent = json.dumps(body).replace("HAND", hand).encode()
    got, _, told = studio.call("post", doors.PREFIX + place.replace("HAND", hand), "", sent)
    assert got == status and len(told) < 600, told


def test_the_iterations_of_a_run_of_holdem_are_not_there(studio):
    got, _, told = studio.call(
        "get", f"{doors.PREFIX}/runs/{studio.names['HAND'][0]}/iterations", "player=0&infoset=x&t=1", b""
    )
    assert got == 409 and "holdem" in json.loads(told)["detail"]

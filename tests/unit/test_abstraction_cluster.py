"""Clusters: exactly K of them, the nearest is the nearest, and a seed is enough to have them again."""

import threading
from itertools import pairwise

import numpy as np
import pytest

from tianji.errors import ParameterError
from tianji.holdem.abstraction.cluster import Finder, _farthest, _middles, fit
from tianji.holdem.abstraction.work import Work, working
from tianji.run.clock import OutOfBudget


def cloud(n=3000, d=5, seed=0):
    """Points that differ most in one direction, as equities do, with weights."""
    rng = np.random.default_rng(seed)
    points = rng.random((n, 1)) + 0.15 * rng.random((n, d))
    return points.astype(np.float32), rng.integers(1, 24, n)


@pytest.mark.parametrize("is_l1", [False, True])
@pytest.mark.parametrize("k", [1, 2, 15, 16, 17, 300])
def test_the_nearest_is_the_nearest(k, is_l1):
    points, _ = cloud()
    centres = cloud(k, seed=1)[0]
    labels, cost = Finder(centres, is_l1).find(points, Work())
    gaps = points[:, None, :].astype(np.float32) - centres[None]
    far = np.abs(gaps).sum(axis=2) if is_l1 else (gaps**2).sum(axis=2)
    assert cost == pytest.approx(far.min(axis=1), rel=1e-5)
    assert far[np.arange(len(points)), labels] == pytest.approx(far.min(axis=1), rel=1e-5)


def test_of_equally_near_centres_the_first():
    centres = np.repeat(np.array([[0.5, 0.5], [0.0, 1.0]], np.float32), 20, axis=0)
    points = np.array([[0.5, 0.5], [0.0, 0.9], [0.0, 1.0]], np.float32)
    assert Finder(centres, False).find(points, Work())[0].tolist() == [0, 20, 20]


@pytest.mark.parametrize("is_l1", [False, True])
def test_the_same_from_a_seed_on_any_number_of_threads(is_l1):
    points, weights = cloud(20_000)
    one, two = (
        fit(points, weights, points[:, 0], 50, seed=3, is_l1=is_l1, rounds=6, work=Work(threads=n))
        for n in (1, 2)
    )
    assert np.array_equal(one.centres, two.centres) and np.array_equal(one.order, two.order)
    other = fit(points, weights, points[:, 0], 50, seed=4, is_l1=is_l1, rounds=6)
    assert not np.array_equal(one.centres, other.centres)
    assert (np.diff(one.order) >= 0).all() and (one.share > 0).all() and one.share.sum() == pytest.approx(1)


def test_lloyd_only_improves():
    points, weights = cloud()
    spreads = [fit(points, weights, points[:, 0], 40, rounds=r).spread for r in (0, 1, 2, 5, 20)]
    assert all(a >= b * (1 - 1e-6) for a, b in pairwise(spreads)), spreads
    assert spreads[-1] < 0.8 * spreads[0]


def test_a_weight_is_as_good_as_copies():
    points, weights = cloud(400)
    copies = np.repeat(np.arange(400), weights)
    found = fit(points, weights, points[:, 0], 5, rounds=3)
    start, _ = Finder(found.centres, False).find(points, Work())
    for is_l1 in (False, True):
        one = _middles(points, weights.astype(float), start, found.centres, is_l1)
        many = _middles(points[copies], np.ones(len(copies)), start[copies], found.centres, is_l1)
        assert one == pytest.approx(many, abs=1e-6)


def test_medians_are_medians():
    points = np.array([[0.0], [0.2], [5.0], [9.0]], np.float32)
    labels = np.array([0, 0, 0, 1], np.int32)
    middle = _middles(points, np.array([1.0, 1.0, 1.0, 4.0]), labels, np.zeros((3, 1), np.float32), True)
    assert middle[:, 0].tolist() == pytest.approx([0.2, 9.0, 0.0])


@pytest.mark.parametrize("is_l1", [False, True])
def test_every_cluster_holds_points(is_l1):
    """As many clusters as there are different points: each is one of them, whatever is drawn."""
    rng = np.random.default_rng(2)
    different = rng.random((120, 3)).astype(np.float32)
    points = different[rng.integers(0, 120, 5000)]
    k = len(np.unique(points, axis=0))
    found = fit(points, np.ones(len(points)), points[:, 0], k, is_l1=is_l1)
    assert np.array_equal(np.unique(found.centres, axis=0), np.unique(points, axis=0))
    assert len(np.unique(found.find(points))) == k and found.spread == pytest.approx(0, abs=1e-6)
    with pytest.raises(ParameterError, match=f"only {k} hands can be told apart"):
        fit(points, np.ones(len(points)), points[:, 0], k + 1, is_l1=is_l1)


def test_empty_clusters_begin_at_the_farthest_points():
    points = np.array([[0.0], [9.0], [9.0], [4.0], [1.0]], np.float32)
    cost = np.array([0.0, 9.0, 9.0, 4.0, 1.0], np.float32)
    assert sorted(points[_farthest(points, cost, 2), 0].tolist()) == [4.0, 9.0]


def test_stopped_before_the_seeds_there_is_no_answer():
    points, weights = cloud()
    event = threading.Event()
    event.set()
    with working(stop=event) as work, pytest.raises(OutOfBudget):
        fit(points, weights, points[:, 0], 20, work=work)


def test_stopped_in_a_round_the_centres_so_far_are_the_answer():
    points, weights = cloud(20_000)
    calls = []

    def stop():
        calls.append(1)
        return len(calls) > 12

    with working(stop=stop, threads=1) as work:
        found = fit(points, weights, points[:, 0], 50, rounds=500, work=work)
    assert found.stopped == "cancelled" and found.centres.shape == (50, 5) and found.rounds < 400

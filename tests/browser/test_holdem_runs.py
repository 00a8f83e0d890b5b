"""What a run of hold'em leaves beside its solve, and a report: its rows, what is realised, its patterns."""

from __future__ import annotations

import re

import pytest

import tianji as tj
from studio_bench import fixed

expect = pytest.importorskip("playwright.sync_api", reason="pip install playwright").expect

SPOT = {
    "board": "Ks7h2d5c9s", "pot": 60, "stack": 60, "oop": "QQ,AJs,KTs", "ip": "TT,AKs,77", "bets": "50%,51%",
    "raises": "", "merge": 0.1,
}  # fmt: skip
FLOPS = ["AsKsQs", "7h7d2c", "Jc8d3h", "Ts9s4d"]


def test_a_solve_that_is_done_still_shows_its_curve_its_files_and_its_log(page, studio):
    run = studio.ask("/holdem/runs", "POST", {"holdem": {"spot": SPOT, "until": "0.1%"}})[1]["id"]
    assert studio.wait(run)["state"] == "done"
    page.goto(f"{studio.address}/holdem/{run}")
    page.get_by_text("Curve, files, log", exact=True).click()
    points = studio.ask(f"/runs/{run}/metrics")[1]["items"]
    chips = 0.001 * SPOT["pot"]
    expect(page.locator(".behind .tick.target")).to_have_text(f"target {chips:g}")
    behind = page.locator(".behind")
    behind.get_by_role("button", name="As table", exact=True).click()
    expect(behind.locator("tbody tr")).to_have_count(len(points))
    expect(behind.locator("a[href$='result.tianji']")).to_be_visible()
    expect(behind.get_by_role("region", name="Log", exact=True)).to_contain_text(re.compile(r"\S"))
    assert not page.said


def test_a_size_that_became_another_bet_is_named_beside_the_bets(page, studio):
    page.goto(f"{studio.address}/holdem/new?tree=own&bets_river=50%25,51%25&merge=0.1")
    expect(page.locator("[data-turned='']")).to_have_text("not as written: 50% → bet 30.6 (51%)")


def test_a_report_tells_what_is_realised_and_is_narrowed_to_a_pattern(page, studio):
    spot = {**SPOT, "board": "Ks7h2d", "bets": "allin"}
    body = {"report": {"spot": spot, "boards": FLOPS, "until": "2%"}}
    status, run = studio.ask("/holdem/reports", "POST", body)
    assert status == 202, run
    assert studio.wait(run["id"])["state"] == "done"
    rows = {row["board"]: row["row"] for row in studio.rows(run["id"], "run.row")}
    page.goto(f"{studio.address}/holdem/{run['id']}")
    table = page.get_by_role("group", name="Report over flops", exact=True)
    expect(table.locator("tbody tr")).to_have_count(1 + len(FLOPS))
    for k, board in enumerate(FLOPS):
        ev, equity = rows[board][3:5], rows[board][5:7]
        told = table.locator("tbody tr").nth(1 + k).locator("td")
        for p in (0, 1):  # after board, weight, exploitability, two EVs, two equities
            expect(told.nth(6 + p)).to_have_text(fixed(1e4 * ev[p] / (60 * equity[p]), 2))
    patterns = page.get_by_role("region", name="Patterns", exact=True)
    patterns.get_by_role("button", name="pairs", exact=True).click()
    patterns.get_by_role("button", name="paired", exact=True).click()
    # the mean of those that are left, the mean of all, the one flop with a pair
    expect(table.locator("tbody tr")).to_have_count(3)
    expect(table.locator("tbody tr").first.locator("td").nth(2)).to_have_text(fixed(rows["7h7d2c"][3], 2))
    page.locator("[data-fact=only]").click()
    expect(table.locator("tbody tr")).to_have_count(1 + len(FLOPS))
    assert not page.said


def test_push_or_fold_shows_what_a_hand_gains_by_not_folding(page, studio):
    chart = tj.holdem.push_fold(10, 0)
    row = next(row for row in chart.rows() if row["hand"] == "AA")
    page.goto(f"{studio.address}/holdem/pushfold?stack=10")
    page.get_by_role("button", name="EV less that of folding, bb", exact=True).click()
    for k, (name, fold) in enumerate((("push", -0.5), ("call", -1.0))):
        cell = page.locator(".duo .grid13").nth(k).locator("[data-class=AA]")
        expect(cell.locator("small")).to_have_text(fixed(row[f"{name}_ev"] - fold, 1))

"""The rows of the table of faults that a page shows; the others are in tests/unit/test_studio_faults.py."""

from __future__ import annotations

import os
import re
import signal

import pytest

import tianji as tj
from studio_bench import ENDLESS, ENVIRONMENT, Studio, freeze, until

expect = pytest.importorskip("playwright.sync_api", reason="pip install playwright").expect

RIVER = {
    "board": "Ks7h2dJc5s", "pot": 60, "stack": 60, "oop": "QQ,KTs,AJs", "ip": "TT,AKs,88", "bets": "75%", "raises": "",
}  # fmt: skip


@pytest.fixture(scope="module")
def coarse(studio):
    """A solve that was stopped early: its error is large."""
    status, run = studio.ask("/holdem/runs", "POST", {"holdem": {"spot": RIVER, "iterations": 3}})
    assert status == 202, run
    assert studio.wait(run["id"])["state"] == "done"
    return run["id"]


def cell(page, name):
    return page.locator(".grid13").first.locator(f'[role=gridcell][data-class="{name}"]')


def test_what_is_wrong_is_told_where_it_stands_and_nothing_is_lost(page, studio):
    page.goto(studio.address + "/holdem")
    text = page.get_by_role("textbox", name="Range of the player out of position", exact=True)
    text.fill("QQ,AKs:0.5")
    expect(page.locator(".range .count b")).to_have_text("8 combos")
    text.fill("QQ,AKs:0.5,XX")
    expect(page.locator(".range [role=alert]")).to_contain_text("column 12")
    expect(text).to_have_attribute("aria-invalid", "true")
    expect(text).to_have_value("QQ,AKs:0.5,XX")  # nothing is lost
    expect(cell(page, "AKs")).to_have_attribute(
        "aria-label", re.compile("50")
    )  # the last that was right is drawn
    text.fill("QQ,AKs:0.5")
    board = page.get_by_role("textbox", name="Board", exact=True)
    board.fill("Ks7hKs")
    page.get_by_text("The board is not written right").wait_for()
    expect(board).to_have_attribute("aria-invalid", "true")
    board.fill("Ks7h2d")
    page.get_by_role("button", name="Own sizes", exact=True).click()
    page.get_by_role("textbox", name="flop bets", exact=True).fill("half")
    page.get_by_role("alert").filter(has_text="half").first.wait_for()
    expect(page.get_by_role("button", name="Solve", exact=True)).to_be_disabled()
    expect(text).to_have_value("QQ,AKs:0.5")
    page.goto(studio.address + "/matrix?g=3,3+0,5;+5,0+1,1")
    page.get_by_role("textbox", name=re.compile("^Payoff of player 0")).first.fill("1/0")
    page.get_by_role("alert").filter(has_text="1/0").first.wait_for()


def test_a_spot_too_large_is_refused_before_the_button_with_smaller_ones(page, studio):
    page.goto(studio.address + "/holdem/new?board=Ks7h2d&tree=rich&oop=random&ip=random&stack=2000")
    strip = page.locator(".plan.over")
    strip.wait_for()
    expect(page.get_by_role("button", name="Solve", exact=True)).to_be_disabled()
    offers = page.locator(".offers button")
    offers.first.wait_for()
    assert all(re.search(r"[KMG]iB", offer) for offer in offers.all_inner_texts())
    offers.first.click()
    strip.wait_for(state="detached")
    expect(page.get_by_role("button", name="Solve", exact=True)).to_be_enabled()


def test_hands_that_are_not_there_are_hatched_with_the_reason(page, studio, coarse):
    page.goto(f"{studio.address}/holdem/{coarse}?hand=KTs")
    page.locator("[data-hand=KTs]").wait_for()
    expect(page.locator(".absent li.hatched")).to_have_count(1)
    expect(page.locator(".absent li.hatched")).to_contain_text("Ks is on the board")
    cell(page, "AA").click()
    expect(page.locator(".absent li.hatched")).to_have_count(6)
    expect(page.locator(".absent li.hatched").first).to_contain_text("not in the range")
    page.goto(f"{studio.address}/holdem/new?board=Ks7h2d&oop=KTs,QQ")
    cell(page, "KTs").focus()
    cell(page, "KTs").click()
    page.get_by_text("Suits of KTs").click()
    expect(page.locator(".suits .hatched")).to_contain_text("Ks is on the board")


def test_what_a_coarse_solve_cannot_tell_apart_is_said(page, studio, coarse):
    solution = tj.holdem.Solution.load(studio.workspace / "runs" / coarse / "result.tianji")
    evs, error = solution.action_evs(""), solution.exploitability
    for name in ("QQ", "KTs", "AJs"):
        page.goto(f"{studio.address}/holdem/{coarse}?hand={name}")
        page.locator(f"[data-hand={name}] li em").first.filter(has_not_text="…").wait_for()
        for k, hand in enumerate(solution.strategy("").only(name)):
            best = sorted(evs[hand].values(), reverse=True)
            said = expect(page.locator(f"[data-hand={name}] .hand").nth(k), f"{hand}: {best}, {error}")
            wanted = best[0] - best[1] <= error
            (said.to_contain_text if wanted else said.not_to_contain_text)("cannot tell them apart")


def test_a_damaged_result_is_told_and_made_again_by_a_button(page, studio, coarse):
    path = studio.workspace / "runs" / coarse / "result.tianji"
    path.write_bytes(path.read_bytes()[:-9] + b"123456789")
    page.goto(f"{studio.address}/holdem/{coarse}")
    page.get_by_text("fails its checksum").wait_for()
    page.get_by_role("button", name="Start from the checkpoint", exact=True).click()
    page.locator(".linebar .here").wait_for()
    assert tj.holdem.Solution.load(path).iterations == 3


def kill_until_given_up(studio, run):
    """Kill every process that works on a run until it is given up: none comes further than the one before."""
    killed: set[int] = set()

    def is_given_up():
        found = studio.ask(f"/runs/{run}")[1]
        pids = {row["pid"] for row in studio.rows(run, "run.state") if row["state"] == "running"} - killed
        if found["state"] == "running" and pids:
            for pid in pids:
                os.kill(pid, signal.SIGKILL)
            killed.update(pids)
        return found["state"] == "failed"

    until(is_given_up, "the run to be given up")


def test_a_run_killed_for_memory_is_told_and_goes_on_by_a_button(page, studio):
    run = studio.solve(game="leduc", method="cfr", iterations=ENDLESS)
    page.goto(f"{studio.address}/runs/{run}")
    until(lambda: studio.rows(run, "run.point"), "evaluations")
    kill_until_given_up(studio, run)
    told = page.get_by_role("alert")
    expect(told).to_contain_text("Ended by the system")
    expect(told).to_contain_text("memory")
    expect(told).to_contain_text("from the checkpoint")
    page.get_by_role("button", name="Continue", exact=True).click()
    page.locator("h1 .badge.running").wait_for()
    page.get_by_role("button", name="Stop", exact=True).click()
    page.locator("h1 .badge.stopped").wait_for()


def test_since_when_nothing_is_saved_stands_on_the_runs_page(page, studio):
    run = studio.solve(game="leduc", method="cfr", iterations=ENDLESS)
    page.goto(f"{studio.address}/runs/{run}")
    until(lambda: studio.rows(run, "run.point"), "evaluations")
    pid = studio.worker_of(run)
    freeze(pid)
    checkpoint = studio.workspace / "runs" / run / "checkpoint.tianji"
    checkpoint.unlink()
    (checkpoint / "full").mkdir(parents=True)  # nothing can be written there any more
    os.kill(pid, signal.SIGCONT)
    expect(page.locator(".banner")).to_contain_text("since second")
    expect(page.locator("h1 .badge.running")).to_be_visible()  # it goes on
    page.get_by_role("button", name="Stop", exact=True).click()
    page.locator("h1 .badge.stopped").wait_for()
    expect(page.locator(".proof .bad")).to_contain_text("checkpoint.tianji")


@pytest.fixture
def hasty(tmp_path, monkeypatch):
    """A studio with a folder that is no run, in which every answer takes too long."""
    broken = tmp_path / "space" / "runs" / "aaaaaaaaaa"
    broken.mkdir(parents=True)
    (broken / "run.json").write_text("{")
    monkeypatch.setitem(ENVIRONMENT, "TIANJI_STUDIO_PATIENCE", "0.001")
    server = Studio(tmp_path / "space")
    yield server
    server.close()


def test_what_takes_too_long_is_told_with_what_to_do(hasty, context):
    page = context.new_page()
    page.goto(hasty.link)
    page.wait_for_selector(".rail")
    page.goto(hasty.address + "/games/leduc")
    told = page.get_by_role("alert").first
    expect(told).to_contain_text("It took too long")
    expect(told).to_contain_text("smaller parameters, or start a run")


def test_what_is_no_run_is_left_alone_and_counted(hasty, context):
    page = context.new_page()
    page.goto(hasty.link)
    page.wait_for_selector(".rail")
    page.goto(hasty.address + "/settings")
    page.get_by_text("folders that are no runs: 1").wait_for()
    assert (hasty.workspace / "runs" / "aaaaaaaaaa" / "run.json").read_text() == "{"

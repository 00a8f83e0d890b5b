"""The ten tasks by keyboard alone: no pointer, no focus set from outside; Tab, arrows, Enter and the keys there are."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright.sync_api", reason="pip install playwright")

pytestmark = pytest.mark.nightly


@pytest.fixture
def page(home):
    return home


NAME = """() => {
  const at = document.activeElement;
  const label = at.labels?.[0]?.innerText ?? "";
  return `${at.getAttribute("aria-label") ?? ""} ${label} ${at.tagName === "BODY" ? "" : at.innerText ?? ""}`.trim();
}"""


def reach(page, name, key="Tab", most=250):
    """Press Tab until what has the focus is called so."""
    for _ in range(most):
        if re.search(name, page.evaluate(NAME)):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{name!r} is not reached by {most} presses of {key}")


def go(page, letter, url):
    """`g` and a letter, from wherever the focus is."""
    page.keyboard.press("g")
    page.keyboard.press(letter)
    page.wait_for_url(url)
    page.locator("h1").wait_for()


def palette(page, words):
    page.keyboard.press("Control+k")
    page.locator("dialog[open]").wait_for()
    page.keyboard.type(words)
    page.keyboard.press("Enter")


def test_1_play_a_round_and_review_it(page):
    go(page, "p", "**/play")
    reach(page, "^Sit down")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/play/[a-z0-9]{10}"))
    page.locator(".acts button:enabled").first.wait_for()
    while not page.locator(".outcome").count():
        with page.expect_response("**/acts"):
            page.keyboard.press("1")
        page.locator(".acts button:enabled, .outcome").first.wait_for()
    reach(page, "^Review")
    page.keyboard.press("Enter")
    page.locator("[data-cost]").first.wait_for()


def test_2_travel_in_time_through_a_run(page, solved):
    go(page, "r", "**/runs")
    page.locator(".rows .row").first.wait_for()
    reach(page, "^leduc")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/runs/[a-z0-9]{10}"))
    page.get_by_role("link", name="Time travel", exact=True).wait_for()
    reach(page, "^Time travel")
    page.keyboard.press("Enter")
    page.locator("[data-fact=difference]").wait_for()
    reach(page, "^Iteration")
    for key in ("Home", "ArrowRight"):
        page.keyboard.press(key)
    page.wait_for_url("**t=2")


def test_3_open_a_tree_and_step_through_a_search(page):
    palette(page, "kuhn game")
    page.get_by_role("link", name="Tree").first.wait_for()
    reach(page, "^Tree")
    page.keyboard.press("Enter")
    page.locator("[data-node='']").wait_for()
    go(page, "e", "**/search**")


def test_4_and_5_write_a_spot_solve_it_read_it_and_lock_a_hand(page):
    go(page, "d", "**/holdem**")
    for label, text in (("Range of the player out of position", "QQ,AJs"), ("^Board$", "Ks7h2dJc5s")):
        reach(page, label)
        page.keyboard.press("Control+a")
        page.keyboard.type(text)
    page.get_by_text("fits,").wait_for()
    reach(page, "^Solve$")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/holdem/[a-z0-9]{10}$"))
    page.locator(".linebar .here").wait_for()
    page.keyboard.press("1")
    page.wait_for_url(re.compile("line=check"))
    page.keyboard.press("Backspace")
    page.wait_for_url(lambda url: "line=" not in url)
    page.keyboard.press("v")
    page.wait_for_url(re.compile("view=both"))
    page.keyboard.press("l")
    page.wait_for_url(re.compile("tab=lock"))
    reach(page, "^pair of aces")
    for key in ["ArrowDown"] * 2 + ["ArrowRight"] * 2:
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    page.get_by_text("classes painted: 1").wait_for()
    before = page.url
    reach(page, "^Solve with this lock")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: url.partition("?")[0] != before.partition("?")[0])


def test_6_train(page, solved):
    go(page, "t", "**/train")
    reach(page, "^New deck")
    page.keyboard.press("Enter")
    page.get_by_role("dialog", name="New deck").wait_for()
    reach(page, "^leduc")
    page.keyboard.press("Enter")
    page.wait_for_url("**/train/*")
    page.locator(".answer:enabled").first.wait_for()
    page.keyboard.press("1")
    page.locator("[data-fact=grade]").wait_for()


def test_7_ask_for_a_report(page):
    go(page, "d", "**/holdem**")
    reach(page, "^Report")
    page.keyboard.press("Enter")
    page.wait_for_url("**/holdem/reports")
    page.locator(".plan .facts").wait_for()


def test_8_type_a_matrix_game(page):
    go(page, "m", "**/matrix**")
    reach(page, "^Payoff of player 0")
    page.keyboard.press("Control+a")
    page.keyboard.type("7/2")
    page.wait_for_url(re.compile("7%2F2|7/2"))
    page.locator("[data-fact=gap]").first.wait_for()


def test_9_drag_the_blueprint_of_the_coin_toss(page):
    palette(page, "subgames screen")
    page.wait_for_url("**/subgame**")
    page.locator("[data-technique]").first.wait_for()
    reach(page, "[Hh]eads")
    before = page.url
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.wait_for_url(lambda url: url != before)


def test_10_stop_a_run_and_go_on(page, studio):
    run = studio.solve(game="leduc", method="cfr", until=1e-9)
    studio.wait(run, ("running",))
    go(page, "r", "**/runs")
    page.locator(".rows .row").first.wait_for()
    reach(page, "^leduc")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/runs/{run}")
    for name, state in (("Stop", "stopped"), ("Continue", "running"), ("Stop", "stopped")):
        page.get_by_role("button", name=name, exact=True).wait_for()
        reach(page, f"^{name}")
        page.keyboard.press("Enter")
        page.locator(f".badge.{state}").first.wait_for()

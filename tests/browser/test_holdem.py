"""Hold'em on the page: a spot is written, solved, walked through, locked, compared; numbers are the library's."""

from __future__ import annotations

import re

import pytest

import tianji as tj
from studio_bench import CLIPPED, ENGLISH, dress, other_looks

expect = pytest.importorskip("playwright.sync_api", reason="pip install playwright").expect

TURN = {
    "board": "Ks7h2dJc", "pot": 60, "stack": 120, "oop": "QQ,99,AJs,KTs", "ip": "TT,88,AKs,QJs", "bets": "75%",
    "raises": "",
}  # fmt: skip
LOOKS = [("en", "light", 1280, 800), ("zh", "dark", 360, 740)]
ALL_LOOKS = [pytest.param(look, marks=pytest.mark.nightly) for look in other_looks(LOOKS)]


def start(studio, spot, until="0.5%"):
    status, run = studio.ask("/holdem/runs", "POST", {"holdem": {"spot": spot, "until": until}})
    assert status == 202, run
    assert studio.wait(run["id"])["state"] == "done"
    return run["id"]


@pytest.fixture(scope="session")
def spot_runs(studio):
    """A turn that is solved, and the same with a lock."""
    lock = {"line": "", "strategy": {"QQ": {"check": 1.0}}}
    return start(studio, TURN), start(studio, {**TURN, "locks": [lock]})


def cell(page, name):
    """The cell of a class in the first grid of a screen."""
    return page.locator(".grid13").first.locator(f'[role=gridcell][data-class="{name}"]')


def test_a_spot_is_written_by_keyboard_solved_and_walked_through(page, studio):
    page.goto(studio.address + "/holdem")
    text = page.get_by_role("textbox", name="Range of the player out of position", exact=True)
    text.fill("QQ,99,AJs,KTs")
    combos = page.locator(".range .count b")
    expect(combos).to_have_text("20 combos")  # 6 + 6 + 4 + 4
    cell(page, "AA").press("Enter")  # painted
    expect(combos).to_have_text("26 combos")
    expect(text).to_have_value(re.compile("AA"))
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(combos).to_have_text("20 combos")
    text.fill("QQ,XX")
    expect(page.locator(".range [role=alert]")).to_contain_text("column 4")
    text.fill("QQ,99,AJs,KTs")
    page.get_by_role("button", name="Import", exact=True).click()
    sheet = page.get_by_role("dialog", name="Import", exact=True)
    sheet.get_by_label("Text").fill("set_range_oop QQ,99,AJs,KTs\nset_range_ip AA")
    sheet.get_by_role("button", name="Read it", exact=True).click()
    sheet.get_by_role("button", name="Use it", exact=True).first.click()
    expect(combos).to_have_text("20 combos")
    page.get_by_role(
        "button", name="In position", exact=True
    ).click()  # whatever of the range is still being read
    page.get_by_role("textbox", name="Range of the player in position", exact=True).fill("TT,88,AKs,QJs")
    board = page.get_by_role("textbox", name="Board", exact=True)
    plan = page.get_by_role("region", name="What the solve takes", exact=True)
    board.fill("Ks7h")
    plan.get_by_text("three to five cards").wait_for()
    board.fill("Ks7h2dJc5s")
    plan.get_by_text("fits,").wait_for()
    page.get_by_role("button", name="Solve", exact=True).click()
    page.wait_for_url(re.compile(r"/holdem/[a-z0-9]{10}$"))
    spot = studio.ask(f"/runs/{page.url.rpartition('/')[2]}")[1]["body"]["spot"]
    assert (spot["oop"], spot["ip"]) == ("QQ,99,AJs,KTs", "TT,88,AKs,QJs")
    page.locator("h1 .badge.done").wait_for()
    page.locator(".linebar .here").wait_for()
    page.locator("h1").focus()
    page.keyboard.press("1")  # the first action
    page.wait_for_url(re.compile("line=check"))
    page.locator(".linebar li").nth(2).wait_for()
    page.keyboard.press("Backspace")
    page.wait_for_url(lambda url: "line=" not in url)
    assert all("422" in text for text in page.said)  # of the range and the board that were wrong


def test_the_numbers_of_a_solve_are_the_librarys_and_a_click_asks_nobody(page, studio, spot_runs):
    solution = tj.holdem.Solution.load(studio.workspace / "runs" / spot_runs[0] / "result.tianji")
    page.goto(f"{studio.address}/holdem/{spot_runs[0]}?line=check&hand=TT")
    page.locator("[data-hand=TT] li em").first.filter(has_not_text="…").wait_for()
    expect(page.locator("[data-fact=exploitability]")).to_have_text(
        f"{solution.exploitability_pct:.4g} %", use_inner_text=True
    )
    expect(page.locator("[data-fact=ev-ip]")).to_have_text(
        f"{solution.ev('check', 'ip').mean:.2f}", use_inner_text=True
    )
    expect(page.locator("[data-fact=equity-oop]")).to_have_text(
        f"{100 * solution.equity('check', 'oop').mean:.1f} %", use_inner_text=True
    )
    table, evs = solution.strategy("check"), solution.action_evs("check")
    for k, name in enumerate(solution.strategy("check").only("TT")):
        article = page.locator("[data-hand=TT] .hand").nth(k)
        for action, share in table[name].items():
            shown = f"{100 * share:.1f} %" if 0.0005 <= share < 0.9995 else f"{100 * share:.0f} %"
            expect(article).to_contain_text(shown)
            expect(article).to_contain_text(f"{evs[name][action]:.2f}".replace("-", "−"))
    page.asked.clear()
    cell(page, "AKs").click()
    page.locator("[data-hand=AKs]").wait_for()
    page.wait_for_url(re.compile("hand=AKs"))
    assert not [url for url in page.asked if "/api/" in url and "/events" not in url]
    page.get_by_text("Filter", exact=True).click()
    page.get_by_label("hands, such as AK, QhJ").fill("AK")
    left = solution.range("check", "ip").grid()["AKs"][0]
    expect(page.locator("[data-fact=fitting]")).to_contain_text(f"{round(4 * left, 1):g} of ")
    page.get_by_role("button", name="Show all", exact=True).click()
    page.get_by_role("button", name="Categories", exact=True).click()
    page.get_by_role("row", name=re.compile("^overpair|^top pair")).first.wait_for()
    page.goto(f"{studio.address}/holdem/{spot_runs[0]}?line=check, check")
    page.get_by_role("button", name=re.compile(r"^8♥ ?\d")).click()
    page.wait_for_url(re.compile("8h"))
    page.locator(".linebar .here").wait_for()
    assert not page.said


def test_a_lock_is_painted_and_solved_and_two_solves_are_compared(page, studio, spot_runs):
    page.goto(f"{studio.address}/holdem/{spot_runs[0]}?tab=lock")
    page.get_by_role("radio", name="check", exact=True).wait_for()
    cell(page, "KTs").click()
    page.get_by_text("classes painted: 1").wait_for()
    page.get_by_role("button", name="Evaluate only", exact=True).click()
    body = {"edits": [{"line": "", "strategy": {"KTs": {"check": 1}}}], "line": ""}
    proofs = studio.ask(f"/solves/{spot_runs[0]}/evaluate", "POST", body)[1]["proofs"]
    expect(page.locator("[data-edited] tbody tr").first.locator("td")).to_have_text(
        [f"{100 * each['exploitability'] / TURN['pot']:.2f} %" for each in proofs]
    )
    page.get_by_role("button", name="Solve with this lock", exact=True).click()
    page.wait_for_url(lambda url: "/holdem/" in url and spot_runs[0] not in url)
    locked = page.url.rpartition("/")[2].partition("?")[0]
    (lock,) = studio.ask(f"/runs/{locked}")[1]["body"]["spot"]["locks"]
    assert lock == {"line": "", "strategy": {"KTs": {"check": 1}}}
    studio.wait(locked)
    page.locator(".linebar .here").wait_for()
    expect(cell(page, "KTs")).to_have_attribute("aria-label", re.compile(r"check 100\s%"))
    assert locked in page.url
    page.goto(f"{studio.address}/holdem/compare?a={spot_runs[0]}&b={spot_runs[1]}")
    most = page.get_by_role("region", name="Where they differ most", exact=True)
    most.get_by_role("button", name="All streets", exact=True).click()
    rows = studio.ask(f"/compare/where?a={spot_runs[0]}&b={spot_runs[1]}")[1]["rows"]
    expect(most.locator(".lines li")).to_have_count(len(rows))
    deep = next(k for k, row in enumerate(rows) if row["street"] == "river")
    expect(most.locator(".lines li").nth(deep).locator("span").first).to_have_text(rows[deep]["line"])
    expect(cell(page, "QQ")).to_have_attribute("aria-label", re.compile("^pair of queens, check "))
    expect(cell(page, "QQ")).not_to_have_attribute("aria-label", re.compile("check 100"))
    page.goto(f"{studio.address}/holdem/{spot_runs[0]}?tab=notes")
    page.get_by_label("Your notes on this solve").fill("bets too much")
    page.get_by_text("Saved with the run.").wait_for()
    assert studio.ask(f"/runs/{spot_runs[0]}")[1]["note"] == "bets too much"
    dress(page, "zh", "light", 1280, 800)
    page.goto(f"{studio.address}/holdem/compare?a={spot_runs[0]}&b={locked}")
    expect(page.locator(".holdem > ul.muted li")).to_have_text(["两个局面的不同之处：锁定"])
    assert not page.said


@pytest.mark.parametrize("look", [*LOOKS, *ALL_LOOKS], ids=lambda look: "-".join(map(str, look[:3])))
def test_every_screen_of_holdem_is_accessible_and_fits(page, studio, spot_runs, axe, look):
    dress(page, *look)
    first, second = spot_runs
    deck = studio.ask("/decks", "POST", {"run": first})[1]["id"]
    hand = studio.ask(f"/decks/{deck}/hand", "POST", {"seat": 0})[1]
    studio.ask(f"/decks/{deck}/hand/acts", "POST", {"action": 0, "at": [hand["number"], 0]})
    sat = {"game": "holdem", "opponent": {"kind": "player", "player": "tiny"}, "seat": 1, "seed": 13}
    table = studio.ask("/tables", "POST", sat)[1]["id"]
    flops = {
        "spot": {**TURN, "board": "Ks7h2d", "bets": "allin"},
        "boards": ["AsKsQs", "7h7d2c"],
        "until": "2%",
    }
    report = studio.ask("/holdem/reports", "POST", {"report": flops})[1]["id"]
    assert studio.wait(report)["state"] == "done"
    places = {
        "report": (f"/holdem/{report}", ".scatter .mark"),
        "hands": (f"/train/{deck}?mode=hand", "[data-loss]"),
        "odds": (f"/play/{table}?odds=always", "[data-fact=equity]"),
        "spot": ("/holdem", ".plan .facts"), "solve": (f"/holdem/{first}?hand=QQ", "[data-hand] li em"),
        "ev": (f"/holdem/{first}?view=ev&tab=categories", ".cats"), "lock": (f"/holdem/{first}?tab=lock", ".brush"),
        "graphs": (f"/holdem/{first}?tab=graphs", "path.range-ip"), "notes": (f"/holdem/{first}?tab=notes", "textarea"),
        "cards": (f"/holdem/{first}?line=check, check", ".deck.heat [class*=act-heat]"),
        "compare": (f"/holdem/compare?a={first}&b={second}", ".trio .grid13"),
        "pushfold": ("/holdem/pushfold", ".duo .grid13"),
        "reports": ("/holdem/reports", ".plan .facts"),
    }  # fmt: skip
    found, names = {}, [run["name"] for run in studio.ask("/runs")[1]["items"]]
    for name, (path, there) in places.items():
        page.goto(studio.address + path)
        page.locator(there).first.wait_for()
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > look[2]:
            found[name] = f"{wide} pixels wide"
        if rules := axe(page):
            found[name] = rules
        if clipped := page.evaluate(CLIPPED):
            found[name] = f"cut off: {clipped}"
        if look[0] == "zh" and (left := page.evaluate(ENGLISH, names)):
            found[name] = f"in English: {left}"
    assert not found, found

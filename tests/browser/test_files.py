"""Files in a real Chromium: dropped anywhere on the page, opened from the library."""

from __future__ import annotations

import base64

from playwright.sync_api import expect

import tianji as tj
from tianji.search.retrograde import retrograde

SPOT = {
    "board": "Ks7h2dJc5s",
    "pot": 60,
    "stack": 60,
    "oop": "QQ,KTs",
    "ip": "TT,AKs",
    "bets": "75%",
    "raises": "",
}
DROP = """([name, data]) => {
  const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0)), all = new DataTransfer();
  all.items.add(new File([bytes], name));
  const main = document.querySelector("main");
  for (const type of ["dragenter", "dragover", "drop"])
    main.dispatchEvent(new DragEvent(type, {dataTransfer: all, bubbles: true, cancelable: true}));
}"""


def drop(page, name, data):
    """Have a file fall onto the page."""
    page.evaluate(DROP, [name, base64.b64encode(data).decode()])


def test_a_solve_is_dropped_anywhere_and_opens(page, studio, tmp_path):
    solution = tj.holdem.Spot(**SPOT).solve(until="1%")
    solution.save(tmp_path / "river.tianji")
    page.goto(studio.address + "/games")  # not Home alone
    page.locator("h1").wait_for()
    drop(page, "river.tianji", (tmp_path / "river.tianji").read_bytes())
    page.wait_for_url("**/holdem/*")
    page.locator(".grid13").first.wait_for()
    run = page.url.rpartition("/")[2]
    assert studio.ask(f"/solves/{run}/node?line=")[1]["of"]["exploitability"] == solution.exploitability
    drop(page, "none.tianji", b"no solve")
    expect(page.locator(".toast [role=alert]")).to_contain_text("none.tianji")
    page.locator(".toast").get_by_role("button", name="Close").press("Enter")
    expect(page.locator(".toast")).to_have_count(0)
    assert not [said for said in page.said if "422" not in said]


def test_a_tablebase_is_opened_from_the_library_and_played_through(page, studio):
    folder = studio.workspace / "files"
    folder.mkdir(exist_ok=True)
    game = tj.load("tic_tac_toe")
    table = retrograde(game)
    table.save(folder / "ttt.tianji")
    page.goto(studio.address + "/library")
    row = page.locator("[data-file='ttt.tianji']")
    row.get_by_role("button", name="Open", exact=True).press("Enter")
    page.wait_for_url("**/search/tic_tac_toe?*file=ttt.tianji*")
    expect(page.locator("[data-fact=kept-value]")).to_have_text("draw")
    page.keyboard.press("5")  # the middle
    won = table.probe(game.result(game.result(game.initial(), 4), 1))
    assert won.value == 1
    expect(page.locator("[data-kept='1']")).to_have_text(f"loss · {won.plies + 1} plies")
    page.locator("[data-kept='1']").locator("xpath=..").get_by_role("button").press("Enter")
    expect(page.locator("[data-fact=kept-value]")).to_have_text(f"win · {won.plies} plies")
    assert not page.said

"""Trees and time travel in a real Chromium: by keyboard, with the numbers of the library."""

from __future__ import annotations

from playwright.sync_api import expect

from studio_bench import dress

LOOKS = [("en", "light", 1280, 800), ("zh", "dark", 360, 740)]


def test_a_tree_opens_on_demand_and_shows_who_knows_what(page, studio, axe):
    page.goto(f"{studio.address}/tree/kuhn")
    page.locator("[data-node='']").wait_for()
    expect(page.locator("[data-node]")).to_have_count(1 + 3 + 6 + 12)
    page.locator("path.hull").first.wait_for(state="attached")
    page.locator("[data-node='0.0.1']").press("Enter")
    page.locator("[data-node='0.0.1.0']").wait_for()
    page.locator("[data-node='0']").press("Enter")
    page.locator("[data-node='0.0']").wait_for(state="detached")
    for key, at in (("ArrowDown", "1"), ("ArrowRight", "1.0"), ("ArrowUp", "1"), ("Home", "")):
        page.keyboard.press(key)
        expect(page.locator(f"[data-node='{at}']")).to_be_focused()
    for look in LOOKS:
        dress(page, *look)
        page.goto(f"{studio.address}/tree/kuhn")
        page.locator("[data-node='0']").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= look[2]
        assert axe(page) == [], look
    assert not page.said


def test_time_travel_shows_the_kernels_numbers(page, studio, solved, axe):
    page.goto(f"{studio.address}/runs/{solved}")
    page.get_by_role("link", name="Time travel", exact=True).click()
    expect(page.locator("[data-fact=difference]")).to_have_text("0", use_inner_text=True)
    for key in ("Home", "ArrowRight", "ArrowRight"):
        page.get_by_role("slider", name="Iteration", exact=True).press(key)
    page.wait_for_url("**t=3")
    page.get_by_role("heading", name="Iteration 3 in slow motion", exact=True).wait_for()
    row = studio.ask(f"/runs/{solved}/infosets")[1]["items"][0]
    from urllib.parse import quote

    place = f"player={row['player']}&infoset={quote(row['infoset'])}"
    step = studio.ask(f"/runs/{solved}/iterations?{place}&t=3")[1]
    for name, regret in zip(step["actions"], step["regret"], strict=True):
        shown = f"{regret:.4f}".replace("-", "−").replace("−0.0000", "0.0000")
        expect(page.locator(f"[data-slow='5 {name}']")).to_have_text(shown, use_inner_text=True)
    for look in LOOKS:
        dress(page, *look)
        page.reload()
        page.locator("[data-fact=difference]").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= look[2]
        assert axe(page) == [], look
    assert not page.said


def test_a_search_is_watched_cut_by_cut(page, studio, axe):
    page.goto(f"{studio.address}/search/tic_tac_toe?moves=4~8&method=alphabeta&depth=4")
    body = {"spec": "tic_tac_toe", "moves": ["4", "8"], "method": "alphabeta", "depth": 4, "trace": True}
    answer = studio.ask("/search", "POST", body)[1]["answer"]
    expect(page.locator("[data-fact=action]")).to_have_text(answer["action"], use_inner_text=True)
    expect(page.locator("[data-fact=nodes]")).to_have_text(
        f"{answer['stats']['nodes']:,}", use_inner_text=True
    )
    first, pruned, _ = answer["trace"]["cuts"][0]
    page.get_by_role("button", name="Next cut", exact=True).click()
    expect(page.locator("[data-fact=step]")).to_have_text(
        f"{first + 1:,} / {len(answer['trace']['parent']):,}"
    )
    page.wait_for_url(f"**step={first + 1}")  # a link leads to this step
    page.reload()
    expect(page.locator("tr.chosen code").nth(1)).to_have_text(" ".join(pruned[:6]))
    expect(page.locator(".program [aria-current=step]")).to_contain_text("leave the other actions out")
    page.locator("label").filter(has=page.get_by_text("method", exact=True)).locator("select").select_option(
        "mcts"
    )
    page.get_by_role("heading", name="Simulation by simulation", exact=True).wait_for()
    expect(page.locator("[data-visits]")).to_have_count(7)
    for look in LOOKS:
        dress(page, *look)
        for method in ("alphabeta", "mcts"):
            page.goto(f"{studio.address}/search/tic_tac_toe?moves=4~8&method={method}")
            page.locator("table.trace, table.growth").wait_for()
            assert page.evaluate("document.documentElement.scrollWidth") <= look[2]
            assert axe(page) == [], (look, method)
    page.goto(
        f"{studio.address}/search/tic_tac_toe?moves=4~8&method=alphabeta&depth=4&trace=0&beside=minimax"
    )
    nodes = [
        studio.ask("/search", "POST", {**body, "method": name, "trace": False})[1]["answer"]["stats"]["nodes"]
        for name in ("alphabeta", "minimax")
    ]
    expect(page.locator("[data-fact=nodes]")).to_have_text([f"{n:,}" for n in nodes], use_inner_text=True)
    assert nodes[0] < nodes[1]
    page.locator("form.tools input").fill("XO./.X./..O")
    page.keyboard.press("Enter")
    expect(page.locator("[data-fact=value]").first).to_have_text("1.0000")
    assert "pos=XO.%2F.X.%2F..O" in page.url
    assert not page.said

"""Tables in a real Chromium: two clicks to the first move, by keyboard, with the numbers of the library."""

from __future__ import annotations

import json
import re

from playwright.sync_api import expect

from studio_bench import dress


def test_two_clicks_to_the_first_move_and_a_round_by_keyboard(home, studio, axe):
    page = home
    page.get_by_role("navigation", name="Screens").get_by_role("link", name="Play", exact=True).click()
    page.get_by_role("button", name="Sit down", exact=True).click()
    page.wait_for_url(re.compile(r"/play/[a-z0-9]{10}"))
    table = re.search(r"/play/([a-z0-9]{10})", page.url)[1]
    page.get_by_role("heading", name="Your turn", exact=True).wait_for()
    expect(page.locator(".acts button")).to_have_count(2)
    page.get_by_role("button", name="Always", exact=True).click()
    page.locator("[data-odds]").first.wait_for()
    odds = studio.ask(f"/tables/{table}/odds")[1]
    for row in odds["actions"]:
        shown = f"{row['value']:.4f}".replace("-", "−").replace("−0.0000", "0.0000")
        expect(page.locator(f"[data-odds='v {row['name']}']")).to_have_text(shown, use_inner_text=True)
        share = row["probability"]
        text = f"{share * 100:.1f} %" if 0.0005 <= share < 0.9995 else f"{share * 100:.0f} %"
        expect(page.locator(f"[data-odds='p {row['name']}']")).to_have_text(text, use_inner_text=True)
    won = sum(row["p"] for row in odds["outcomes"] if row["payoff"] > 0)
    expect(page.locator("[data-outcome=win]")).to_have_text(
        f"{won * 100:.1f} %" if 0.0005 <= won < 0.9995 else f"{won * 100:.0f} %"
    )
    while not page.locator(".outcome").count():  # one or two decisions, as the others answer
        with page.expect_response("**/acts"):
            page.keyboard.press("1")
        page.locator(".acts button:enabled, .outcome").first.wait_for()
    page.get_by_role("button", name="Review", exact=True).click()
    page.locator("[data-cost]").first.wait_for()
    found = studio.ask(f"/tables/{table}/review")[1]["items"]
    expect(page.locator("[data-cost]")).to_have_text([f"{row['cost']:.4f}" for row in found])
    for look in (("en", "light", 1280, 800), ("zh", "dark", 360, 740)):
        dress(page, *look)
        for path in (f"/play/{table}?review=1", "/play"):
            page.goto(studio.address + path)
            page.locator("h1").wait_for()
            page.locator("[data-cost], .rows .row").first.wait_for()
            assert page.evaluate("document.documentElement.scrollWidth") <= look[2], (path, look)
            assert axe(page) == [], (path, look)
    assert not [text for text in page.said if "422" not in text]


def test_a_hand_of_holdem_against_the_player(page, studio, axe):
    """From Play to a hand by keyboard; chips, odds and the strength of the player are the library's."""
    page.goto(studio.address + "/play")
    page.get_by_role("button", name="Hold'em", exact=True).click()
    page.locator("input[type=radio]").first.wait_for()
    page.get_by_role("button", name="Sit down", exact=True).click()
    page.wait_for_url(re.compile(r"/play/[a-z0-9]{10}"))
    table = re.search(r"/play/([a-z0-9]{10})", page.url)[1]
    page.locator(".felt").wait_for()
    view = studio.ask(f"/tables/{table}")[1]
    expect(page.locator(".claim")).to_have_text(view["strength"])
    expect(page.locator("[data-hand=mine] [role=img]")).to_have_count(2)
    expect(page.locator("[data-hand=theirs] .playing:not(.back)")).to_have_count(0)
    expect(page.locator(".acts button")).to_have_count(len(view["actions"]))
    page.get_by_role("button", name="Always", exact=True).click()
    page.locator(".grid13").wait_for()
    odds = studio.ask(f"/tables/{table}/odds")[1]
    expect(page.locator("[data-odds^='p ']")).to_have_count(len(odds["actions"]))
    page.get_by_label(re.compile("bet or raise to")).fill(str(view["hand"]["most"]))
    page.keyboard.press("Enter")  # all-in: the player folds, or calls and the board is laid
    page.locator(".outcome").wait_for()
    ended = studio.ask(f"/tables/{table}")[1]
    score = page.locator("[data-fact=score]").inner_text()
    assert float(score.replace("−", "-")) == ended["results"][0]["payoff"] != 0
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the rounds", exact=True).click()
    assert 'players = ["' in saved.value.path().read_text()
    for look in (("en", "light", 1280, 800), ("zh", "dark", 360, 740)):
        dress(page, *look)
        for path in (f"/play/{table}?review=1", "/play/holdem"):
            page.goto(studio.address + path)
            page.locator(".felt, input[type=radio]").first.wait_for()
            assert page.evaluate("document.documentElement.scrollWidth") <= look[2], (path, look)
            assert axe(page) == [], (path, look)
    status, told = studio.ask(
        "/tables", "POST", {"game": "holdem", "opponent": {"kind": "player", "player": "acpc:true"}}
    )
    assert status == 422 and "no player of hold'em is called" in told["detail"]
    assert not page.said


def test_the_opponent_who_is_chosen_stays_when_a_run_ends_meanwhile(page, studio):
    page.goto(studio.address + "/play?game=matching_pennies")
    expect(page.locator(".option:has(input:checked) b")).to_have_text("One who solves first")
    before = page.locator(".option").count()
    studio.wait(studio.solve(game="matching_pennies", iterations=5))
    expect(page.locator(".option")).to_have_count(before + 1)  # and comes first
    expect(page.locator(".option:has(input:checked) b")).to_have_text("One who solves first")


def test_the_page_is_never_sent_the_others_card(page, studio):
    """Bytes that arrived, not what is drawn: of Kuhn's three cards, one is named before the end."""
    made = studio.ask(
        "/tables", "POST", {"game": "kuhn", "opponent": {"kind": "uniform"}, "seat": 0, "seed": 11}
    )[1]
    bodies = []
    page.on("response", lambda answer: "/tables" in answer.url and bodies.append(answer))
    assert "id" in made, made
    page.goto(f"{studio.address}/play/{made['id']}?odds=always")
    page.locator("[data-odds]").first.wait_for()
    sent = [answer.json() for answer in bodies]
    views = [each for each in sent if "knows" in each]
    own = views[0]["knows"][1]
    for view in views:
        for card in {"0", "1", "2"} - {own}:
            assert f"({card}," not in json.dumps({**view, "actions": []})
        assert view["shows"] is None
        assert not any("seed" in key for key in view)


def test_a_board_is_played_on_by_pointer_and_by_keys(page, studio):
    body = {"game": "tic_tac_toe", "opponent": {"kind": "uniform"}, "seat": 0, "seed": 1}
    table = studio.ask("/tables", "POST", body)[1]
    page.goto(f"{studio.address}/play/{table['id']}")
    page.locator("[data-cell='1,1']").click()
    expect(page.locator("[data-cell='1,1']")).to_have_text("X")
    expect(page.locator(".boardview button.second")).to_have_count(1)  # the answer
    free = page.locator(".boardview button.open").first
    place = free.get_attribute("data-cell")
    row, column = map(int, place.split(","))
    for key in (
        ["ArrowUp"] * (1 - row)
        + ["ArrowDown"] * (row - 1)
        + ["ArrowLeft"] * (1 - column)
        + ["ArrowRight"] * (column - 1)
    ):
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    expect(page.locator(f"[data-cell='{place}']")).to_have_text("X")
    assert not page.said

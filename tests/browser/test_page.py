"""The page in a real Chromium: what a reader sees, types, hears, and what other pages get (nothing)."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect

from studio_bench import CLIPPED, ENDLESS, ENGLISH, PATIENCE, Studio, dress, other_looks, until

FIRST_SCREEN = 120_000  # bytes, packed
PENNIES = 'EFG 2 R "Pennies" { "A" "B" } p "" 1 1 "" { "H" "T" } 0 t "" 1 "" { 1 -1 } t "" 2 "" { -1 1 }'
LOOKS = [("en", "light", 1280, 800), ("zh", "dark", 360, 740)]  # the other ten are nightly


def test_the_first_screen_is_small_and_asks_nobody_else(page, studio):
    page.goto(studio.address)
    page.get_by_role("heading", name="Worked examples", exact=True).wait_for()
    sizes = page.evaluate(
        "[...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')]"
        ".filter(e => !e.name.includes('/events')).map(e => [e.name, e.encodedBodySize])"
    )
    assert sum(size for _, size in sizes) < FIRST_SCREEN, sizes
    assert all(url.startswith(studio.address + "/") for url in page.asked), page.asked
    assert not page.said
    paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime")
    print(
        f"first screen: {sum(size for _, size in sizes)} bytes, first contentful paint after {paint:.0f} ms"
    )


def test_the_code_is_in_no_history_and_works_once(context, browser, studio):
    link = studio.ask("/links", "POST", {})[1]["address"]
    page = context.new_page()
    page.goto(link)
    page.get_by_role("heading", name="Solve a game, see the proof", exact=True).wait_for()
    assert page.url == studio.address + "/"
    (cookie,) = context.cookies()
    assert cookie["httpOnly"] and cookie["sameSite"] == "Strict"
    assert page.evaluate("document.cookie") == ""
    page.go_back()
    assert "#" not in page.url
    other = browser.new_context()
    other.set_default_timeout(1e3 * PATIENCE)
    stranger = other.new_page()
    stranger.goto(link)
    stranger.get_by_role("heading", name="This browser has not been let in yet", exact=True).wait_for()
    stranger.goto(studio.address + "/runs")
    stranger.get_by_role("heading", name="This browser has not been let in yet", exact=True).wait_for()
    other.close()


def test_a_worked_example_opens_solved_by_keyboard_alone(home, studio):
    page = home
    kuhn = page.locator("button.card").filter(has_text="Kuhn poker")
    kuhn.wait_for()
    for _ in range(30):
        page.keyboard.press("Tab")
        if kuhn.evaluate("card => card === document.activeElement"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/runs/*")
    page.locator("h1 .badge.done").wait_for()  # the first screen has badges, too
    run = studio.ask(f"/runs/{page.url.rpartition('/')[2]}")[1]
    assert f"{run['result']['values'][0]:.5f}" == "-0.05556"
    expect(page.locator("[data-fact=value-0]")).to_have_text("−0.05556", use_inner_text=True)
    mantissa, exponent = f"{run['result']['exploitability']:.2e}".split("e")
    powers = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
    expect(page.locator("[data-fact=exploitability]")).to_have_text(
        f"{mantissa} × 10{str(int(exponent)).translate(powers)}", use_inner_text=True
    )
    page.locator("main [data-key=t]").wait_for()
    page.keyboard.press("t")
    expect(page.locator(".data tbody tr")).to_have_count(len(run["points"]))
    page.keyboard.press("y")
    page.get_by_text('game = tj.load("kuhn")').wait_for()
    page.goto(studio.address)
    kuhn.click()  # the same question is the same run
    page.wait_for_url(f"**/runs/{run['id']}")
    assert not page.said


def test_the_strategy_on_the_page_is_that_of_the_library(page, studio, solved):
    page.goto(f"{studio.address}/runs/{solved}?tab=strategy")
    page.get_by_role("searchbox", name="Find an information set", exact=True).fill("Ka||")
    page.get_by_role("button", name="Player 0", exact=True).click()
    rows = studio.ask(f"/runs/{solved}/infosets?q=Ka%7C%7C&player=0")[1]
    page.get_by_text(f"of {rows['total']},").wait_for()
    shown = page.locator("tbody tr")
    expect(shown).to_have_count(min(50, rows["total"]))
    for k, row in enumerate(rows["items"]):
        expect(shown.nth(k).locator("td").first).to_contain_text(row["infoset"])
        value = f"{row['value']:.4f}".replace("-", "−").replace("−0.0000", "0.0000")
        expect(shown.nth(k).locator("td").nth(2)).to_have_text(value)
        for share in row["actions"].values():
            text = f"{share * 100:.1f} %" if 0.0005 <= share < 0.9995 else f"{share * 100:.0f} %"
            expect(shown.nth(k).locator(".mixtext")).to_contain_text(text)


def test_a_new_solve_tells_what_is_wrong_and_loses_nothing(home, studio):
    page = home
    page.keyboard.press("g")
    page.keyboard.press("s")
    page.wait_for_url("**/solve**")
    game = page.get_by_role("combobox", name="name, with parameters if you like", exact=True)
    game.fill("ledcu")
    page.get_by_text("no game is called 'ledcu'; did you mean 'leduc'?").wait_for()
    expect(page.get_by_role("button", name="Solve", exact=True)).to_be_disabled()
    game.fill("liars_dice(faces=3)")
    page.locator("input[name=method][value='cfr+']").check()
    until = page.get_by_role("region", name="When to stop", exact=True).get_by_label("exploitability")
    until.fill("soon")
    page.get_by_text("a number, such as 1e-4", exact=True).wait_for()
    until.fill("1e-3")
    page.get_by_role("region", name="Before it starts", exact=True).get_by_text("fits", exact=True).wait_for()
    page.wait_for_url(lambda url: "liars_dice(faces%3D3)" in url and "until=1e-3" in url)
    page.get_by_role("button", name="Solve", exact=True).click()
    page.wait_for_url("**/runs/*")
    page.locator("h1 .badge.done").wait_for()
    refused = [text for text in page.said if "422" not in text]  # Chromium tells every answer that is no 2xx
    assert not refused


def test_the_palette_loses_no_key_and_waits_for_its_list(home, studio):
    page = home
    held, free = [], []

    def hold(route):  # the page may ask before or after it says that nothing matches
        if free:
            route.continue_()
        else:
            held.append(route)

    page.route("**/api/v1/games", hold)
    page.reload()
    page.wait_for_selector(".rail")
    page.keyboard.press("Control+k")
    page.keyboard.type("goofspiel game")
    page.keyboard.press("Enter")
    page.get_by_text("Nothing matches.", exact=True).wait_for()
    assert page.url == studio.address + "/"
    free.append(True)
    for route in held:
        route.continue_()
    page.get_by_role("heading", name="goofspiel", exact=True).wait_for()


def test_palette_keys_language_and_theme(home, studio):
    page = home
    page.keyboard.press("Control+k")
    page.keyboard.type("goofspiel game")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="goofspiel", exact=True).wait_for()
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys", exact=True)
    keys.get_by_role("checkbox", name="Single-letter keys").uncheck()
    page.keyboard.press("Escape")
    keys.wait_for(state="detached")
    page.keyboard.press("g")
    page.keyboard.press("r")
    assert "/games/" in page.url  # single letters are off
    page.get_by_role("button", name="中文", exact=True).click()
    home = page.get_by_role("link", name="首页", exact=True)
    home.wait_for()
    expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
    for theme in ("light", "dark"):
        page.locator(".choices button").nth(1).click()
        page.reload()
        home.wait_for()
        expect(page.locator("html")).to_have_attribute("data-theme", theme)


def test_a_parameter_changes_the_spec_and_the_size(home, studio):
    page = home
    page.goto(f"{studio.address}/games/leduc")
    ranks = page.get_by_role("textbox", name="ranks", exact=True)
    ranks.fill("4")
    page.wait_for_url("**/games/leduc(ranks%3D4)")
    size = studio.ask("/games/leduc(ranks=4)")[1]
    page.get_by_role("region", name="Size", exact=True).get_by_text(
        f"{sum(size['check']['infosets']):,}" if size["check"] else size["size"]
    ).first.wait_for()
    ranks.fill("1")
    page.get_by_role("alert").wait_for()
    page.go_back()
    page.get_by_role("heading", name="Solve a game, see the proof", exact=True).wait_for()


def test_stop_continue_and_delete(page, studio):
    run = studio.solve(game="leduc", method="cfr", until=1e-9)
    page.goto(f"{studio.address}/runs/{run}")
    page.locator("h1 .badge.running").wait_for()
    page.locator("path.series").wait_for()
    page.get_by_role("button", name="Stop", exact=True).click()
    page.locator("h1 .badge.stopped").wait_for()
    page.get_by_role("button", name="Continue", exact=True).click()
    page.locator("h1 .badge.running").wait_for()
    page.get_by_role("button", name="Stop", exact=True).click()
    page.locator("h1 .badge.stopped").wait_for()
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).click()
    page.wait_for_url("**/runs")
    assert studio.ask(f"/runs/{run}")[0] == 404


def test_a_server_that_is_killed_comes_back_and_the_curve_has_no_hole(context, tmp_path):
    own = Studio(tmp_path / "space")
    page = context.new_page()
    try:
        page.goto(own.link)
        page.wait_for_selector(".rail")
        run = own.solve(game="leduc", method="cfr", iterations=ENDLESS)
        page.goto(f"{own.address}/runs/{run}")
        page.locator("path.series").wait_for()
        own.kill()
        page.get_by_text("The server does not answer").wait_for()
        before = len(own.rows(run, "run.point"))
        until(lambda: len(own.rows(run, "run.point")) > before, "a point that no server has seen")
        own.start()
        page.get_by_text("The server does not answer").wait_for(state="detached")
        page.get_by_role("button", name="Stop", exact=True).click()
        page.locator("h1 .badge.stopped").wait_for()
        page.get_by_role("button", name="As table", exact=True).click()
        found = own.ask(f"/runs/{run}")[1]["points"]
        first = page.locator(".data tbody tr td:first-child")
        expect(first).to_have_text([f"{point['iterations']:,}" for point in found])
    finally:
        own.kill()


HOSTILE = """<!doctype html><title>hostile</title>
<form id=f method=post action="{target}/api/v1/runs" enctype="text/plain">
<input name='{{"solve":{{"game":"kuhn"}},"note":"' value='"}}'></form><iframe name=i src="{target}/"></iframe><script>
const target = "{target}", got = [];
const note = (how) => async (answer) => {{
  let text = "";
  try {{ text = await answer.text(); }} catch (e) {{}}
  if (answer.type !== "opaque" && text) got.push(how + ": " + text.slice(0, 80));
}};
const tries = [
  fetch(target + "/api/v1/runs", {{credentials: "include"}}).then(note("cors")),
  fetch(target + "/api/v1/runs", {{credentials: "include", mode: "no-cors"}}).then(note("no-cors")),
  fetch(target + "/api/v1/runs", {{method: "POST", credentials: "include",
    headers: {{"Content-Type": "application/json", "X-Tianji": "1"}},
    body: '{{"solve":{{"game":"kuhn"}}}}'}}).then(note("post")),
  fetch(target + "/api/v1/runs", {{method: "POST", credentials: "include", mode: "no-cors",
    body: '{{"solve":{{"game":"kuhn"}}}}'}}).then(note("simple post")),
  new Promise((done) => {{ const s = new EventSource(target + "/api/v1/events", {{withCredentials: true}});
    s.onmessage = s.onopen = () => (got.push("events"), done()); s.onerror = () => (s.close(), done()); }}),
  new Promise((done) => {{ const s = new WebSocket(target.replace("http", "ws") + "/api/v1/events");
    s.onopen = () => (got.push("socket"), done()); s.onerror = done; }}),
  new Promise((done) => {{ const s = document.createElement("script"); s.src = target + "/static/app.js";
    s.onload = () => (got.push("script"), done()); s.onerror = done; document.head.append(s); }}),
  new Promise((done) => {{ const s = document.createElement("img"); s.src = target + "/static/icon.svg";
    s.onload = () => (got.push("image"), done()); s.onerror = done; }}),
];
Promise.allSettled(tries).then(() => {{
  try {{ if (window[0].document.body.innerHTML) got.push("frame"); }} catch (e) {{}}
  window.result = got;
}});
</script>"""


class Hostile(BaseHTTPRequestHandler):
    target = ""

    def do_GET(self):
        body = HOSTILE.format(target=self.target).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "evil.test"])
def test_a_hostile_page_in_the_same_browser_gets_nothing(page, studio, name):
    """On another port of this machine, and on a name that points to it; aimed at every name of ours."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Hostile)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    before = studio.ask("/meta")[1]["runs"]
    try:
        for aim in ("127.0.0.1", "localhost", "evil.test"):
            Hostile.target = f"http://{aim}:{studio.port}"
            other = page.context.new_page()  # with the cookie in the same jar
            other.goto(f"http://{name}:{server.server_port}/")
            other.wait_for_function("window.result !== undefined")
            assert other.evaluate("window.result") == [], (name, aim)
            with other.expect_navigation():  # the form is sent before the window is closed
                other.evaluate("document.getElementById('f').submit()")
            other.close()
        rebound = page.context.new_page()
        answer = rebound.goto(f"http://evil.test:{studio.port}/")
        assert answer.status == 421
        rebound.close()
    finally:
        server.shutdown()
        server.server_close()
    assert studio.ask("/meta")[1]["runs"] == before


def screens(studio, solved):
    """Where each screen is, and what is there when all of it is."""
    (studio.workspace / "files").mkdir(exist_ok=True)
    (studio.workspace / "files" / "pennies.efg").write_text(PENNIES)
    seat = {"game": "leduc", "opponent": {"kind": "run", "run": solved}, "seat": 1, "seed": 4}
    table, ended = (studio.ask("/tables", "POST", seat)[1] for _ in range(2))
    while not ended["over"]:
        move = {"action": ended["actions"][0]["name"]}
        ended = studio.ask(f"/tables/{ended['id']}/acts", "POST", move)[1]
    deck = studio.ask("/decks", "POST", {"run": solved})[1]["id"]
    return {
        "home": ("/", ".rows .row"), "games": ("/games", ".cards .card"), "game": ("/games/kuhn", "pre.tree"),
        "game, wrong": ("/games/leduc(ranks=1)", "[role=alert]"), "solve": ("/solve/leduc", ".facts .good"),
        "solve, refused": ("/solve/tic_tac_toe", "[role=alert]"), "run": (f"/runs/{solved}", "path.series"),
        "strategy": (f"/runs/{solved}?tab=strategy", ".mixtext"), "files": (f"/runs/{solved}?tab=files", ".files .row"),
        "code": (f"/runs/{solved}?tab=code", "figure.code"), "matrix": ("/matrix", "[data-fact=gap]"),
        "mediator": ("/matrix?tab=correlated", "[data-fact=corners]"),
        "repeated": ("/matrix?tab=repeated", "[data-fact=corners]"),
        "coalitions": ("/matrix?tab=coalitions", "[data-fact=core]"),
        "train": ("/train", ".empty, .deck"), "coin toss": ("/subgame/coin_toss", "[data-technique] .good"),
        "log": (f"/runs/{solved}?tab=log", "pre.log, .empty"), "runs": ("/runs", ".rows .row"),
        "compare": (f"/runs?compare={solved}", "path.series"), "nowhere": ("/nowhere", "h1 + p a"),
        "play": ("/play", "fieldset.methods label"),
        "library": ("/library", "[data-file='pennies.efg']"),
        "gambit's game": ("/games/pennies.efg", "pre.tree"), "settings": ("/settings", ".facts"),
        "help": ("/help", ".glossary dd"),
        "tree": ("/tree/kuhn", "[data-node='']"),
        "time": (f"/runs/{solved}/time", "[data-fact=difference]"),
        "alpha-beta": ("/search/tic_tac_toe?moves=4~8&method=alphabeta&depth=4", "[data-visit]"),
        "mcts": ("/search/tic_tac_toe?moves=4~8&method=mcts", "[data-visits]"),
        "table": (f"/play/{table['id']}?odds=always", "[data-odds]"), "watch": ("/play/watch", ".empty"),
        "review": (f"/play/{ended['id']}?review=1", "[data-cost]"), "deck": (f"/train/{deck}", ".answer:enabled"),
        "leduc, cut": ("/subgame/leduc?level=board", "[data-technique] .good"),
    }  # fmt: skip


ALL_LOOKS = [pytest.param(look, marks=pytest.mark.nightly) for look in other_looks(LOOKS)]


@pytest.mark.parametrize("look", [*LOOKS, *ALL_LOOKS], ids=lambda look: "-".join(map(str, look[:3])))
def test_every_screen_is_accessible_and_fits(page, studio, solved, axe, look):
    dress(page, *look)
    found, names = {}, [run["name"] for run in studio.ask("/runs")[1]["items"]]
    for name, (path, there) in screens(studio, solved).items():
        page.goto(studio.address + path)
        page.locator("main").locator(there).first.wait_for()
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > look[2]:
            found[name] = f"{wide} pixels wide"
        rules = axe(page)
        if rules:
            found[name] = rules
        if clipped := page.evaluate(CLIPPED):
            found[name] = f"cut off: {clipped}"
        if look[0] == "zh" and (left := page.evaluate(ENGLISH, names)):
            found[name] = f"in English: {left}"
    page.goto(studio.address)
    page.wait_for_selector(".rail")
    page.keyboard.press("Control+k")
    page.locator("dialog [role=option]").first.wait_for()
    rules = axe(page)
    if rules:
        found["palette"] = rules
    assert not found, found

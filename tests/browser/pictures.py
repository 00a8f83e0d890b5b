"""Pictures of every screen × theme × language × width, to be looked at: `python tests/browser/pictures.py FOLDER`.

More words: only screens whose name has one of them. --half: every second look, each theme and language at each width;
--readme alone: those of README and docs, as in `python tests/browser/pictures.py docs --readme`.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import sync_playwright

from studio_bench import CHROMIUM, Studio, dress

WIDTHS = {360: 740, 768: 1000, 1280: 800}
README = {
    "run": "studio-run", "run-strategy": "studio-strategy", "holdem-solve": "studio-holdem", "subgame": "studio-subgame"
}  # fmt: skip
TALL = {"studio-holdem": 1340}  # pixels: with the whole grid
LIVE = ("run-live", "run-queued", "runs")  # screens that show a run at work
# In an order of which every second has both languages and both themes at each width.
LOOKS = [
    (language, theme, width)
    for width, themes in zip(WIDTHS, (("light", "dark"), ("dark", "light"), ("light", "dark")), strict=True)
    for language, theme in [("en", themes[0]), ("en", themes[1]), ("zh", themes[1]), ("zh", themes[0])]
]
IS_THERE = """() => {
  const told = document.querySelector("main")?.innerText ?? "";
  return told.length > 4 && !/^(Loading|Working|Counting|Looking|The run is|正在|加载中|计算中).*…$/m.test(told)
      && !document.querySelector("main [aria-busy=true]")
      && ![...document.querySelectorAll("main td, main dd")].some((each) => each.innerText === "…");
}"""


def screens(studio: Studio) -> dict[str, str]:
    """Every screen with something on it."""
    leduc = studio.solve(game="leduc", method="dcfr", until=1e-5)
    studio.wait(leduc)
    goof = studio.solve(game="goofspiel", method="external", iterations=20000)
    studio.wait(goof)
    exact = studio.solve(game="kuhn", method="lp")
    studio.wait(exact)
    stopped = studio.solve(game="liars_dice", method="cfr", until=1e-9)
    studio.wait(stopped, ("running",))
    import time

    time.sleep(6)
    studio.ask(f"/runs/{stopped}/stop", "POST", {})
    studio.wait(stopped)
    turn, locked, report = holdem(studio)
    live = studio.solve(game="liars_dice", method="cfr", until=1e-9)
    waiting = studio.solve(game="kuhn")
    tables = play(studio)
    studio.wait(live, ("running",))
    time.sleep(8)
    return {
        **tables,
        "home": "/",
        "games": "/games",
        "game": "/games/kuhn",
        "game-large": "/games/connect_four",
        "game-wrong": "/games/leduc(ranks=1)",
        "solve": "/solve/leduc",
        "solve-refused": "/solve/tic_tac_toe",
        "run": f"/runs/{leduc}",
        "time": f"/runs/{leduc}/time",
        "tree-solved": f"/tree/kuhn?run={exact}",
        "run-strategy": f"/runs/{leduc}?tab=strategy",
        "run-files": f"/runs/{leduc}?tab=files",
        "run-log": f"/runs/{leduc}?tab=log",
        "run-code": f"/runs/{leduc}?tab=code",
        "run-live": f"/runs/{live}",
        "run-exact": f"/runs/{exact}",
        "run-queued": f"/runs/{waiting}",
        "run-stopped": f"/runs/{stopped}",
        "runs": "/runs",
        "runs-compare": f"/runs?compare={leduc},{goof},{stopped}",
        "holdem-spot": "/holdem",
        "holdem-solve": f"/holdem/{turn}?hand=QQ",
        "holdem-ev": f"/holdem/{turn}?line=check&view=ev&tab=categories",
        "holdem-lock": f"/holdem/{turn}?tab=lock",
        "holdem-cards": f"/holdem/{turn}?line=check, check",
        "holdem-compare": f"/holdem/compare?a={turn}&b={locked}",
        "holdem-pushfold": "/holdem/pushfold?stack=10",
        "holdem-reports": "/holdem/reports",
        "holdem-report": f"/holdem/{report}",
        "holdem-graphs": f"/holdem/{turn}?tab=graphs",
        "matrix": "/matrix",
        "matrix-three": "/matrix?g=0,0+-1,1+1,-1;+1,-1+0,0+-1,1;+-1,1+1,-1+0,0&n=rock,paper,scissors",
        "matrix-mediator": "/matrix?tab=correlated",
        "matrix-repeated": "/matrix?g=3,3+0,5;+5,0+1,1&n=cooperate,defect|cooperate,defect&tab=repeated",
        "matrix-coalitions": "/matrix?tab=coalitions",
        "subgame": "/subgame/coin_toss",
        "subgame-leduc": "/subgame/leduc?level=board",
        "train": "/train",
        "train-deck": f"/train/{studio.ask('/decks', 'POST', {'run': leduc})[1]['id']}",
        "train-hand": whole_hand(studio, turn),
        "play-watch": "/play/watch",
        "library": "/library",
        "settings": "/settings",
        "help": "/help",
        "missing": "/nowhere",
        "run-missing": "/runs/aaaaaaaaaa",
    }


def whole_hand(studio: Studio, run: str) -> str:
    """A deck of a solve, whose first hand has been played to its end."""
    deck = studio.ask("/decks", "POST", {"run": run, "name": "K72J"})[1]["id"]
    hand = studio.ask(f"/decks/{deck}/hand", "POST", {"seat": 0})[1]
    while not hand["over"]:
        move = {"action": 0, "at": [1, len(hand["decisions"])]}
        hand = studio.ask(f"/decks/{deck}/hand/acts", "POST", move)[1]
    return f"/train/{deck}?mode=hand"


def play(studio: Studio) -> dict[str, str]:
    """Tables: one in the middle of a round, one at its end, one of an open game."""

    def sit(**body):
        return studio.ask("/tables", "POST", body)[1]

    cards = sit(game="leduc", opponent={"kind": "solve"}, seat=1, seed=4)
    ended = sit(game="kuhn", opponent={"kind": "solve"}, seat=0, seed=1)
    while not ended["over"]:
        ended = studio.ask(f"/tables/{ended['id']}/acts", "POST", {"action": ended["actions"][-1]["name"]})[1]
    board = sit(
        game="tic_tac_toe", opponent={"kind": "engine", "method": "mtdf", "nodes": 500}, seat=1, seed=1
    )
    board = studio.ask(f"/tables/{board['id']}/acts", "POST", {"action": board["actions"][-1]["name"]})[1]
    hand = sit(game="holdem", opponent={"kind": "player", "player": "tiny"}, seat=1, seed=13)
    studio.ask(f"/tables/{hand['id']}/acts", "POST", {"action": "r 300"})
    return {
        "play-holdem": "/play/holdem",
        "play-hand": f"/play/{hand['id']}?odds=always",
        "play": "/play",
        "tree": "/tree/kuhn",
        "search": "/search/tic_tac_toe?moves=4~8&method=alphabeta&depth=4",
        "search-mcts": "/search/tic_tac_toe?moves=4~8&method=mcts",
        "play-cards": f"/play/{cards['id']}?odds=always",
        "play-ended": f"/play/{ended['id']}?review=1",
        "play-board": f"/play/{board['id']}?odds=always",
    }


def holdem(studio: Studio) -> list[str]:
    """A turn, the same with a lock, and a report."""
    spot = {
        "board": "Ks7h2dJc",
        "pot": 60,
        "stack": 120,
        "oop": "77+,A9s+,KTs+",
        "ip": "55+,A5s+,KJs+",
        "bets": "75%",
    }
    lock = {"line": "", "strategy": {"QQ": {"check": 1.0}}}
    flops = {**spot, "board": "Ks7h2d", "oop": "QQ,AKs", "ip": "JJ,AQs", "bets": "allin", "raises": ""}
    bodies = [("runs", {"holdem": {"spot": s, "until": "0.5%"}}) for s in (spot, {**spot, "locks": [lock]})]
    bodies.append(("reports", {"report": {"spot": flops, "boards": 25, "until": "2%"}}))
    found = [studio.ask(f"/holdem/{where}", "POST", body)[1]["id"] for where, body in bodies]
    for run in found:
        studio.wait(run, seconds=300)
    return found


def main(folder: Path, only: list[str], is_half: bool = False) -> None:
    if not subprocess.run(["fc-list", ":lang=zh"], capture_output=True, text=True, check=True).stdout:
        sys.exit("this machine has no font with Chinese signs: apt-get install fonts-wqy-microhei")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work, sync_playwright() as play:
        studio = Studio(Path(work) / "space")
        try:
            places = screens(studio)
            browser = play.chromium.launch(executable_path=CHROMIUM)
            wanted = {
                name: path for name, path in places.items() if not only or any(word in name for word in only)
            }
            if only == ["--readme"]:
                stop_all(studio)
                readme(browser, studio, folder, places)
                return
            live = {name: path for name, path in wanted.items() if name in LIVE}
            for look in LOOKS[::2] if is_half else LOOKS:
                take(browser, studio, folder, look, live)
            stop_all(studio)  # the rest needs the cores that they take
            for look in LOOKS[::2] if is_half else LOOKS:
                take(
                    browser,
                    studio,
                    folder,
                    look,
                    {name: path for name, path in wanted.items() if name not in LIVE},
                )
            browser.close()
        finally:
            stop_all(studio)
            studio.end()


def take(browser, studio: Studio, folder: Path, look: tuple[str, str, int], places: dict[str, str]) -> None:
    """Screens in one language, theme and width."""
    language, theme, width = look
    context = browser.new_context(viewport={"width": width, "height": WIDTHS[width]})
    page = context.new_page()
    dress(page, language, theme, width, WIDTHS[width])
    page.on("pageerror", lambda error: print(f"{page.url}: {error}", flush=True))
    page.goto(studio.ask("/links", "POST", {})[1]["address"])
    page.wait_for_selector(".rail")
    for name, path in places.items():
        page.goto(studio.address + path)
        page.wait_for_selector("h1")
        try:
            page.wait_for_function(IS_THERE, timeout=30_000)
        except PlaywrightTimeout:
            print(f"{name} {language} {theme} {width}: still loading", flush=True)
        page.wait_for_timeout(200)
        wide = page.evaluate("document.documentElement.scrollWidth")
        tall = page.evaluate("document.documentElement.scrollHeight")
        # what stays at the window's lower edge would lie over the middle of the picture
        page.set_viewport_size({"width": width, "height": max(WIDTHS[width], tall)})
        page.wait_for_timeout(50)
        if wide > width:
            print(f"{name} {language} {theme} {width}: overflows to {wide}", flush=True)
        page.screenshot(path=folder / f"{name}-{language}-{theme}-{width}.png", full_page=True)
        page.set_viewport_size({"width": width, "height": WIDTHS[width]})
    context.close()


def readme(browser, studio: Studio, folder: Path, places: dict[str, str]) -> None:
    """The pictures of README and docs, in both languages, as much as a window shows."""
    for language, end in (("en", ""), ("zh", ".zh-CN")):
        context = browser.new_context(device_scale_factor=1)
        page = context.new_page()
        dress(page, language, "light", 1280, 800)
        page.goto(studio.ask("/links", "POST", {})[1]["address"])
        page.wait_for_selector(".rail")
        for screen, name in README.items():
            page.set_viewport_size({"width": 1280, "height": TALL.get(name, 800)})
            page.goto(studio.address + places[screen])
            page.wait_for_selector("h1")
            page.wait_for_function(IS_THERE, timeout=60_000)
            page.wait_for_timeout(500)
            page.screenshot(path=folder / f"{name}{end}.png")
        context.close()


def stop_all(studio: Studio) -> None:
    for run in studio.ask("/runs")[1]["items"]:
        studio.ask(f"/runs/{run['id']}/stop", "POST", {})


if __name__ == "__main__":
    words = sys.argv[2:]
    main(Path(sys.argv[1]), [word for word in words if word != "--half"], "--half" in words)

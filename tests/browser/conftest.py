"""A server with something to see, and the system's Chromium; where that is missing, CI fails and others skip."""

from __future__ import annotations

import os

import pytest

from studio_bench import CHROMIUM, PATIENCE, ROOT, VIOLATIONS

# To hunt tests that pass only where the page is quick, or only where the test is: TIANJI_BROWSER_HUNT=page answers late
# and in any order, and draws on a slower processor; TIANJI_BROWSER_HUNT=test waits before every step of the test.
HUNT = os.environ.get("TIANJI_BROWSER_HUNT", "")
LATE = """{
  const late = () => 1500 * Math.random(), ask = window.fetch.bind(window), Source = window.EventSource;
  window.fetch = async (...all) => { await new Promise((go) => setTimeout(go, late())); return ask(...all); };
  window.EventSource = class extends Source {
    lag = late();
    addEventListener(name, heed) { super.addEventListener(name, (event) => setTimeout(() => heed(event), this.lag)); }
  };
}"""
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"


def pytest_collection_modifyitems(items):
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.browser)


def need(there: object, what: str) -> None:
    if not there:
        (pytest.fail if os.environ.get("TIANJI_BROWSER") == "must" else pytest.skip)(
            f"{what} is not installed"
        )


@pytest.fixture(scope="session")
def browser():
    need(CHROMIUM, "Chromium")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=1e3 * PATIENCE)

    with sync_playwright() as play:
        # a name that the owner of a hostile page makes point to this machine
        chromium = play.chromium.launch(
            executable_path=CHROMIUM,
            args=["--host-resolver-rules=MAP evil.test 127.0.0.1", "--no-sandbox"],
            slow_mo=400 if HUNT == "test" else 0,
        )
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def solved(studio):
    """A run of Leduc poker that is done."""
    run = studio.solve(game="leduc", method="dcfr", until=1e-4)
    assert studio.wait(run)["state"] == "done"
    return run


@pytest.fixture
def context(browser):
    """A reader of our own, who has time."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, locale="en-US", reduced_motion="reduce"
    )
    context.set_default_timeout(1e3 * PATIENCE)
    if HUNT == "page":
        context.add_init_script(LATE)
    yield context
    context.close()


@pytest.fixture
def axe(context):
    """What axe finds wrong with a page; it is in every page that is loaded from now on, sent to the browser once."""
    need(AXE.exists(), "axe-core (cd web && npm ci)")
    context.add_init_script(path=AXE)
    return lambda page: page.evaluate(VIOLATIONS)


@pytest.fixture(scope="session")
def key(browser, studio):
    """The cookie of the shared studio, traded for a code once."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(studio.ask("/links", "POST", {})[1]["address"])
    page.wait_for_selector(".rail", timeout=1e3 * PATIENCE)
    found = context.cookies()
    context.close()
    return found


@pytest.fixture
def page(context, studio, key):
    """A page that has its key, and is still blank."""
    context.add_cookies(key)
    page = context.new_page()
    if HUNT == "page":
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.said = []
    page.asked = []
    page.on("console", lambda message: page.said.append(message.text))
    page.on("pageerror", lambda error: page.said.append(str(error)))
    page.on("request", lambda request: page.asked.append(request.url))
    return page


@pytest.fixture
def home(page, studio):
    """The same at the first screen."""
    page.goto(studio.address)
    page.wait_for_selector(".rail")
    return page

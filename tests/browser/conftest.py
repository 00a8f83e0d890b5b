"""A server with something to see, and the system's Chromium; where that is missing, CI fails and others skip."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from studio_bench import CHROMIUM, PATIENCE, ROOT, Studio

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
            executable_path=CHROMIUM, args=["--host-resolver-rules=MAP evil.test 127.0.0.1", "--no-sandbox"]
        )
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def studio(tmp_path_factory):
    server = Studio(tmp_path_factory.mktemp("studio") / "space")
    yield server
    server.close()


@pytest.fixture(scope="session")
def solved(studio):
    """A run of Leduc poker that is done."""
    run = studio.solve(game="leduc", method="dcfr", until=1e-4)
    assert studio.wait(run)["state"] == "done"
    return run


@pytest.fixture(scope="session")
def axe():
    need(AXE.exists(), "axe-core (cd web && npm ci)")
    return Path(AXE).read_text()


@pytest.fixture
def context(browser):
    """A reader of our own, who has time."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-US")
    context.set_default_timeout(1e3 * PATIENCE)
    yield context
    context.close()


@pytest.fixture
def page(context, studio):
    """A page that has its key, and has had nothing to complain about when the test ends."""
    page = context.new_page()
    page.said = []
    page.asked = []
    page.on("console", lambda message: page.said.append(message.text))
    page.on("pageerror", lambda error: page.said.append(str(error)))
    page.on("request", lambda request: page.asked.append(request.url))
    page.goto(studio.ask("/links", "POST", {})[1]["address"])
    page.wait_for_selector(".rail")
    return page

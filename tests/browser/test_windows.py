"""Many windows at once: a browser has six connections to a server, and a stream of events takes one."""

from __future__ import annotations

import pytest

from studio_bench import ENDLESS

expect = pytest.importorskip("playwright.sync_api", reason="pip install playwright").expect
WINDOWS = 8  # more than a browser has connections; every page watches two streams


def test_eight_windows_of_a_run_share_its_events_and_all_see_it_end(context, studio, key):
    context.add_cookies(key)
    run = studio.solve(game="leduc", method="cfr", iterations=ENDLESS)
    studio.wait(run, ("running",))
    windows = [context.new_page() for _ in range(WINDOWS)]
    for page in windows:
        page.goto(f"{studio.address}/runs/{run}")
        page.locator("path.series").wait_for()  # the past, too, for those that came later
    assert studio.ask(f"/runs/{run}/stop", "POST", {})[0] == 202
    gap = f"{studio.wait(run)['last']['iterations']:,}"
    for page in windows:
        expect(page.locator("h1 .badge")).to_have_text("stopped")
        expect(page.locator(".proof")).to_contain_text(gap)
    # the one that reads is closed: the next reads on
    windows.pop(0).close()
    assert studio.ask(f"/runs/{run}", "PATCH", {"name": "passed on"})[0] == 200
    for page in windows:
        expect(page.locator("h1")).to_contain_text("passed on")


def test_what_is_read_aloud_of_a_run_is_its_state_and_its_measure(page, studio, solved):
    page.goto(f"{studio.address}/runs/{solved}")
    expect(page.locator("[data-fact=said]")).to_have_text(
        r"done: exploitability " + page.locator("[data-fact=exploitability]").inner_text()
    )

"""A file of one's own game beside the page: what is saved is what is seen."""

from __future__ import annotations

import pytest

from studio_bench import Studio, dress
from studio_bench import write_sticks as write

expect = pytest.importorskip("playwright.sync_api", reason="pip install playwright").expect


@pytest.fixture
def watched(tmp_path):
    write(tmp_path / "sticks.py", 3)
    server = Studio(tmp_path / "space", 0, "--allow", str(tmp_path / "sticks.py"))
    server.file = tmp_path / "sticks.py"
    yield server
    server.close()


def test_saving_the_file_changes_the_page(watched, context, axe):
    page = context.new_page()
    page.goto(watched.link)
    page.wait_for_selector(".rail")  # the code is traded for the cookie
    page.goto(watched.address + "/games")
    mine = page.get_by_role("region", name="sticks.py")
    expect(mine).to_contain_text("all 7 histories were walked")
    write(watched.file, 4)
    expect(mine).to_contain_text("all 12 histories were walked")
    write(watched.file, 4, "(1.0,)")
    expect(mine.get_by_role("alert")).to_contain_text("utility")
    assert axe(page) == []
    dress(page, "zh", "dark", 360, 740)
    page.reload()
    expect(mine.get_by_role("alert")).to_contain_text("utility")
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    dress(page, "en", "light", 1280, 800)
    write(watched.file, 3)
    page.reload()
    mine.get_by_role("link", name="Tree", exact=True).click()
    expect(page.locator(".node")).to_have_count(7)
    write(watched.file, 2)
    expect(page.locator(".node")).to_have_count(4)
    page.get_by_role("link", name="sticks:Sticks").click()
    page.locator("main").get_by_role("link", name="Solve", exact=True).click()  # the rail has one, too
    page.locator("input[name=method][value=lp]").check()
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.locator("[data-fact=value-0]")).to_have_text("1.00000")

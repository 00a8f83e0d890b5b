"""Results as pages of their own: they open in Chromium from a file and in a cell's frame, ask nobody, and are right."""

from __future__ import annotations

import pytest

import tianji as tj

expect = pytest.importorskip("playwright.sync_api", reason="pip install playwright").expect


@pytest.fixture
def alone(context):
    """A page in a browser that reaches nobody; what it asks for and says is kept."""
    context.set_offline(True)
    page = context.new_page()
    page.said, page.asked = [], []
    page.on("console", lambda message: page.said.append(message.text))
    page.on("pageerror", lambda error: page.said.append(str(error)))
    page.on("request", lambda request: page.asked.append(request.url))
    return page


def test_a_solve_is_a_page_with_the_librarys_numbers(alone, tmp_path, axe):
    solution = tj.solve(tj.load("kuhn"), "cfr+", iterations=50, curve=True)
    tj.widgets.curve(solution).save(tmp_path / "kuhn.html")
    alone.goto(f"file://{tmp_path}/kuhn.html")
    expect(alone.locator("[data-fact=exploitability]")).to_have_text(f"{solution.exploitability:.4g}")
    expect(alone.locator("[data-fact=value-0]")).to_have_text(f"{solution.values[0]:.5f}".replace("-", "−"))
    alone.get_by_role("button", name="As table", exact=True).click()
    expect(alone.locator("table tbody tr")).to_have_count(len(solution.history))
    alone.get_by_role("link", name="Strategy", exact=True).click()
    rows = solution.to_dict(2000)["infosets"]
    expect(alone.locator(".strategy tbody tr")).to_have_count(len(rows))
    alone.get_by_role("searchbox").fill(rows[0]["infoset"])
    share = max(rows[0]["actions"].values())
    expect(alone.locator(".strategy tbody tr").first).to_contain_text(f"{100 * share:.1f} %")
    assert axe(alone) == []
    assert alone.asked == [f"file://{tmp_path}/kuhn.html"]
    assert not alone.said


def test_a_grid_stands_in_a_cell_and_is_walked_through(alone, tmp_path):
    spot = tj.holdem.Spot(
        board="Ks7h2dJc5s", pot=60, stack=120, oop="QQ,99,AJs,KTs", ip="TT,88,AKs,QJs", bets="75%", raises=""
    )
    solution = spot.solve(until="1%")
    (tmp_path / "cell.html").write_text(f"<!doctype html>{tj.widgets.grid(solution, 'check')._repr_html_()}")
    alone.goto(f"file://{tmp_path}/cell.html")
    frame = alone.frame_locator("iframe")
    expect(frame.locator("[data-fact=exploitability]")).to_have_text(f"{solution.exploitability_pct:.4g} %")
    expect(frame.locator("[data-fact=ev-ip]")).to_have_text(f"{solution.ev('check', 'ip').mean:.2f}")
    frame.locator(".grid13 [role=gridcell][data-class=TT]").first.click()
    frame.locator("[data-hand=TT]").wait_for()
    frame.get_by_role("navigation", name="The line so far").get_by_role("button", name="bet 45").last.click()
    expect(frame.locator("[data-fact=ev-oop]")).to_have_text(
        f"{solution.ev('check, bet 45', 'oop').mean:.2f}"
    )
    assert alone.asked == [f"file://{tmp_path}/cell.html"]
    assert not alone.said


def test_a_result_handed_to_the_studio_opens_there(context, studio):
    solution = tj.solve(tj.load("kuhn"), "cfr+", iterations=50)
    page = context.new_page()
    page.goto(tj.studio.open(solution, workspace=studio.workspace, browser=False))
    expect(page.locator("[data-fact=value-0]")).to_have_text(f"{solution.values[0]:.5f}".replace("-", "−"))
    assert "/runs/" in page.url and "#" not in page.url


def test_a_tree_is_opened_node_by_node_with_its_proof(alone, tmp_path):
    game = tj.load("kuhn")
    solution = tj.solve(game, "cfr+", iterations=100)
    tj.widgets.tree(game, solution.strategy).save(tmp_path / "tree.html")
    alone.goto(f"file://{tmp_path}/tree.html")
    expect(alone.locator("[data-fact=proof]")).to_contain_text(
        f"{tj.exploitability(game, solution.strategy):.4g}"
    )
    alone.locator("[data-node='0.0.0']").click()  # a pass, then player 1
    alone.locator("[data-node='0.0.0.1']").wait_for()
    assert len(tj.widgets.tree(tj.load("leduc")).html) < 2e6
    assert alone.asked == [f"file://{tmp_path}/tree.html"]
    assert not alone.said

"""The screens of theory in a real Chromium: what they show is what the library says, and all of it moves."""

from __future__ import annotations

import re

from playwright.sync_api import expect

import tianji as tj
from studio_bench import PATIENCE
from tianji import matrix as tm
from tianji.matrix.repeated.ipd import CLASSICS


def test_the_table_the_equilibria_and_the_course_are_the_librarys(page, studio):
    page.goto(studio.address + "/matrix")
    page.get_by_role("combobox", name="A named game…", exact=True).select_option("stag_hunt")
    game = tm.stag_hunt()
    rows = page.locator("tr.equilibrium")
    expect(rows).to_contain_text([", ".join(map(str, found.values)) for found in game.equilibria()])
    for k, found in enumerate(game.equilibria()):
        for player, shares in enumerate(found.profile):
            expect(rows.nth(k).locator("td").nth(1 + player)).to_have_text(
                "".join(
                    f"{name} {share}"
                    for name, share in zip(game.actions[player], shares, strict=True)
                    if share > 0
                )
            )
    # two of each player: the game is one of meeting
    expect(page.locator(".payoffs input.best")).to_have_count(4)

    cell = page.get_by_label(f"Payoff of player 0 at {game.actions[0][0]}, {game.actions[1][0]}")
    cell.fill("1/0")
    page.get_by_role("region", name="Payoffs", exact=True).get_by_role("alert").wait_for()
    cell.fill("9/2")
    rows.get_by_text("9/2, ").first.wait_for()
    page.wait_for_url(lambda url: "9%2F2" in url)

    page.get_by_role("button", name="Paste", exact=True).click()
    dialog = page.get_by_role("dialog", name="Paste", exact=True)
    dialog.get_by_role("textbox").fill("0 -1 3\n1 0 -1\n-1 1 0")
    dialog.get_by_role("button", name="Use it", exact=True).click()
    expect(page.locator("[data-fact=value]")).to_have_text("2/15")
    learning = page.get_by_role("region", name="How players learn", exact=True)
    learning.get_by_role("textbox", name="iterations", exact=True).fill("300")
    learning.get_by_role("combobox", name="rule", exact=True).select_option("regret-matching+")
    table = tm.NormalForm("0 -1 3; 1 0 -1; -1 1 0")
    start = [[0.5, 0.3, 0.2]] * 2
    course = tm.learn(table, "regret-matching+", 300, start=start)
    expect(page.locator("[data-fact=gap]")).to_have_text(f"{float(course.exploitability[-1]):#.3g}")
    assert not [text for text in page.said if "422" not in text]


def test_infinitely_many_equilibria_are_named_by_component_and_drawn(page, studio):
    text = "1,0 1,0; 2,3 0,3"
    page.goto(f"{studio.address}/matrix?g={text}")
    found = tm.NormalForm(text).equilibria()
    sets = [subset for part in found.components for subset in part if not subset.is_point]
    assert (len(found), len(found.components), len(sets)) == (4, 1, 3)  # a path of three segments
    expect(page.locator("[data-component]")).to_have_text(["A"] * len(found))
    expect(page.locator(".components li")).to_have_count(len(sets))
    expect(page.locator("path.found-set")).to_have_count(len(sets))
    page.goto(f"{studio.address}/matrix?g=3,3 0,5; 5,0 1,1")  # one equilibrium, a point: nothing to name
    expect(page.locator("tr.equilibrium")).to_have_count(1)
    expect(page.locator("[data-component], .components, path.found-set")).to_have_count(0)
    assert not page.said


def test_learning_from_everywhere_the_tournament_and_a_game_as_a_table(page, studio):
    page.goto(studio.address + "/matrix?g=2,2+0,0;+0,0+1,1")
    page.get_by_label("from everywhere").check()
    counts = page.locator("[data-fact=basins]")
    counts.wait_for(timeout=1000 * PATIENCE)
    of = [int(word) for word in counts.inner_text().rpartition(":")[2].split(",")]
    assert sum(of) <= 36 == page.locator(".streams path").count() and of[0] > of[-1]  # both prefer the first
    page.goto(studio.address + "/matrix?g=3,3+0,5;+5,0+1,1&tab=repeated")
    page.get_by_label("rounds").fill("10")
    first = tm.tournament(list(CLASSICS), rounds=10).ranking[0]
    expect(page.locator(f"[data-fact='mean {first[0]}']")).to_have_text(f"{first[1]:.3f}")
    page.goto(studio.address + "/tree/coin_toss")
    page.get_by_role("button", name="Strategic form").click()
    expect(page.locator(".form-table tbody tr").nth(1).locator("td").first).to_have_text("3/4, −3/4")
    assert not page.said


def test_the_coin_is_dragged_and_every_technique_answers(page, studio):
    page.goto(studio.address + "/subgame/coin_toss")
    game = tj.load("coin_toss")
    cuts = tj.subgame.cuts(game, "play")
    paper = tj.subgame.compare(game, tj.subgame.coin_toss_blueprint(game), cuts)
    for report in paper:
        row = page.locator(f"[data-technique='{report.method}']")
        expect(row.locator("td").nth(1)).to_have_text(f"{report.loss_after:.4f}")
    slider = page.get_by_role("slider", name="Player 1 guesses heads")
    for _ in range(10):
        slider.press("ArrowLeft")
    moved = tj.Strategy.from_dict(
        "coin_toss",
        [
            {"Heads": {"Sell": 0.25, "Play": 0.75}, "Tails": {"Sell": 0.5, "Play": 0.5}},
            {"? Play": {"Heads": 0.4, "Tails": 0.25, "Forfeit": 0.35}},
        ],
    )
    wanted = tj.subgame.solve_all(game, moved, cuts, "maxmargin").report
    expect(page.locator("[data-fact=before]")).to_have_text(f"{wanted.loss_before:.4f}")
    expect(page.locator("[data-fact=after]")).to_have_text(f"{wanted.loss_after:.4f}")
    page.wait_for_url("**guess_heads=0.4&**")
    page.locator(".segments").get_by_role("button", name="unsafe", exact=True).click()
    worse = tj.subgame.solve_all(game, moved, cuts, "unsafe").report
    expect(page.locator("[data-fact=after].bad")).to_have_text(f"{worse.loss_after:.4f}")
    assert not page.said


def test_leduc_is_cut_at_the_board(page, studio):
    page.goto(studio.address + "/subgame/leduc?level=board&iterations=20")
    game = tj.load("leduc")
    blueprint = tj.solve(game, "cfr+", iterations=20).strategy
    wanted = tj.subgame.solve_all(game, blueprint, tj.subgame.cuts(game, "board"), "reach-maxmargin").report
    expect(page.locator("[data-fact=after]")).to_have_text(f"{wanted.loss_after:.4f}")
    expect(page.locator("[data-fact=before]")).to_have_text(f"{wanted.loss_before:.4f}")
    margins = [f"{value:.4f}".replace("-", "\u2212") for value in wanted.cuts[0].margin]
    shown = [text.replace("\u22120.0000", "0.0000") for text in margins]
    expect(page.locator(".entry .margin")).to_have_text([re.compile(rf"^{text}\b") for text in shown])


def test_a_page_is_kept_as_a_file_that_opens_by_itself(page, studio, browser, tmp_path):
    page.goto(studio.address + "/matrix")
    expect(page.locator("[data-fact=equilibria]")).to_have_text("3")
    page.locator(".payoffs input.best").first.wait_for()
    page.get_by_role("heading", name="Matrix games", exact=True).click()
    with page.expect_download() as saving:
        page.keyboard.press("e")
    path = tmp_path / saving.value.suggested_filename
    saving.value.save_as(path)
    assert path.name == "tianji-matrix.html"
    assert "<script" not in path.read_text(encoding="utf-8")
    context = browser.new_context(offline=True)
    context.set_default_timeout(1e3 * PATIENCE)
    alone = context.new_page()
    asked = []
    alone.on("request", lambda request: asked.append(request.url))
    alone.goto(path.as_uri())
    expect(alone.locator("[data-fact=equilibria]")).to_have_text("3", use_inner_text=True)
    expect(alone.locator("td .kept.p0.best").first).to_have_text("7", use_inner_text=True)
    assert asked == [path.as_uri()]
    context.close()

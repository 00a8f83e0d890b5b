"""The screens of theory in a real Chromium: what they show is what the library says, and all of it moves."""

from __future__ import annotations

from playwright.sync_api import expect

import tianji as tj
from studio_bench import PATIENCE
from tianji import matrix as tm


def test_the_table_the_equilibria_and_the_course_are_the_librarys(page, studio):
    page.goto(studio.address + "/matrix")
    page.get_by_label("A named game").select_option("stag_hunt")
    game = tm.stag_hunt()
    page.locator("tr.equilibrium").get_by_text("stag 1").first.wait_for()
    expect(page.locator("tr.equilibrium")).to_have_count(len(game.equilibria()))
    rows = page.locator("tr.equilibrium").all_inner_texts()
    for row, found in zip(rows, game.equilibria(), strict=True):
        assert ", ".join(str(value) for value in found.values) in row
        for player, shares in enumerate(found.profile):
            for name, share in zip(game.actions[player], shares, strict=True):
                assert (f"{name} {share}" in row) == (share > 0)
    page.locator(".payoffs input.best").first.wait_for()
    best = page.locator(".payoffs input.best")
    expect(best).to_have_count(4)  # two of each player: the game is one of meeting

    cell = page.get_by_label(f"Payoff of player 0 at {game.actions[0][0]}, {game.actions[1][0]}")
    cell.fill("1/0")
    page.get_by_role("alert").wait_for()
    cell.fill("9/2")
    page.get_by_text("9/2, ").first.wait_for()
    page.wait_for_url(lambda url: "9%2F2" in url)

    page.get_by_role("button", name="Paste").click()
    page.get_by_role("dialog").get_by_role("textbox").fill("0 -1 3\n1 0 -1\n-1 1 0")
    page.get_by_role("button", name="Take it over").click()
    page.locator("[data-fact=value]").get_by_text("2/15").wait_for()
    page.get_by_label("iterations").fill("300")
    page.get_by_label("rule").select_option("regret-matching+")
    table = tm.NormalForm("0 -1 3; 1 0 -1; -1 1 0")
    start = [[0.5, 0.3, 0.2]] * 2
    course = tm.learn(table, "regret-matching+", 300, start=start)
    page.locator("[data-fact=gap]").get_by_text(f"{float(course.exploitability[-1]):#.3g}").wait_for()
    assert not [text for text in page.said if "422" not in text]


def test_the_coin_is_dragged_and_every_technique_answers(page, studio):
    page.goto(studio.address + "/subgame/coin_toss")
    game = tj.load("coin_toss")
    cuts = tj.subgame.cuts(game, "play")
    paper = tj.subgame.compare(game, tj.subgame.coin_toss_blueprint(game), cuts)
    for report in paper:
        row = page.locator(f"[data-technique='{report.method}']")
        row.get_by_text(f"{report.loss_after:.4f}", exact=True).first.wait_for()
    slider = page.get_by_label("Player 1 guesses heads")
    slider.focus()
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
    page.locator("[data-fact=before]").get_by_text(f"{wanted.loss_before:.4f}").wait_for()
    page.locator("[data-fact=after]").get_by_text(f"{wanted.loss_after:.4f}").wait_for()
    page.wait_for_url("**guess_heads=0.4&**")
    page.get_by_role("button", name="unsafe").first.click()
    worse = tj.subgame.solve_all(game, moved, cuts, "unsafe").report
    page.locator("[data-fact=after].bad").get_by_text(f"{worse.loss_after:.4f}").wait_for()
    assert not page.said


def test_leduc_is_cut_at_the_board(page, studio):
    page.goto(studio.address + "/subgame/leduc?level=board&iterations=20")
    game = tj.load("leduc")
    blueprint = tj.solve(game, "cfr+", iterations=20).strategy
    wanted = tj.subgame.solve_all(game, blueprint, tj.subgame.cuts(game, "board"), "reach-maxmargin").report
    page.locator("[data-fact=after]").get_by_text(f"{wanted.loss_after:.4f}").wait_for()
    expect(page.locator("[data-fact=before]")).to_have_text(f"{wanted.loss_before:.4f}", use_inner_text=True)
    expect(page.locator(".entry .margin")).to_have_count(len(wanted.cuts[0].margin))
    shown = page.locator(".entry .margin").all_inner_texts()
    margins = [f"{value:.4f}".replace("-", "\u2212") for value in wanted.cuts[0].margin]
    assert [text.split()[0] for text in shown] == [text.replace("\u22120.0000", "0.0000") for text in margins]


def test_a_page_is_kept_as_a_file_that_opens_by_itself(page, studio, browser, tmp_path):
    page.goto(studio.address + "/matrix")
    page.locator("[data-fact=equilibria]").wait_for()
    page.locator("h1").click()
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

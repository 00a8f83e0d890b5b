"""What stands on the page is what the library says, to the digits shown: thirty views, read from the page.

The numbers come from the library itself, never from the studio's API.
"""

from __future__ import annotations

from urllib.parse import quote

import pytest

import tianji as tj
from studio_bench import fixed, percent, small
from tianji.cfr.timeline import explain, trace
from tianji.core.strategy import label
from tianji.holdem import Solution, push_fold

expect = pytest.importorskip("playwright.sync_api", reason="pip install playwright").expect

SPOT = {
    "board": "Ks7h2dJc5s", "pot": 60, "stack": 60, "oop": "QQ,99,AJs,KTs", "ip": "TT,88,AKs,QJs", "bets": "75%",
    "raises": "",
}  # fmt: skip


RANKS = dict(A="ace", K="king", Q="queen", J="jack", T="ten", **{"9": "nine", "5": "five"})


def said(hand):
    """A class as it is read aloud."""
    one, two, *kind = hand
    if one == two:
        return f"pair of {RANKS[one]}s"
    return f"{RANKS[one]} {RANKS[two]} {'suited' if kind == ['s'] else 'offsuit'}"


def of_runs(studio, run):
    """A run's proof, its strategy, and its way there."""
    game = tj.load("leduc")
    strategy = tj.Strategy.load(studio.workspace / "runs" / run / "result.safetensors", game)
    yield (
        f"/runs/{run}",
        {
            "[data-fact=exploitability]": small(tj.exploitability(game, strategy)),
            **{f"[data-fact=value-{p}]": fixed(v, 5) for p, v in enumerate(tj.values(game, strategy))},
        },
    )
    body = studio.ask(f"/runs/{run}")[1]["result"]
    way = trace(game, body["method"], iterations=body["iterations"])
    first = studio.ask(f"/runs/{run}/infosets")[1]["items"][0]
    player, infoset = first["player"], first["infoset"]
    series = way.series(player, infoset)
    for t in (1, 3, 10):
        k, step = series["t"].index(t), explain(way, t, player, infoset)
        yield f"/runs/{run}/time?player={player}&infoset={quote(infoset)}&t={t}", {
            **{f"[data-mix='{a}']": percent(x) for a, x in zip(series["actions"], series["average"][k], strict=True)},
            **{f"[data-slow='5 {a}']": fixed(x) for a, x in zip(step.actions, step.regret, strict=True)},
            "[data-fact=difference]": small(step.difference),
        }  # fmt: skip


def of_solves(studio, run):
    """Decisions of a hold'em solve: totals of both players, grids of both, every hand of a class."""
    solution = Solution.load(studio.workspace / "runs" / run / "result.tianji")
    for line, seat, hand in [
        ("", "oop", "QQ"), ("", "ip", "AKs"), ("check", "ip", "TT"), ("check", "oop", "99"), ("bet 45", "ip", "QJs"),
        ("check, bet 45", "oop", "AJs"),
    ]:  # fmt: skip
        strategy, ev = solution.strategy(line), solution.ev(line, seat)
        left = solution.range(line, seat).grid()
        acts = strategy.player == seat
        mix = dict(zip(strategy.columns, strategy.grid()[hand][1], strict=True)) if acts else {}
        size = 6 if len(hand) == 2 else 4 if hand.endswith("s") else 12
        combos = f"{round(left[hand][0] * size, 1):g} of {size} combos"
        told = [said(hand), combos, *(f"{a} {percent(x)}" for a, x in mix.items() if x >= 0.005)]
        wanted = {
            "[data-fact=exploitability]": f"{solution.exploitability_pct:.4g} %",
            f".grid13 [data-class='{hand}']@aria-label": (
                f"{', '.join(told)}, EV {fixed(ev.grid()[hand][1][0], 2)}, {hand}"
            ),
        }
        for p in ("oop", "ip"):
            wanted[f"[data-fact=ev-{p}]"] = fixed(solution.ev(line, p).mean, 2)
            wanted[f"[data-fact=equity-{p}]"] = f"{100 * solution.equity(line, p).mean:.1f} %"
        if acts:
            one = next(iter(strategy.only(hand)))
            for action, value in solution.action_evs(line)[one].items():
                row = f"[data-hand={hand}] .hand:first-child [data-action='{action}']"
                wanted |= {f"{row} b": percent(strategy[one][action]), f"{row} em": fixed(value, 2)}
        yield f"/holdem/{run}?line={quote(line)}&seat={seat}&hand={hand}", wanted
    for stack in (5, 10):
        found = push_fold(stack, 0)
        row = next(each for each in found.rows() if each["hand"] == "A5o")
        yield (
            f"/holdem/pushfold?stack={stack}",
            {
                ".facts .fact.main dd": fixed(found.value),
                **{
                    f".duo section:nth-child({k}) [data-class='A5o']@aria-label": (
                        f"ace five offsuit, {percent(row[name])}, EV {fixed(row[f'{name}_ev'], 3)}, A5o"
                    )
                    for k, name in ((1, "push"), (2, "call"))
                },
            },
        )


def of_theory(studio):
    """Matrix games, all equilibria; the coin toss by its techniques."""
    for text in (
        "3,3 0,5; 5,0 1,1",
        "0,0 7,2; 2,7 6,6",
        "2,1 0,0; 0,0 1,2",
        "1,-1 -1,1; -1,1 1,-1",
        "3,2 1/3,0; 0,1 2,5",
    ):
        found = tj.matrix.NormalForm(text).equilibria()
        yield (
            f"/matrix?g={quote(text)}",
            {
                "[data-fact=equilibria]": str(len(found)),
                **{
                    f"tr.equilibrium:nth-child({k + 1}) td:nth-child(4)": ", ".join(map(str, each.values))
                    for k, each in enumerate(found)
                },
            },
        )
    chicken = tj.matrix.NormalForm("0,0 7,2; 2,7 6,6")
    yield "/matrix?tab=correlated&g=0,0+7,2;+2,7+6,6", {
        "[data-fact=correlated]": ", ".join(map(str, tj.matrix.correlated_equilibrium(chicken).values)),
        "[data-fact=corners]": " ".join(f"({x}, {y})" for x, y in tj.matrix.correlated_region(chicken)),
    }  # fmt: skip
    dilemma = tj.matrix.prisoners_dilemma(3, 5, 0, 1)
    yield "/matrix?tab=repeated&g=3,3+0,5;+5,0+1,1", {
        "[data-fact='delta 0 0']": f"δ ≥ {tj.matrix.critical_discount(dilemma, (0, 0))}",
        "[data-fact=corners]": " ".join(f"({x}, {y})" for x, y in tj.matrix.folk_region(dilemma).region),
    }  # fmt: skip
    estate = tj.matrix.CoalitionalGame(3, [0, 0, 0, 0, 0, 0, 100, 200])
    shares = {name: getattr(tj.matrix, name)(estate) for name in ("shapley", "nucleolus")}
    yield "/matrix?tab=coalitions&v=0,0,0,0,0,100,200", {
        f"[data-fact='{name} {p}']": str(share) for name, row in shares.items() for p, share in enumerate(row)
    }  # fmt: skip
    game = tj.load("coin_toss")
    cuts, blueprint = tj.subgame.cuts(game, "play"), tj.subgame.coin_toss_blueprint(game)
    for technique in ("unsafe", "resolve", "maxmargin", "reach-maxmargin"):
        report = tj.subgame.solve_all(game, blueprint, cuts, technique).report
        yield f"/subgame/coin_toss?technique={technique}", {
            "[data-fact=before]": fixed(report.loss_before), "[data-fact=after]": fixed(report.loss_after),
            "[data-fact=margin]": fixed(min(min(cut.margin) for cut in report.cuts)),
        }  # fmt: skip


def of_games(studio):
    """Sizes of games, answers of searches."""
    for spec in ("kuhn", "leduc", "liars_dice(faces=2)", "goofspiel(cards=3)"):
        check = tj.describe(tj.load(spec)).check
        yield (
            f"/games/{spec}",
            {
                ".facts.column .fact:nth-child(2) dd": f"{check.histories:,}",
                ".facts.column .fact:nth-child(4) dd": f"{check.terminals:,}",
            },
        )
    game = tj.load("tic_tac_toe")
    for method in ("alphabeta", "pvs", "aspiration"):
        state = game.initial()
        for move in ("4", "8", "2"):
            state = game.result(state, next(a for a in game.actions(state) if label(a) == move))
        found = tj.search(game, state, method, depth=4, deepen=False, trace=True)
        yield f"/search/tic_tac_toe?moves=4~8~2&method={method}&depth=4", {
            "[data-fact=action]": label(found.action), "[data-fact=value]": fixed(found.value),
            "[data-fact=nodes]": f"{found.stats.nodes:,}",
        }  # fmt: skip


def of_tables(studio, run):
    """Odds at a table are those of the strategy that sits there."""
    game = tj.load("leduc")
    strategy = tj.Strategy.load(studio.workspace / "runs" / run / "result.safetensors", game)
    for seed in (1, 2, 3):
        body = {"game": "leduc", "opponent": {"kind": "run", "run": run}, "seat": 0, "seed": seed}
        status, table = studio.ask("/tables", "POST", body)
        assert status == 201, table
        knows = studio.ask(f"/tables/{table['id']}")[1]["knows"]
        worth = tj.infoset_values(game, strategy, 0)
        key = next(each for each in worth.tree.keys if label(each) == knows)
        mix, values = strategy.at(0, key), worth.action_values(worth.tree.index[key])
        yield (
            f"/play/{table['id']}?odds=always",
            {
                **{f"[data-odds='p {a}']": percent(x) for a, x in mix.items()},
                **{f"[data-odds='v {a}']": fixed(x) for a, x in zip(mix, values, strict=True)},
            },
        )


def test_numbers_on_thirty_views_are_the_librarys(page, studio, solved):
    status, river = studio.ask("/holdem/runs", "POST", {"holdem": {"spot": SPOT, "iterations": 60}})
    assert status == 202, river
    assert studio.wait(river["id"])["state"] == "done"
    views = [
        *of_runs(studio, solved), *of_solves(studio, river["id"]), *of_theory(studio), *of_games(studio),
        *of_tables(studio, solved),
    ]  # fmt: skip
    assert len(views) >= 30
    for path, wanted in views:
        page.goto(studio.address + path)
        for place, text in wanted.items():
            where, _, attribute = place.partition("@")
            shown = expect(page.locator(where).first, f"{path}: {place}")
            if attribute:
                shown.to_have_attribute(attribute, text)
            else:
                shown.to_have_text(text, use_inner_text=True)
    assert not page.said

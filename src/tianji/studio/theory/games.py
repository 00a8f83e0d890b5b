"""What the screens of theory ask the library: matrix games, how players learn in them, and subgames solved again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tianji.errors import GameRuleError, NotApplicableError, ParameterError, quote
from tianji.studio.own import load_game
from tianji.studio.patience import patient

if TYPE_CHECKING:
    from tianji.core.strategy import Strategy
    from tianji.matrix.game.equilibrium import Equilibria
    from tianji.matrix.game.normal_form import NormalForm

CELLS = 400  # of a table that is drawn
FORM_CELLS = 2_000  # of a game as a table: Kuhn poker has 1,728
SECONDS = patient(3.0)  # for an answer
STEPS = 100_000  # of learning
LOGIT = "logit"  # no rule of learning, but a path that is drawn as those are
SHOWN = 400  # points of a course
CUTS = 60  # subgames whose margins are drawn
Game = Any


def read_table(payoffs: str, actions: list[list[str]] | None = None, most: int = CELLS) -> NormalForm:
    """The game that was typed; never the file that a text might name."""
    from tianji.matrix.game.nfg import parse_nfg
    from tianji.matrix.game.normal_form import NormalForm
    from tianji.matrix.game.text import parse_text

    if payoffs.lstrip().startswith("NFG"):
        game = NormalForm(parse_nfg(payoffs))
    else:
        game = NormalForm(*parse_text(payoffs), actions=actions)
    if len(game.shape) != 2 or game.shape[0] * game.shape[1] > most:
        raise NotApplicableError(
            f"a game of {' x '.join(map(str, game.shape))}: the page draws two players and at most {most} cells; "
            "tianji.matrix takes any"
        )
    return game


def matrix_games() -> Any:
    """The named games that fit on the page, with their payoffs."""
    from tianji.matrix.game.named import NAMED

    found = []
    for name, make in NAMED.items():
        game = make()
        if len(game.shape) == 2 and game.shape[0] * game.shape[1] <= CELLS:
            found.append({"name": name, "title": game.title or name.replace("_", " "), **_drawn(game)})
    return found


def _drawn(game: NormalForm) -> dict[str, Any]:
    """Names and payoffs, as exact as they are known."""
    from tianji.matrix.game.equilibrium import show_number

    return {
        "actions": [list(names) for names in game.actions],
        "payoffs": [
            [[show_number(game.fractions[p][i, j]) for p in (0, 1)] for j in range(game.shape[1])]
            for i in range(game.shape[0])
        ],
    }


def strategic(spec: str) -> Any:
    """A small game's reduced strategic form; sets: by player, the infosets that the digits of its names go through."""
    from tianji.core.strategy import label
    from tianji.matrix.game.extensive import extensive_form, strategic_form

    game = load_game(spec)
    if game.players != 2:
        raise NotApplicableError(f"{spec} has {game.players} players; the page draws tables of two")
    table = strategic_form(game, limit=FORM_CELLS)
    sets: list[list[str]] = [[], []]
    for (player, key), actions in extensive_form(game, FORM_CELLS).infosets.items():
        menu = ", ".join(f"{k + 1} {label(action)}" for k, action in enumerate(actions))
        sets[player].append(f"{label(key)}: {menu}")
    return {**_drawn(table), "sets": sets}


def matrix(payoffs: str, actions: list[list[str]] | None = None) -> Any:
    """Everything about a table: best replies, what dominance removes, every equilibrium with its proof."""
    from tianji.matrix.game.equilibrium import show_number
    from tianji.matrix.nash.analysis import analyse
    from tianji.matrix.nash.dominance import security
    from tianji.matrix.plot import best_response_curve

    game = read_table(payoffs, actions)
    found = analyse(game, seconds=SECONDS)
    rows, columns = game.shape
    replies = [
        [game.best_responses(0, game.pure((0, j)))[0] for j in range(columns)],
        [game.best_responses(1, game.pure((i, 0)))[0] for i in range(rows)],
    ]
    steps = zip(found.elimination.steps, found.elimination.explain(game), strict=True)
    return {
        **found.to_dict(), **_drawn(game),
        "best_replies": replies, "components": _components(found.found),
        "removed": [{"player": s.player, "action": s.action, "why": why} for s, why in steps],
        "security": [show_number(security(game, p).value) for p in (0, 1)],
        "curves": [best_response_curve(game, p) for p in (0, 1)] if game.shape == (2, 2) else None,
    }  # fmt: skip


def _components(found: Equilibria) -> list[dict[str, Any]]:
    """The components of all equilibria: of each maximal Nash subset the numbers of those at its corners."""
    numbers = {each.profile: k for k, each in enumerate(found)}
    return [
        {
            "is_point": len(part) == 1 and part[0].is_point,
            "subsets": [[numbers[each.profile] for each in subset.pairs] for subset in part],
        }
        for part in found.components
    ]


def _logit(game: NormalForm) -> dict[str, Any]:
    """The quantal response equilibria from even play on, as a course: points of the path stand where iterations do."""
    import numpy as np

    from tianji.matrix.game.equilibrium import deviation_values
    from tianji.matrix.nash.logit import logit_path

    path = logit_path(game, seconds=SECONDS)
    last = len(path.lambdas) - 1
    profiles = [
        path.profile(int(t)) for t in np.unique(np.linspace(0, last, min(SHOWN, last + 1)).astype(int))
    ]
    gaps = []
    for profile in profiles:
        mixed = [np.array(row) for row in profile]
        worth = deviation_values(game.payoffs, mixed)
        gaps.append(sum(float(v.max() - x @ v) for x, v in zip(mixed, worth, strict=True)) / len(mixed))
    rows = [[profile[p] for profile in profiles] for p in range(len(path.sizes))]
    return {
        "rule": LOGIT, "iterations": list(range(1, len(profiles) + 1)), "strategies": rows, "averages": rows,
        "exploitability": gaps, "stopped": path.stopped or "regret",
    }  # fmt: skip


def matrix_learn(payoffs: str, rule: str, iterations: int, start: list[list[float]] | None = None) -> Any:
    """The course of a learning rule: what was played, the averages, and how far those are from an equilibrium."""
    from tianji.matrix.learning.dynamics import learn

    if rule == LOGIT:
        return _logit(read_table(payoffs))
    if not 1 <= iterations <= STEPS:
        raise ParameterError(f"iterations={quote(iterations)}; expected 1 to {STEPS} on this page")
    run = learn(
        read_table(payoffs), rule, iterations, start=start, seconds=SECONDS, every=max(1, iterations // SHOWN)
    )
    return {
        **run.to_dict(),
        "strategies": [rows.tolist() for rows in run.strategies],
        "averages": [rows.tolist() for rows in run.averages],
    }


def cuts(spec: str) -> Any:
    """Where a game can be cut: its levels, with how many subgames each has and how large they are."""
    from tianji.subgame.carve import cuts as natural_cuts

    levels: dict[str, dict[str, Any]] = {}
    for cut in natural_cuts(load_game(spec)):
        level = levels.setdefault(cut.level, {"level": cut.level, "subgames": 0, "histories": 0})
        level["subgames"] += 1
        level["histories"] += cut.num_nodes
    return list(levels.values())


def techniques() -> Any:
    """Every row of the table of techniques: its title, and whether it is safe."""
    from tianji.subgame.solve import ROWS

    return [{"title": str(row), "is_safe": row.is_safe} for row in ROWS]


def subgame(
    game: str, level: str, technique: str, player: int = 1, blueprint: dict[str, Any] | None = None
) -> Any:
    """All subgames of a level solved again by one technique: margins by entry, and the loss before and after."""
    from tianji.subgame.carve import cuts as natural_cuts
    from tianji.subgame.solve import ROWS, solve_all

    by_title = {str(row): row for row in ROWS}
    there = load_game(game)
    before = _blueprint(there, blueprint or {})
    places = natural_cuts(there, level)
    done = solve_all(there, before, places, by_title.get(technique, technique), player, seconds=4 * SECONDS)
    report = done.report
    return {
        **report.to_dict(), "claim": report.claim, "subgames": len(places),
        "cuts": [cut.to_dict() for cut in report.cuts[:CUTS]],
        "answer": _answer(there, done.strategy, player),
    }  # fmt: skip


def _answer(game: Game, strategy: Strategy, player: int) -> dict[str, dict[str, float]] | None:
    """What the player does in a coin toss, small enough to be read."""
    from tianji.games.coin_toss import CoinToss

    if not isinstance(game, CoinToss):
        return None
    found: dict[str, dict[str, float]] = strategy.to_dict()["players"][player]
    return found


def _blueprint(game: Game, given: dict[str, Any]) -> Strategy:
    """The strategy that subgames improve: dragged in the coin toss, or so many iterations of a method."""
    import tianji
    from tianji.core.strategy import Strategy
    from tianji.games.coin_toss import CoinToss
    from tianji.subgame.carve import coin_toss_blueprint

    if "iterations" in given:
        return tianji.solve(
            game, given.get("method", "cfr+"), iterations=given["iterations"], seconds=SECONDS
        ).strategy
    if not isinstance(game, CoinToss):
        raise ParameterError("blueprint: expected iterations of a method; only the coin toss is dragged")
    if not given:
        return coin_toss_blueprint(game)
    heads, tails = given["play_heads"], given["play_tails"]
    first = {
        "Heads": {"Sell": 1 - heads, "Play": heads},
        "Tails": {"Sell": 1 - tails, "Play": tails},
    }
    guess = dict(zip(("Heads", "Tails", "Forfeit"), given["guess"], strict=True))
    if game.subgames > 1:
        raise GameRuleError("the coin toss is dragged with one subgame; subgames=1")
    return Strategy.from_dict(game.spec, [first, {"? Play": guess}])


QUESTIONS: dict[str, Callable[..., Any]] = {
    "matrix_games": matrix_games, "matrix": matrix, "matrix_learn": matrix_learn, "cuts": cuts, "strategic": strategic,
    "techniques": techniques, "subgame": subgame,
}  # fmt: skip

"""tianji play."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tianji.cli.shared import options, output
from tianji.cli.shared.options import opt
from tianji.core.text import whole_number
from tianji.errors import ParameterError, quote

if TYPE_CHECKING:
    from tianji.arena import Match
    from tianji.core.game import Game
    from tianji.evaluate.review import Decision

ALTERNATE = "alternate"
SMALL = 5e-4  # a cost below this is noise of the solve
ROWS = 10


def play(
    context: typer.Context,
    game: options.GameSpec,
    seat: Annotated[
        str, typer.Option("--seat", metavar="N", help="your seat, from 0; or alternate: another each round")
    ] = ALTERNATE,
    rounds: Annotated[int | None, opt("N", "default: until you leave", parser=options.whole)] = None,
    strategy: Annotated[str | None, opt("FILE", "play against this strategy; default: solve")] = None,
    method: options.Method = "dcfr",
    until: options.Until = None,
    seconds: options.Seconds = None,
    player: Annotated[
        str | None, opt("WHO", "hold'em: FILE.blueprint[:search], call, fold, allin or random")
    ] = None,
    hands: Annotated[int | None, opt("N", "hold'em: default until you leave", parser=options.whole)] = None,
    stack: Annotated[
        int | None, opt("CHIPS", "hold'em: of both, in every hand; default 20000", parser=options.whole)
    ] = None,
    blinds: Annotated[str | None, opt("SMALL/BIG", "hold'em: default 50/100")] = None,
    hints: Annotated[
        bool, typer.Option("--hints", help="hold'em: after each answer, what the player would have done")
    ] = False,
    log: Annotated[str | None, opt("FILE.phhs", "hold'em: write every hand, after those in the file")] = None,
    seed: options.Seed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Play GAME against a strategy in the terminal; you see only what your seat may know.

    The strategy is solved first, as by 'tianji solve', unless --strategy names a file. With a search method, such as
    --method mtdf, the opponent thinks at every move instead, --seconds each (default 1). Answer with the number
    of an action or its name; ? shows what the strategy would do in your place; q, or the end of input, leaves the
    table. Ctrl-C leaves too, with exit code 130. At the end comes a review: what each of your decisions cost
    against this opponent, exactly where the game can be compiled, by the search's values where it thinks.

    'holdem' is no-limit hold'em for two, against a player of your choice: f, k, c, b 50%, r 900, a; ? explains. Its
    own options are --player, --hands, --stack, --blinds, --hints and --log; --seat 0 is the big blind, 1 the button.

    \b
    Examples:
      tianji play kuhn --seat 0 --rounds 10
      tianji play holdem --hands 50 --hints --log hands.phhs

    --json prints, at the end, game, opponent, exploitability (null for a file), rounds [{seat, moves,
    payoffs}], score and review [{round, player, infoset, action, best, value, cost}] (null for a game too
    large); of hold'em player, hands [{seat, betting, cards, board, net}], score, mbb_h, seed, note, log. The dialogue
    then goes to standard error.
    """
    if game == "holdem":
        given = {
            "rounds": rounds,
            "strategy": strategy,
            "until": until,
            "method": method if method != "dcfr" else None,
        }
        _refuse(given, "tianji play holdem does not take")
        _holdem(player, seat, hands, stack, blinds, hints, log, seconds, seed, json)
        return
    own = {
        "player": player,
        "hands": hands,
        "stack": stack,
        "blinds": blinds,
        "hints": hints or None,
        "log": log,
    }
    _refuse(own, "only 'tianji play holdem' takes")
    import tianji
    from tianji.cli._table import TableTalk

    rules = tianji.load(game)
    first = _seat(seat, rules.players)
    if rounds is not None and rounds < 1:
        raise ParameterError(f"--rounds {rounds}; expected at least 1")
    match = _against(context, rules, strategy, method, until, seconds, seed, quiet)
    table = TableTalk(match, to_stderr=json)
    table.say(f"{rules.spec}, against {match.name}. Actions by number or name; ? shows the mix; q leaves.")
    interrupted = table.sit(first, rounds)
    if not interrupted and (told := _reviewed(match)):
        table.say(told)
    played = len(match.rounds)
    table.say(f"You leave after {played} round{'s' * (played != 1)} with {match.score:+g}.")
    if json:
        output.show(match.to_dict(), str, as_json=True)
    if interrupted:
        raise typer.Exit(130)


def _against(
    context: typer.Context,
    rules: Game[Any, Any],
    strategy: str | None,
    method: str,
    until: float | None,
    seconds: float | None,
    seed: int,
    quiet: bool,
) -> Match:
    """A match against a strategy's file, a solve, or a search."""
    import tianji
    from tianji.arena import Match, SearchPlayer, StrategyPlayer, take_seat
    from tianji.arena.seats import taken_by
    from tianji.cfr.solve import methods
    from tianji.cli.shared.live import Live

    if strategy is not None:
        options.refuse(
            context, ["method", "until", "seconds"], "does nothing to --strategy, which is played as it is"
        )
    elif method.partition(":")[0] in tianji.search.methods():
        options.refuse(context, ["until"], f"does nothing to {method}, which thinks at every move")
    with Live(quiet) as live:
        if strategy is None and method in methods():
            live.announce(rules)
        who = strategy or method
        takes = taken_by(who)[1]
        seated = take_seat(
            rules,
            who,
            until=until,
            seconds=seconds,
            seed=seed if "seed" in takes else None,
            progress=live if "progress" in takes else None,
        )
    if seated.exploitability is not None:
        output.note(f"solved: exploitability {output.short(seated.exploitability)}", quiet)
    assert isinstance(seated.agent, StrategyPlayer | SearchPlayer)
    rng = seated.rng if "rng" in takes else random.Random(seed)  # one evening, one sequence of draws
    return Match(rules, seated.agent, rng, seated.name, seated.exploitability)


def _refuse(given: Mapping[str, object], why: str) -> None:
    for name, value in given.items():
        if value is not None:
            raise ParameterError(f"{why} --{name}; leave it out")


def _holdem(
    who: str | None,
    seat: str,
    hands: int | None,
    stack: int | None,
    blinds: str | None,
    hints: bool,
    log: str | None,
    seconds: float | None,
    seed: int,
    json: bool,
) -> None:
    """The table of hold'em."""
    from tianji.cli.holdem.match import table_rules
    from tianji.cli.holdem.play import Seat
    from tianji.holdem import Player
    from tianji.holdem.player.player import default_player
    from tianji.holdem.player.session import Session
    from tianji.run.stopping import interrupts

    first = _seat(seat, 2)
    if hands is not None and hands < 1:
        raise ParameterError(f"--hands {hands}; expected at least 1")
    rules = table_rules(20_000 if stack is None else stack, "50/100" if blinds is None else blinds)
    player = Player(default_player() if who is None else who, seconds=seconds, rules=rules, seed=seed)
    try:
        session = Session(player, seed, log=log)
        table = Seat(session, json, hints)
        table.say(
            f"No-limit hold'em for two, blinds {rules.blinds[1]:,}/{rules.blinds[0]:,}, against {player.name}.\n"
            f"{player.strength}\nf, k, c, b 50%, r 900, a; ? explains; q leaves."
        )
        with interrupts("raise"):  # also out of a player's thought
            interrupted = table.sit(first, hands)
    finally:
        player.close()
    played = len(session.hands)
    table.say(f"You leave after {played} hand{'s' * (played != 1)} with {session.score:+,.0f} chips.")
    if log is not None and played:
        table.say(
            f"saved {log}; 'tianji holdem review {log} --me {session.name}' says what your decisions cost"
        )
    if json:
        output.show(session.to_dict(), str, as_json=True)
    if interrupted:
        raise typer.Exit(130)


def _reviewed(match: Match) -> str:
    """What each decision cost, told; nothing where there was none, or Ctrl-C asked not to."""
    from tianji.run.stopping import interrupts

    try:
        with interrupts("raise"):
            costs = match.price()
    except KeyboardInterrupt:
        return ""
    if costs is None:
        return "\nNo review: this game is too large for it."
    return _review(costs, match.opponent.basis) if costs else ""


def _review(costs: list[Decision], basis: str) -> str:
    """What the decisions cost: the dearest first, equal ones together."""
    times: dict[Decision, int] = {}
    for cost in costs:
        times[cost] = times.get(cost, 0) + 1
    dear = sorted((c for c in times if c.cost >= SMALL), key=lambda c: -c.cost * times[c])
    total = sum(c.cost for c in costs)
    many = f"{len(costs)} decision{'s' * (len(costs) != 1)}"
    if not dear:
        nothing = "which cost nothing" if len(costs) == 1 else "none of which cost anything"
        return f"\nReview: {many}, {nothing}, {basis}."
    boards = any("\n" in c.infoset for c in dear)
    head = ("player", *(() if boards else ("you knew",)), "you played", "best was", "cost", "times")
    rows = [
        (
            str(c.player),
            *(() if boards else (c.infoset,)),
            c.action,
            c.best,
            output.number(c.cost),
            str(times[c]),
        )
        for c in dear[:ROWS]
    ]
    right = tuple(k for k, name in enumerate(head) if name in ("player", "cost", "times"))
    title = f"Review: {many} cost {output.number(total)} together, {basis}."
    return f"\n{title}\n{output.table(head, rows, right)}"


def _seat(text: str, players: int) -> int | None:
    """The seat asked for; None to change seats."""
    if text == ALTERNATE:
        return None
    seat = whole_number(text)
    if seat is None or seat >= players:
        raise ParameterError(f"--seat {quote(text)}; expected 0..{players - 1} or {ALTERNATE}")
    return seat

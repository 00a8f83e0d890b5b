"""tianji holdem match, acpc, hands: players of hold'em at a table, at somebody else's, and hands on record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from tianji.cli.match import Duplicate, Hands, faults_text, mean_text
from tianji.cli.shared import options
from tianji.cli.shared.options import opt
from tianji.cli.shared.output import facts, note, show
from tianji.errors import FileAccessError, ParameterError, quote

if TYPE_CHECKING:
    from tianji.poker.rules import HandRules

PLAYER = "call, fold, allin, random, tiny, FILE.blueprint[:search], acpc:COMMAND or port:N"
Stack = Annotated[
    int,
    typer.Option("--stack", metavar="CHIPS", parser=options.whole, help="of each player, reset every hand"),
]
Blinds = Annotated[str, typer.Option("--blinds", metavar="SMALL/BIG", help="small and big blind")]


def match(
    context: typer.Context,
    a: Annotated[str, typer.Argument(metavar="A", help=PLAYER, show_default=False)],
    b: Annotated[str, typer.Argument(metavar="B", help="likewise", show_default=False)],
    hands: Hands = 1000,
    duplicate: Duplicate = True,
    stack: Stack = 20_000,
    blinds: Blinds = "50/100",
    log: Annotated[str | None, opt("FILE", "write every hand, as the ACPC's dealer does")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="go on after the hands in --log")] = False,
    answer: Annotated[
        float, typer.Option("--answer", metavar="TIME", parser=options.duration, help="a program may think")
    ] = 600.0,
    hand: Annotated[
        float,
        typer.Option("--hand", metavar="TIME", parser=options.duration, help="likewise, in one hand"),
    ] = 600.0,
    mean: Annotated[
        float,
        typer.Option("--mean", metavar="TIME", parser=options.duration, help="a hand, over the whole match"),
    ] = 7.0,
    level: Annotated[
        str | None, opt("turn|river", "range against range from there on: both players need rows", "--level")
    ] = None,
    rivers: Annotated[
        int | None, opt("N", "with --level turn: so many rivers, drawn", parser=options.whole)
    ] = None,
    aivat: Annotated[
        bool, typer.Option("--aivat/--no-aivat", help="take the luck out, where a player has values")
    ] = True,
    grace: Annotated[
        float, typer.Option("--grace", metavar="TIME", parser=options.duration, help="a program may be away")
    ] = 10.0,
    seconds: options.Seconds = None,
    on: options.On = "serial",
    seed: options.Seed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Play heads-up no-limit hold'em, A against B: what A wins in thousandths of a big blind a hand (mbb/h).

    Every deal is played twice with the seats changed, and counts once. acpc:COMMAND is a program that speaks the ACPC's
    protocol, started with host and port as its last arguments, or for {host} and {port} in it; port:N waits for one. A
    program that dies, or whose line breaks, may come back within --grace and is told the hand again; one that was
    started has --answer to load and connect. An illegal raise becomes the nearest legal one, any other illegal action a
    check or call, silence beyond --answer or --hand a check or fold; all are counted and told. A program that takes
    more than --mean a hand in all ends the match. A match with --log that was stopped or killed goes on with --resume.
    With --level, hands are drawn as far as that street, and all that both may hold there is played out at once: no
    bias, little noise.

    \b
    Examples:
      tianji holdem match call random --hands 10000 --seed 7
      tianji holdem match tiny call --hands 10000 --on "processes(2)"
      tianji holdem match call "acpc:./startme.sh" --hands 3000 --log match.log

    --json prints a, b, hands, mbb_h, stderr, low, high, aivat, aivat_stderr (null until a player has values to take the
    luck out with), illegal [a, b], timeouts [a, b], faults, seed, duplicate, stopped, note, unsaved. The exit code is
    2 where a player was gone before the last hand. With --level: a, b, level, hands, roots, mbb_h, stderr, low, high,
    seed, stopped.
    """
    from tianji.arena import holdem_match
    from tianji.cli.shared.live import Live

    if not any(who.startswith(("acpc:", "port:")) for who in (a, b)):
        options.refuse(
            context,
            ["answer", "hand", "mean", "grace"],
            "is for programs (acpc:COMMAND, port:N), and none plays",
        )
    if level is not None:
        others = {"--log": log, "--resume": resume or None, "--single": None if duplicate else True}
        others["--on"] = None if on == "serial" else on
        _public_match(
            a, b, level, hands, rivers, table_rules(stack, blinds), others, seconds, seed, json, quiet
        )
        return
    if rivers is not None:
        raise ParameterError("--rivers goes with --level turn; leave it out")
    with Live(quiet) as live:
        found = holdem_match(
            a, b, hands=hands, seed=seed, duplicate=duplicate, aivat=aivat, rules=table_rules(stack, blinds), log=log,
            resume=resume, answer_seconds=answer, hand_seconds=hand, mean_seconds=mean, grace=grace,
            seconds=seconds, on=on, progress=live,
        )  # fmt: skip
    show(found.to_dict(), _match_text, json)
    if found.unsaved:
        raise FileAccessError(found.unsaved)
    if log is not None:
        note(f"saved {log}", quiet or json)
    if found.stopped not in ("hands", "seconds"):
        raise typer.Exit(2 if found.stopped == "closed" else 130)


def _public_match(
    a: str, b: str, level: str, hands: int, rivers: int | None, rules: HandRules, others: dict[str, Any],
    seconds: float | None, seed: int, json: bool, quiet: bool,
) -> None:  # fmt: skip
    from tianji.arena import holdem_public_match
    from tianji.cli.shared.live import Live

    for name, value in others.items():
        if value is not None:
            raise ParameterError(f"{name} with --level: no hands are played to their end; leave it out")
    with Live(quiet) as live:
        found = holdem_public_match(
            a, b, level, hands=hands, rivers=rivers, seed=seed, rules=rules, seconds=seconds, progress=live
        )
    show(found.to_dict(), _public_text, json)
    if found.stopped in ("interrupted", "cancelled"):
        raise typer.Exit(130)


def _public_text(data: dict[str, Any]) -> str:
    played = f"{data['hands']:,} hands as far as the {data['level']}, seed {data['seed']}"
    head = f"A is {data['a']}, B is {data['b']}; {played}"
    won = mean_text(data["mbb_h"], data["stderr"], data["low"], data["high"], digits=1)
    return "\n".join([head, "", facts([("A wins, mbb/h", won), ("came there", f"{data['roots']:,}")])])


def lbr(
    context: typer.Context,
    player: Annotated[
        str,
        typer.Argument(
            metavar="PLAYER",
            help="call, fold, allin, random, tiny or FILE.blueprint, or either with :search",
            show_default=False,
        ),
    ],
    hands: Hands = 1000,
    menu: Annotated[
        str, typer.Option("--menu", metavar="NAME", help="fc: fold, call; fcpa: pot, all-in too; 56bets")
    ] = "fcpa",
    first: Annotated[
        int,
        typer.Option("--first", metavar="N", parser=options.whole, help="street from which it acts: 0 … 3"),
    ] = 2,
    per_board: Annotated[
        int, typer.Option("--per-board", metavar="N", parser=options.whole, help="deals on each board")
    ] = 1,
    boards: Annotated[
        int | None, opt("N", "instead of hands, boards with all hands on each", parser=options.whole)
    ] = None,
    rivers: Annotated[
        int,
        typer.Option("--rivers", metavar="N", parser=options.whole, help="with --boards: after each turn"),
    ] = 1,
    thin: Annotated[
        float,
        typer.Option("--thin", metavar="BB", help="with --boards: draw rarer streets"),
    ] = 0.0,
    seconds: options.Seconds = None,
    seed: options.Seed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """What a local best response wins against PLAYER in mbb/h: a lower bound on how exploitable it is.

    It knows the player's mix for every hand, follows what the player may hold, calls before the turn (--first 2) and
    from there takes the best of fold, call and the bets of --menu by looking one answer ahead. A blueprint has to find
    its buckets anew on every board: --per-board 16 plays so many deals on each, and the interval is that of boards.
    --boards 100 plays all hands of both on each of 100 boards, every action counted as often as it is taken and
    all-in pots over all cards to come: the same mean, from a thousandth of the hands. --thin 0.6 is for players that
    solve: turns and rivers whose chance times pot is less than 0.6 big blinds are walked now and then, and count for
    more.

    \b
    Examples:
      tianji holdem lbr fold --hands 200
      tianji holdem lbr tiny --boards 100 --rivers 4

    --json prints player, menu, streets, hands, mbb_h, stderr, low, high, seed, stopped.
    """
    from tianji.arena import holdem_lbr
    from tianji.cli.shared.live import Live

    if boards is not None:
        options.refuse(context, ["hands"], "is for hands that are drawn; --boards plays all of them")
    with Live(quiet) as live:
        found = holdem_lbr(
            player,
            hands=hands,
            menu=menu,
            first=first,
            per_board=per_board,
            boards=boards,
            rivers=rivers,
            thin=thin,
            seed=seed,
            seconds=seconds,
            progress=live,
        )
    show(found.to_dict(), _lbr_text, json)
    if found.stopped in ("interrupted", "cancelled"):
        raise typer.Exit(130)


def _lbr_text(data: dict[str, Any]) -> str:
    played = f"{data['hands']:,} hands, seed {data['seed']}"
    head = f"Local best response ({data['menu']}) against {data['player']}; {played}"
    won = mean_text(data["mbb_h"], data["stderr"], data["low"], data["high"], digits=1)
    return "\n".join([head, "", facts([("it wins, mbb/h", won)])])


def table_rules(stack: int, blinds: str) -> HandRules:
    """The rules of a table for two."""
    from tianji.core.text import whole_number
    from tianji.poker.rules import UNLIMITED, HandRules

    posted = [whole_number(word) for word in blinds.split("/")]
    if len(posted) != 2 or None in posted or not all(posted):
        raise ParameterError(f"--blinds {quote(blinds)}; expected two whole numbers such as 50/100")
    small, big = (number or 0 for number in posted)
    if stack < big or small > big or stack > UNLIMITED:
        raise ParameterError(
            f"--stack {quote(stack)}, --blinds {quote(blinds)}; expected small blind ≤ big blind ≤ stack, at most "
            f"{UNLIMITED:,}"
        )
    return HandRules((stack, stack), (big, small))


def _match_text(data: dict[str, Any]) -> str:
    rows = [("A wins, mbb/h", mean_text(data["mbb_h"], data["stderr"], data["low"], data["high"], digits=1))]
    if data["aivat"] is not None:
        rows.append(("by AIVAT", mean_text(data["aivat"], data["aivat_stderr"], digits=1)))
    rows += (
        [("timeouts", f"A {data['timeouts'][0]}, B {data['timeouts'][1]}")] if any(data["timeouts"]) else []
    )
    head = f"A is {data['a']}, B is {data['b']}; {data['hands']:,} hands, seed {data['seed']}"
    if data["stopped"] == "closed":
        head += "; a player was gone, and the match ended there"
    return "\n".join([head, "", facts(rows), *faults_text(data)])


def acpc(
    context: typer.Context,
    host: Annotated[str, typer.Argument(metavar="HOST", help="of the dealer", show_default=False)],
    port: Annotated[int, typer.Argument(metavar="PORT", parser=options.whole, show_default=False)],
    player: Annotated[
        str,
        typer.Option(
            "--player", metavar="WHO", help="call, fold, allin, random, tiny or FILE.blueprint[:search]"
        ),
    ] = "call",
    stack: Stack = 20_000,
    blinds: Blinds = "50/100",
    game: Annotated[
        str | None, opt("NAME|FILE", "the dealer's game: such as holdem.limit.2p, or its .game file")
    ] = None,
    seconds: Annotated[
        float | None,
        opt(
            "TIME", "a decision of PLAYER, which is made to search from the turn on", parser=options.duration
        ),
    ] = None,
    never_die: Annotated[
        bool, typer.Option("--never-die", help="pass over lines that make no sense; check or fold at a fault")
    ] = False,
    seed: options.Seed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Play at the table of an ACPC dealer until it hangs up.

    All of a hand is in every line of the dealer, and what is random follows from --seed, the hand and the betting: a
    client that was killed goes on in the middle of a hand when it is started again. --seconds 5 is FILE:search:5.

    \b
    Examples:
      tianji holdem acpc localhost 18791 --player random
      tianji holdem acpc localhost 18791 --player tiny --seconds 5
      tianji holdem acpc localhost 18791 --player call --game holdem.limit.2p.reverse_blinds.game

    --json prints name, hands, chips (won in hands whose end was shown), answers, illegal, refused, faults, stopped.
    """
    from tianji.arena import acpc_client
    from tianji.arena.acpc import read_game

    if not 1 <= port <= 65_535:
        raise ParameterError(f"PORT {quote(port, 40)}: expected a whole number from 1 to 65535")

    if game is not None:
        options.refuse(context, ["stack", "blinds"], "with --game: the game says it")
    rules = table_rules(stack, blinds) if game is None else read_game(game)
    found = acpc_client(host, port, timed(player, seconds), rules=rules, seed=seed, never_die=never_die)
    show(found.to_dict(), _client_text, json)
    if found.stopped in ("interrupted", "cancelled"):
        raise typer.Exit(130)


def timed(player: str, seconds: float | None) -> str:
    """A player with so long for a decision: the name that `--player` takes for it.

    >>> timed("night.blueprint", 5), timed("tiny:search", 0.5), timed("tiny", None)
    ('night.blueprint:search:5', 'tiny:search:0.5', 'tiny')
    """
    if seconds is None:
        return player
    name, search, rest = player.rpartition(":search")
    if search and rest:
        raise ParameterError(
            f"--seconds {seconds:g}: {quote(player)} says its own time; leave one of them out"
        )
    if player in ("call", "fold", "allin", "random"):
        raise ParameterError(f"--seconds {seconds:g}: {quote(player)} answers at once; leave it out")
    return f"{name or player}:search:{seconds:g}"


def _client_text(data: dict[str, Any]) -> str:
    rows = [
        ("hands", f"{data['hands']:,}"),
        ("chips won", f"{data['chips']:+,.0f}"),
        ("answers", f"{data['answers']:,}"),
    ]
    rows += [(name, str(data[name])) for name in ("illegal", "refused") if data[name]]
    return "\n".join([f"{data['name']} at the dealer's table:", "", facts(rows), *data["faults"]])


def hands(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="a dealer's log, PHH (.phh, .phhs), a site's log", show_default=False
        ),
    ],
    game: Annotated[
        str | None,
        opt("NAME|FILE", "rules of a log that names none: such as holdem.limit.3p, or a .game file"),
    ] = None,
    seed: options.UnusedSeed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Replay hands on record and compare what everybody ends with to what the file says.

    Reads logs of the ACPC's dealer (limit and no-limit) and hand histories in PHH: hold'em by our own rules, other
    variants with the extra tianji[poker]. What cannot be read or settled is listed with the reason, hand by hand.

    \b
    Examples:
      tianji holdem hands match.log
      tianji holdem hands pluribus.phhs --json

    --json prints file, hands, agree, differ [names], unsaid (the file gives no result), refused [reasons], raked (of
    those that agree, pots of which the house took up to a tenth). The exit code is 2 where a hand differs or is
    refused.
    """
    from tianji.arena import check_hands

    found = check_hands(file, game)
    show(found.to_dict(), _hands_text, json)
    if found.differ or found.refused:
        raise typer.Exit(2)


def _hands_text(data: dict[str, Any]) -> str:
    rows = [("hands", f"{data['hands']:,}"), ("settle as the file says", f"{data['agree']:,}")]
    rows += [("of these less a rake", f"{data['raked']:,}")] if data["raked"] else []
    rows += [("settle, the file says nothing", f"{data['unsaid']:,}")] if data["unsaid"] else []
    lines = [f"{data['file']}:", "", facts(rows)]
    lines += ["", f"differ: {', '.join(data['differ'])}"] if data["differ"] else []
    return "\n".join([*lines, *(["", *data["refused"]] if data["refused"] else [])])

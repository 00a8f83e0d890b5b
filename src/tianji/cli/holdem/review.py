"""tianji holdem review: what decisions in recorded hands cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from tianji.cli.holdem.spot import Memory, Threads
from tianji.cli.holdem.text import grid_text
from tianji.cli.shared import options
from tianji.cli.shared.options import opt
from tianji.cli.shared.output import clock, note, show, table

if TYPE_CHECKING:
    from tianji.holdem.player.reviewed import Review

ROWS = 8  # of a table by hand
TOLD = 10  # hands that could not be reviewed


def review(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="PHH (.phh, .phhs), a dealer's or a site's log", show_default=False
        ),
    ],
    me: Annotated[str | None, opt("NAME", "whose decisions; default: of all whose cards are known")] = None,
    base: Annotated[
        str | None, opt("WHO", "whose mix leads to the street: a blueprint file", "--base")
    ] = None,
    oop: Annotated[
        str | None, opt("RANGE", "in place of it, the range of who acts first after the flop")
    ] = None,
    ip: Annotated[str | None, opt("RANGE", "likewise, of who acts second")] = None,
    until: Annotated[str, typer.Option("--until", metavar="X", help="of a solve: chips, or 0.5%")] = "0.5%",
    each: Annotated[
        float,
        typer.Option("--each", metavar="TIME", parser=options.duration, help="a solve may be planned for"),
    ] = 8.0,
    hands: Annotated[int | None, opt("N", "no more than so many hands", parser=options.whole)] = None,
    game: Annotated[
        str | None, opt("NAME", "rules of a log that names none, such as holdem.nolimit.2p")
    ] = None,
    csv: Annotated[str | None, opt("FILE", "write one line a decision")] = None,
    html: Annotated[str | None, opt("FILE", "write the worst ten with their grids")] = None,
    threads: Threads = None,
    memory: Memory = None,
    seconds: options.Seconds = None,
    seed: options.UnusedSeed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Say what each decision in recorded hands cost: the best action's value less that of the one taken, hand by hand.

    Every spot from the turn on is solved exactly, a flop where a solve fits --each, with the sizes that were played in
    its tree; ranges come there by the mix of --base, or are --oop and --ip. A loss below the solve's own exploitability
    counts as nothing. Before the flop a blueprint's values say it. Decisions on flops too large are left out and
    counted; a hand that cannot be reviewed is told by its name with the reason. All this assumes an opponent who plays
    an equilibrium.

    \b
    Examples:
      tianji holdem review hands.phhs --me you
      tianji holdem review match.log --me Alice --oop 40% --ip 45% --csv losses.csv

    --json prints file, me, hands, decisions, loss_bb, bb_per_decision, by_street, by_position, by_hand [{decisions,
    mistakes, loss_bb}], rows [{hand, player, position, street, cards, board, line, action, best, pot, loss, loss_bb,
    loss_pct, error, evs, plays}], left_out {reason: decisions}, refused, seconds, stopped, note.
    """
    from tianji.cli.shared.live import Live
    from tianji.core.storage import require_writable, write_atomic
    from tianji.holdem import review as priced

    for path in (csv, html):
        if path is not None:
            require_writable(path)
    with Live(quiet) as live:
        found = priced(
            file, me, base=base, oop=oop, ip=ip, until=until, each_seconds=each, hands=hands, threads=threads,
            memory=memory, game=game, seconds=seconds, progress=live,
        )  # fmt: skip
    saved = [path for path in (csv, html) if path is not None]
    if csv is not None:
        write_atomic(csv, found.to_csv().encode())
    if html is not None:
        write_atomic(html, found._repr_html_().encode())
    show(found.to_dict(), lambda data: _text(data, found), json)
    if saved:
        note(f"saved {', '.join(saved)}", quiet or json)
    if found.stopped in ("interrupted", "cancelled"):
        raise typer.Exit(130)


def _text(data: dict[str, Any], found: Review) -> str:
    count, hands = data["decisions"], data["hands"]
    each = f", {data['bb_per_decision']:.3f} each" if count > 1 else ""
    parts = [
        f"{data['me'] or 'Everybody'} in {hands:,} hand{'s' * (hands != 1)} of {data['file']}: {count:,} "
        f"{'decision costs' if count == 1 else 'decisions cost'} {data['loss_bb']:.2f} big blinds{each} "
        f"({clock(data['seconds'])})"
    ]
    for key in ("street", "position", "hand"):
        rows = [
            (str(row[key]), str(row["decisions"]), str(row["mistakes"]), f"{row['loss_bb']:.2f}")
            for row in data[f"by_{key}"][:ROWS]
        ]
        if rows:
            parts.append(table((key, "decisions", "mistakes", "lost, bb"), rows, right=(1, 2, 3)))
    for row in found.worst():
        where = f"{row.street} {row.board}".strip()
        head = f"{row.hand}, {where}, {row.player} {row.position} with {row.cards}, {row.line or 'first to act'}:\n"
        head += (
            f"{row.action} costs {row.loss_bb:.2f} bb ({row.loss_pct:.1f} % of the pot); best is {row.best}"
        )
        evs = table(
            ("action", "ev", "the solve plays", ""),
            [
                (name, f"{ev:,.1f}", f"{100 * row.plays[name]:.0f} %", "taken" * (name == row.action))
                for name, ev in row.evs.items()
            ],
            right=(1, 2),
        )
        parts += [f"{head}\n\n{evs}", *([grid_text(row.grid)] if row.grid is not None else [])]
    out = [f"{n:,} decision{'s' * (n != 1)} left out, {why}" for why, n in data["left_out"].items()]
    parts += ["\n".join(out)] if out else []
    parts += [_refused(data["refused"])] if data["refused"] else []
    return "\n\n".join([*parts, f"Note: {data['note']}."])


def _refused(lines: list[str]) -> str:
    """How many hands were refused, and why: the first of them."""
    more = f"\n… and {len(lines) - TOLD:,} more; --json has all" if len(lines) > TOLD else ""
    return (
        f"{len(lines):,} hand{'s' * (len(lines) != 1)} could not be reviewed:\n"
        + "\n".join(lines[:TOLD])
        + more
    )

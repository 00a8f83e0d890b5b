"""The options of `tianji holdem`, each defined once; a spot from a file, options, or a file with some of it changed."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tianji.cli.shared import options
from tianji.errors import ParameterError, TianjiError, TooLargeError, quote

if TYPE_CHECKING:
    from tianji.holdem import Spot
    from tianji.holdem.engine.forecast import Offer
    from tianji.holdem.spot.locks import Lock


def text_option(flag: str, metavar: str, about: str) -> Any:
    """A text that may be left out."""
    return Annotated[str | None, typer.Option(flag, metavar=metavar, help=about, show_default=False)]


def texts_option(flag: str, metavar: str, about: str) -> Any:
    """Texts, by repeating the option."""
    return Annotated[list[str] | None, typer.Option(flag, metavar=metavar, help=about, show_default=False)]


def chips_option(flag: str, about: str) -> Any:
    """A number of chips or pots that may be left out."""
    return Annotated[float | None, typer.Option(flag, metavar="X", help=about, show_default=False)]


def _argument(metavar: str, about: str) -> Any:
    return Annotated[str, typer.Argument(metavar=metavar, help=about, show_default=False)]


UntilPot = text_option("--until", "X", "exploitability: 0.3% of the pot, or chips")
Threads = Annotated[
    int | None,
    typer.Option(
        "--threads", metavar="N", parser=options.whole, help="default: all cores", show_default=False
    ),
]
Storage = text_option("--storage", "KIND", "float32, int16 (half the memory), float64 or auto")
Device = text_option("--device", "NAME", "cpu, cuda (a GPU, by PyTorch) or auto; default: cpu")
Tree = text_option("--tree", "NAME", "sizes by name: simple, standard or rich")
Line = Annotated[str, typer.Option("--line", metavar="LINE", help="such as 'check, bet 50%, call, 8h'")]
Csv = text_option("--csv", "FILE", "write the hands as CSV")
Checkpoint = text_option("--checkpoint", "FILE", "save the work now and then, a report after every board")
Resume = Annotated[bool, typer.Option("--resume", help="continue from --checkpoint", show_default=False)]
Memory = text_option("--memory", "SIZE", "allowed, such as '8 GiB'; default: 9/10 of what is free")
SolveFile = _argument("FILE", "a solve that --out wrote")
SolveA = _argument("A", "a solve that --out wrote")
SolveB = _argument("B", "another, of the same board")
FirstHand = _argument("HAND", "AhKh, or a range")
SecondHand = _argument("HAND", "QdQc, or a range")
Method = Annotated[
    str | None,
    typer.Option(
        "--method", "-m", metavar="NAME", show_default=False,
        help="by default discounted CFR with half-instant values; or dcfr, cfr+, dcfr(1.5,0,3), …",
    ),
]  # fmt: skip
Out = text_option("--out", "FILE", "save the solve")
Gate = text_option(
    "--gate", "FILE", "solve again for one player behind a gate: TOML or JSON, see docs/holdem.md"
)
Hand = text_option("--hand", "HAND", "one hand, such as AhKd, or class")
Hands = text_option("--hands", "RANGE", "list hands: 'AA,AKs', or all")
Grid = text_option("--grid", "[KIND]", "13×13: strategy, ev, equity, range")
GridOfTwo = text_option("--grid", "[KIND]", "13×13 of B − A: strategy or ev")
Player = text_option("--player", "PLAYER", "oop or ip: EV, equity and range of his")
Action = text_option("--action", "ACTION", "of the grid, such as check")
BOARDS_HELP = "all 1,755 flops, 25, 49, 95 or 184 that stand for them, or a file with one a line"
Boards = Annotated[str, typer.Argument(metavar="BOARDS", help=BOARDS_HELP, show_default=False)]
SpotFile = Annotated[str, typer.Option("--spot", metavar="FILE", help="the spot; its board is replaced")]
Outs = texts_option("--out", "FILE", ".csv, .html or .json; may be repeated")
Save = text_option("--save", "FOLDER", "keep every solve there")
SPOT_HELP = "spot.toml, TexasSolver commands or a Libratus endgame"
LOCK_HELP = (
    "fix a strategy: 'start: check 70%, bet 50% 30%' or 'check: AA=check; KK,QQ=bet 50%'; may be repeated"
)
SPOT: dict[str, Any] = {
    "spot": Annotated[str | None, typer.Argument(metavar="[SPOT]", help=SPOT_HELP, show_default=False)],
    "board": text_option("--board", "CARDS", "such as Ks7h2dJc"),
    "pot": chips_option("--pot", "chips in the middle"),
    "stack": chips_option("--stack", "chips behind, of each player"),
    "oop": text_option("--oop", "RANGE", "who acts first, such as '22+,A2s+' or 15%"),
    "ip": text_option("--ip", "RANGE", "such as '22+,A2s+,K8o+:0.5'"),
    "tree": Tree,
    "bets": texts_option("--bets", "SIZES", "50%,allin; or a part: flop=33%,75% turn.oop=75%; may be repeated"),
    "raises": texts_option("--raises", "SIZES", "such as 2.5x,allin; parts as in --bets"),
    "donks": texts_option("--donks", "SIZES", "bets into last street's bettor; parts as in --bets"),
    "max_raises": Annotated[
        int | None,
        typer.Option("--max-raises", metavar="N", parser=options.whole, help="raises a street", show_default=False),
    ],
    "add_allin": chips_option("--add-allin", "offer all-in up to so many pots"),
    "force_allin": chips_option("--force-allin", "bet all-in where a call would leave less than so many pots"),
    "chip": chips_option("--chip", "bets are multiples of it"),
    "rake": text_option("--rake", "RATE,CAP", "such as 0.05,3 or 5%,3"),
    "lock": texts_option("--lock", "LOCK", LOCK_HELP),
}  # fmt: skip


def said(**given: Any) -> dict[str, Any]:
    """The options that were given, memory in bytes."""
    from tianji.holdem.engine.forecast import read_memory

    found = {name: value for name, value in given.items() if value is not None}
    return {**found, "memory": read_memory(found["memory"])} if "memory" in found else found


def takes_spot(function: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of a spot; its first parameter, `given`, holds what was said of them."""

    def command(**arguments: Any) -> None:
        given = {name: arguments.pop(name) for name in SPOT}
        function(
            {name: value for name, value in given.items() if value is not None and value != []}, **arguments
        )

    rest = list(inspect.signature(function, eval_str=True).parameters.values())[1:]
    kind = inspect.Parameter.KEYWORD_ONLY
    own = [inspect.Parameter(n, kind, default=None, annotation=a) for n, a in SPOT.items()]
    parameters = [*own, *(p.replace(kind=kind) for p in rest)]
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {p.name: p.annotation for p in parameters}
    command.__name__, command.__doc__ = function.__name__, function.__doc__
    return command


def read_spot(given: dict[str, Any]) -> tuple[Spot, dict[str, Any]]:
    """The spot that a command line describes, and the options of `solve` that its file gives."""
    from tianji.holdem import Range, Spot, preset
    from tianji.holdem.files.readers import lock_from_text
    from tianji.holdem.files.spots import load_job
    from tianji.poker.cards import parse_board, show_cards

    fields = {k: v for k, v in given.items() if k not in ("spot", "tree", "bets", "raises", "donks", "lock")}
    if "rake" in fields:
        fields["rake"] = _rake(fields["rake"])
    for name in ("oop", "ip"):
        if name in fields:
            fields[name] = Range.parse(fields[name], f"--{name}")
    if "board" in fields:
        fields["board"] = show_cards(parse_board(fields["board"], where="--board"))
    base, settings = load_job(given["spot"]) if "spot" in given else (None, {})
    missing = [k for k in ("board", "pot", "stack", "oop", "ip") if base is None and k not in fields]
    if missing:
        raise ParameterError(
            f"--{missing[0]} is missing; give a spot file, or --board --pot --stack --oop --ip"
        )
    if "tree" in given:
        fields["tree"] = given["tree"]
    sizes = {**({} if base is None else base.to_dict()), **(preset(given["tree"]) if "tree" in given else {})}
    for name in ("bets", "raises", "donks"):
        if name in given:
            fields[name] = _sizes(sizes, name, given[name])
    spot = Spot(**fields) if base is None else base.replace(**fields) if fields else base
    before = len(spot.locks)
    for text in given.get("lock", []):
        try:
            spot = spot.locked(*lock_from_text(text))
            _check_new(spot.locks[before:])
        except TianjiError as error:  # of a line or a hand: say which lock it stands in
            about = str(error).removeprefix(f"lock {quote(text)}").lstrip(":; ")
            raise ParameterError(f"--lock {quote(text)}: {about}") from None
    return spot, settings


def _check_new(locks: tuple[Lock, ...]) -> None:
    """Refuse to fix one hand twice: the earlier of the two would be forgotten without a word."""
    *others, new = locks
    for other in others:
        if other.place == new.place and (other.hands & new.hands).any():
            raise ParameterError(
                f"another --lock fixes hands of {quote(new.line or 'start')} too; give one of them"
            )


def _sizes(base: dict[str, Any], name: str, texts: list[str]) -> Any:
    """One text for everything, or what there is with some parts changed."""
    from tianji.holdem.spot.presets import changed_sizes
    from tianji.holdem.spot.spot import DEFAULT_TREE

    if len(texts) == 1 and "=" not in texts[0]:
        return texts[0]
    key = (
        name if name in base or name != "donks" else "bets"
    )  # where there are no donks of their own, they are bets
    before = base.get(key, DEFAULT_TREE.get(key))
    return changed_sizes(before, texts, f"--{name}")


def _rake(text: str) -> tuple[float, float]:
    """Rate and cap from `0.05,3` or `5%,3`."""
    rate, _, cap = text.partition(",")
    try:
        share = float(rate.strip().removesuffix("%")) / (100 if rate.strip().endswith("%") else 1)
        return share, float(cap)
    except ValueError:
        raise ParameterError(
            f"--rake {quote(text)}; expected the rate and the cap in chips, such as 0.05,3"
        ) from None


def left_out(given: dict[str, Any]) -> str:
    """What to leave out for the sake of a tree by name, in words; "" where nothing would change that tree."""
    from tianji.holdem.spot.presets import SHAPE

    typed = [f"--{name.replace('_', '-')}" for name in SHAPE if name in given]
    return f"leave out {', '.join(typed)} with a named tree" if typed else ""


@contextmanager
def offering(given: dict[str, Any]) -> Iterator[None]:
    """Trees that fit are offered by name: say then which options would make them larger again."""
    try:
        yield
    except TooLargeError as error:
        if "tree=" not in str(error) or not left_out(given):
            raise
        raise TooLargeError(f"{error}; {left_out(given)}") from None


def offer_options(offer: Offer) -> str:
    """The options that ask for an offered tree."""
    return " ".join(f"--{name.replace('_', '-')} {value}" for name, value in offer.words.items())

"""Every reader of text and every engine's protocol, in one table: name, what reads, what valid inputs look like."""

from __future__ import annotations

import contextlib
import io
import json
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import tianji as tj
from fuzz.hostile import hostile_text
from tianji.errors import TianjiError

LONGEST = 120  # characters of the input that a message may quote at a time


@dataclass(frozen=True)
class Reader:
    """`read(text)` gives a value or raises a `TianjiError`; a text it returns is what a program said instead."""

    name: str
    read: Callable[[str], object]
    examples: list[str] = field(repr=False)


def judged(reader: Reader, text: str) -> str | None:
    """What the reader said of a text: None for a value, else the sentence; raises AssertionError for anything else."""
    try:
        answer = reader.read(text)
    except TianjiError as error:
        said = str(error)
    except Exception as error:
        raise AssertionError(
            f"{reader.name}: {type(error).__name__}: {error!s:.300}, of {text!r:.300}"
        ) from error
    else:
        if not isinstance(answer, str):
            return None
        said = answer
    assert said.strip(), f"{reader.name}: an empty sentence for {text!r:.300}"
    assert quotes_little(said, text), (
        f"{reader.name}: the message quotes more than {LONGEST} characters of {text!r:.300}: {said!r:.500}"
    )
    return said


def quotes_little(said: str, text: str) -> bool:
    """Whether no part of a message is a longer part of the text than may be quoted."""
    long = LONGEST + 9
    return not any(said[i : i + long] in text for i in range(len(said) - long + 1))


def try_one(reader: Reader, rng: Random) -> None:
    """One hostile input."""
    judged(reader, hostile_text(rng, reader.examples))


# Games ------------------------------------------------------------------------------------------------------

SPECS = [
    "kuhn", "leduc(ranks=3)", "liars_dice(dice=1, faces=3)", "goofspiel(cards=3)", "random_game(seed=1, depth=2)",
    "mnk(m=3, n=3, k=3)", "nim(heaps='3,4,5')", "coin_toss", "tian_ji", "hex(size=3)",
    "domineering(rows=3, columns=3)", "breakthrough(width=4, height=5)",
]  # fmt: skip
POSITIONS = {
    "tic_tac_toe": ["X.O/.X./..O", ".../.../..."],
    "connect_four": ["44455", ""],
    "othello": ["---------------------------OX------XO--------------------------- X"],
    "kalah(m=2, n=2)": ["2,2,0/2,2,0", "0,1,3/1,0,3"],
    "nim": ["3,4,5", "1"],
    "hex(size=3)": ["a1 b2 c3"],
    "gomoku": ["h8 i9 g7"],
    "breakthrough(width=3, height=5)": ["BBB/BBB/.../WWW/WWW W"],
    "domineering(rows=3, columns=3)": ["#.#/.../..# V"],
    "three_lines": ["0 5 2", ""],
    "chess": ["r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"],
    "chess_ending": ["8/8/8/8/8/3k4/1Q6/K7 b", "8/8/8/8/8/3k4/1Q6/K7 b - - 0 1"],
}
EFG = [
    'EFG 2 R "g" { "1" "2" }\nc "" 1 "" { "a" 1/2 "b" 1/2 } 0\np "" 1 1 "" { "x" "y" } 0\nt "" 1 "" { 1, -1 }\n'
    't "" 2 "" { 0.5 -0.5 }\nt "" 3 "" { 2, -2 }\n',
    'EFG 2 R "g" { "1" }\np "" 1 1 "" { "x" "y" } 0\nt "" 1 "" { 1 }\nt "" 2 "" { 1e3 }\n',
]  # fmt: skip
NFG = [
    'NFG 1 R "g" { "1" "2" }\n\n{ { "a" "b" } { "c" "d" } }\n\n3 3 0 5 5 0 1 1\n',
    'NFG 1 R "g" { "1" "2" } { 2 2 }\n\n3 3 0 5 5 0 1/2 1\n',
    'NFG 1 R "g" { "1" "2" }\n{ { "a" "b" } { "c" } }\n{\n{ "x" 1, 2 }\n{ "" 3, 4 }\n}\n1 2\n',
]
TABLES = [
    "3,3 0,5; 5,0 1,1",
    "0 1; 1 0",
    "1/2,0.5\t2,3\n1,1\t0,0",
    "chicken",
    "colonel_blotto(soldiers=2, fields=2)",
]


def _load(text: str) -> object:
    from tianji.games.registry import load

    if ":" in text:  # would import whatever stands there
        return None
    return load(text)


def _position(spec: str) -> Callable[[str], object]:
    game = tj.load(spec)

    def read(text: str) -> None:
        s = game.parse(text)
        hash(s), game.show(s)
        if game.player(s) >= 0:
            game.actions(s)
        else:
            game.utility(s)

    return read


def _game_readers() -> list[Reader]:
    from tianji.games.efg import read_efg

    positions = [
        Reader(f"position of {spec}", _position(spec), examples)
        for spec, examples in POSITIONS.items()
        if _has(spec)
    ]
    return [
        Reader("game spec", _load, SPECS),
        *positions,
        Reader("efg", lambda text: read_efg(text if text.startswith("EFG") else "EFG " + text), EFG),
    ]


def _matrix_readers() -> list[Reader]:
    from tianji.matrix.game.load import load as load_matrix
    from tianji.matrix.game.nfg import parse_nfg
    from tianji.matrix.game.normal_form import NormalForm

    return [
        Reader("nfg", parse_nfg, NFG),
        Reader("matrix text", NormalForm, [*TABLES[:3], *NFG]),
        Reader("matrix game", load_matrix, TABLES),
    ]


def _has(spec: str) -> bool:
    try:
        tj.load(spec).initial()
    except TianjiError:  # chess needs a package
        return False
    return True


# Poker ------------------------------------------------------------------------------------------------------

SPOT = {
    "board": "Ks7h2d3c",
    "pot": 10,
    "stack": 20,
    "oop": "AA,KQ",
    "ip": "QQ,AK",
    "bets": "50%",
    "raises": "allin",
}
RANGES = ["AA", "22+,A2s+,KTo+:0.5", "AhKd,QQ-99", "15%", "AA:0.5,KK", "T9s-54s", "AKs:25%", "random"]
TOML = [
    'board = "Ks7h2d"\npot = 20\nstack = 90\noop = "AA,KK"\nip = "QQ+"\nbets = "33%,75%"\nraises = "allin"\n'
    'chip = 1\nmax_raises = 2\n\n[solve]\nuntil = "0.3%"\nthreads = 2\nstorage = "int16"\nmemory = "8 GiB"\n',
    'board="Ks7h2d3c"\npot=20\nstack=90\noop="AA"\nip="QQ"\nrake=[0.05, 3]\n[bets.turn]\noop="50%"\nip="60%"\n'
    '[[locks]]\nline="x"\nstrategy={check=1}\n',
]  # fmt: skip
TEXAS = [
    "set_pot 50\nset_effective_stack 200\nset_board Qs,Jh,2h\nset_range_ip AA,KK:0.5\nset_range_oop QQ,AKs\n"
    "set_bet_sizes oop,flop,bet,50\nset_bet_sizes ip,river,allin\nset_allin_threshold 0.67\nset_thread_num 8\n"
    "set_accuracy 0.5\nset_max_iteration 200\nset_use_isomorphism 1\nstart_solve\n"
]  # fmt: skip
LIBRATUS = ["-round 3\n-board KsKdQd7c3c\n-pot 200\n-reach " + " ".join(["0.5"] * 2652) + "\n"]


GATES = [
    'player = "oop"\ntechnique = "reach-maxmargin"\ngifts = 3\n[alternatives]\nAA = 80\nKK = 7.5\nKhKc = 9\n',
    '{"player": "ip", "alternatives": "random: 3", "technique": "distributional", "spread": "random: 2"}',
]
MENUS = [
    'bets = ["100,a|a", "75|a", "75|a", "75,a|a"]\nname = "small"\nstack = 20000\n',
    'bets = ["50,100|a", "75|a", "75|a", "a|a"]\n',
]


def _in_file(read: Callable[[Path], object], suffix: str = "") -> Callable[[str], object]:
    """What reads a file, as what reads its text."""

    def whole(text: str) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"file{suffix}"
            path.write_bytes(text.encode(errors="surrogatepass"))
            read(path)

    return whole


def _file_readers() -> list[Reader]:
    from tianji.arena import holdem_match
    from tianji.holdem.answer.flops import read_boards
    from tianji.holdem.blueprint.menu import read_menu
    from tianji.holdem.files.gates import load_gate

    def go_on(path: Path) -> None:
        holdem_match("call", "fold", hands=4, log=path, resume=True)

    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        holdem_match("call", "fold", hands=4, log=log)
        match = log.read_text()
    return [
        Reader("gate", _in_file(load_gate), GATES),
        Reader("boards", _in_file(read_boards), ["Ks7h2d 2.5\nQs9h8dJc 1 # a comment\n", "Ks7h2d"]),
        Reader("menu of a blueprint", _in_file(read_menu, ".toml"), MENUS),
        Reader("log of a match", _in_file(go_on), [match]),
    ]


def _poker_readers() -> list[Reader]:
    from tianji.holdem.files import readers
    from tianji.holdem.spot.lines import find_line
    from tianji.holdem.spot.spot import Spot
    from tianji.poker.betting import parse_sizes
    from tianji.poker.cards import parse_board, parse_cards, parse_hand
    from tianji.poker.ranges import Range

    spot = Spot(**SPOT)
    tree = spot.tree()
    return [
        Reader("range", Range.parse, RANGES),
        Reader("cards", parse_cards, ["AsKd", "2c 3d"]),
        Reader("board", parse_board, ["Ks7h2d", "Ks 7h 2d 3c"]),
        Reader("hand", parse_hand, ["AsKd", "22"]),
        Reader("bet sizes", lambda text: parse_sizes(text, "bets"), ["33%,75%,allin", "2.5x, 100", "50%"]),
        Reader(
            "line",
            lambda text: find_line(tree, text),
            ["check, bet 50%, call", "x/b30/c/8h", "bet 5; call; 8h"],
        ),
        Reader("lock", readers.lock_from_text, ["check: AA = check 0.5, bet 0.5; KK = check", "x: check 1"]),
        Reader("spot in TOML", lambda text: readers.toml(text, "spot.toml"), TOML),
        Reader("TexasSolver file", lambda text: readers.texas_solver(text, "file"), TEXAS),
        Reader("Libratus file", lambda text: readers.libratus(text, "file"), LIBRATUS),
    ]


PHH = [
    'variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [50, 100]\nmin_bet = 100\nstarting_stacks = [1000, inf]\n'
    'actions = ["d dh p1 ????", "d dh p2 AhKd", "p2 cbr 300", "p1 cc", "d db Ks7h2d", "p1 cc", "p2 cbr 12.5", "p1 f"]\n'
    "finishing_stacks = [700, 1300]\n",
    "[1]\nvariant = 'FT'\nantes = [0, 0, 0]\nblinds_or_straddles = [1, 2, 0]\nsmall_bet = 2\nbig_bet = 4\n"
    "starting_stacks = [100, 100, 100]\nactions = ['p3 f', 'p1 cbr 4', 'p2 f']\n[2]\nvariant = 'PO'\n",
]
MATCH_STATES = ["MATCHSTATE:0:7:r300c/:AhKd|/Ks7h2d", "MATCHSTATE:1:8:r20000c///:5d5c|9hQd/8dAs8s/4h/6d"]
LOG = [
    "# Game: blinds by seat [10, 5], first to act by round [1, 0, 0, 0], fixed raise sizes by round [10, 10, 20, 20]\n"
    "STATE:9:cc/cc/cc/rrc:Qd5h|9h2d/AsKs3h/Th/8c:50|-50:p2|p1\nSCORE:50|-50:p2|p1\n",
    "STATE:0:r300f:3c8d|Ks6c:-100|100:a|b\n",
]


PLAYERS = [
    "call", "random", "tiny", "tiny:search", "tiny:search:2", "tiny:search:2:flop", "no.blueprint:search", "port:0",
]  # fmt: skip
SPOKEN = ["f", "c", "b 50%", "r 900", "raise to 1,200", "a", "all-in", "r 33.5%"]


def _seated(text: str) -> None:
    from tianji.arena import hand_agent

    close = getattr(hand_agent(text), "close", None)
    if close is not None:
        close()


def _arena_readers() -> list[Reader]:
    from tianji.arena.acpc import MatchState, parse_log
    from tianji.arena.phh import parse_phh
    from tianji.parallel import make_executor
    from tianji.poker.hand import HandState
    from tianji.poker.rules import RULES, HandRules
    from tianji.poker.words import read_action

    def spoken(text: str) -> None:
        read_action(HandState.start().play("r300c/r600"), text)

    def settled(text: str) -> None:
        for record in parse_phh(text):
            if record.variant in ("NT", "FT"):
                record.agrees, record.settle(), record.players, record.to_json()

    def logged(text: str) -> str | None:
        log = parse_log(text.splitlines())
        return log.refused[0] if log.refused else None

    return [
        Reader("betting", HandState.start().play, ["r300c/cc/r600r1800c/c", "cr20000c///", "f"]),
        Reader("a person's words", spoken, SPOKEN),
        Reader("player of hold'em", _seated, PLAYERS),
        Reader("executor", make_executor, ["serial", "processes", "processes(2)"]),
        Reader("betting for three", HandState.start(RULES["limit.3p"]).play, ["rrc", "ccc/rcc/", "fcc/"]),
        Reader("game definition", HandRules.from_gamedef, [r.to_gamedef() for r in RULES.values()]),
        Reader("ACPC state", lambda text: MatchState.parse(text, HandRules()), MATCH_STATES),
        Reader("ACPC log", logged, LOG),
        Reader("PHH", settled, PHH[:1]),
        Reader("PHH, several hands", settled, PHH),
    ]


# Engines and files -------------------------------------------------------------------------------------------

JSON_LINES = [
    '{"id": 1, "do": "new", "position": "X.O/.X./..O"}', '{"do": "play", "action": "4"}', '{"do": "undo"}',
    '{"do": "show"}',
    '{"do": "search", "method": "mtdf", "depth": 2}', '{"do": "search", "method": "minimax", "depth": 1, "nodes": 50}',
    '{"do": "actions"}', '{"do": "methods"}',
]  # fmt: skip
HAND_LINES = [
    '{"id": 1, "do": "new", "blinds": [50, 100], "stacks": [20000, 20000]}', '{"do": "act", "action": "r300"}',
    '{"do": "cards", "seat": 0, "hole": "AhKd"}', '{"do": "act", "action": "c"}',
    '{"do": "board", "cards": "Ks7h2d"}', '{"do": "undo"}', '{"do": "show"}', '{"do": "ranges"}',
    '{"id": 7, "do": "think"}', '{"do": "think", "seconds": 1}', '{"do": "new", "hand": 3}',
]  # fmt: skip
UCI_LINES = [
    "uci", "isready", "ucinewgame", "position startpos moves e2e4 e7e5", "setoption name Hash value 64", "stop",
    "debug on",
    "position fen r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3 moves f1b5",
]  # fmt: skip
MATE = "position fen 7k/8/6KQ/8/8/8/8/8 b - - 0 1"  # Black is mated: nothing to search, whatever the limits
GO_LINES = [
    "go depth 3", "go nodes 1000", "go movetime 100", "go wtime 1000 btime 1000 winc 10 binc 10 movestogo 3",
    "go mate 2", "go infinite", "go searchmoves e2e4 depth 1",
]  # fmt: skip


def _json_engine(line: str) -> str | None:
    from tianji.games.mnk import TicTacToe
    from tianji.search.engines.json_lines import JsonEngine

    engine = JsonEngine(TicTacToe())
    engine.urgent(line)
    answer = json.loads(engine.handle(line))
    return None if answer["ok"] is True else answer["error"]


def _hand_engine(line: str) -> str | None:
    """After a flop, so that boards, actions and decisions have something to stand on."""
    from tianji.holdem.player.engine import HandEngine

    engine = HandEngine("random")
    for before in HAND_LINES[:6]:
        assert json.loads(engine.handle(before))["ok"], before
    engine.urgent(line)
    answer = json.loads(engine.handle(line))
    return None if answer["ok"] is True else answer["error"]


def _uci_engine(before: str) -> Callable[[str], None]:
    from tianji.search.engines.uci import UciEngine

    class Engine(UciEngine):
        """Faults are shown here, not told."""

        def fault(self, job: Any, error: Exception) -> None:
            faults.append(error)

    faults: list[Exception] = []

    def read(line: str) -> None:
        if not before and line.strip().startswith("go"):
            return  # at a position that can be searched for long
        engine = Engine(lambda row: None)
        if line.strip():
            engine.urgent(line)
        engine.serve([before, *line.splitlines(), "quit"])
        if faults:
            raise faults.pop()

    return read


def _json_strategy(text: str) -> None:
    tj.Strategy.from_json(text)


def _engine_readers() -> list[Reader]:
    strategy = (
        '{"game": "kuhn", "unvisited": "uniform", "players": [{"(0, \'\')": {"p": 0.5, "b": 0.5}}, {}]}'
    )
    found = [
        Reader("JSON engine", _json_engine, JSON_LINES),
        Reader("hold'em engine", _hand_engine, HAND_LINES),
        Reader("strategy in JSON", _json_strategy, [strategy, tj.uniform(tj.load("kuhn")).to_json()]),
    ]
    if _has("chess"):
        found += [
            Reader("UCI", _uci_engine(""), UCI_LINES),
            Reader("UCI go", _uci_engine(MATE), GO_LINES),
        ]
    return found


# The command line --------------------------------------------------------------------------------------------

# X stands for the hostile text. Nothing here may take long when X happens to be fine.
COMMANDS = {
    "show X": SPECS,
    "solve kuhn -q --seconds 0.02 -n X": ["3", "1e1"],
    "solve kuhn -q -n 3 --threads X": ["1", "2"],
    "solve kuhn -q -n 3 --until X": ["0.1", "1e-3"],
    "solve kuhn -q -n 3 -m external --seed X": ["0", "7"],
    "search tic_tac_toe -q --method mcts --nodes 50 --seed X": ["0", "7"],
    "solve kuhn -q -n 3 --method X": ["dcfr", "cfr+", "external"],
    "solve kuhn -q -n 3 --checkpoint-every X --checkpoint FILE": ["2", "0.5s"],
    "search tic_tac_toe -q --depth 2 --position X": POSITIONS["tic_tac_toe"],
    "search nim -q --depth 2 --nodes 100 --position X": ["3,4,5"],
    "search tic_tac_toe -q --depth X": ["2", "3"],
    "search tic_tac_toe -q --depth 2 --nodes X": ["100", "1e3"],
    "search tic_tac_toe -q --depth 2 --method X": ["minimax", "mtdf"],
    "matrix X": TABLES,
    "matrix chicken -m X": ["vertex", "lemke-howson"],
    "matrix chicken --select X": ["max-entropy", "welfare"],
    "eval kuhn X": ["nothing.json"],
    "convert X FILE.efg": ["kuhn", "nothing.json"],
    "subgame coin_toss -q --at X": ["player 1"],
    "subgame coin_toss -q --technique X": ["resolve", "maxmargin"],
    "compare kuhn uniform X": ["uniform"],
    "match kuhn -q --hands 2 --seconds 1 uniform X": ["uniform", "nothing.json", "mtdf:nodes=5"],
    "match tic_tac_toe -q --hands 2 --seconds 1 uniform X": ["mtdf:nodes=5", "mcts:nodes=3,depth=2"],
    "holdem match -q --hands 2 call fold --blinds X": ["50/100", "1/2"],
    "holdem match -q call X --hands 2": ["fold", "random", "nothing.blueprint"],
    "holdem lbr -q X --hands 2": ["fold", "call", "nothing.blueprint"],
    "holdem lbr -q fold --hands 2 --menu X": ["fc", "fcpa"],
    "holdem hands X": ["nothing.phh", "nothing.log"],
    "holdem buckets make --game turn --deck 20 -k X": ["5", "5,6"],
    "holdem buckets make --deck 20 -k 5 --game X": ["turn"],
    "holdem buckets show X --board AsKdTh": ["nothing"],
    "holdem pushfold --stack X": ["3", "2.5"],
    "reproduce X table1 --scale ci --seconds 0.1": ["brown2018"],
    "reproduce brown2017 X --scale ci --seconds 0.1": ["table9"],
    "holdem equity X QQ --board Ks7h2d3c9s": RANGES,
    "holdem equity AhKd QQ --board X": ["Ks7h2d3c9s"],
}
_SPOT = {"board": "Ks7h2d3c9s", "pot": "10", "stack": "20", "oop": "AA,KQs", "ip": "QQ,AKs", "bets": "50%"}
_OPTIONS = {  # of `holdem plan` beside those of the spot, and what they look like
    **{name: [value] for name, value in _SPOT.items()}, "donks": ["33%"], "tree": ["simple"], "max-raises": ["2"],
    "add-allin": ["1.5"], "force-allin": ["0.2"], "chip": ["1"], "rake": ["5%,3"], "threads": ["2"],
    "storage": ["int16"], "memory": ["8 GiB", "1"],
}  # fmt: skip


def _holdem_commands() -> dict[str, list[str]]:
    found = {}
    for name, examples in _OPTIONS.items():
        words = [f"--{k} {'X' if k == name else v}" for k, v in {**_SPOT, name: "X"}.items()]
        found[f"holdem plan {' '.join(words)}"] = examples
    return found


def _command(pattern: str) -> Callable[[str], str | None]:
    def read(text: str) -> str | None:
        from tianji import cli

        with tempfile.TemporaryDirectory() if "FILE" in pattern else contextlib.nullcontext("") as folder:
            words = [str(Path(folder) / w) if w.startswith("FILE") else w for w in pattern.split()]
            if ":" in text and words[0] in ("show", "convert"):  # would import whatever stands there
                return None
            out, err = io.StringIO(), io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                code = cli.main([text if w == "X" else w for w in words])
        said = err.getvalue().strip().splitlines()
        assert code in (0, 2), (code, said)
        assert "Traceback" not in err.getvalue() and "fault in Tianji" not in err.getvalue(), said
        if code == 2 and not said and pattern.startswith("holdem hands"):
            return None  # a file that could be opened: what is refused of it is in the answer
        assert code == 0 or (said and said[-1].startswith("tianji: error: ")), (code, said)
        return said[-1] if code == 2 else None

    return read


def _command_readers() -> list[Reader]:
    every = {**COMMANDS, **_holdem_commands()}
    return [Reader(f"tianji {pattern}", _command(pattern), examples) for pattern, examples in every.items()]


@cache
def readers() -> dict[str, Reader]:
    """All of them, by name."""
    found: list[Any] = [
        *_game_readers(),
        *_matrix_readers(),
        *_poker_readers(),
        *_arena_readers(),
        *_file_readers(),
        *_engine_readers(),
        *_command_readers(),
    ]
    return {reader.name: reader for reader in found}

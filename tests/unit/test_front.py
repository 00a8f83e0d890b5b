"""The front door: typed, lazy, listed by `dir`, and pinned."""

from __future__ import annotations

import json
import logging
import re
import rlcompleter
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import tianji as tj
from tianji.errors import ParameterError

ROOT = Path(__file__).resolve().parents[2]

# expression → the type a checker must see: never Any, never an unknown attribute
SEEN = {
    'tj.load("kuhn")': "Game[Any, Any]",
    "tj.games()": "list[str]",
    "tj.games.names()": "list[str]",
    "tj.compile(game)": "FlatGame",
    'tj.solve(game, "dcfr", until=1e-3)': "Solution",
    "tj.solve(game).strategy": "Strategy",
    "tj.uniform(game)": "Strategy",
    "tj.exploitability(game, tj.uniform(game))": "float",
    'tj.search(game, None, "mtdf", seconds=1.0)': "SearchResult[Any]",
    "tj.search.methods()": "dict[str, str]",
    'tj.matrix.NormalForm("1 2; 3 4")': "NormalForm",
    'tj.matrix.equilibria(tj.matrix.NormalForm("1 2; 3 4"))': "Equilibria",
    "spot": "Spot",
    'spot.solve(until="0.3%")': "SpotSolution",
    'spot.solve(until="0.3%").exploitability_pct': "float",
    'spot.solve(until="0.3%").strategy("")': "HandTable",
    'tj.holdem.equity("AA", "KK")': "Equity",
    "tj.compare(game, tj.uniform(game), tj.uniform(game))": "Comparison",
    "tj.subgame.cuts(game)": "list[Cut]",
    "tj.subgame.solve(game, tj.uniform(game), tj.subgame.cuts(game)[0], solver='lp')": "SubgameResult",
    "tj.arena.read_phh('x.phh')": "list[HandRecord]",
    "tj.arena.match(game, 'uniform', 'uniform')": "MatchResult",
    "tj.holdem.report(spot, 25)": "BoardReport",
    "tj.holdem.compare(spot.solve(), spot.solve())": "SpotComparison",
    "tj.matrix.learn(tj.matrix.NormalForm('1 2; 3 4'))": "Trajectory",
    "tj.parallel.run_batch('x', 'a:b', [])": "Batch",
}
WRONG = (
    "tj.nonsense",
    "tj.holdem.nonsense",
    "tj.parallel.nonsense",
    "tj.games.nonsense",
    "tj.subgame.nonsense",
    "tj.search(5)",
    'tj.games("leduc")',
    "spot.solve(itertions=5)",
    "tj.solve(game, itertions=5)",
    "tj.subgame.solve(game, tj.uniform(game), [], tecnique='unsafe')",
)
HEAD = """\
import tianji as tj
from tianji.games import mnk

game = tj.load("kuhn")
spot = tj.holdem.Spot(board="AsKd8h5c2s", pot=100, stack=100, oop="AA", ip="KK")
"""


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "front.py"
    path.write_text(
        HEAD + "".join(f"reveal_type({text})\n" for text in SEEN) + "".join(f"{text}\n" for text in WRONG)
    )
    return path


def check_types(output):
    shown = [
        re.sub(r"\b[a-z_]+\.", "", found) for found in re.findall(r'(?:type|" ) is "(.*)"$', output, re.M)
    ]
    assert dict(zip(SEEN, shown, strict=True)) == SEEN
    assert len(re.findall(r"error: ", output)) == len(WRONG), output


def test_mypy_sees_through_the_front_door(program):
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(program)], cwd=ROOT, capture_output=True, text=True
    )
    check_types(done.stdout)


@pytest.mark.skipif(shutil.which("pyright") is None, reason="needs pyright: npm install -g pyright")
def test_pyright_sees_through_the_front_door(program):
    done = subprocess.run(
        ["pyright", "--pythonpath", sys.executable, str(program)], cwd=ROOT / "src", capture_output=True, text=True
    )  # fmt: skip
    check_types(re.sub(r'Type of ".*" is', "type is", done.stdout))


def test_types_are_shipped():
    assert (ROOT / "src" / "tianji" / "py.typed").exists()


PACKAGES = [tj.holdem, tj.search, tj.games, tj.matrix, tj.subgame, tj.arena, tj.parallel]


@pytest.mark.parametrize("module", [tj, *PACKAGES])
def test_dir_lists_what_there_is(module):
    listed = set(dir(module))
    assert listed >= set(getattr(module, "__all__", ()))
    for name in module.__all__ if hasattr(module, "__all__") else ():
        assert getattr(module, name) is not None


@pytest.mark.parametrize("module", PACKAGES)
def test_tab_offers_names_of_tianji_alone(module):
    """No module that a name lives in, and nothing of Python's that the package uses (Any, cast, sys)."""
    offered, complete = [], rlcompleter.Completer({"package": module}).complete
    while (text := complete("package.", len(offered))) is not None:
        offered.append(text.removeprefix("package.").rstrip("()"))
    pinned = json.loads((ROOT / "tests" / "data" / "public_names.json").read_text())
    assert set(offered) == set(pinned[module.__name__.removeprefix("tianji.")])


def test_packages_that_are_called():
    assert tj.games() == tj.games.names() and "kuhn" in tj.games()
    assert "mtdf" in tj.search.methods()
    found = tj.search(tj.load("tic_tac_toe"), method="alphabeta")
    from tianji.search.result import SearchResult

    assert isinstance(found, SearchResult) and tj.search.SearchResult is SearchResult


@pytest.mark.parametrize("name", ["sove", "holdm"])
def test_a_name_that_is_not_there(name):
    with pytest.raises(AttributeError, match=f"module 'tianji' has no attribute '{name}'"):
        getattr(tj, name)


HEAVY = {"numpy", "numba", "scipy", "rich", "typer", "matplotlib"}


@pytest.mark.parametrize(
    "code", ["import tianji", "import tianji; dir(tianji)", "from tianji.cli import main; main(['--help'])"]
)
def test_what_a_start_does_not_import(code):
    """`import tianji` and `tianji --help` take some 0.1 s; with any of these it would be 0.3 s and more."""
    check = f"import sys; {code}; heavy = {HEAVY!r} & set(sys.modules); assert not heavy, heavy"
    subprocess.run([sys.executable, "-c", check], check=True, stdout=subprocess.DEVNULL)


def test_a_first_river_compiles_the_kernels_of_its_solve_alone():
    """On a new machine it takes 8 s at most, with the kernels of equity more than that."""
    code = "import sys, tianji as tj; tj.holdem.Spot('AsKd8h5c2s', 100, 100, 'AcAh', 'KhKc').solve(iterations=3); "
    code += "print(*[name for name in sys.modules if name.startswith('tianji.kernels.poker.')])"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    used = {name.rpartition(".")[2] for name in done.stdout.split()}
    assert used == {"lanes", "sums", "infoset_rows", "learning", "vector"}


def test_the_logger_is_silent_until_asked(caplog):
    with caplog.at_level(logging.INFO, logger="tianji"):
        tj.solve(tj.load("kuhn"), iterations=20)
    log = logging.getLogger("tianji")
    assert any(isinstance(handler, logging.NullHandler) for handler in log.handlers)
    assert any(
        record.name.startswith("tianji.") and "iterations" in record.getMessage() for record in caplog.records
    )


def test_ctrl_c_in_library_code_can_raise():
    import signal

    def press(_):
        signal.raise_signal(signal.SIGINT)

    game = tj.load("kuhn")
    assert tj.solve(game, iterations=10**9, progress=press).stopped == "interrupted"
    with tj.interrupts("raise"), pytest.raises(KeyboardInterrupt):
        tj.solve(game, iterations=10**9, progress=press)
    with pytest.raises(ParameterError, match="interrupts"), tj.interrupts("shout"):
        pass


def test_stopping_from_another_thread_returns_a_strategy():
    stop = threading.Event()
    game = tj.load("leduc")
    found = tj.solve(game, iterations=10**9, stop=stop, progress=lambda _: stop.set())
    assert found.stopped == "cancelled" and tj.exploitability(game, found.strategy) < 3

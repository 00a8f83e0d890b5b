"""Messages quote at most 120 characters of what was given: through `quote` and `quote_path`, which cut."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import tianji as tj
from tianji import holdem
from tianji.arena.acpc import read_log
from tianji.arena.phh import read_phh
from tianji.errors import TianjiError
from tianji.holdem.answer.flops import read_boards
from tianji.holdem.files.gates import load_gate

SOURCE = Path(tj.__file__).parent
# Our own words: names that were looked up before, numbers, shapes, legal moves. What else is given goes through quote.
OWN = re.compile(
    r"(\w+\.)*(method|variant|kind|technique|policy|storage|suffix|shape|total|weight|device|scale|name|key|char|closing"
    r"|command|chosen|plain|other|user|module|option|game|spec|spot|payoffs|refine|solver|rake|sizes|found|where)"
    r"|float\(.*|self\.actions\(s\)|PLAYERS\[.*|better\[-1\]|.*\[:\d+\]|tuple\(\(len\(.*|','\.join\(\['200'\].*"
)


def places(path):
    """Every value that an error's message shows with its `repr`, or quotes at more than 120 characters."""
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.Raise) or node.exc is None:
            continue
        name = ast.unparse(node.exc.func) if isinstance(node.exc, ast.Call) else ""
        if name in ("AttributeError", "AssertionError", "NotImplementedError"):  # Python's own, and ours
            continue
        for part in ast.walk(node.exc):
            if (
                isinstance(part, ast.FormattedValue)
                and part.conversion == ord("r")
                and part.format_spec is None
            ):
                yield part.lineno, ast.unparse(part.value)
            elif (
                isinstance(part, ast.Call)
                and ast.unparse(part.func) == "quote"
                and len(part.args) == 2
                and ast.literal_eval(part.args[1]) > 120
                and "legal" not in ast.unparse(part.args[0])
            ):
                yield part.lineno, ast.unparse(part)


def test_no_message_quotes_what_was_given_at_length():
    found = [
        f"{path.relative_to(SOURCE)}:{line}: {text}"
        for path in sorted(SOURCE.rglob("*.py"))
        for line, text in places(path)
        if not OWN.fullmatch(text)
    ]
    assert not found, found


LOADERS = {
    ".efg": tj.load,
    ".json": tj.Strategy.load,
    ".safetensors": tj.Strategy.load,
    ".csv": tj.Strategy.load,
    ".nfg": tj.matrix.load,
    ".toml": holdem.load_spot,
    ".gate.toml": load_gate,
    ".solve": holdem.Solution.load,
    ".txt": read_boards,
    ".phh": read_phh,
    ".log": read_log,
    ".buckets": holdem.Buckets.load,
}
CONTENTS = {
    "bytes": bytes(range(256)),
    "a word": b"nonsense",
    "a long word": b"x" * 10_000,
    "a table": b'a = 5\n[solve]\nstorage = "float16"\n',
    "JSON": b'{"game": 5}',
    "TexasSolver": b"set_pot 50\nset_thread_num 2000000\n",
    "Libratus": b"-round 3\n-board Ks\n",
    "nothing": b"",
    None: b"",
}


@pytest.mark.parametrize("suffix", LOADERS)
def test_long_paths_are_not_told_whole(suffix, tmp_path):
    folder = tmp_path / ("long" * 50) / ("d" * 200)
    folder.mkdir(parents=True)
    path, told = folder / f"file{suffix}", 0
    for name, content in CONTENTS.items():
        if name is not None:
            path.write_bytes(content)
        else:
            path.unlink()
        try:
            LOADERS[suffix](str(path))
        except TianjiError as error:
            told += 1
            assert "d" * 125 not in str(error) and "x" * 125 not in str(error), (name, str(error))
    assert told >= 2

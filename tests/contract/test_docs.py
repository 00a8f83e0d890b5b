"""The documentation is run: its Python, its commands, its links.

On every page, blocks run in order in one folder and one namespace. A ```text block right after a block is what that
block must print (`...` stands for anything). Comments before a block steer this:

    <!-- not run: why -->       the block is left alone
    <!-- file: name.py -->      the block is also written to that file, for commands that follow
"""

from __future__ import annotations

import ast
import doctest
import io
import json
import os
import re
import runpy
import shlex
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([ROOT / "README.md", ROOT / "README.zh-CN.md", *ROOT.glob("docs/**/*.md")])
PROSE = [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *ROOT.glob("tests/data/**/*.md")]

BLOCK = re.compile(
    r"(?:^<!-- (?P<mark>.*?) -->\n+)?^```(?P<lang>\w*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL
)
LINK = re.compile(r"\[[^\]]*\]\((?P<target>[^)\s]+)\)")
SAME = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


class Block(NamedTuple):
    lang: str
    body: str
    line: int  # of the first line of the body
    mark: str
    expected: str | None


def blocks(page: Path) -> list[Block]:
    """The fenced blocks of a page, each with the ```text block that follows it at once, if there is one."""
    text = page.read_text(encoding="utf-8")
    found = list(BLOCK.finditer(text))
    result = []
    for k, here in enumerate(found):
        line = text.count("\n", 0, here.start("body")) + 1
        after = found[k + 1] if k + 1 < len(found) else None
        is_output = after and after["lang"] == "text" and not text[here.end() : after.start()].strip()
        expected = after["body"] if after and is_output else None
        result.append(Block(here["lang"], here["body"], line, here["mark"] or "", expected))
    return result


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def run_python(block: Block, where: str, namespace: dict[str, Any]) -> str:
    # Blank lines in front make tracebacks show the line of the page.
    code = compile("\n" * (block.line - 1) + block.body, where, "exec")
    out = io.StringIO()
    with redirect_stdout(out):
        exec(code, namespace)
    return out.getvalue()


def run_commands(block: Block, where: str) -> str:
    """Run every `tianji …` of a shell block in this process; what they print."""
    from tianji.cli import main

    out, err = io.StringIO(), io.StringIO()
    joined = block.body.replace("\\\n", " ")
    for command in re.split(r"\n|&&", joined):
        words = shlex.split(command, comments=True)
        if words[:1] != ["tianji"]:
            continue
        with redirect_stdout(out), redirect_stderr(err):
            code = main(words[1:])
        assert code == 0, f"{where}: exit code {code} from {command.strip()!r}\n{err.getvalue()}"
    return out.getvalue()


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """An empty folder to work in; modules imported from it are forgotten afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(sys, "stdin", io.StringIO())  # a person who leaves at once
    yield
    for module in [m for m, found in sys.modules.items() if is_below(found, tmp_path)]:
        del sys.modules[module]


def is_below(module: Any, folder: Path) -> bool:
    file = getattr(module, "__file__", None)
    return file is not None and folder in Path(file).parents


@pytest.mark.parametrize("page", PAGES, ids=name)
@pytest.mark.usefixtures("desk")
def test_examples_run(page):
    namespace: dict[str, Any] = {"__name__": "__main__"}  # dataclasses look their module up
    for block in blocks(page):
        kind, _, value = block.mark.partition(": ")
        if kind == "not run":
            assert value.strip(), f"{name(page)}:{block.line}: a block is not run and no reason is given"
            continue
        where = f"{name(page)}:{block.line}"
        if kind == "file":
            Path(value).write_text(block.body, encoding="utf-8")
        if block.lang == "python":
            printed = run_python(block, name(page), namespace)
        elif block.lang in ("sh", ""):
            printed = run_commands(block, where)
        else:
            continue
        if block.expected is not None:
            same = doctest.OutputChecker().check_output(block.expected, printed, SAME)
            assert same, f"{where}: the page shows\n{block.expected}\nbut it prints\n{printed}"


def test_every_mark_is_known():
    for page in PAGES:
        for block in blocks(page):
            assert re.match(r"$|not run: .|file: [\w.-]+$", block.mark), (
                f"{name(page)}:{block.line}: {block.mark!r}"
            )


def test_the_readme_begins_with_the_two_commands():
    """What installs and runs, then what installs and tests: .ci/run takes the second word for word."""
    first, second, *_ = (b.body.strip() for b in blocks(ROOT / "README.md") if b.lang == "sh")
    assert first == "pip install . && tianji solve leduc"
    assert second == 'pip install ".[test]" && pytest'


def test_both_readmes_show_the_same_code():
    english, chinese = (
        [(b.lang, b.body, b.mark) for b in blocks(ROOT / file)] for file in ("README.md", "README.zh-CN.md")
    )
    assert chinese == english


@pytest.mark.parametrize(
    ("page", "script"),
    [("docs/how-to-choose.md", "methods"), ("README.md", "values"), ("README.zh-CN.md", "values")],
)
def test_tables_show_the_stored_results(page, script):
    """A table that quotes benchmarks/results was not edited by hand, nor forgotten when they were measured again."""
    module = runpy.run_path(str(ROOT / "benchmarks" / f"{script}.py"))
    stored = json.loads(module["RESULTS"].read_text(encoding="utf-8"))
    text = (ROOT / page).read_text(encoding="utf-8")
    for row in module["tables"](stored):
        assert row in text, (
            f"{page} lacks the row {row!r}; python benchmarks/{script}.py --tables prints them"
        )


def anchors(page: Path) -> set[str]:
    """The names by which a page's headings can be linked to, as GitHub makes them."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    heads = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PROSE, ids=name)
def test_links_lead_somewhere(page):
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for match in LINK.finditer(text):
        target, _, anchor = match["target"].partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        file = (page.parent / target).resolve() if target else page
        assert file.exists(), f"{name(page)}: {match.group()} leads nowhere"
        if anchor and file.suffix == ".md":
            assert anchor in anchors(file), f"{name(page)}: {match.group()}: no such heading"


def test_every_page_is_reached_from_the_readme():
    seen, todo = set(), [ROOT / "README.md"]
    while todo:
        page = todo.pop()
        if page in seen or page.suffix != ".md" or not page.is_file():
            continue
        seen.add(page)
        for match in LINK.finditer(page.read_text(encoding="utf-8")):
            target = match["target"].partition("#")[0]
            if target and not re.match(r"[a-z]+:", target):
                todo.append((page.parent / target).resolve())
    assert [name(page) for page in PAGES if page not in seen] == []


def tracked() -> list[Path]:
    """The files under version control; every file of an unpacked source archive."""
    if (ROOT / ".git").exists():
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
        return [ROOT / path for path in os.fsdecode(listed).split("\0") if path]
    return [path for path in ROOT.rglob("*") if path.is_file() and "__pycache__" not in path.parts]


def test_no_file_mentions_a_path_of_this_machine():
    folders = "|".join(["work", "home", "root", "Users"])
    private = re.compile(rf"(?<![\w.)}}>])/(?:{folders})/\w|{re.escape(str(ROOT))}")
    files = tracked()
    assert len(files) > 50
    for file in files:
        try:
            text = file.read_text(encoding="utf-8")
        except (UnicodeDecodeError, FileNotFoundError):
            continue
        found = private.search(text)
        assert found is None, f"{name(file)}: mentions {found.group()!r}"


def test_the_paper_leads_to_files_functions_and_tests():
    """Every row of the table paper → function in docs/maths.md names things that exist."""
    text = (ROOT / "docs" / "maths.md").read_text(encoding="utf-8")
    section = text.partition("## Subgame solving: from the paper to the code")[2].partition("\n## ")[0]
    rows = [line.split(" | ") for line in section.splitlines() if line.startswith("| ")][1:]
    assert len(rows) >= 35
    for paper, _, code, tests in rows:
        for place in (code, tests):
            found = re.findall(r"\]\(\.\./([^)]+\.py)\) `([^`]+)`", place)
            assert found, f"{paper}: nothing named in {place}"
            for file, name in found:
                assert name in _defined(ROOT / file), f"{paper}: {file} has no {name}"


@cache
def _defined(file: Path) -> set[str]:
    """Functions, classes, their methods and fields of a module."""
    result = set()
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            result.add(node.name)
        for inner in node.body if isinstance(node, ast.ClassDef) else []:
            if isinstance(inner, ast.FunctionDef):
                result.add(f"{node.name}.{inner.name}")
            elif isinstance(inner, ast.AnnAssign) and isinstance(inner.target, ast.Name):
                result.add(f"{node.name}.{inner.target.id}")
    return result

"""What ships as the page: both languages say the same, nothing points elsewhere, and it is small."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "src" / "tianji" / "studio" / "static"
SOURCES = ROOT / "web" / "src"


CATALOGUES = sorted(path.parent for path in SOURCES.rglob("en.json"))  # one for the frame, one a lazy part


def catalogue(folder, name):
    return json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("folder", CATALOGUES, ids=lambda folder: folder.parent.name)
def test_both_languages_have_the_same_words_and_the_same_gaps(folder):
    english, chinese = catalogue(folder, "en"), catalogue(folder, "zh")
    assert list(english) == list(chinese)
    for key, text in english.items():
        assert text and chinese[key]
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", chinese[key])), key


@pytest.mark.parametrize("folder", CATALOGUES, ids=lambda folder: folder.parent.name)
def test_no_word_is_unused(folder):
    code = "\n".join(path.read_text(encoding="utf-8") for path in folder.parent.rglob("*.ts*"))
    parts = [re.escape(start) for start in re.findall(r"`([\w.]+\.)\$\{", code)]  # say(`state.${name}`)
    unused = [
        key
        for key in catalogue(folder, "en")
        if f'"{key}"' not in code and not re.match("|".join(parts), key)
    ]
    assert not unused


def first_files():
    """What the first screen loads: the page, its style, and the scripts that the first one imports at once."""
    found, more = set(), ["index.html", "icon.svg", "early.js", "app.js", "style.css"]
    while more:
        name = more.pop()
        found.add(name)
        code = (STATIC / name).read_text(encoding="utf-8")
        more += set(re.findall(r'(?:from|^import) "\./([\w.-]+)"', code, re.MULTILINE)) - found
    return found


def test_the_page_asks_nobody_else_and_is_small():
    packed = first = 0
    for path in STATIC.iterdir():
        text = path.read_text(encoding="utf-8")
        size = len(gzip.compress(text.encode(), 6))
        packed += size
        first += size if path.name in first_files() else 0
        found = set(re.findall(r"https?://[\w./-]+", text)) - {
            "http://www.w3.org/2000/svg",
            "https://preactjs.com",
        }
        found = {address for address in found if "www.w3.org" not in address}
        assert not found, (path.name, found)
    assert first < 120_000
    assert packed < 350_000  # all screens


def test_the_bundle_is_readable():
    lines = [line for path in STATIC.glob("*.js") for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(lines) > 1000  # not minified: what ships can be read
    assert max(map(len, lines)) < 2000

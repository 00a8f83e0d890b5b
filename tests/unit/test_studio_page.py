"""What ships as the page: both languages say the same, nothing points elsewhere, and it is small."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "src" / "tianji" / "studio" / "static"
SOURCES = ROOT / "web" / "src"


def catalogue(name):
    return json.loads((SOURCES / "text" / f"{name}.json").read_text(encoding="utf-8"))


def test_both_languages_have_the_same_words_and_the_same_gaps():
    english, chinese = catalogue("en"), catalogue("zh")
    assert list(english) == list(chinese)
    for key, text in english.items():
        assert text and chinese[key]
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", chinese[key])), key


def test_no_word_is_unused():
    code = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES.rglob("*.ts*"))
    parts = [re.escape(start) for start in re.findall(r"`([\w.]+\.)\$\{", code)]  # say(`state.${name}`)
    unused = [key for key in catalogue("en") if f'"{key}"' not in code and not re.match("|".join(parts), key)]
    assert not unused


def packed(path):
    return len(gzip.compress(path.read_bytes(), 6))


def first_files():
    """What the shell loads before anything is opened: the files it names, and what those import at once."""
    found = set(re.findall(r"/static/([\w.-]+)", (STATIC / "index.html").read_text(encoding="utf-8")))
    for name in sorted(found):
        if name.endswith(".js"):
            text = (STATIC / name).read_text(encoding="utf-8")
            found |= set(re.findall(r'from "\./([\w.-]+)"', text))
    return found | {"index.html"}


def test_the_page_asks_nobody_else_and_is_small():
    for path in STATIC.iterdir():
        text = path.read_text(encoding="utf-8")
        found = set(re.findall(r"https?://[\w./-]+", text)) - {"https://preactjs.com"}
        found = {address for address in found if "www.w3.org" not in address}
        assert not found, (path.name, found)
    first = first_files()
    assert {"app.js", "style.css"} <= first
    assert any(
        path.name not in first for path in STATIC.glob("*.js")
    )  # a screen that waits until it is opened
    assert sum(packed(STATIC / name) for name in first) < 120_000
    assert sum(packed(path) for path in STATIC.iterdir()) < 350_000


def test_the_bundle_is_readable():
    for path in STATIC.glob("*.js"):  # not minified: what ships can be read
        lines = path.read_text(encoding="utf-8").splitlines()
        assert len(lines) > 5
        assert sum(map(len, lines)) / len(lines) < 120

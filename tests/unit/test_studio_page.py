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


def test_every_game_and_method_is_told_in_chinese_too():
    """Sentences of the library that stand on many screens: one that changes is translated anew, none is left over."""
    from tianji.arena import opponents
    from tianji.cfr.solve import methods
    from tianji.games import catalogue
    from tianji.games.registry import REGISTERED
    from tianji.holdem.player.player import RULES
    from tianji.search import methods as searches
    from tianji.studio.theory.games import matrix_games

    # examples of the documents, where they ran in this process, have registered games of their own
    said = [row["summary"] for row in catalogue().to_dict()["games"] if row["name"] in REGISTERED]
    said += [line.removeprefix("sampling, no compiled tree: ") for line in methods().values()]
    said += [*searches().values(), *RULES.values()]
    said += [game["title"] for game in matrix_games()]
    said += re.findall(r'^    basis = "(.+)"$', Path(opponents.__file__).read_text(), re.MULTILINE)
    told = json.loads((SOURCES / "text" / "library.zh.json").read_text(encoding="utf-8"))
    assert set(told) == set(said)
    assert all(re.search("[\u4e00-\u9fff]", text) for text in told.values())


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


def brightness(colour):
    """Relative luminance (WCAG 2.2): 0.2126 R + 0.7152 G + 0.0722 B of linear light."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, two):
    low, high = sorted((brightness(one), brightness(two)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_figures_on_coloured_cells_can_be_read(theme):
    """Names of hands stand on the cell's own ground, figures on one of nine colours: at least 4.5 to 1 on each."""
    styles = (SOURCES / "style.css").read_text() + (SOURCES / "holdem" / "holdem.css").read_text()
    pairs = re.findall(r"--([\w-]+): light-dark\(#(\w{6}), #(\w{6})\)", styles)
    named = {
        name: [int(both[theme][k : k + 2], 16) / 255 for k in (0, 2, 4)] for name, *both in pairs
    }  # colours of the theme, red, green, blue
    for text in ("text", "muted"):
        assert contrast(named[text], named["sunken"]) >= 4.5
    mixes = re.findall(
        r"\.act-heat\d \{ background: color-mix\(in srgb, var\(--([\w-]+)\) (\d+)%, var\(--([\w-]+)\)\)",
        styles,
    )
    assert len(mixes) == 9
    for first, share, second in mixes:
        part = int(share) / 100
        ground = [part * a + (1 - part) * b for a, b in zip(named[first], named[second], strict=True)]
        assert contrast(named["text"], ground) >= 4.5, (first, share)
    assert ".grid13 small {" in styles and re.search(r"\.grid13 small \{[^}]*color: var\(--text\)", styles)

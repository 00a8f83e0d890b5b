"""The project's documents, to be read and searched in the page, offline: Markdown files beside the package."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from tianji.studio.problems import Problem

PACKAGE = Path(__file__).resolve().parents[2]
SHOWN = 40  # documents of an answer
EXCERPT = 160  # letters around what was found


@lru_cache(maxsize=1)
def documents() -> dict[str, dict[str, str]]:
    """Every document by name: title, language and text, those to begin with first."""
    root = next((each for each in (PACKAGE / "docs", PACKAGE.parents[1] / "docs") if each.is_dir()), None)
    found = {}
    for path in sorted(root.glob("*.md")) + sorted(root.glob("*/*.md")) if root is not None else ():
        text = path.read_text(encoding="utf-8")
        name = "-".join(path.relative_to(root or path).with_suffix("").parts).replace(".", "-").lower()
        title = re.search(r"^# (.+)$", text, re.MULTILINE)
        language = "zh" if path.stem.endswith("zh-CN") else "en"
        found[name] = {
            "title": (title[1] if title else path.stem).strip(),
            "language": language,
            "text": text,
        }
    first = ("readme", "getting-started", "studio", "studio-zh-cn", "how-to-choose")
    return dict(sorted(found.items(), key=lambda row: first.index(row[0]) if row[0] in first else len(first)))


def listed(words: str) -> list[dict[str, str]]:
    """Documents that hold every one of the words, those first that hold them in their title; with a piece of text."""
    asked = words.lower().split()
    found = []
    for name, each in documents().items():
        text, title = each["text"].lower(), each["title"].lower()
        if all(word in text for word in asked):
            rank = -sum(word in title for word in asked)
            row = {"name": name, "title": each["title"], "language": each["language"]}
            found.append((rank, {**row, "piece": _piece(each["text"], asked)}))
    return [row for _, row in sorted(found, key=lambda pair: pair[0])][:SHOWN]


def _piece(text: str, words: list[str]) -> str:
    """The text around the first of the words; none where nothing was asked for."""
    if not words:
        return ""
    at = text.lower().find(words[0])
    start = max(0, text.rfind(" ", 0, max(0, at - EXCERPT // 2)) + 1)
    return " ".join(text[start : at + EXCERPT // 2].split())


def read(name: str) -> dict[str, str]:
    """One document."""
    if name not in documents():
        raise Problem(404, f"there is no document {name[:40]!r}", "NoDocument")
    return {"name": name, **documents()[name]}

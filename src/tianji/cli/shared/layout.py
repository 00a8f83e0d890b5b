"""Tables that fit a terminal: a cell is wrapped between words or set below its name, never cut."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from typing import TextIO

GAP = "  "
WIDE = 100_000  # columns of an output that is no terminal: one row a line there
FALLBACK = 80  # columns of a terminal that does not say
READABLE = 24  # columns a wrapped text should keep, if its pieces are that long


def columns(stream: TextIO | None) -> int:
    """How many columns the terminal behind a stream has; `WIDE` where there is none."""
    if stream is None or not stream.isatty():
        return WIDE
    with suppress(ValueError):
        if (said := int(os.environ.get("COLUMNS", ""))) > 0:
            return said
    with suppress(ValueError, OSError):
        return os.get_terminal_size(stream.fileno()).columns or FALLBACK
    return FALLBACK


def layout(
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    right: Collection[int] = (),
    wrap: Collection[int] = (),
    width: int = WIDE,
    is_bold: bool = False,
) -> str:
    """Columns with a header, in at most `width` columns wherever no single word is longer.

    Columns in `right` are flush right; those in `wrap`, and the last if it is text, are wrapped when the rest leaves
    too little room. When that is not enough, the last text goes below its row; a grid (its first header is empty)
    shows its columns in groups; then every text is wrapped; then the first cell stands above its row; and a table that
    is still too wide has one cell below the other.

    >>> rows = [("a", "1.22e-15", "fold 25.0%  call 75.0%")]
    >>> print(layout(("who", "gap", "plays"), rows, (1,), width=30))
    who       gap  plays
    a    1.22e-15  fold 25.0%
                   call 75.0%
    >>> print(layout(("who", "gap", "plays"), rows, (1,), width=24))
    who       gap
      plays
    a    1.22e-15
      fold 25.0%  call 75.0%
    """
    body = [list(row) for row in rows]
    soft = [k for k in range(len(head)) if k in wrap or (k == len(head) - 1 and k not in right)]
    widths = _shrunk(head, body, soft, width)
    if _total(widths) <= width:
        return "\n".join(_grid(head, body, widths, right, is_bold))
    if not head[0] and len(head) > 2:
        return "\n\n".join(_groups(head, body, right, width, is_bold))
    first = _natural(head, body)[:-1]
    if first and len(head) - 1 in soft and _total(first) <= width:
        return "\n".join(_hanging(head, body, first, right, width, is_bold))
    texts = [k for k in range(len(head)) if k not in right]
    widths = _shrunk(head, body, texts, width)
    if _total(widths) <= width:
        return "\n".join(_grid(head, body, widths, right, is_bold))
    below = _shrunk(head[1:], [row[1:] for row in body], [k - 1 for k in texts if k], width - len(GAP))
    if len(head) > 2 and 0 in texts and _total(below) <= width - len(GAP):
        return "\n".join(_headed(head, body, below, [k - 1 for k in right], width, is_bold))
    return "\n\n".join(_stacked(head, row, width) for row in body)


def _shrunk(head: Sequence[str], body: list[list[str]], soft: list[int], width: int) -> list[int]:
    """Widths of the columns, the soft ones taken in as far as needed and as their words allow."""
    widths = _natural(head, body)
    least = {k: max(_least(row[k]) for row in [head, *body]) for k in soft}
    while _total(widths) > width and (loose := [k for k in soft if widths[k] > least[k]]):
        widths[max(loose, key=lambda k: widths[k])] -= 1
    return widths


def _natural(head: Sequence[str], body: list[list[str]]) -> list[int]:
    """The width of each column with nothing wrapped."""
    return [
        max(_width(line) for cell in cells for line in cell.split("\n"))
        for cells in zip(head, *body, strict=True)
    ]


def _grid(
    head: Sequence[str], body: list[list[str]], widths: list[int], right: Collection[int], is_bold: bool
) -> list[str]:
    names = _lines(head, widths, right) if any(head) else []
    return [*_titles(names, is_bold), *(line for row in body for line in _lines(row, widths, right))]


def _titles(lines: list[str], is_bold: bool) -> list[str]:
    return [f"\x1b[1m{line}\x1b[0m" for line in lines] if is_bold else lines


def _hanging(
    head: Sequence[str],
    body: list[list[str]],
    widths: list[int],
    right: Collection[int],
    width: int,
    is_bold: bool,
) -> list[str]:
    """Rows without their last cell, which stands below."""

    def both(row: Sequence[str]) -> list[str]:
        below = [GAP + line for line in fold(row[-1], width - len(GAP))]
        return [*_lines(row[:-1], widths, right), *below]

    names = _titles(both(head), is_bold) if any(head) else []
    return [*names, *(line for row in body for line in both(row))]


def _headed(
    head: Sequence[str],
    body: list[list[str]],
    widths: list[int],
    right: Collection[int],
    width: int,
    is_bold: bool,
) -> list[str]:
    """Rows without their first cell, which stands above."""

    def both(row: Sequence[str]) -> list[str]:
        return [*fold(row[0], width), *(GAP + line for line in _lines(row[1:], widths, right))]

    return [*_titles(both(head), is_bold), *(line.rstrip() for row in body for line in both(row))]


def _groups(
    head: Sequence[str], body: list[list[str]], right: Collection[int], width: int, is_bold: bool
) -> list[str]:
    """A wide grid as several narrow ones, each with the names of the rows."""
    widths = _natural(head, body)
    groups: list[list[int]] = []
    for k in range(1, len(head)):
        if groups and _total([widths[j] for j in [0, *groups[-1], k]]) <= width:
            groups[-1].append(k)
        else:
            groups.append([k])
    return [
        layout([head[k] for k in own], [[row[k] for k in own] for row in body],
               [j for j, k in enumerate(own) if k in right], width=width, is_bold=is_bold)
        for own in ([0, *group] for group in groups)
    ]  # fmt: skip


def _stacked(head: Sequence[str], row: Sequence[str], width: int) -> str:
    """One row as lines of name and cell."""
    if not any(head):
        return "\n".join(
            [row[0], *(f"{GAP}{line}" for cell in row[1:] for line in fold(cell, width - len(GAP)))]
        )
    label = max(_width(name) for name in head)
    lines = []
    for name, cell in zip(head, row, strict=True):
        for k, line in enumerate(fold(cell, width - label - len(GAP))):
            lines.append(_padded("" if k else name, label, False) + GAP + line)
    return "\n".join(line.rstrip() for line in lines)


def _lines(row: Sequence[str], widths: Sequence[int], right: Collection[int]) -> list[str]:
    folded = [fold(cell, width) for cell, width in zip(row, widths, strict=True)]
    height = max(map(len, folded))
    return [
        GAP.join(
            _padded(lines[k] if k < len(lines) else "", widths[c], c in right)
            for c, lines in enumerate(folded)
        ).rstrip()
        for k in range(height)
    ]


def fold(text: str, width: int) -> list[str]:
    """Text as lines of at most `width` columns: broken at double spaces, only then at single ones, never in a word.

    >>> fold("fold 25.0%  call 75.0%", 12), fold("a word", 3), fold("1.22e-15", 3)
    (['fold 25.0%', 'call 75.0%'], ['a', 'word'], ['1.22e-15'])
    """
    lines = []
    for paragraph in text.split("\n"):
        if _width(paragraph) <= width:
            lines.append(paragraph)
            continue
        line, space = "", ""
        for part in paragraph.split(GAP):
            for piece in [part] if _width(part) <= width else part.split(" "):
                if line and _width(line + space + piece) > width:
                    lines.append(line)
                    line = piece
                else:
                    line += (space if line else "") + piece
                space = " "
            space = GAP
        lines.append(line)
    return lines


def reflowed(text: str, width: int) -> str:
    """Prose as paragraphs of at most `width` columns; those that fit already, or are set with indents, stay.

    >>> print(reflowed("One line that was\\nbroken for another width.\\n\\n  a table", 24))
    One line that was broken
    for another width.
    <BLANKLINE>
      a table
    """
    out = []
    for paragraph in text.split("\n\n"):
        lines = paragraph.split("\n")
        is_set = any(line.startswith((" ", "- ", "|")) for line in lines)
        fits = all(_width(line) <= width for line in lines)
        out.append(paragraph if is_set or fits else "\n".join(fold(" ".join(lines), width)))
    return "\n\n".join(out)


def within(text: str, width: int) -> str:
    """The text with its long lines broken between words, which a terminal would break within a number.

    >>> print(within("9,457 histories, 936 infosets", 22))
    9,457 histories, 936
    infosets
    """
    lines: list[str] = []
    for line in text.split("\n"):
        fits = _width(line) <= width or "\x1b" in line
        lines += [line] if fits else fold(line, width)
    return "\n".join(lines)


def _least(cell: str) -> int:
    """The narrowest a cell may be wrapped to."""
    parts = cell.replace("\n", GAP).split(GAP)
    return max(
        max(_width(word) for part in parts for word in part.split(" ")),
        min(READABLE, max(map(_width, parts))),
    )


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + len(GAP) * (len(widths) - 1)


def _padded(text: str, width: int, flush_right: bool) -> str:
    blank = " " * (width - _width(text))
    return blank + text if flush_right else text + blank


def _width(text: str) -> int:
    """Columns a text takes: two for a wide letter, none for a combining one."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)

"""The pictures of docs/player.md: how a player is put together, and what a branch mends.

    python benchmarks/player_pictures.py docs

writes docs/player-parts.svg and docs/player-branches.svg. The second draws figures that benchmarks/improver.py prints.
"""

from __future__ import annotations

import argparse
from pathlib import Path

BOXES = [  # (x, y, title, lines)
    (10, 20, "buckets", ("hands that are worth", "about the same")),
    (200, 20, "blueprint", ("trained by self-play,", "a few bet sizes")),
    (390, 20, "self-improver", ("branches behind bets", "it did not know")),
    (580, 20, "file", ("one file, a few MB;", "undo, to the last bit")),
    (10, 150, "ranges", ("products of rows:", "ours and theirs")),
    (200, 150, "turn solve", ("exact cards, real bets,", "combined gate")),
    (390, 150, "river solve", ("reach-maxmargin, his", "best in the turn's solve")),
    (580, 150, "action", ("drawn from the row of", "the hand that is held")),
]
ARROWS = [(170, 55, 200, 55), (360, 55, 390, 55), (550, 55, 580, 55), (170, 185, 200, 185), (360, 185, 390, 185),
          (550, 185, 580, 185)]  # fmt: skip
LOST = {  # exact exploitability, mbb/h: translated, then after each branch
    "flop hold'em, 20 cards": [607.7, 355.2, 255.7, 171.7, 145.4, 144.9],
    "turn hold'em, 16 cards": [100.8, 67.1, 67.0, 63.7],
}
STYLE = (
    "<style>text{font:13px sans-serif;fill:#222}.t{font-weight:bold}.s{font-size:12px}"
    "rect.b{fill:#eef3f8;stroke:#0072B2}path{stroke:#555;fill:none}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}rect.b{fill:#1b2733}path{stroke:#aaa}}</style>"
)


def svg(width: int, height: int, label: str, body: list[str]) -> str:
    """A picture with its text for those who cannot see it."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-label="{label}">'
    return "\n".join([head, STYLE, *body, "</svg>", ""])


def parts() -> str:
    """The parts of a player."""
    body = [
        '<defs><marker id="a" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto">'
        '<path d="M0 0L8 4L0 8"/></marker></defs>',
        '<text x="10" y="14" class="s">before the match</text>',
        '<text x="10" y="144" class="s">at the table</text>',
    ]
    for x, y, title, lines in BOXES:
        body.append(f'<rect class="b" x="{x}" y="{y}" width="160" height="72" rx="6"/>')
        body.append(f'<text class="t" x="{x + 10}" y="{y + 20}">{title}</text>')
        body += [
            f'<text class="s" x="{x + 10}" y="{y + 40 + 17 * k}">{line}</text>'
            for k, line in enumerate(lines)
        ]
    body += [f'<path d="M{a} {b}L{c} {d}" marker-end="url(#a)"/>' for a, b, c, d in ARROWS]
    body.append('<path d="M660 92L660 112L90 112L90 150" marker-end="url(#a)"/>')
    body.append('<text class="s" x="240" y="107">plays before the turn, and says what both may hold</text>')
    body += [f'<path d="M{x} 222v16h60v-16" marker-end="url(#a)"/>' for x in (250, 440)]
    body.append(
        '<text class="s" x="290" y="256">a bet that is in no tree: solved again, from right after it</text>'
    )
    return svg(
        750, 266, "buckets, blueprint, self-improver, file; ranges, turn solve, river solve, action", body
    )


def branches() -> str:
    """Exploitability by branches added, as shares of translation's."""
    body = ['<text x="10" y="16" class="t">exact exploitability, mbb/h, after each added branch</text>']
    y = 30
    for colour, (name, lost) in zip(("#0072B2", "#D55E00"), LOST.items(), strict=True):
        body.append(f'<text x="10" y="{y + 12}">{name}</text>')
        for k, value in enumerate(lost):
            y += 20
            wide = 420 * value / lost[0]
            shade = 1.0 if k else 0.45
            word = "translated" if not k else f"{k} branch{'es' if k > 1 else ''}"
            body.append(f'<text class="s" x="24" y="{y + 11}">{word}</text>')
            body.append(
                f'<rect x="120" y="{y}" width="{wide:.0f}" height="14" fill="{colour}" opacity="{shade}"/>'
            )
            body.append(f'<text class="s" x="{126 + wide:.0f}" y="{y + 11}">{value:.0f}</text>')
        y += 28
    return svg(600, y, "exact exploitability falls with every branch that is added", body)


def main() -> None:
    """Write both pictures into a folder."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("folder", type=Path)
    folder = reader.parse_args().folder
    (folder / "player-parts.svg").write_text(parts(), encoding="utf-8")
    (folder / "player-branches.svg").write_text(branches(), encoding="utf-8")


if __name__ == "__main__":
    main()

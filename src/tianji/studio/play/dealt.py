"""Hands of a deck's solve that were played through: the one that is open, and what the others cost.

    WORKSPACE/decks/DECK/  hand.json  hands.jsonl

The open hand is a seed, a seat and moves; the desk plays it through (`streets`). The seed stays here.
"""

from __future__ import annotations

import os
import secrets
from math import sqrt
from pathlib import Path
from typing import Any

from tianji.studio.files import read_line, read_whole, signed_line, write_whole
from tianji.studio.play.decks import grade
from tianji.studio.problems import Problem, writing

MOST = 100_000  # hands of a deck that are kept
OPEN = "hand.json"
PLAYED = "hands.jsonl"


def last_hand(folder: Path) -> dict[str, Any] | None:
    """The hand that was dealt last: its number, seed, seat and moves; None where none has been."""
    return read_whole(folder / OPEN)


def next_hand(folder: Path, seat: int | None) -> dict[str, Any]:
    """The hand to be dealt now, not yet kept; without a seat the two take turns."""
    last = last_hand(folder) or {"number": 0}
    if last["number"] >= MOST:
        raise Problem(422, f"{MOST} hands are as many as a deck keeps; make a new one", "TooLarge")
    number = last["number"] + 1
    taken = number % 2 if seat is None else seat
    return {"number": number, "seed": secrets.randbits(48), "seat": taken, "moves": []}


def move(hand: dict[str, Any] | None, action: int, at: list[int]) -> dict[str, Any]:
    """The hand after a decision; at: its number and the decisions the reader had seen, so that none is made twice."""
    if hand is None:
        raise Problem(404, "no hand of this deck has been dealt yet", "NoHand")
    if at != [hand["number"], len(hand["moves"])]:
        raise Problem(409, "this hand has gone on since it was read; read it again", "GoneOn")
    return {**hand, "moves": [*hand["moves"], action]}


def keep_hand(folder: Path, hand: dict[str, Any], view: dict[str, Any], when: str) -> None:
    """Keep a hand as it stands, over one that was left; one that has ended is written down with what it cost."""
    with writing():
        write_whole(folder / OPEN, hand)
        if view["over"]:
            row = {
                "at": when, "number": hand["number"], "seat": hand["seat"], "line": view["line"],
                "cards": view["cards"], "payoff": view["end"]["payoff"],
                "decisions": [
                    {key: each[key] for key in ("line", "grade", "loss", "share")} for each in view["decisions"]
                ],
            }  # fmt: skip
            with (folder / PLAYED).open("ab") as file:
                file.write(signed_line(row))
                file.flush()
                os.fsync(file.fileno())


def graded(hand: dict[str, Any], view: dict[str, Any]) -> dict[str, Any]:
    """What the desk found, with the grade of each decision and its share of the pot, as cards have them."""
    decisions = [
        {
            **each,
            "grade": grade(each["loss"], each["error"], each["pot"]),
            "share": each["loss"] / each["pot"],
        }
        for each in view["decisions"]
    ]
    return {**view, "number": hand["number"], "decisions": decisions}


def hands_report(folder: Path) -> dict[str, Any]:
    """Hands played, loss a decision with its 95 % interval, and chips won a hand."""
    try:
        lines = (folder / PLAYED).read_bytes().splitlines()
    except OSError:
        lines = []
    rows = [row for row in map(read_line, lines) if row is not None]
    losses = [float(each["share"]) for row in rows for each in row["decisions"]]
    mean = sum(losses) / len(losses) if losses else None
    spread = sum((x - (mean or 0.0)) ** 2 for x in losses) / (len(losses) - 1) if len(losses) > 1 else None
    return {
        "played": len(rows), "decisions": len(losses), "mean": mean,
        "half_width": None if spread is None else 1.96 * sqrt(spread / len(losses)),
        "won": sum(float(row["payoff"]) for row in rows) / len(rows) if rows else None,
    }  # fmt: skip

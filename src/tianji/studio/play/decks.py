"""Decks: decisions of a solve to be learned, asked again when they are about to be forgotten.

    WORKSPACE/decks/DECK/  deck.json  cards.json  reviews.jsonl

A deck keeps its decisions, so that it outlives the run it was made from. An answer is written before it is told, a line
each, and where every card stands follows from those lines alone: FSRS (Ye et al. 2022, the package `fsrs`) says when.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tianji.studio.files import read_line, read_whole, signed_line, write_whole
from tianji.studio.problems import Problem, writing
from tianji.studio.runs import ID, new_id, now

if TYPE_CHECKING:
    from fsrs import Card, Scheduler

DECKS = 200
REVIEWS = 1_000_000
WORST = 10
PLACES = ("line", "street")
LISTED = 40  # lines that are offered
ANSWER = ("shares", "values", "error")  # what a card does not show before it was answered
# The largest loss of each grade, as a share of what is at stake; what the solve cannot tell apart is sound.
GRADES = {"fine": 0.005, "inaccuracy": 0.02, "mistake": 0.05}
RATINGS = {
    "sound": 3,
    "fine": 3,
    "inaccuracy": 2,
    "mistake": 1,
    "blunder": 1,
}  # FSRS: 1 again, 2 hard, 3 good


def grade(loss: float, error: float, scale: float) -> str:
    """The name of a loss: sound up to the solve's own error, then by its share of what is at stake.

    >>> [grade(loss, 0.01, 10.0) for loss in (0.005, 0.04, 0.15, 0.4, 3.0)]
    ['sound', 'fine', 'inaccuracy', 'mistake', 'blunder']
    """
    if loss <= error:
        return "sound"
    return next((name for name, share in GRADES.items() if loss <= share * scale), "blunder")


@dataclass
class Deck:
    """One deck: its decisions by key, and what was answered so far."""

    folder: Path
    about: dict[str, Any]
    cards: dict[str, dict[str, Any]]
    reviews: list[dict[str, Any]] = field(default_factory=list)
    standing: dict[str, Card] = field(default_factory=dict)

    @staticmethod
    def open(folder: Path) -> Deck | None:
        """The deck in a folder, None where there is none that can be read; a torn last line of reviews is left out."""
        about, kept = read_whole(folder / "deck.json"), read_whole(folder / "cards.json")
        if about is None or kept is None:
            return None
        try:
            deck = Deck(folder, about, {card["key"]: card for card in kept["cards"]})
        except (KeyError, TypeError):
            return None
        try:
            lines = (folder / "reviews.jsonl").read_bytes().splitlines()
        except OSError:
            lines = []
        for line in lines:
            try:
                deck._count(read_line(line) or {})
            except (ValueError, KeyError, TypeError):
                continue
        return deck

    def _count(self, review: dict[str, Any]) -> None:
        if review["key"] not in self.cards:
            raise KeyError(review["key"])
        from fsrs import Card, Rating

        when = datetime.fromisoformat(review["at"])
        before = self.standing.get(review["key"]) or Card(card_id=0, due=when)
        self.standing[review["key"]], _ = _scheduler().review_card(
            before, Rating(RATINGS[review["grade"]]), when
        )
        self.reviews.append(review)

    def counts(self, at: datetime) -> dict[str, int]:
        """How many cards are due, and how many were never asked."""
        due = sum(card.due <= at for card in self.standing.values())
        return {"due": due, "new": len(self.cards) - len(self.standing), "cards": len(self.cards)}

    def summary(self, at: datetime) -> dict[str, Any]:
        """What a list of decks shows."""
        return {**self.about, **self.counts(at), "reviews": len(self.reviews)}

    def file(self) -> dict[str, Any]:
        """The deck as JSON: what it is of, its decisions with their answers, and every review."""
        kept = {**self.about, "cards": list(self.cards.values()), "reviews": self.reviews}
        return {"id": self.about["id"], "file": "deck.json", "text": json.dumps(kept, indent=1) + "\n"}

    def rename(self, name: str) -> None:
        """Another name."""
        about = {**self.about, "name": name}
        with writing():
            write_whole(self.folder / "deck.json", about)
        self.about = about

    def places(self) -> dict[str, list[str]]:
        """Of hold'em: the lines and the streets that there are cards of, those with most of them first."""
        found = {name: Counter(card[name] for card in self.cards.values() if name in card) for name in PLACES}
        return {f"{name}s": [place for place, _ in rows.most_common(LISTED)] for name, rows in found.items()}

    def next(
        self, at: datetime, is_worst: bool = False, line: str | None = None, street: str | None = None
    ) -> dict[str, Any]:
        """The card to be asked now, without its answer: one that is due, a new one, or the one due soonest.

        is_worst: first those whose last answer was no good one, the dearest first. line, street: of those alone.
        """
        wanted = {name: value for name, value in (("line", line), ("street", street)) if value is not None}
        fits = {
            k
            for k, card in self.cards.items()
            if all(card.get(name) == value for name, value in wanted.items())
        }
        if not fits:
            raise Problem(404, f"this deck has no card of {wanted}", "NoCard")
        wrong = [key for key in self._wrong() if key in fits] if is_worst else []
        due = sorted((card.due, key) for key, card in self.standing.items() if key in fits)
        if wrong:
            key, why = wrong[0], "worst"
        elif due and due[0][0] <= at:
            key, why = due[0][1], "due"
        elif len(due) < len(fits):
            key, why = next(key for key in self.cards if key in fits and key not in self.standing), "new"
        else:
            key, why = due[0][1], "early"
        card = self.cards[key]
        asked = {name: value for name, value in card.items() if name not in ANSWER}
        return {**asked, "why": why, **self.counts(at)}

    def _wrong(self) -> list[str]:
        """Cards whose last answer was an inaccuracy or worse, by what it cost."""
        last = {review["key"]: review for review in self.reviews}
        wrong = [review for review in last.values() if RATINGS[review["grade"]] < 3]
        order = sorted(wrong, key=lambda review: -review["loss"] / self._scale(self.cards[review["key"]]))
        return [review["key"] for review in order]

    def answer(self, key: str, action: int, at: datetime) -> dict[str, Any]:
        """Grade an answer, keep it, and say what the solve does."""
        card = self.cards.get(key)
        if card is None:
            raise Problem(404, f"this deck has no card {key[:60]!r}", "NoCard")
        if not 0 <= action < len(card["actions"]):
            raise Problem(
                422, f"action {action}: expected 0 to {len(card['actions']) - 1}", "ParameterError", "/action"
            )
        if len(self.reviews) >= REVIEWS:
            raise Problem(422, f"{REVIEWS} answers are as many as a deck keeps; make a new one", "TooLarge")
        loss = max(card["values"]) - card["values"][action]
        error = max(card["error"], self.about.get("exploitability") or 0.0)
        scale = self._scale(card)
        named = grade(loss, error, scale)
        review = {"at": at.isoformat(), "key": key, "action": action, "grade": named, "loss": loss}
        with writing(), (self.folder / "reviews.jsonl").open("ab") as file:
            file.write(signed_line(review))
            file.flush()
            os.fsync(file.fileno())
        self._count(review)
        return {
            "grade": named, "loss": loss, "share": loss / scale, "error": error, "chosen": action,
            "shares": card["shares"], "values": card["values"], "actions": card["actions"],
            "back": self.standing[key].due.isoformat(), **self.counts(at),
        }  # fmt: skip

    def _scale(self, card: dict[str, Any]) -> float:
        """What a loss is a share of: the pot of a hold'em decision, else the range of the game's payoffs."""
        return float(card.get("scale", self.about["scale"]))

    def report(self) -> dict[str, Any]:
        """Loss a decision with its 95 % interval, grades, the worst leaks, and one's mixtures beside the solve's."""
        losses = [review["loss"] / self._scale(self.cards[review["key"]]) for review in self.reviews]
        mean = sum(losses) / len(losses) if losses else None
        spread = (
            sqrt(sum((x - (mean or 0.0)) ** 2 for x in losses) / (len(losses) - 1))
            if len(losses) > 1
            else None
        )
        by_card: dict[str, list[dict[str, Any]]] = {}
        for review in self.reviews:
            by_card.setdefault(review["key"], []).append(review)
        leaks = sorted(
            by_card.items(), key=lambda row: -sum(review["loss"] for review in row[1]) / len(row[1])
        )
        return {
            "reviews": len(losses), "mean": mean,
            "half_width": None if spread is None else 1.96 * spread / sqrt(len(losses)),
            "grades": Counter(review["grade"] for review in self.reviews),
            "leaks": [self._leak(key, rows) for key, rows in leaks[:WORST] if any(row["loss"] > 0 for row in rows)],
        }  # fmt: skip

    def _leak(self, key: str, rows: list[dict[str, Any]]) -> dict[str, Any]:
        card, chosen = self.cards[key], Counter(row["action"] for row in rows)
        return {
            "infoset": card["infoset"], "player": card["player"], "actions": card.get("texts", card["actions"]),
            "told": card.get("told"), "asked": len(rows),
            "loss": sum(row["loss"] for row in rows) / len(rows) / self._scale(card), "shares": card["shares"],
            "yours": [chosen[a] / len(rows) for a in range(len(card["actions"]))],
        }  # fmt: skip


_KEPT: list[Scheduler] = []


def _scheduler() -> Scheduler:
    if not _KEPT:
        from fsrs import Scheduler

        _KEPT.append(Scheduler(enable_fuzzing=False))
    return _KEPT[0]


class Decks:
    """The decks of a workspace, read when they are first asked for."""

    def __init__(self, folder: Path, trash: Path) -> None:
        self.folder, self.trash = folder, trash
        self._known: dict[str, Deck] | None = None
        self._locks: dict[str, asyncio.Lock] = {}

    @property
    def known(self) -> dict[str, Deck]:
        """By name."""
        if self._known is None:
            self.folder.mkdir(parents=True, exist_ok=True)
            paths = [path for path in sorted(self.folder.iterdir()) if ID.fullmatch(path.name)]
            found = {path.name: Deck.open(path) for path in paths if path.is_dir() and not path.is_symlink()}
            self._known = {name: deck for name, deck in found.items() if deck is not None}
        return self._known

    def find(self, name: str) -> Deck:
        """The deck of that name."""
        if name not in self.known:
            raise Problem(404, f"there is no deck {name[:20]!r}", "NoDeck")
        return self.known[name]

    def lock(self, deck: Deck) -> asyncio.Lock:
        """One change at a time."""
        return self._locks.setdefault(deck.about["id"], asyncio.Lock())

    def add(self, run: str, name: str, found: dict[str, Any], players: list[int] | None) -> Deck:
        """A deck of the decisions that the library found in a run."""
        if len(self.known) >= DECKS:
            raise Problem(422, f"{DECKS} decks are as many as a workspace holds; delete one", "TooLarge")
        chosen = [card for card in found["cards"] if players is None or card["player"] in players]
        if not chosen:
            raise Problem(422, "there is no decision with two actions that this solve comes to", "NoCards")
        ident = new_id()
        folder = self.folder / ident
        about = {
            "id": ident, "name": name or found["game"], "run": run, "game": found["game"], "scale": found["scale"],
            "exploitability": found["exploitability"], "created": now(),
        }  # fmt: skip
        with writing():
            folder.mkdir(parents=True)
            write_whole(folder / "cards.json", {"cards": chosen})
            write_whole(folder / "deck.json", about)
        self.known[ident] = Deck(folder, about, {card["key"]: card for card in chosen})
        return self.known[ident]

    def remove(self, deck: Deck) -> None:
        """Move a deck to the trash."""
        with writing():
            self.trash.mkdir(exist_ok=True)
            deck.folder.rename(self.trash / f"deck-{deck.about['id']}")
        del self.known[deck.about["id"]]
        self._locks.pop(deck.about["id"], None)


def clock() -> datetime:
    """The time of day, which decides what is due."""
    return datetime.now(UTC)

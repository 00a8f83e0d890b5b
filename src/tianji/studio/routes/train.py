"""The routes of the trainer: decks, the next card, answers, the report."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request

from tianji.studio.play import dealt
from tianji.studio.play.decks import Deck, Decks, clock
from tianji.studio.routes.play import own_decisions
from tianji.studio.routes.runs import rooms
from tianji.studio.schemas import CardAnswer, DeckChanges, HandMove, NewDeck, NewHand, NextCard

router = APIRouter(prefix="/api/v1")


def _decks(request: Request) -> Decks:
    found: Decks = request.app.state.decks
    return found


def _deck(request: Request, name: str) -> Deck:
    return _decks(request).find(name)


@router.get("/decks")
async def list_decks(request: Request) -> dict[str, Any]:
    """Decks, those with most due first."""
    found = [deck.summary(clock()) for deck in _decks(request).known.values()]
    return {"items": sorted(found, key=lambda deck: (-deck["due"], deck["created"])), "next": None}


@router.post("/decks", status_code=201)
async def new_deck(request: Request, body: NewDeck) -> dict[str, Any]:
    """A deck of a run's decisions, or of those made at a table."""
    if body.table is not None:
        found = await own_decisions(request, body.table)
        return _decks(request).add("", body.name, found, body.players).summary(clock())
    assert body.run is not None
    run = rooms(request).keeper.find(body.run)
    found = await rooms(request).desk.ask("drills", folder=str(run.folder))
    return _decks(request).add(run.id, body.name, found, body.players).summary(clock())


@router.get("/decks/{name}")
async def read_deck(request: Request, name: str) -> dict[str, Any]:
    """One deck, with the places of hold'em that it asks about."""
    deck = _deck(request, name)
    return {**deck.summary(clock()), **deck.places()}


@router.get("/decks/{name}/file")
async def deck_file(request: Request, name: str) -> dict[str, Any]:
    """A deck as a file, answers and all."""
    return await asyncio.to_thread(_deck(request, name).file)


@router.patch("/decks/{name}")
async def change_deck(request: Request, name: str, body: DeckChanges) -> dict[str, Any]:
    """Give a deck another name."""
    deck = _deck(request, name)
    deck.rename(body.name)
    return deck.summary(clock())


@router.delete("/decks/{name}", status_code=204)
async def remove_deck(request: Request, name: str) -> None:
    """Move a deck to the trash."""
    _decks(request).remove(_deck(request, name))


@router.post("/decks/{name}/next")
async def next_card(request: Request, name: str, body: NextCard) -> dict[str, Any]:
    """The decision to be asked now, without its answer."""
    return _deck(request, name).next(clock(), body.worst, body.line, body.street)


@router.post("/decks/{name}/answers")
async def answer(request: Request, name: str, body: CardAnswer) -> dict[str, Any]:
    """Grade an answer and keep it."""
    return await asyncio.to_thread(_deck(request, name).answer, body.key, body.action, clock())


@router.get("/decks/{name}/stats")
async def stats(request: Request, name: str) -> dict[str, Any]:
    """How it went so far."""
    deck = _deck(request, name)
    return {**deck.report(), "hands": await asyncio.to_thread(dealt.hands_report, deck.folder)}


async def _played(request: Request, deck: Deck, hand: dict[str, Any]) -> dict[str, Any]:
    """A hand played through at the desk, graded."""
    run = rooms(request).keeper.find(deck.about["run"] or "")
    told = await rooms(request).desk.ask(
        "whole_hand", folder=str(run.folder), seed=hand["seed"], seat=hand["seat"], moves=hand["moves"]
    )
    return dealt.graded(hand, told)


async def _kept(request: Request, deck: Deck, hand: dict[str, Any]) -> dict[str, Any]:
    """A hand played through, then kept: one that cannot be played is not."""
    view = await _played(request, deck, hand)
    await asyncio.to_thread(dealt.keep_hand, deck.folder, hand, view, clock().isoformat())
    return view


@router.get("/decks/{name}/hand")
async def read_hand(request: Request, name: str) -> dict[str, Any] | None:
    """The hand that was dealt last, as its seat sees it; null where none has been."""
    deck = _deck(request, name)
    hand = await asyncio.to_thread(dealt.last_hand, deck.folder)
    return None if hand is None else await _played(request, deck, hand)


@router.post("/decks/{name}/hand", status_code=201)
async def deal_hand(request: Request, name: str, body: NewHand) -> dict[str, Any]:
    """Deal a hand of the deck's solve, to be played through all its streets."""
    deck = _deck(request, name)
    hand = await asyncio.to_thread(dealt.next_hand, deck.folder, body.seat)
    return await _kept(request, deck, hand)


@router.post("/decks/{name}/hand/acts")
async def move_on(request: Request, name: str, body: HandMove) -> dict[str, Any]:
    """Make a decision; it is graded, and the hand goes on until the next one, or its end."""
    deck = _deck(request, name)
    async with _decks(request).lock(deck):
        before = await asyncio.to_thread(dealt.last_hand, deck.folder)
        return await _kept(request, deck, dealt.move(before, body.action, body.at))

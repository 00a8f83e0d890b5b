"""Two players at a table nobody sits at: rounds of one against the other, every move in words, the score, a file."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tianji.errors import ParameterError
from tianji.studio.own import load_game
from tianji.studio.patience import patient
from tianji.studio.play.hands import BLINDS, GAME, hand_log
from tianji.studio.play.opponents import make_opponent

SECONDS = patient(10.0)  # for all rounds; what is done by then is shown


def watch(
    game: str,
    players: list[dict[str, Any]],
    strategies: list[str | None],
    rounds: int,
    seed: int,
    stack: int = 0,
) -> Any:
    """Rounds of the first player against the second, who change seats; strategies: what each plays by."""
    if game == GAME:
        return _hands(players, [str(path) for path in strategies], rounds, seed, stack)
    return _rounds(game, players, strategies, rounds, seed)


def _score(results: list[float], unit: float = 1.0) -> dict[str, Any]:
    """What the first player got a round, with its 95 % interval."""
    from tianji.arena import Estimate

    found = Estimate.of(value * unit for value in results).to_dict()
    return {**found, "total": sum(results)}


def _rounds(
    spec: str, players: list[dict[str, Any]], strategies: list[str | None], rounds: int, seed: int
) -> dict[str, Any]:
    from tianji.arena import Match, StrategyPlayer
    from tianji.run.clock import Clock
    from tianji.run.limits import Limits

    rules, rng = load_game(spec), random.Random(seed)
    if rules.players < 2:
        raise ParameterError(f"{rules.spec} has one player; a match needs two")
    seated = []
    for who, path in zip(players, strategies, strict=True):
        player = make_opponent(rules, who, path, seed)
        seated.append(
            StrategyPlayer(rules, player.strategy, rng) if isinstance(player, StrategyPlayer) else player
        )
    match, clock = Match(rules, seated[1], rng, "B"), Clock(Limits(seconds=SECONDS))
    shown: list[dict[str, Any]] = []
    while len(shown) < rounds and not clock.is_over():
        seat, log = len(shown) % rules.players, list[dict[str, Any]]()

        def note(state: Any, who: int, action: Any, _: int, log: list[dict[str, Any]] = log) -> None:
            log.append({"who": who, "text": rules.describe(state, action)})

        played = match.play_round(seat, seated[0].choose, note)
        shown.append({"seat": seat, "log": log, "payoffs": played.payoffs, "end": played.end})
    results = [each["payoffs"][each["seat"]] for each in shown]
    kept = {"game": rules.spec, "players": players, "seed": seed, "rounds": shown}
    return {
        "game": rules.spec, "players": rules.players, "rounds": shown, "score": _score(results), "unit": "",
        "stopped": clock.stopped, "file": {"name": "match.json", "text": json.dumps(kept, indent=1) + "\n"},
    }  # fmt: skip


def _hands(
    players: list[dict[str, Any]], who: list[str], rounds: int, seed: int, stack: int
) -> dict[str, Any]:
    from tianji.arena import HandRecord, hand_agent, holdem_match
    from tianji.arena.phh import phh_text
    from tianji.arena.record import RecordedHand, recorded_hands
    from tianji.poker.rules import HandRules

    names = [str(each["player"]) for each in players]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "match.log"
        done = holdem_match(
            *(hand_agent(each) for each in who), hands=rounds, seed=seed, duplicate=False, aivat=False, log=path,
            rules=HandRules(stacks=(stack, stack), blinds=BLINDS), seconds=SECONDS,
        )  # fmt: skip
        hands = (
            [hand for hand in recorded_hands(path) if isinstance(hand, RecordedHand)] if path.exists() else []
        )
    shown: list[dict[str, Any]] = []
    records = []
    for number, hand in enumerate(hands):
        seat = number % 2  # A is the big blind first, then they change
        payoffs = [float(chips) for chips in hand.state.payoffs()]
        shown.append(
            {"seat": seat, "log": _dealt(hand.state) + hand_log(hand.state), "payoffs": payoffs, "end": ""}
        )
        records.append(HandRecord.from_state(hand.state, [names[int(k != seat)] for k in (0, 1)], number + 1))
    results = [each["payoffs"][each["seat"]] for each in shown]
    return {
        "game": GAME, "players": 2, "rounds": shown, "score": _score(results, 1000 / BLINDS[0]), "unit": "mbb",
        "stopped": done.stopped, "file": {"name": "match.phhs", "text": phh_text(records)},
    }  # fmt: skip


def _dealt(state: Any) -> list[dict[str, Any]]:
    """Both hands, which whoever watches sees."""
    from tianji.poker.cards import show_cards

    return [
        {"who": -1, "text": f"deals player {k} {show_cards(cards)}"} for k, cards in enumerate(state.hole)
    ]


QUESTIONS: dict[str, Callable[..., Any]] = {"watch": watch}

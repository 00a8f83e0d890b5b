"""A table: rounds of one reader against an opponent, as moves; what the seat may know of them, its odds, its review.

The server keeps the moves (`routes.play`); here, at the desk, they are played through. What leaves this module before a
round has ended is a function of what the seat knows: `tests/unit/test_studio_play.py` compares the bytes.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tianji.errors import GameRuleError, NotApplicableError, ParameterError, TianjiError, quote
from tianji.studio.own import load_game
from tianji.studio.patience import patient
from tianji.studio.play.ended import cards_of, reviewed, rounds_file
from tianji.studio.play.hands import HoldemSeat, list_players
from tianji.studio.play.opponents import hides, make_opponent
from tianji.studio.play.words import seen_moves, told_of, words_at

MOVES = 5000  # of a round
BELIEFS = 24  # rows that are shown
ODDS_NODES = 20_000  # a search may visit for one action's value


class TableSeat:
    """One table played through: rules, opponent, and the round that is open."""

    def __init__(self, about: dict[str, Any], strategy: str | None) -> None:
        self.about, self.rules = about, load_game(about["game"])
        self.rounds: list[dict[str, Any]] = [
            dict(each, moves=list(each["moves"])) for each in about["rounds"]
        ]
        self.opponent = make_opponent(self.rules, about["opponent"], strategy, about["seed"])
        self.is_hidden = hides(self.rules)

    @property
    def seat(self) -> int:
        """Of the round that is open."""
        return int(self.rounds[-1]["seat"])

    def states(self, number: int = -1) -> list[tuple[Any, int, Any]]:
        """(state, who acts, action) of every move of a round, and its last state."""
        state, found = self.rules.initial(), []
        for text in self.rounds[number]["moves"]:
            who = self.rules.player(state)
            action = self._named(state, who, text)
            found.append((state, who, action))
            state = self.rules.result(state, action)
        return [*found, (state, self.rules.player(state), None)]

    def _named(self, state: Any, who: int, text: str) -> Any:
        from tianji.core.game import CHANCE, TERMINAL
        from tianji.core.strategy import label

        if who == TERMINAL:
            raise ParameterError("the round is over; deal the next one")
        menu = [a for a, _ in self.rules.chances(state)] if who == CHANCE else list(self.rules.actions(state))
        found = next((a for a in menu if label(a) == text), None)
        if found is None:
            names = [label(a) for a in menu] if who == self.seat else "one of the actions"
            raise ParameterError(f"{quote(text)} cannot be played here; expected {quote(names)}")
        return found

    def deal(self, seat: int | None = None, is_again: bool = False) -> None:
        """Begin a round: the seat is fixed, or goes round, or is asked for; is_again: chance deals as it did last."""
        asked = self.about["seat"] if seat is None else seat
        seat = len(self.rounds) % self.rules.players if asked is None else asked
        if not 0 <= seat < self.rules.players:
            raise ParameterError(
                f"seat {quote(seat)}; expected 0..{self.rules.players - 1}, or null to alternate"
            )
        dealt = self._dealt() if is_again else None
        self.rounds.append({"seat": seat, "moves": [], **({} if dealt is None else {"dealt": dealt})})
        self.go_on()

    def _dealt(self) -> list[str]:
        """What chance dealt in the last round, in order."""
        from tianji.core.game import CHANCE
        from tianji.core.strategy import label

        return [label(action) for _, who, action in self.states() if who == CHANCE and action is not None]

    def retry(self, number: int, turn: int) -> None:
        """A round that has ended, once more from one's own decision `turn` (from 0) of it on."""
        from tianji.core.game import TERMINAL

        played = self.states(number - 1) if 1 <= number <= len(self.rounds) else []
        if not played or played[-1][1] != TERMINAL:
            raise ParameterError(f"round {number} of this table has not ended; retry one that has")
        seat = self.rounds[number - 1]["seat"]
        mine = [k for k, (_, who, action) in enumerate(played) if who == seat and action is not None]
        if turn >= len(mine):
            raise ParameterError(f"turn {turn}; round {number} has decisions 0..{len(mine) - 1} of yours")
        self.rounds.append({"seat": seat, "moves": self.rounds[number - 1]["moves"][: mine[turn]]})

    def act(self, text: str) -> None:
        """The reader's action, then everybody else's until it is the reader's turn again."""
        state, who, _ = self.states()[-1]
        if who != self.seat:
            raise ParameterError("it is not your turn; deal the next round")
        self._named(state, who, text)
        self.rounds[-1]["moves"].append(text)
        self.go_on()

    def undo(self) -> None:
        """Take back the last own decision, and all that came of it."""
        mine = [
            k for k, (_, who, action) in enumerate(self.states()) if who == self.seat and action is not None
        ]
        if not mine:
            raise ParameterError("there is nothing of yours to take back in this round")
        del self.rounds[-1]["moves"][mine[-1] :]

    def go_on(self) -> None:
        """Chance and the others, until the reader is to act or the round ends."""
        from tianji.core.game import CHANCE, TERMINAL
        from tianji.core.strategy import label

        state, who, _ = self.states()[-1]
        moves = self.rounds[-1]["moves"]
        while who not in (TERMINAL, self.seat):
            if len(moves) > MOVES:
                raise GameRuleError(f"{self.rules.spec}: a round of over {MOVES} moves")
            # each move has randomness of its own: what is played through again is drawn alike
            rng = random.Random(f"{self.about['seed']}/{len(self.rounds)}/{len(moves)}")
            if who == CHANCE:
                action = self._chance(state, rng)
            else:
                action = self._reply(state, who, rng)
            moves.append(label(action))
            state = self.rules.result(state, action)
            who = self.rules.player(state)

    def _chance(self, state: Any, rng: random.Random) -> Any:
        """What chance deals: in a round that is dealt again what it dealt then, as long as that can come here."""
        from tianji.core.game import CHANCE
        from tianji.core.strategy import label

        outcomes, odds = zip(*self.rules.chances(state), strict=True)
        drawn = rng.choices(outcomes, odds)[0]
        dealt = self.rounds[-1].get("dealt") or []
        number = sum(who == CHANCE for _, who, _ in self.states()[:-1])
        if number >= len(dealt):
            return drawn
        return next((action for action in outcomes if label(action) == dealt[number]), drawn)

    def _reply(self, state: Any, who: int, rng: random.Random) -> Any:
        from tianji.arena import StrategyPlayer

        if isinstance(self.opponent, StrategyPlayer):
            return StrategyPlayer(self.rules, self.opponent.strategy, rng).choose(state, who)
        return self.opponent.choose(state, who)

    def view(self) -> dict[str, Any]:
        """What the reader is shown: of a round that is open, what the seat may know and nothing else."""
        from tianji.core.game import TERMINAL
        from tianji.core.strategy import label

        played = self.states()
        state, who, _ = played[-1]
        is_over = who == TERMINAL
        payoffs = [float(u) for u in self.rules.utility(state)] if is_over else None
        actions = [] if is_over else [
            {"name": label(a), "text": self.rules.describe(state, a)} for a in self.rules.actions(state)
        ]  # fmt: skip
        key = self.rules.information(state, self.seat) if self.is_hidden and not is_over else None
        log = self._log(played)
        return {
            "game": self.rules.spec, "players": self.rules.players, "hidden": self.is_hidden,
            "opponent": self.about["opponent"], "round": len(self.rounds), "seat": self.seat, "over": is_over,
            "knows": None if key is None else label(key), "told": None if key is None else told_of(log, key),
            "shows": self.rules.show(state) if is_over or not self.is_hidden else None,
            "log": log, "actions": actions, "payoffs": payoffs,
            "turn": sum(who == self.seat and action is not None for _, who, action in played),
            "results": self._results(payoffs),
        }  # fmt: skip

    def _results(self, last: list[float] | None) -> list[dict[str, Any]]:
        """Seat and payoff of every round that has ended."""
        done = []
        for k, each in enumerate(self.rounds[:-1]):
            end = self.states(k)[-1][0]
            done.append({"seat": each["seat"], "payoff": float(self.rules.utility(end)[each["seat"]])})
        return [*done, {"seat": self.seat, "payoff": last[self.seat]}] if last is not None else done

    def _log(self, played: list[tuple[Any, int, Any]]) -> list[dict[str, Any]]:
        """The moves so far in the game's own words, as far as the seat may know them."""
        from tianji.core.game import TERMINAL

        if played[-1][1] != TERMINAL:
            return seen_moves(self.rules, played[:-1], self.seat)
        return [
            {"who": who, "text": self.rules.describe(state, action)} for state, who, action in played[:-1]
        ]

    def odds(self) -> dict[str, Any]:
        """Of each action how often the strategy plays it and what it is worth; what the others may hold."""
        from tianji.arena import StrategyPlayer

        state, who, _ = self.states()[-1]
        if who != self.seat:
            raise ParameterError("it is not your turn; there is nothing to weigh")
        is_mixed = isinstance(self.opponent, StrategyPlayer)
        found = self._strategy_odds(state) if is_mixed else self._search_odds(state)
        texts = words_at(self.rules, [], state, self.seat)["texts"]
        return {**found, "actions": [{**row, "text": texts[row["name"]]} for row in found["actions"]]}

    def _strategy_odds(self, state: Any) -> dict[str, Any]:
        from tianji.arena.opponents import REVIEWED
        from tianji.core.strategy import label
        from tianji.evaluate.infosets import infoset_values
        from tianji.flat.cache import as_flat
        from tianji.flat.forecast import plan

        assert hasattr(self.opponent, "mix")
        mix = self.opponent.mix(state, self.seat)
        rows = [{"name": name, "probability": p, "value": None} for name, p in mix.items()]
        bound, key = "", self.rules.information(state, self.seat)
        if plan(self.rules).terminals <= REVIEWED:
            worth = infoset_values(as_flat(self.rules), self.opponent.strategy, self.seat)
            i = worth.tree.index[key]
            if worth.cf_reach[i] > 0:
                values = dict(
                    zip(map(label, worth.tree.menus[i]), worth.action_values(i).tolist(), strict=True)
                )
                rows = [{**row, "value": values[row["name"]]} for row in rows]
                bound = "exact"
        return {
            "actions": rows, "bound": bound, "belief": self._belief(key),
            "outcomes": self._outcomes(key) if bound else [],
        }  # fmt: skip

    def _past(self) -> list[tuple[Any, Any]]:
        """The seat's own decisions of this round."""
        played = [(s, a) for s, who, a in self.states() if who == self.seat and a is not None]
        return [(self.rules.information(s, self.seat), a) for s, a in played]

    def _outcomes(self, key: Any) -> list[dict[str, float]]:
        """How the round may end if everybody keeps to the strategy, the worst first."""
        from tianji.evaluate.outcomes import outcomes

        try:
            found = outcomes(self.rules, self.opponent.strategy, self.seat, key, self._past())
        except TianjiError:  # too many histories agree: nothing is said
            return []
        return [{"payoff": payoff, "p": p} for payoff, p in found.items()]

    def _belief(self, key: Any) -> list[dict[str, Any]]:
        from tianji.evaluate.belief import belief

        if not self.is_hidden:
            return []
        try:
            rows = belief(self.rules, self.opponent.strategy, self.seat, key, past=self._past())
        except TianjiError:  # too many histories agree: nothing is said
            return []
        return [
            {"label": " · ".join(text for text in row.others if text is not None), "p": row.probability}
            for row in rows[:BELIEFS]
        ]

    def _search_odds(self, state: Any) -> dict[str, Any]:
        from tianji.core.game import TERMINAL
        from tianji.core.strategy import label

        rows, bounds = [], set()
        for action in self.rules.actions(state)[:64]:
            after = self.rules.result(state, action)
            if self.rules.player(after) == TERMINAL:
                value, bound = float(self.rules.utility(after)[self.seat]), "exact"
            else:
                value, bound = self._worth(after)
            bounds.add(bound)
            rows.append({"name": label(action), "probability": None, "value": value})
        return {
            "actions": rows,
            "bound": "exact" if bounds == {"exact"} else "estimate",
            "belief": [],
            "outcomes": [],
        }

    def _worth(self, state: Any) -> tuple[float, str]:
        import tianji

        found = tianji.search.search(self.rules, state, self.opponent.method, nodes=ODDS_NODES)
        if found.values is not None:
            return float(found.values[self.seat]), found.bound
        mine = self.rules.player(state) == self.seat
        return float(found.value if mine else -found.value), "exact" if found.bound == "exact" else "estimate"

    @property
    def is_over(self) -> bool:
        """Whether the round that was dealt last has ended."""
        from tianji.core.game import TERMINAL

        return self.states()[-1][1] == TERMINAL


def new_table(about: dict[str, Any], strategy: str | None, solve_to: str | None = None) -> Any:
    """A table with its first round dealt; where it is asked for, the game is solved first and the strategy saved."""
    error = None
    if solve_to is not None:
        import tianji

        solution = tianji.solve(load_game(about["game"]), until=1e-4, seconds=patient(10.0))
        solution.save(solve_to)
        strategy, error = solve_to, solution.exploitability
        about = {**about, "opponent": {**about["opponent"], "exploitability": error}}
    seat = _seat(about, strategy)
    if isinstance(seat, TableSeat):
        seat.about = about = {**about, "game": seat.rules.spec}
    seat.deal()
    return {"about": {**about, "rounds": seat.rounds}, "view": seat.view()}


def change_table(
    about: dict[str, Any], strategy: str | None, what: str, action: str = "", at: list[int] | None = None,
    seat_of: int | None = None, is_again: bool = False,
) -> Any:  # fmt: skip
    """A table after an action, a new deal, a decision tried again or a move taken back.

    at: the round and turn that the reader has seen; of what is tried again, its place.
    """
    seat = _seat(about, strategy)
    if what == "act" and at is not None and at != [len(seat.rounds), seat.view()["turn"]]:
        raise ParameterError("this table has gone on since it was read; read it again")
    if what == "act":
        seat.act(action)
    elif what == "deal":
        if not seat.is_over:
            raise ParameterError("the round is not over; play it to its end, or take the last move back")
        if isinstance(seat, HoldemSeat):
            if is_again:
                raise NotApplicableError(
                    "hands of hold'em are not dealt again; the deck is drawn as they are played"
                )
            seat.deal(seat_of)
        else:
            seat.deal(seat_of, is_again)
    elif what == "retry":
        if isinstance(seat, HoldemSeat):
            raise NotApplicableError(
                "hands of hold'em are not played again from the middle; review them, make a deck"
            )
        if not seat.is_over:
            raise ParameterError("the round is not over; play it to its end, or take the last move back")
        assert at is not None
        seat.retry(*at)
    else:
        seat.undo()
    return {"about": {**about, "rounds": seat.rounds}, "view": seat.view()}


def see_table(about: dict[str, Any], strategy: str | None, what: str) -> Any:
    """A table as the seat sees it, its odds, or the review of its rounds."""
    seat = _seat(about, strategy)
    if what == "review":
        return seat.review() if isinstance(seat, HoldemSeat) else reviewed(seat)
    return {"view": seat.view, "odds": seat.odds}[what]()


def table_cards(about: dict[str, Any], strategy: str | None) -> Any:
    """The decisions of a table as cards of a deck."""
    seat = _seat(about, strategy)
    if isinstance(seat, HoldemSeat):
        raise NotApplicableError("decisions of hold'em are priced by a review first; make the deck of that")
    return cards_of(seat)


def table_file(about: dict[str, Any], strategy: str | None, last: int) -> Any:
    """The rounds of a table that have ended as a file: its name and text."""
    seat = _seat(about, strategy)
    return seat.file(last) if isinstance(seat, HoldemSeat) else rounds_file(seat, last)


def _seat(about: dict[str, Any], strategy: str | None) -> TableSeat | HoldemSeat:
    """The table played through: of a game, or of hold'em, where `strategy` is what the player is asked by."""
    if about["opponent"]["kind"] == "player":
        assert strategy is not None
        return HoldemSeat(about, strategy)
    return TableSeat(about, strategy)


QUESTIONS: dict[str, Callable[..., Any]] = {
    "new_table": new_table,
    "change_table": change_table,
    "see_table": see_table,
    "table_file": table_file,
    "table_cards": table_cards,
    "holdem_players": list_players,
}

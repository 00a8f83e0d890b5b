"""Our client at a dealer whose rules and lines are OpenSpiel's universal_poker, which has the code of the ACPC's."""

from __future__ import annotations

import random
import re
import socket
import threading

import pytest

from tianji.arena import acpc_client
from tianji.poker.rules import HandRules

HANDS = 60  # a game
GAMES = {
    "holdem.nolimit.2p.reverse_blinds.game": ["random", "tiny", "allin", "fold"],
    "holdem.limit.2p.reverse_blinds.game": ["random", "call"],
    "holdem.nolimit.3p.game": ["random"],
    "holdem.limit.3p.game": ["random"],
}


def universal(rules):
    """OpenSpiel's game by the game definition."""
    spiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'tianji[test]'")
    if "universal_poker" not in spiel.registered_names():
        pytest.skip("this OpenSpiel was built without universal_poker")
    rows = dict(line.split(" = ") for line in rules.to_gamedef().splitlines() if " = " in line)
    names = ("stack", "blind", "firstPlayer", "raiseSize", "maxRaises", "numBoardCards")
    is_limit = bool(rules.raise_sizes)
    return spiel.load_game("universal_poker", {
        "betting": "limit" if is_limit else "nolimit", "bettingAbstraction": "fcpa" if is_limit else "fullgame",
        "numPlayers": rules.seats, "numRounds": 4, "numSuits": 4, "numRanks": 13, "numHoleCards": 2,
        **{name: rows[name] for name in names if name in rows},
    })  # fmt: skip


def told(state, seat, number):
    """The line that a seat is sent: what its code prints of the hand, less the cards the seat may not see."""
    betting, cards = re.search(r"ACPC State: STATE:\d+:([^:]*):(\S*)", str(state)).groups()
    hole, *board = cards.split("/")
    hands = hole.split("|")
    gone = {done.player for done in state.full_history() if done.player >= 0 and done.action == 0}
    shows = state.is_terminal() and len(gone) < len(hands) - 1
    hands = [hand if k == seat or (shows and k not in gone) else "" for k, hand in enumerate(hands)]
    return f"MATCHSTATE:{seat}:{number}:{betting}:{'/'.join(['|'.join(hands), *board[: betting.count('/')]])}"


class Dealer:
    """Deals by OpenSpiel to one client, seats in turn; all others roll dice; any line it cannot follow fails."""

    def __init__(self, game, seats, hands):
        self.game, self.seats, self.hands = game, seats, hands
        self.server = socket.create_server(("127.0.0.1", 0))
        self.server.settimeout(300)
        self.port, self.played, self.won, self.failure = self.server.getsockname()[1], 0, 0.0, None

    def run(self):
        try:
            link, _ = self.server.accept()
            with link, link.makefile("rwb") as file:
                link.settimeout(300)
                assert file.readline() == b"VERSION:2.0.0\r\n"
                for number in range(self.hands):
                    self.deal(file, number, random.Random(number))
        except BaseException as error:
            self.failure = error
        finally:
            self.server.close()

    def deal(self, file, number, rng):
        seat, state = number % self.seats, self.game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice(state.legal_actions()))
                continue
            line = told(state, seat, number).encode()
            file.write(line + b"\r\n")
            file.flush()
            legal = state.legal_actions()
            if state.current_player() != seat:
                state.apply_action(rng.choice([legal[0], 1, 1, legal[-1], rng.choice(legal)]))
                continue
            reply = file.readline()
            assert reply.startswith(line + b":") and reply.endswith(b"\r\n"), reply
            said = reply[len(line) + 1 : -2].decode()
            action = {"f": 0, "c": 1, "r": 2}.get(said) if said in "fcr" else int(said[1:])
            assert action in legal, (said, line)
            state.apply_action(action)
        file.write(told(state, seat, number).encode() + b"\r\n")
        file.flush()
        self.won += state.returns()[seat]
        self.played += 1


@pytest.mark.parametrize(("name", "player"), [(name, who) for name, row in GAMES.items() for who in row])
def test_a_match_at_a_dealer_with_the_competition_s_rules(name, player):
    """Every line is read, every answer legal, and both count the same chips, where all cards were shown."""
    rules = HandRules.named(name)
    if rules.raise_sizes:  # a stack that no limit hand can spend: universal_poker asks for one
        rules = HandRules(
            (1200,) * rules.seats, rules.blinds, (), rules.first, 0, rules.raise_sizes, rules.max_raises
        )
    dealer = Dealer(universal(rules), rules.seats, HANDS)
    thread = threading.Thread(target=dealer.run, daemon=True)
    thread.start()
    report = acpc_client("127.0.0.1", dealer.port, player, rules=rules, seed=1)
    thread.join(300)
    assert dealer.failure is None, dealer.failure
    assert dealer.played == report.hands == HANDS and report.answers > 0
    assert report.illegal == report.refused == 0 and not report.faults
    assert report.chips == pytest.approx(dealer.won)

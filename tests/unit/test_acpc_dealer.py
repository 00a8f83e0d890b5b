"""Clients at a dealer written from the protocol's text alone, with rules of its own: nothing of ours but the client."""

from __future__ import annotations

import random
import re
import socket
import threading

import pytest

from tianji.arena import acpc_client
from tianji.poker.cards import show_cards

STACK, SMALL, BIG = 20_000, 50, 100


class Table:
    """One hand of the no-limit game for two: seat 0 posts the big blind, seat 1 acts first, later seat 0 does."""

    def __init__(self, deck):
        self.hole, self.board = (deck[0:2], deck[2:4]), deck[4:9]
        self.spent, self.text, self.street, self.actor = [BIG, SMALL], "", 0, 1
        self.least, self.acted, self.is_over, self.folded = BIG, 0, False, False

    def act(self, action):
        """Follow an action, or say what is wrong with it."""
        high, mine = max(self.spent), self.spent[self.actor]
        if action == "f":
            assert high > mine, "a fold with nothing to call"
            self.is_over = self.folded = True
        elif action == "c":
            self.spent[self.actor] = high
        else:
            assert re.fullmatch(r"r[1-9]\d*", action), action
            to = int(action[1:])
            assert high < STACK and to <= STACK and (to >= high + self.least or to == STACK), (
                action,
                self.text,
            )
            self.least, self.spent[self.actor] = max(self.least, to - high), to
        self.text += action
        self.acted += 1
        self.actor = 1 - self.actor
        if not self.is_over and self.acted >= 2 and self.spent[0] == self.spent[1]:
            streets = 4 - self.street if self.spent[0] == STACK else 1
            for _ in range(streets):
                self.is_over = self.street == 3
                if not self.is_over:
                    self.text += "/"
                    self.street += 1
            self.actor, self.acted, self.least = 0, 0, BIG

    def line(self, seat, number):
        """MATCHSTATE:position:hand:betting:cards, the other's cards shown at a showdown."""
        shows = self.is_over and not self.folded
        hands = [show_cards(h) if k == seat or shows else "" for k, h in enumerate(self.hole)]
        boards = [self.board[:3], self.board[3:4], self.board[4:5]][: self.street]
        cards = "|".join(hands) + "".join("/" + show_cards(b) for b in boards)
        return f"MATCHSTATE:{seat}:{number}:{self.text}:{cards}"


def choose(table, rng):
    """What the dealer's own player does: anything legal."""
    high, mine = max(table.spent), table.spent[table.actor]
    menu = ["c", "c"] + ["f"] * (high > mine)
    if high < STACK:
        least = min(high + table.least, STACK)
        menu += [
            f"r{least}",
            f"r{rng.randint(least, STACK)}",
            f"r{min(3 * high, STACK) if 3 * high >= least else least}",
        ]
    return rng.choice(menu)


class Dealer:
    """Deals hands to whoever connects; hangs up after `cuts` answers once, in the middle of a hand, and waits."""

    def __init__(self, hands, cut_after=None):
        self.hands, self.cut_after = hands, cut_after
        self.server = socket.create_server(("127.0.0.1", 0))
        self.server.settimeout(300)
        self.port, self.answers, self.played, self.failure = self.server.getsockname()[1], 0, 0, None

    def meet(self):
        link, _ = self.server.accept()
        link.settimeout(300)
        file = link.makefile("rwb")
        assert re.fullmatch(rb"VERSION:2\.\d+\.\d+\r\n", file.readline())
        return link, file

    def run(self):
        try:
            self.deal_all()
        except BaseException as error:
            self.failure = error
        finally:
            self.server.close()

    def deal_all(self):
        rng, (link, file) = random.Random(5), self.meet()
        for number in range(self.hands):
            seat, table = number % 2, Table(rng.sample(range(52), 9))
            while True:
                said = table.line(seat, number).encode()
                file.write((b"# a comment\r\n" if number % 7 == 0 else b"") + said + b"\r\n")
                file.flush()
                if table.is_over:
                    break
                if table.actor != seat:
                    table.act(choose(table, rng))
                    continue
                if self.answers == self.cut_after:  # in the middle of a hand, the question asked
                    self.cut_after = None
                    link.shutdown(socket.SHUT_RDWR)
                    link.close()
                    link, file = self.meet()
                    continue
                reply = file.readline()
                assert reply.startswith(said + b":") and reply.endswith(b"\r\n"), reply
                table.act(reply[len(said) + 1 : -2].decode())
                self.answers += 1
            self.played += 1
        link.close()


def sit(dealer, player, clients=1, **options):
    """What each client in turn says of the match, the dealer in a thread."""
    thread = threading.Thread(target=dealer.run, daemon=True)
    thread.start()
    reports = [acpc_client("127.0.0.1", dealer.port, player, **options) for _ in range(clients)]
    thread.join(300)
    assert dealer.failure is None, dealer.failure
    return reports


@pytest.mark.parametrize("player", ["random", "tiny", "allin"])
def test_hands_at_a_stranger_s_table(player):
    dealer = Dealer(40)
    (report,) = sit(dealer, player, seed=3)
    assert dealer.played == report.hands == 40 and report.answers == dealer.answers > 0
    assert report.illegal == report.refused == 0 and not report.faults


def test_a_client_that_was_killed_goes_on_in_the_middle_of_the_hand():
    dealer = Dealer(20, cut_after=9)
    first, second = sit(dealer, "tiny", clients=2, never_die=True)
    assert dealer.played == 20 and second.answers > 0
    assert 0 <= first.answers + second.answers - dealer.answers <= 1  # one question was asked twice
    assert first.illegal == second.illegal == second.refused == 0


@pytest.mark.nightly
def test_a_thousand_hands_at_a_stranger_s_table():
    dealer = Dealer(1000)
    (report,) = sit(dealer, "tiny")
    assert dealer.played == report.hands == 1000 and report.illegal == report.refused == 0

"""Spots against OpenSpiel's universal_poker: its rules, hand ranks and payoffs, our linear program on its tree.

Its subgames take a board, a pot and a reach for every hand; the menu `fcpa` is fold, call, a bet of the pot, all-in.
With blinds of half the pot each its amounts are those of a spot.
"""

import pytest

import tianji as tj
from tianji.poker.cards import libratus_order, parse_cards
from tianji.poker.ranges import Range

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'tianji[test]'")
if "universal_poker" not in pyspiel.registered_names():
    pytest.skip("this OpenSpiel was built without universal_poker", allow_module_level=True)

SPOTS = {
    "river": ("4s8hTc9h2s", 400, 800, "AcAh,QcJd,7c6d:0.5,Th9c,KhQh", "AdAs,KcQd,5h5c,JcJh:0.25,7h3h"),
    "river, shallow": ("Ks7h2dJc5s", 60, 40, "AcKd,QcQd,6c6d,AhTh", "KhQh,9c9d:0.75,AdQd,8c7c"),
    "turn": ("4s8hTc9h", 200, 300, "AcAh,QcJd:0.5,7c6d", "AdAs,KcQd,JcJh"),
}


class Subgame(tj.Game):
    """A universal_poker subgame as its states; the first deal leaves out pairs of hands of weight 0."""

    def __init__(self, board, pot, stack, oop, ip):
        cards, order = parse_cards(board), libratus_order()
        reaches = [Range.parse(side).without(cards).weights[hand] for side in (oop, ip) for hand in order]
        # given as a mapping: the text form of so many parameters would be parsed as one list
        self.raw = pyspiel.load_game(
            "universal_poker",
            {
                "betting": "nolimit", "bettingAbstraction": "fcpa", "numPlayers": 2, "numRounds": 4,
                "blind": f"{pot // 2} {pot // 2}", "firstPlayer": "1 1 1 1", "numSuits": 4, "numRanks": 13,
                "numHoleCards": 2, "numBoardCards": "0 3 1 1", "stack": f"{stack + pot // 2} {stack + pot // 2}",
                "potSize": pot, "boardCards": board, "handReaches": " ".join(f"{r:.6g}" for r in reaches),
            },
        )  # fmt: skip
        self.states = {(): self.raw.new_initial_state()}

    def initial(self):
        return ()

    def player(self, s):
        state = self.states[s]
        if state.is_terminal():
            return tj.TERMINAL
        return tj.CHANCE if state.is_chance_node() else state.current_player()

    def actions(self, s):
        return self.states[s].legal_actions()

    def chances(self, s):
        return [(a, p) for a, p in self.states[s].chance_outcomes() if p > 0]

    def result(self, s, a):
        after = (*s, a)
        if after not in self.states:
            self.states[after] = self.states[s].child(a)
        return after

    def utility(self, s):
        return self.states[s].returns()

    def information(self, s, player):
        return self.states[s].information_state_string(player) if s else ""


@pytest.mark.interop
@pytest.mark.parametrize("name", SPOTS)
def test_value(name):
    board, pot, stack, oop, ip = SPOTS[name]
    theirs = tj.solve(Subgame(board, pot, stack, oop, ip), method="lp")
    menu = "100%,allin"
    spot = tj.holdem.Spot(
        board=board, pot=pot, stack=stack, oop=oop, ip=ip, bets=menu, raises=menu, donks=menu
    )
    ours = spot.solve(until=2e-5 * pot, threads=1, storage="float64")
    assert ours.values[0] - pot / 2 == pytest.approx(theirs.values[0], abs=1e-4 * pot)

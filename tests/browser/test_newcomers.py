"""Five newcomers, each with a task in words of his own: done from the first screen, without the help page.

A newcomer knows no address, no key and no mark of a test. He hears the page as a screen reader tells it (its ARIA
snapshot: roles and names, nothing that is only drawn) and takes what is called most like what he has in mind; where two
things are called alike, he is lost.
"""

from __future__ import annotations

import re

import pytest

from studio_bench import until

expect = pytest.importorskip("playwright.sync_api", reason="pip install playwright").expect

THING = re.compile(r"""- '?(link|button|textbox|combobox|radio|searchbox|gridcell) "((?:[^"\\]|\\.)*)"(.*)""")


class Newcomer:
    def __init__(self, page, studio):
        self.page, self.visited, self.asked = page, [], set()
        page.on("framenavigated", lambda frame: self.visited.append(frame.url))
        page.on("request", lambda request: self.asked.add(request))
        for end in ("requestfinished", "requestfailed"):
            page.on(end, lambda request: self.asked.discard(request))
        page.goto(studio.address)
        page.locator("h1").wait_for()

    def hears(self, part="main"):
        return self.page.locator(part).aria_snapshot()

    def find(self, words, *roles, parts=("dialog[open]", "main", "nav[aria-label=Screens]")):
        """The thing whose name has these words in their order, the sooner and the shorter the better.

        He looks at what the screen is about first, then at the ways to other screens; of two alike he takes neither.
        """
        wanted, before = words.lower().split(), []

        def best():
            """What is best twice in a row: a page that is still being filled shows some things before others."""
            told = heard()  # first: while nothing is asked of the browser, it tells nothing either
            before.append(None if self.is_waiting() else told)
            return before[-1] if before[-2:] == [before[-1]] * 2 else None

        def heard():
            for part in parts:
                if not self.page.locator(part).count():
                    continue
                scores = {}
                for role, name, state in THING.findall(self.hears(part)):
                    said = re.findall(r"[\w'+]+", name.lower())
                    rest = iter(said)
                    if role in roles and all(word in rest for word in wanted) and "disabled" not in state:
                        scores[role, name] = (said.index(wanted[0]), len(said))
                found = [key for key, size in scores.items() if size == min(scores.values())]
                if found:
                    return part, found
            return None

        part, found = until(best, f"something called {words!r}")
        assert len(found) == 1, f"{words!r} could be any of {found}"
        role, name = found[0]
        name = name.replace("''", "'").replace('\\"', '"')
        return self.page.locator(part).get_by_role(role, name=name, exact=True).first

    def is_waiting(self):
        """Whether the page has asked for something that is not there yet; its stream of events never ends."""
        return any("/api/v1/events" not in request.url for request in self.asked)

    def takes(self, words):
        """A link, a button or a choice."""
        self.find(words, "link", "button", "radio").click()

    def goes_to(self, words):
        """One of the screens."""
        self.find(words, "link", parts=("nav[aria-label=Screens]",)).click()

    def writes(self, words, text):
        self.find(words, "textbox", "combobox", "searchbox", "spinbutton").fill(text)

    def waits_to_hear(self, pattern):
        return until(lambda: re.search(pattern, self.hears()), f"{pattern!r} to be told")

    def is_done(self):
        assert not [url for url in self.visited if "/help" in url]
        assert not [text for text in self.page.said if "422" not in text]


@pytest.fixture
def newcomer(page, studio):
    found = Newcomer(page, studio)
    yield found
    found.is_done()


def test_a_student_plays_a_round_of_poker_and_learns_what_it_cost(newcomer):
    newcomer.takes("play")
    newcomer.takes("sit down")
    while True:
        told = newcomer.waits_to_hear(
            r'group "Actions":\s+- button "([^"]+)"(?! \[disabled)|button "(Next round)"'
        )
        if told[2]:
            break
        with newcomer.page.expect_response("**/acts"):
            newcomer.takes(told[1])
    newcomer.takes("review")
    newcomer.waits_to_hear(r"together a loss of \d")


def test_a_player_solves_a_river_and_reads_what_a_hand_is_worth(newcomer):
    newcomer.goes_to("hold'em")  # the first screen may have runs of that name, too
    newcomer.writes("range out of position", "QQ,99,AJs")
    newcomer.writes("board", "Ks7h2dJc5s")
    newcomer.waits_to_hear(r"fits")
    newcomer.takes("solve")
    newcomer.waits_to_hear(r'gridcell "pair of queens, 6 of 6 combos[^"]*EV −?\d')
    newcomer.find("queens", "gridcell").click()
    newcomer.waits_to_hear(r'heading "QQ"[\s\S]*EV')


def test_a_researcher_solves_leduc_by_a_method_and_reads_the_proof(newcomer):
    newcomer.takes("games")
    newcomer.takes("leduc")
    newcomer.takes("solve")
    newcomer.takes("cfr+")
    newcomer.writes("exploitability", "1e-2")
    newcomer.takes("solve")
    newcomer.waits_to_hear(r"(?i)done")
    newcomer.waits_to_hear(r"term: exploitability\s+- definition: \S*0\.0")


def test_an_economist_types_payoffs_and_reads_the_equilibria(newcomer):
    newcomer.takes("matrix")
    newcomer.writes("payoff player 0 dare swerve", "15/2")
    newcomer.waits_to_hear(r'cell "15/2, 2"')


def test_a_reader_who_sees_nothing_trains_on_a_deck(newcomer, solved):
    newcomer.takes("train")
    newcomer.takes("new deck")
    newcomer.takes("leduc dcfr")
    newcomer.waits_to_hear(r"(?i)player \d to act")
    newcomer.takes("checks")
    newcomer.waits_to_hear(r"(?i)sound|fine|inaccuracy|mistake|blunder")

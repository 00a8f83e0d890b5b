"""Opening books: one entry for all symmetric positions, and a move that is right for the image that is probed."""

from __future__ import annotations

from functools import cache

import pytest

from tianji.core import storage
from tianji.errors import FileFormatError
from tianji.games.breakthrough import Breakthrough
from tianji.games.connect_four import ConnectFour
from tianji.games.hexgame import Hex
from tianji.games.kalah import Kalah
from tianji.games.mnk import BoardState, TicTacToe, symmetries_of
from tianji.games.nim import Heaps, Nim
from tianji.games.othello import Othello
from tianji.search import search
from tianji.search.book import Book, BookMove, build_book


def mapped(bits, perm):
    return sum(1 << perm[i] for i in range(len(perm)) if bits >> i & 1)


def images_of_tic_tac_toe(s):
    return [BoardState(mapped(s.mine, p), mapped(s.theirs, p), s.won) for p in symmetries_of(3, 3)]


def images_of_connect_four(game, line):
    mirrored = "".join(str(game.columns + 1 - int(c)) for c in line)
    return [game.parse(line), game.parse(mirrored)]


@cache
def value_of(game, s):
    """Of a position to who moves first in the game, by all lines of play: no book, no table, no window."""
    who = game.player(s)
    after = [value_of(game, game.result(s, a)) for a in game.actions(s)] if who >= 0 else [game.utility(s)[0]]
    return max(after) if who == 0 else min(after)


def searched(game, s):
    """The same by a search that knows no book."""
    turn = game.player(s)
    return game.utility(s)[0] if turn < 0 else search(game, s, "solve").value * (1 - 2 * turn)


def assert_best(game, s, probed, value=searched):
    """The action is legal and keeps the book's value."""
    action, move = probed
    assert action in game.actions(s) and move.action == str(action)
    kept = value(game, game.result(s, action)) * (1 - 2 * game.player(s))
    assert kept == move.value and move.bound == "exact"


def positions_of(game, plies):
    """All positions of the first plies, a line of moves each."""
    level, out = {game.initial(): ()}, {game.initial(): ()}
    for _ in range(plies):
        level = {
            game.result(s, a): (*line, a)
            for s, line in level.items()
            if game.player(s) >= 0
            for a in game.actions(s)
        }
        out |= level
    return out


def test_tic_tac_toe_has_one_entry_for_eight_images():
    game = TicTacToe()
    book = build_book(game, positions=30, method="solve", error=2.0)
    assert len(book) == 30
    in_book = [s for s in positions_of(game, 3) if game.player(s) >= 0 and book.probe(s)]
    assert len(in_book) > 60  # thirty entries serve several times as many positions
    orbits = {frozenset(images_of_tic_tac_toe(s)) for s in in_book}
    assert len(orbits) == len({book.key(s) for s in in_book})
    for orbit in orbits:
        probes = [book.probe(s) for s in orbit]
        assert len({(move.value, move.bound) for _, move in probes}) == 1
        for s, probed in zip(orbit, probes, strict=True):
            assert_best(game, s, probed, value_of)


@pytest.mark.parametrize("scoring", ["outcome", "distance"])
def test_connect_four_mirrors_its_moves(scoring):
    game = ConnectFour(5, 4, scoring=scoring)
    book = build_book(game, positions=30, method="solve", error=2.0)
    met = mirrored = 0
    for line in positions_of(game, 3).values():
        left, right = images_of_connect_four(game, "".join(map(str, line)))
        probes = [book.probe(left), book.probe(right)]
        if probes == [None, None]:
            continue
        met += 1
        mirrored += left != right
        assert probes[0][1].value == probes[1][1].value
        assert_best(game, left, probes[0])
        assert_best(game, right, probes[1])
    assert met > 20 and mirrored > 20
    assert len({frozenset((k, book.key(_mirror(game, k)))) for k in map(eval, book.entries)}) == len(book)


def _mirror(game, key):
    """The mirror image of a stored position (mine, all)."""
    height = game.rows + 1
    perm = [(game.columns - 1 - i // height) * height + i % height for i in range(game.columns * height)]
    return type(game.initial())(mapped(key[0], perm), mapped(key[1], perm))


def test_positions_that_differ_by_the_mover_or_the_order_of_heaps_share_an_entry():
    game = Nim("1,2,3")
    book = build_book(game, positions=8, method="solve")
    found = [
        book.probe(Heaps(sizes, mover)) for sizes in [(1, 2, 3), (3, 1, 2), (3, 2, 1, 0)] for mover in (0, 1)
    ]
    assert {move.value for _, move in found} == {-1.0}
    s = Heaps((2, 0, 1), 1)
    action, move = book.probe(s)
    assert action == (0, 1) and move.value == 1.0  # two heaps of one are lost for who must take


def test_a_move_that_keeps_the_turn_is_not_one_that_gives_it_up():
    game = Kalah(3, 2)
    book = build_book(game, positions=30, method="solve", error=4.0)
    met = 0
    for s in positions_of(game, 3):
        if game.player(s) >= 0 and (probed := book.probe(s)):
            met += 1
            assert_best(game, s, probed)
    assert met >= 10


@pytest.mark.parametrize("game", [Hex(3), Breakthrough(3, 4)])
def test_other_boards_keep_the_value_in_every_image(game):
    book = build_book(game, positions=15, method="solve", error=2.0)
    met = 0
    for s in positions_of(game, 2):
        if game.player(s) >= 0 and (probed := book.probe(s)):
            met += 1
            assert_best(game, s, probed)
    assert met > 15


def test_games_without_symmetries_keep_every_position():
    game = Othello()
    book = build_book(game, positions=5, method="alphabeta", depth=1)
    assert len(book) == 5
    action, move = book.probe(game.initial())
    assert action in game.actions(game.initial()) and move.bound == "estimate"
    assert book.probe(game.result(game.result(game.initial(), "D3"), "C3")) is None or len(book) == 5


def test_files_with_moves_that_do_not_fit_are_refused_in_a_sentence(tmp_path):
    game, path = TicTacToe(), tmp_path / "book.safetensors"
    s = game.initial()
    wrong = Book(game, {Book(game).key(s): BookMove("9", 0.0, "exact", "next nowhere")})
    wrong.save(path)
    with pytest.raises(
        FileFormatError, match=r"no move at .* does what its move '9' does; build the book anew"
    ):
        Book.load(path, game).probe(s)
    rows = [["(0, 0)", "4", 0.0, "exact"]]  # as written before moves were kept by where they lead
    storage.save(path, "book", {"entries": storage.pack_json(rows)}, {"game": game.spec, "size": 1})
    with pytest.raises(FileFormatError, match=r"is not a complete book .*; build it anew"):
        Book.load(path, game)

"""Options in spot files: a sentence for each that makes no sense, before any work."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tianji.cli import main
from tianji.errors import ParameterError, TianjiError, UnknownNameError
from tianji.holdem.answer.flops import read_boards
from tianji.holdem.engine.forecast import read_memory
from tianji.holdem.files.readers import _IGNORED, _READ, lock_from_text, texas_solver, toml
from tianji.holdem.spot.presets import changed_sizes

SPOT = 'board = "Ks7h2dJc5s"\npot = 60\nstack = 200\noop = "JJ"\nip = "QQ"\n[solve]\n'


@pytest.mark.parametrize(
    ("line", "word"),
    [('storage = "float16"', "float32, float64, int16"), ("storage = 16", "expected a text"),
     ('threads = "two"', "threads='two'"), ("threads = 100000000", "from 1 to 256"), ("threads = true", "True"),
     ('memory = "1"', "'8 GiB'"), ("memory = -1", "'8 GiB'"), ("memory = 1.5", "bytes"), ("until = []", "0.3%"),
     ('iterations = "many"', "whole number"), ('seconds = "soon"', "number"), ("method = 3", "a text")],
)  # fmt: skip
def test_toml_options_are_checked(line, word, tmp_path, capfd):
    with pytest.raises(ParameterError) as caught:
        toml(SPOT + line, "spot.toml")
    assert word in str(caught.value) and "[solve]" in str(caught.value)
    path = tmp_path / "spot.toml"
    path.write_text(SPOT + line)
    assert main(["holdem", "solve", str(path), "-q"]) == 2
    out, err = capfd.readouterr()
    assert out == "" and err.count("\n") == 1


def test_toml_memory_has_a_unit():
    assert toml(SPOT + 'memory = "2 GiB"', "spot.toml")[1] == {"memory": 2 << 30}


def test_texas_solver_lists_all_its_commands_when_one_is_unknown():
    with pytest.raises(UnknownNameError) as caught:
        texas_solver("set_accurac 0.5", "run.txt")
    message = str(caught.value)
    assert "did you mean 'set_accuracy'" in message and all(name in message for name in (*_READ, *_IGNORED))


def test_texas_solver_sizes_that_are_set_again_replace_the_earlier():
    """As its console does: a file that ends with 33 bets 33 %, not 50 % as well; all-in stays."""
    head = "set_pot 60\nset_effective_stack 200\nset_board Ks,7h,2d\nset_range_oop AA\nset_range_ip KK\n"
    lines = ("bet,50,75", "allin", "raise,60", "bet,33")
    spot, _ = texas_solver(head + "\n".join(f"set_bet_sizes oop,flop,{words}" for words in lines), "run.txt")
    sizes = spot.to_dict()
    assert sizes["bets"]["flop"]["oop"] == "33%,allin" and sizes["raises"]["flop"]["oop"] == "60%,allin"


def test_texas_solver_threads_are_bounded():
    with pytest.raises(
        ParameterError, match="line 1: set_thread_num '2000000'; expected a whole number from 1 to 256"
    ):
        texas_solver("set_thread_num 2000000", "run.txt")


SIGNS = [
    "check", "bet", "50%", "0.5", "1", "AA", "AKs", "=", ":", ";", ",", ".", "start", "flop", "oop", "GiB", "8",
]  # fmt: skip
WORDS = st.lists(st.sampled_from(SIGNS) | st.text(max_size=3), max_size=12).map(" ".join)


@given(WORDS)
def test_any_text_is_read_or_one_sentence(text):
    for read in (
        lock_from_text,
        read_memory,
        lambda t: changed_sizes("50%", [t], "--bets"),
        lambda t: toml(SPOT + t, "t"),
    ):
        try:
            read(text)
        except TianjiError as error:
            assert len(str(error)) < 900 and "\n" not in str(error).strip()


@given(st.binary(max_size=60))
def test_any_file_of_boards_is_read_or_one_sentence(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "boards.txt"
    path.write_bytes(data)
    try:
        assert all(weight > 0 for _, weight in read_boards(path))
    except TianjiError as error:
        assert len(str(error)) < 900

"""Hold'em over sockets: a dealer that referees clients, and what it does when one misbehaves, is silent or dies."""

from __future__ import annotations

import json
import socket
import sys
import threading
from contextlib import contextmanager, suppress

import pytest

from tianji import cli
from tianji.arena import MatchState, RemoteAgent, acpc_client, hand_agent, holdem_match, read_log
from tianji.arena.wire import LONGEST_LINE, ClosedError, Wire
from tianji.errors import FileAccessError, FileFormatError, ParameterError, UnknownNameError
from tianji.poker.rules import HandRules


@contextmanager
def running(*works):
    """Each work in a thread of its own; what they answer, in order."""
    found = [None] * len(works)

    def run(k):
        found[k] = works[k]()

    threads = [threading.Thread(target=run, args=(k,), daemon=True) for k in range(len(works))]
    for thread in threads:
        thread.start()
    yield found
    for thread in threads:
        thread.join(300)
        assert not thread.is_alive()


def play(remote, other="call", hands=20, **options):
    return holdem_match(remote, other, hands=hands, **options)


def talk(port, answer, lines=10**9):
    """A client written by hand: `answer(line)` gives what to send back, None for nothing; hangs up after some lines."""
    link = socket.create_connection(("127.0.0.1", port), timeout=300)
    with link, link.makefile("rw", newline="\n") as file:
        file.write("VERSION:2.0.0\r\n")
        file.flush()
        told = 0
        for line in file:
            reply = answer(line.rstrip())
            told += 1
            if told > lines:
                return told
            if reply is not None:
                file.write(reply)
                file.flush()
    return told


def caller(line):
    return f"{line}:c\r\n" if MatchState.parse(line, HandRules()).to_act else None


def test_a_match_over_sockets_is_the_match_in_process(tmp_path):
    a, b = RemoteAgent("random"), RemoteAgent("call")
    clients = [
        lambda p=p, w=w: acpc_client("127.0.0.1", p, w, seed=3)
        for p, w in ((a.port, "random"), (b.port, "call"))
    ]
    with running(*clients) as reports:
        found = holdem_match(a, b, hands=60, seed=3, log=tmp_path / "m.log")
    near = holdem_match("random", "call", hands=60, seed=3)
    assert found.to_dict() == near.to_dict() and found.illegal == found.timeouts == [0, 0]
    assert [r.hands for r in reports] == [60, 60] and [r.stopped for r in reports] == ["closed"] * 2
    assert reports[0].chips == pytest.approx(found.score.mean / 10 * 60) == -reports[1].chips
    log = read_log(tmp_path / "m.log")
    assert len(log.hands) == 60 and not log.differ and not log.refused


def test_a_client_that_is_cut_off_goes_on_in_the_middle_of_a_hand():
    remote = RemoteAgent("cut off", grace=300)

    def clumsy():
        talk(remote.port, caller, lines=7)  # hangs up when told to act, or in between
        talk(remote.port, caller, lines=4)
        return acpc_client("127.0.0.1", remote.port, "call")

    with running(clumsy) as (_,):
        found = play(remote, "random", hands=30, seed=5)
    assert found.stopped == "hands" and found.timeouts == [0, 0] and found.illegal == [0, 0]
    assert found.score == play("call", "random", hands=30, seed=5).score


def test_a_program_that_is_killed_is_started_again(tmp_path):
    """A real process, killed by itself after four answers, three times started anew."""
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import os, socket, sys\n"
        "f = socket.create_connection((sys.argv[-2], int(sys.argv[-1]))).makefile('rw', newline='\\n')\n"
        "f.write('VERSION:2.0.0\\r\\n'); f.flush()\n"
        "n = 0\n"
        "for line in f:\n"
        "    seat, betting = int(line.split(':')[1]), line.split(':')[3]\n"
        "    if betting in (('', 'c')[1 - seat],):\n"
        "        f.write(line.rstrip() + ':f\\r\\n'); f.flush(); n += 1\n"
        "    if n > 4: os.kill(os.getpid(), 9)\n"
    )
    found = holdem_match(
        f"acpc:{sys.executable} {bot} {{host}} {{port}}", "fold", hands=14, duplicate=False, grace=300
    )
    assert found.stopped == "hands" and found.hands == 14 and found.timeouts == [0, 0]


SLEEPY = """import os, socket, sys, time
{before}
link = socket.create_connection((sys.argv[-2], int(sys.argv[-1])))
link.sendall(b'VERSION:2.0.0\\r\\n')
for line in link.makefile('rb'):
    link.sendall(line.rstrip() + b':f\\r\\n')
"""


class Strict(RemoteAgent):
    """Waits for one who is away as long as it is told, and for one who is there as long as it takes."""

    @property
    def grace(self):
        return self.away if self.lines is None else 300.0

    @grace.setter
    def grace(self, seconds):
        self.away = seconds


@pytest.mark.parametrize(
    ("before", "grace"),
    [("time.sleep(1.5)", 0.3), ("if os.fork(): os._exit(0)\ntime.sleep(0.5)", 300)],
    ids=["loads for longer than it may be away", "leaves another running"],
)
def test_a_program_may_take_long_to_start(tmp_path, before, grace):
    """Five times as long as it may be away later; or it starts another and ends, which is started once."""
    bot = tmp_path / "bot.py"
    bot.write_text(SLEEPY.format(before=before))
    remote = Strict("sleepy", grace=grace, command=f"{sys.executable} {bot}")
    found = play(remote, "fold", hands=4)
    assert found.stopped == "hands" and found.hands == 4 and remote.starts == 1


def test_a_program_that_ends_without_a_word_is_not_waited_for():
    remote = RemoteAgent("mute", grace=0.2, command=f"{sys.executable} -c pass")
    found = play(remote, "fold", hands=4)
    assert found.stopped == "closed" and "does not connect" in found.faults[0] and remote.starts == 1
    remote = RemoteAgent("broken", grace=0.2, command=f"{sys.executable} -c 1/0")
    assert "broken has ended 4 times" in play(remote, "fold", hands=4).faults[0]


def test_illegal_answers_are_mended_and_told():
    remote = RemoteAgent("rogue")
    replies = {0: "r1", 1: "nonsense", 2: "f"}
    said = []

    def rogue(line):
        told = MatchState.parse(line, HandRules())
        if not told.to_act:
            return None
        said.append(line)
        return f"# a comment\r\n{line}:{replies[len(said) % 3]}\n"

    with running(lambda: talk(remote.port, rogue)):
        found = play(remote, hands=8)
    assert found.stopped == "hands" and found.illegal[0] > 3 and found.illegal[1] == 0
    assert (
        "'nonsense' is not legal: expected f, c or r" in " ".join(found.faults)
        and "hand 0, rogue" in found.faults[0]
    )


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("r0300", "r300"), ("R300", "r300"), ("b300", "r300"), ("r300 # a pot", "r300"), ("r1", "r200"),
        ("r-7", "r200"), ("r99999999", "r20000"), ("r", "c"), ("raise", "c"), ("", "c"), ("k", "c"), ("CALL", "c"),
        ("x", "c"), ("F", "f"),
    ],
)  # fmt: skip
def test_an_answer_is_taken_as_the_competition_s_dealer_takes_it(said, done, tmp_path):
    """What it reads and what it makes of it, by its readAction and isValidAction; ours tells what it had to mend."""
    remote = RemoteAgent("odd")
    with running(
        lambda: talk(remote.port, lambda line: f"{line}:{said}\r\n" if "::|" in line else caller(line))
    ):
        found = holdem_match("call", remote, hands=1, duplicate=False, log=tmp_path / "m.log")
    played = (tmp_path / "m.log").read_text().splitlines()[1].split(":")[2]
    assert played.startswith(done) and played[len(done) :][:1] in ("", "c"), played
    assert found.illegal == [0, said != "r0300"] and found.timeouts == [0, 0]


def test_answers_to_another_state_are_passed_over():
    remote = RemoteAgent("late")

    def late(line):
        if not MatchState.parse(line, HandRules()).to_act:
            return None
        return f"MATCHSTATE:0:999::AsAd|:f\r\n{'x' * 3 * LONGEST_LINE}\r\n{line}:c\r\n"

    with running(lambda: talk(remote.port, late)):
        found = play(remote, hands=4)
    assert found.illegal == [0, 0] and remote.ignored >= 8


def test_an_answer_may_write_its_state_anew():
    remote = RemoteAgent("own hand")

    def anew(line):
        told = MatchState.parse(line, HandRules())
        head, seat, hand, betting, cards = line.split(":")
        return f"{head}:0{seat}:{int(hand):04}:{betting}:{cards.upper()}:c\n" if told.to_act else None

    with running(lambda: talk(remote.port, anew)):
        found = play(remote, hands=4)
    assert found.stopped == "hands" and remote.ignored == 0 and found.illegal == [0, 0]


def test_a_silent_player_checks_or_folds_and_then_is_gone():
    remote = RemoteAgent("asleep", seconds=0.05)
    with running(lambda: talk(remote.port, lambda line: None)):
        found = play(remote, hands=50)
    assert found.stopped == "closed" and found.timeouts[0] == 3 and found.hands < 50
    assert "no answer in 0.05 s; c is played instead" in found.faults[0]  # nothing to call: it checks


@pytest.mark.parametrize(("first", "why"), [("HELLO\r\n", "begins with 'HELLO'"), (None, "does not connect")])
def test_a_player_that_never_comes_or_speaks_otherwise(first, why):
    remote = RemoteAgent("stranger", grace=0.3 if first is None else 300)

    def stranger():
        if first is not None:
            with socket.create_connection(("127.0.0.1", remote.port)) as link:
                link.sendall(first.encode())
                link.recv(100)

    with running(stranger):
        found = play(remote, hands=4)
    assert found.stopped == "closed" and found.hands == 0 and why in found.faults[0]


def slowly(line):
    """Calls after a fiftieth of a second."""
    if not MatchState.parse(line, HandRules()).to_act:
        return None
    threading.Event().wait(0.02)
    return f"{line}:c\r\n"


def talk_slowly(port):
    with suppress(OSError):  # the dealer hangs up on it
        talk(port, slowly)


def test_time_is_counted_by_hand_and_by_match():
    remote = RemoteAgent("slow")
    with running(lambda: talk_slowly(remote.port)):
        found = play(remote, "call", hands=4, hand_seconds=0.05)
    assert found.stopped == "closed" and "of the hand are spent" in " ".join(found.faults)
    assert found.timeouts[0] >= 1 and "hand 0, slow" in found.faults[0]
    remote = RemoteAgent("slow")
    with running(lambda: talk_slowly(remote.port)):
        found = play(remote, "call", hands=4, mean_seconds=0.03)
    assert found.stopped == "closed" and found.hands < 4
    assert "s of the match are spent" in found.faults[-1] or "no answer in" in found.faults[-1]
    for name in ("answer_seconds", "hand_seconds", "mean_seconds", "grace"):
        with pytest.raises(ParameterError, match=f"{name}=0; expected seconds above 0"):
            holdem_match("call", "fold", hands=2, **{name: 0})


@pytest.mark.nightly
def test_a_thousand_hands_over_sockets():
    a, b = RemoteAgent("random"), RemoteAgent("call")
    clients = [
        lambda p=p, w=w: acpc_client("127.0.0.1", p, w) for p, w in ((a.port, "random"), (b.port, "call"))
    ]
    with running(*clients) as reports:
        found = holdem_match(a, b, hands=1000, seed=8)
    assert found.stopped == "hands" and found.hands == 1000
    assert found.illegal == found.timeouts == [0, 0] and not found.faults
    assert [r.hands for r in reports] == [1000, 1000] and [r.illegal + r.refused for r in reports] == [0, 0]


def test_a_match_over_sockets_stops_when_asked():
    remote, stop = RemoteAgent("slow", seconds=600), threading.Event()

    def slow(line):
        if MatchState.parse(line, HandRules()).to_act:
            stop.set()

    with running(lambda: talk(remote.port, slow)):
        found = play(remote, hands=50, stop=stop)
    assert found.stopped == "cancelled" and found.hands <= 2


# The client at a dealer that misbehaves -------------------------------------------------------------------------


@contextmanager
def dealer(*lines):
    """A dealer that says these lines and hangs up; the answers it got."""
    server, got = socket.create_server(("127.0.0.1", 0)), []

    def serve():
        link, _ = server.accept()
        with link:
            link.sendall(b"".join(lines))
            link.shutdown(socket.SHUT_WR)
            while piece := link.recv(65536):
                got.append(piece.decode())

    with running(serve):
        yield server.getsockname()[1], got
    server.close()


GOOD = b"MATCHSTATE:1:4::|AhKd\r\n"


def test_the_client_answers_comments_partial_lines_and_line_feeds():
    lines = (
        b"# hello\r\n; too\r\n\r\n",
        GOOD[:9],
        GOOD[9:],
        b"MATCHSTATE:1:4:cr300:|AhKd\n",
        b"MATCHSTATE:1:4:cr300f:|AhKd\n",
    )
    with dealer(*lines) as (port, got):
        report = acpc_client("127.0.0.1", port, "fold")
    assert "".join(got) == "VERSION:2.0.0\r\nMATCHSTATE:1:4::|AhKd:f\r\nMATCHSTATE:1:4:cr300:|AhKd:f\r\n"
    assert (report.answers, report.hands, report.chips, report.stopped) == (2, 1, -100.0, "closed")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"MATCHSTATE:1:4:r150:|AhKd\r\n", "hand 4: .*raises go to 200"),
        (b"HELLO\r\n", "expected MATCHSTATE"),
        (b"MATCHSTATE:7:4::|AhKd\r\n", "seat '7'"),
        (b"x" * 10_000_000 + b"\r\n", "expected MATCHSTATE"),
        (b"\xff\xfe\r\n", "expected MATCHSTATE"),
    ],
)
def test_a_wrong_line_ends_the_client_or_is_passed_over(line, why):
    with dealer(line, GOOD) as (port, _), pytest.raises(FileFormatError, match=why):
        acpc_client("127.0.0.1", port, "call")
    with dealer(line, GOOD) as (port, got):
        report = acpc_client("127.0.0.1", port, "call", never_die=True)
    assert report.refused == 1 and report.answers == 1 and "".join(got).endswith("|AhKd:c\r\n")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"MATCHSTATE:1:3::|AhKd\r\n", "hand 3 after hand 4: the dealer goes back; expected 4 or more"),
        (b"MATCHSTATE:0:4:r300:AsAd|\r\n", "hand 4: told as seat 0 after seat 1; expected one seat a hand"),
    ],
)
def test_a_dealer_that_contradicts_itself_ends_the_client_or_is_told(line, why):
    with dealer(GOOD, line) as (port, _), pytest.raises(FileFormatError, match=why):
        acpc_client("127.0.0.1", port, "call")
    with dealer(GOOD, line) as (port, got):
        report = acpc_client("127.0.0.1", port, "call", never_die=True)
    assert report.refused == 1 and why in report.faults[0] and report.answers == 2
    assert "".join(got).endswith(line.decode().strip() + ":c\r\n")


def test_a_dealer_that_hangs_up_in_the_middle_of_a_hand_or_a_line():
    with dealer(GOOD, b"MATCHSTATE:1:4:cr300:|Ah") as (port, got):
        report = acpc_client("127.0.0.1", port, "call")
    assert (report.answers, report.hands, report.stopped) == (1, 0, "closed")
    assert "".join(got).count("MATCHSTATE") == 1


def test_a_hand_whose_end_is_told_twice_counts_once():
    """What it must answer twice it answers alike."""
    over = b"MATCHSTATE:1:4:f:|AhKd\r\n"
    with dealer(GOOD, GOOD, over, over) as (port, got):
        report = acpc_client("127.0.0.1", port, "fold")
    assert (report.hands, report.chips, report.refused, report.answers) == (1, -50.0, 0, 2)
    assert "".join(got) == "VERSION:2.0.0\r\n" + 2 * "MATCHSTATE:1:4::|AhKd:f\r\n"


def test_a_showdown_without_the_other_cards_is_counted_without_chips():
    with dealer(b"MATCHSTATE:1:4:r20000c///:|AhKd/Ks7h2d/3c/9h\r\n") as (port, _):
        report = acpc_client("127.0.0.1", port, "call")
    assert (report.hands, report.chips, report.refused) == (1, 0.0, 0)


def test_a_player_that_fails_checks_or_folds_if_it_must_not_die():
    class Broken:
        name = "broken"

        def act(self, told, rng):
            raise RuntimeError("no idea")

    with dealer(GOOD) as (port, got):
        report = acpc_client("127.0.0.1", port, Broken(), never_die=True)
    assert "".join(got).endswith(":f\r\n") and "broken failed: no idea" in report.faults[0]
    with dealer(GOOD) as (port, _), pytest.raises(RuntimeError, match="no idea"):
        acpc_client("127.0.0.1", port, Broken())

    class Illegal:
        name = "illegal"

        def act(self, told, rng):
            return "r5"

    with dealer(GOOD) as (port, got):
        report = acpc_client("127.0.0.1", port, Illegal())
    assert report.illegal == 1 and "".join(got).endswith(":r200\r\n")


def test_a_dealer_that_is_not_there_or_falls_silent():
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(FileAccessError, match="no dealer answers"):
        acpc_client("127.0.0.1", port, connect_seconds=0.2)
    with pytest.raises(FileAccessError, match="no dealer answers"):
        acpc_client("127.0.0.1", 99999, connect_seconds=0.2)
    server = socket.create_server(("127.0.0.1", 0))
    with server, pytest.raises(FileAccessError, match=r"was silent for 0.2 s"):
        acpc_client("127.0.0.1", server.getsockname()[1], silence=0.2)


def test_a_client_may_be_asked_to_stop():
    server, stop = socket.create_server(("127.0.0.1", 0)), threading.Event()
    stop.set()
    with server:
        assert acpc_client("127.0.0.1", server.getsockname()[1], stop=stop).stopped == "cancelled"


def test_restarted_in_mid_hand_the_client_answers_the_same():
    """What is random follows from seed, hand and betting alone."""
    answers = []
    for _ in range(2):
        with dealer(b"MATCHSTATE:0:17:r300:AsAd|\r\n") as (port, got):
            acpc_client("127.0.0.1", port, "random", seed=9)
        answers.append("".join(got))
    assert answers[0] == answers[1]


def test_a_line_is_never_longer_than_it_may_be():
    left, right = socket.socketpair()
    with left, right:
        left.sendall(b"y" * 50_000 + b"\nnext\n")
        lines = Wire(right)
        assert len(lines.read(1)) <= LONGEST_LINE and lines.read(1) == "next" and lines.read(0.05) is None
        for k in range(len(GOOD)):  # a byte a packet
            assert lines.read(0.001) is None
            left.sendall(GOOD[k : k + 1])
        left.sendall(b"a\r\nb\n\r\nc\n")
        assert [lines.read(1) for _ in range(4)] == [GOOD.decode().strip(), "a", "b", "c"]
        left.close()
        with pytest.raises(ClosedError):
            lines.read(1)


# Players and commands -----------------------------------------------------------------------------------------


def test_baselines_win_what_they_must():
    found = holdem_match("allin", "fold", hands=20)  # the big blind in one seat, the small blind in the other
    assert found.score.mean == 750 and found.score.stderr == 0
    level = holdem_match("call", "call", hands=40, seed=2)
    assert level.score.mean == 0 and level.score.stderr == 0
    single = holdem_match("call", "call", hands=40, seed=2, duplicate=False)
    assert single.score.count == 40 and single.score.stderr > 0


@pytest.mark.parametrize("duplicate", [True, False])
def test_a_match_that_was_killed_goes_on_after_the_hands_in_its_log(tmp_path, duplicate):
    log = tmp_path / "m.log"
    whole = holdem_match("random", "call", hands=30, seed=4, duplicate=duplicate, log=log)
    text = log.read_text()
    lines = text.splitlines()
    assert len(lines) == 32 and lines[-1].startswith("SCORE:")
    for kept, cut in ((12, ""), (11, lines[11][:20]), (1, ""), (31, ""), (32, "")):
        log.write_text("\n".join(lines[:kept]) + "\n" + cut)
        again = holdem_match("random", "call", hands=30, seed=4, duplicate=duplicate, log=log, resume=True)
        assert again == whole and log.read_text() == text
    with pytest.raises(ParameterError, match="exists; continue it with resume"):
        holdem_match("random", "call", hands=30, seed=4, log=log)
    with pytest.raises(FileFormatError, match="the log of another match"):
        holdem_match("random", "call", hands=30, seed=5, duplicate=duplicate, log=log, resume=True)
    log.write_text("\n".join(lines[:3] + lines[5:]))
    with pytest.raises(FileFormatError, match="missing, or out of order"):
        holdem_match("random", "call", hands=30, seed=4, duplicate=duplicate, log=log, resume=True)
    with pytest.raises(ParameterError, match="needs log="):
        holdem_match("random", "call", resume=True)
    assert log.read_text() == "\n".join(lines[:3] + lines[5:])


def test_players_that_cannot_be():
    for who, error, why in (
        ("caller", UnknownNameError, "did you mean 'call'"),
        ("port:x", ParameterError, "expected a port"),
        ("port:70000", ParameterError, "expected a port"),
        (7, ParameterError, "expected a name, or an object"),
    ):
        with pytest.raises(error, match=why):
            hand_agent(who)
    with pytest.raises(ParameterError, match="cannot start 'no-such-program'"):
        holdem_match("acpc:no-such-program", "call", hands=2)
    taken = RemoteAgent("first")
    with pytest.raises(FileAccessError, match="cannot listen on port"):
        RemoteAgent("second", taken.port)
    taken.close()


def test_the_commands(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert (
        cli.main(["holdem", "match", "allin", "fold", "--hands", "10", "--json", "--log", "m.log", "--quiet"])
        == 0
    )
    data = json.loads(capsys.readouterr().out)
    assert (
        data["mbb_h"] == 750 and data["hands"] == 10 and data["aivat"] is None and "no AIVAT" in data["note"]
    )
    assert {"mbb_h", "stderr", "aivat", "aivat_stderr", "hands"} <= set(data)
    assert cli.main(["holdem", "hands", "m.log"]) == 0
    assert "settle as the file says" in capsys.readouterr().out
    (tmp_path / "bad.log").write_text("STATE:0:r300f:3c8d|Ks6c:-100|101:a|b\nSTATE:1:x\n")
    assert cli.main(["holdem", "hands", "bad.log", "--json"]) == 2
    data = json.loads(capsys.readouterr().out)
    assert data["differ"] == ["hand 0"] and len(data["refused"]) == 1 and data["agree"] == 0
    for args, why in (
        (["match", "call", "fold", "--blinds", "5"], "--blinds '5'"),
        (["match", "call", "fold", "--stack", "10"], "--stack 10"),
        (["match", "call", "fold", "--hands", "0"], "--hands 0"),
        (["match", "call", "fold", "--log", "no/such/m.log"], "no/such"),
        (["hands", "missing.phhs"], "missing.phhs"),
        (["acpc", "127.0.0.1", "1", "--player", "nobody"], "'nobody'"),
    ):
        assert cli.main(["holdem", *args]) == 2
        assert why in capsys.readouterr().err


def test_a_player_who_never_comes_is_no_answer(capsys):
    assert (
        cli.main(["holdem", "match", "port:0", "call", "--hands", "4", "--grace", "0.2", "--json", "--quiet"])
        == 2
    )
    data = json.loads(capsys.readouterr().out)
    assert data["stopped"] == "closed" and data["hands"] == 0 and data["mbb_h"] is None and data["faults"]
    assert cli.main(["holdem", "match", "port:0", "call", "--hands", "4", "--grace", "0.2", "--quiet"]) == 2
    out = capsys.readouterr().out
    assert "a player was gone" in out and "does not connect" in out


def test_the_command_of_the_client(capsys, tmp_path):
    with dealer(GOOD) as (port, got):
        assert cli.main(["holdem", "acpc", "127.0.0.1", str(port), "--player", "allin", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["answers"] == 1 and "".join(got).endswith(":r20000\r\n")
    (tmp_path / "mine.game").write_text(HandRules.named("limit.3p").to_gamedef())
    three = b"MATCHSTATE:2:0:rrr:||AhKd\r\n", b"MATCHSTATE:0:1:crrrcc/:QcQs||/Ks7h2d\r\n"
    for game in (str(tmp_path / "mine.game"), "holdem.limit.3p"):
        with dealer(*three) as (port, got):
            assert (
                cli.main(["holdem", "acpc", "127.0.0.1", str(port), "--player", "call", "--game", game]) == 0
            )
        assert "".join(got) == "VERSION:2.0.0\r\n" + "".join(
            line.decode().strip() + ":c\r\n" for line in three
        )
    assert cli.main(["holdem", "acpc", "127.0.0.1", "1", "--game", "holdem.limit.2p", "--stack", "500"]) == 2
    assert "--stack with --game: the game says it; leave it out" in capsys.readouterr().err


def test_a_client_searches_for_so_long(run):
    """--seconds of the specification; a player that answers at once, or says its time, is refused in a sentence."""
    for player, why in (("call", "answers at once"), ("tiny:search:2", "says its own time")):
        code, _, err = run("holdem", "acpc", "localhost", 1, "--player", player, "--seconds", 5)
        assert code == 2 and why in err
    with socket.create_server(("127.0.0.1", 0)) as dealer:
        port = dealer.getsockname()[1]

        def deal():
            link, _ = dealer.accept()
            with link:
                link.recv(100)

        thread = threading.Thread(target=deal)
        thread.start()
        code, out, err = run(
            "holdem", "acpc", "localhost", port, "--player", "tiny", "--seconds", 5, "--json"
        )
        thread.join()
    assert code == 0 and json.loads(out)["name"] == "tiny:search:5", err

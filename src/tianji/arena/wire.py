"""Lines over a socket, with time limits; and a seat whose player is at the other end."""

from __future__ import annotations

import random
import shlex
import socket
import subprocess
from collections.abc import Callable
from contextlib import suppress
from math import inf

from tianji.arena.acpc import LONGEST_LINE, VERSION, MatchState
from tianji.errors import FileAccessError, ParameterError, TianjiError, quote
from tianji.run.clock import Clock
from tianji.run.limits import Limits
from tianji.run.stopping import Cancelled

LOOPBACK = "127.0.0.1"
SLICE = 0.1  # seconds between two looks at whether to stop
RESTARTS = 3  # of a program that ends before its match does


class AgentFault(Exception):  # noqa: N818 - told by the match, never shown as an error
    """A player does not answer; `is_gone` says whether it ever will again."""

    def __init__(self, why: str, is_gone: bool = False) -> None:
        super().__init__(why)
        self.is_gone = is_gone


class ClosedError(Exception):
    """The other end has hung up."""


class Wire:
    """Lines to and from a socket; CR LF and LF both end one, comments (`#`, `;`) and empty ones are passed over."""

    def __init__(self, link: socket.socket) -> None:
        self.link, self.rest = link, b""
        with suppress(OSError):  # an answer is one short line: to wait for more would cost 40 ms a line
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self, line: str) -> None:
        """Send a line; raises `ClosedError` when nobody is there."""
        try:
            self.link.settimeout(10.0)
            self.link.sendall(line.encode() + b"\r\n")
        except OSError as error:
            raise ClosedError(str(error)) from None

    def read(self, seconds: float | None, stop: Callable[[], object] = lambda: False) -> str | None:
        """The next line; None when the time is up or `stop` says so. A line too long to be one is cut off."""
        clock = Clock(Limits(seconds=seconds))
        while True:
            while b"\n" not in self.rest:
                if len(self.rest) > LONGEST_LINE:  # keep its beginning, to be refused; drop what follows
                    self.rest = self.rest[:LONGEST_LINE]
                if stop() or clock.left <= 0:
                    return None
                self.link.settimeout(max(min(SLICE, clock.left), 0.001))
                try:
                    piece = self.link.recv(65536)
                except TimeoutError:
                    continue
                except OSError as error:
                    raise ClosedError(str(error)) from None
                if not piece:
                    raise ClosedError("closed by the other end")
                self.rest += piece
            raw, _, self.rest = self.rest.partition(b"\n")
            line = raw[:LONGEST_LINE].decode("utf-8", "replace").strip("\r\n ")
            if line and line[0] not in "#;":
                return line

    def close(self) -> None:
        """Hang up."""
        self.link.close()


def connect(host: str, port: int, seconds: float) -> Wire:
    """A connection to a dealer, tried again for some seconds: it may not listen yet."""
    clock = Clock(Limits(seconds=seconds))
    while True:
        try:
            return Wire(socket.create_connection((host, port), timeout=max(min(clock.left, 10.0), 0.1)))
        except (OSError, OverflowError, UnicodeError) as error:
            if clock.left <= SLICE or not isinstance(error, ConnectionError | TimeoutError):
                raise FileAccessError(f"no dealer answers at {quote(host)} port {port}: {error}") from None
            _pause()


def _pause() -> None:
    from time import sleep

    sleep(SLICE)


def _means(line: str, told: MatchState) -> bool:
    """Whether a line written otherwise is the same state: programs may print it anew."""
    try:
        return MatchState.parse(line, told.state.rules) == told
    except TianjiError:
        return False


class RemoteAgent:
    """A player at the other end of a socket, in the words of the ACPC.

    It connects to `port` of this machine, sends its version, is told every state, and answers those where it is to
    act. seconds: for one answer; `left`, set by the dealer, is what there is of its time in the hand and match. grace:
    to connect, and to come back after the line broke; it is then told the state again. command: a program that is
    started with host and port as its last arguments, or in place of {host} and {port}, and again if it dies; after a
    start it has `seconds` to connect.
    """

    def __init__(
        self, name: str, port: int = 0, *, seconds: float = 600.0, grace: float = 10.0, command: str = ""
    ) -> None:
        self.name, self.seconds, self.grace, self.command = name, seconds, grace, command
        self.lines: Wire | None = None
        self.process: subprocess.Popen[bytes] | None = None
        self.starts = 0
        self.ignored = 0
        self.left = inf
        self.told = ""
        self.stop: Callable[[], object] = lambda: False
        try:
            self.listener = socket.create_server((LOOPBACK, port))
        except (OSError, OverflowError) as error:
            raise FileAccessError(f"cannot listen on port {port} of {LOOPBACK}: {error}") from None
        self.port = int(self.listener.getsockname()[1])

    def see(self, told: MatchState) -> None:
        """Tell the player a state."""
        self.told = str(told)
        if self.lines is None:
            self._meet()
        else:
            try:
                self.lines.send(self.told)
            except ClosedError:
                self._part()

    def act(self, told: MatchState, rng: random.Random) -> str:
        """The player's answer to the state it was told; what is not an answer to it is passed over and counted."""
        allowed = min(self.seconds, self.left)
        clock = Clock(Limits(seconds=allowed))
        head = f"{told}:"
        while True:
            if self.lines is None:
                self._meet()
            assert self.lines is not None
            try:
                line = self.lines.read(max(clock.left, 0.001), self.stop)
            except ClosedError:
                self._part()
                continue
            if line is None and self.stop():
                raise Cancelled
            if line is None:
                raise AgentFault(f"no answer in {allowed:.3g} s")
            if line.startswith(head):
                return line[len(head) :]
            state, _, action = line.rpartition(":")
            if _means(state, told):
                return action
            self.ignored += 1

    def _meet(self) -> None:
        """Wait for the player, started anew where it is a program of ours, and tell it where the hand stands.

        One that was started may have a lot to load: it has as long as for an answer. If it ends without a fault it may
        have left another running, which has the time of one that is away.
        """
        patience = self.grace
        if self.command and (self.process is None or self.process.poll() is not None):
            patience = self._start()
        clock = Clock(Limits(seconds=patience))
        while clock.left > 0:
            if self.stop():
                raise Cancelled
            ended = None if self.process is None else self.process.poll()
            if ended or (ended == 0 and patience > self.grace):
                patience = self._start() if ended else self.grace
                clock = Clock(Limits(seconds=patience))
            self.listener.settimeout(SLICE)
            try:
                link, _ = self.listener.accept()
            except TimeoutError:
                continue
            self.lines = Wire(link)
            try:
                version = self.lines.read(self.grace, self.stop)
                if version is None or not version.startswith("VERSION:2."):
                    why = f"{self.name} begins with {quote(version)}; expected {VERSION}"
                    raise AgentFault(why, is_gone=True)
                self.lines.send(self.told)
                return
            except ClosedError:
                self._part()
        raise AgentFault(
            f"{self.name} does not connect to {LOOPBACK} port {self.port} in {patience:g} s", is_gone=True
        )

    def _start(self) -> float:
        """Start the program; how long it may take to connect."""
        if self.starts > RESTARTS:
            raise AgentFault(f"{self.name} has ended {self.starts} times", is_gone=True)
        self.starts += 1
        try:
            words = shlex.split(self.command)
            if not any("{port}" in word for word in words):
                words += ["{host}", "{port}"]
            words = [word.replace("{host}", LOOPBACK).replace("{port}", str(self.port)) for word in words]
            self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        except (OSError, ValueError) as error:
            raise ParameterError(f"cannot start {quote(self.command)}: {error}") from None
        return max(self.seconds, self.grace)

    def _part(self) -> None:
        if self.lines is not None:
            self.lines.close()
        self.lines = None

    def close(self) -> None:
        """Hang up, and end the program if it is ours."""
        self._part()
        self.listener.close()
        if self.process is not None:
            try:
                self.process.wait(timeout=2.0)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

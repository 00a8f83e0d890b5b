"""`tj.solve(device=)`: what does not run on a GPU is refused before any work."""

import pytest

import tianji as tj
from tianji.cfr import device
from tianji.errors import MissingExtraError, NotApplicableError, UnknownNameError


def test_what_cannot_be_done_is_said(monkeypatch):
    with pytest.raises(UnknownNameError, match="device='gpu'; expected one of: cpu, cuda"):
        tj.solve(tj.load("kuhn"), device="gpu")
    monkeypatch.setattr(device, "open_device", lambda: ("cpu", 1 << 30))
    for method in ("lp", "fp", "external"):
        with pytest.raises(NotApplicableError, match=f"method '{method}' runs on the CPU"):
            tj.solve(tj.load("kuhn"), method, device="cuda", iterations=None if method == "lp" else 3)
    with pytest.raises(NotApplicableError, match="threads=2 is for the CPU"):
        tj.solve(tj.load("kuhn"), device="cuda", threads=2)
    with pytest.raises(NotApplicableError, match=r"needs a two-player game, kuhn\(players=3\) has 3 players"):
        tj.solve(tj.load("kuhn(players=3)"), device="cuda", iterations=3)


def test_without_torch_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "torch", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'tianji\[torch\]'"):
        tj.solve(tj.load("kuhn"), device="cuda")

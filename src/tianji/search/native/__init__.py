"""Games at native speed: which kernels there are, and which one answers a question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tianji.errors import NotApplicableError, ParameterError, quote
from tianji.games.connect_four import ConnectFour
from tianji.run.limits import Limits
from tianji.search.native.boards import BoardsKernel
from tianji.search.native.chess import ChessKernel
from tianji.search.native.connect4 import ConnectFourKernel, at_once
from tianji.search.native.endings import EndingsKernel
from tianji.search.native.kalah import KalahKernel
from tianji.search.native.kernel import Kernel as Kernel
from tianji.search.native.lines import LinesKernel
from tianji.search.native.mate import MateKernel
from tianji.search.native.othello import OthelloKernel
from tianji.search.native.twin import TwinKernel
from tianji.search.native.twin_proof import TwinProofKernel
from tianji.search.native.twin_window import TwinWindowKernel
from tianji.search.options import Options
from tianji.search.result import Answer
from tianji.search.task import Task

KERNELS: tuple[Kernel, ...] = (
    ConnectFourKernel(), OthelloKernel(), BoardsKernel(), KalahKernel(), EndingsKernel(), ChessKernel(),
    MateKernel(), LinesKernel(), TwinKernel(), TwinWindowKernel(), TwinProofKernel(),
)  # fmt: skip

BY_METHOD = {
    method: [k for k in KERNELS if method in k.methods] for kernel in KERNELS for method in kernel.methods
}

AT_ONCE: dict[type, Callable[[Any, Any, str], Answer | None]] = {
    ConnectFour: at_once
}  # by game: for easy positions


def find(game: Any, s: Any, method: str, limits: Limits) -> Kernel | None:
    """The kernel that answers such a question, if there is one."""
    asked = limits.looks
    for kernel in BY_METHOD.get(method, ()):
        if kernel.limits.issuperset(asked) and kernel.fits(game, s):
            return kernel
    return None


def answer(task: Task, options: Options) -> Answer | None:
    """The kernel's answer, or None: then the readable method runs.

    Options that the kernel would not heed call for the readable method; `native=True` refuses them instead.
    """
    wanted = getattr(options, "native", False)
    kernel = find(task.game, task.state, task.method, task.limits) if wanted is not False else None
    if kernel is None:
        if wanted:
            raise NotApplicableError(
                f"search: native=True, but no kernel answers {task.method!r} for {task.game} under these limits"
            )
        return None
    heeded = kernel.methods[task.method]
    foreign = [name for name in options.changed() if name != "native" and name not in heeded]
    if foreign and wanted:
        raise ParameterError(
            f"search: native=True, but the kernel does not take {quote(foreign[0])}; leave one out"
        )
    if foreign or (task.threads > 1 and not kernel.threads):
        return None
    kernel.warm(task.threads)
    task.start()
    return (kernel.solve if task.method in ("solve", "dfpn") else kernel.look)(task, options)

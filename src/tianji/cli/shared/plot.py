"""Pictures as files, and the curve of a run: NashConv against iterations, both logarithmic."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from tianji.core.storage import require_writable, write_atomic
from tianji.errors import NotApplicableError, ParameterError, quote

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from tianji.cfr.solve import Solution


PICTURES = (".png", ".svg", ".pdf")


def check_picture(path: str) -> None:
    """Refuse a file that no picture can be written to, before the work."""
    if Path(path).suffix.lower() not in PICTURES:
        raise ParameterError(
            f"--plot {quote(path)}: pictures are written as {', '.join(PICTURES)}; change the suffix"
        )
    require_writable(path)


def save_figure(figure: Figure, path: str, dpi: float | None = None) -> None:
    """Write a figure, whole or not at all; dpi: its own where none is given."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    FigureCanvasAgg(figure)
    picture = BytesIO()
    figure.savefig(picture, format=Path(path).suffix[1:].lower(), dpi="figure" if dpi is None else dpi)
    write_atomic(path, picture.getvalue())


def plot_history(solution: Solution, path: str) -> None:
    """Draw the run's evaluations with the slopes 1/√T and 1/T through the first of them."""
    from matplotlib.figure import Figure

    points = [(c.iterations, c.nash_conv) for c in solution.history if c.iterations > 0 and c.nash_conv > 0]
    if len(points) < 2:
        raise NotApplicableError(
            f"{quote(path)}: a curve needs two evaluations, this run has {len(points)}; run longer"
        )
    t, conv = [p[0] for p in points], [p[1] for p in points]
    figure = Figure(figsize=(7, 5), layout="constrained")
    axes = figure.add_subplot()
    axes.loglog(t, conv, label=f"{solution.method}")
    axes.loglog(t, [conv[0] * (t[0] / x) ** 0.5 for x in t], "--", color="0.6", label="1/√T")
    axes.loglog(t, [conv[0] * t[0] / x for x in t], ":", color="0.6", label="1/T")
    axes.set(xlabel="iterations", ylabel="NashConv", title=solution.game)
    axes.grid(visible=True, which="major", color="0.9")
    axes.legend()
    save_figure(figure, path, dpi=150)

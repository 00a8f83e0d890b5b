r"""Gates in hand vectors: which kernel a technique means, and how far from its end a gadget is left.

For resolver r and opponent o, hand by hand (`kernels.poker.gates`):

    w(j) = Σ_k ours(k) · [j, k share no card]     π_{−o}(j), the weight of o's hand j without his own reach
    CBV(j) = o's best value of entering with j against r's average strategy, weighted by ours
    e(j) = the average weight with which o enters

Brown & Sandholm (2017), sections 4–6 and appendices A–C; the combined gate is after Slumbot.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tianji.kernels.constants import COMBINED, DISTRIBUTIONAL, MAXMARGIN, RESOLVE, UNSAFE
from tianji.subgame.technique import Technique

FloatArray = npt.NDArray[np.float64]
KINDS = {"unsafe": UNSAFE, "resolve": RESOLVE, "maxmargin": MAXMARGIN, "combined": COMBINED}


def gate_kind(technique: Technique) -> int:
    """The gate's number in the kernels.

    >>> gate_kind(Technique("resolve", payoffs="distributional")) == DISTRIBUTIONAL
    True
    """
    return DISTRIBUTIONAL if technique.is_random else KINDS[technique.gadget]


def tremble_of(technique: Technique) -> float:
    """How often the opponent does not choose at the gate, but enters with whatever he holds.

    >>> tremble_of(Technique("maxmargin", refine=0.01))
    0.01
    """
    return technique.refine if isinstance(technique.refine, float) else 0.0


def gift_factor(technique: Technique, branches: float) -> float:
    """How often gifts are added to the alternatives: once where they are split over that many branches of chance."""
    named = {"none": 0.0, "split": 1.0, "not-split": float(branches)}
    return technique.gifts if isinstance(technique.gifts, float) else named[technique.gifts]


def gadget_bounds(
    kind: int,
    w: FloatArray,
    alt: FloatArray,
    spread: FloatArray,
    theirs: FloatArray,
    entries: FloatArray,
    cbv: FloatArray,
    under: FloatArray,
    tremble: float = 0.0,
) -> tuple[FloatArray, FloatArray, FloatArray]:
    r"""What o gets in the gadget at best, what r leaves him at least, and the reach that both were divided by.

        resolve          Σ_j w E max(X, CBV/w)              under + Σ_j w E[X; he stays out]            over Σ w
        maxmargin        max_j CBV/w − alt                  under − Σ_j e w alt                         over 1
        unsafe           Σ_j theirs CBV                     under                                       over Σ theirs w
        combined         Σ_j e CBV                          under                                       over Σ e w

    With a tremble ε (`tremble_of`) o gets 1 − ε of that at best, and ε of what all hands get who enter: Σ_j CBV for
    resolve, Σ_j (CBV − w alt) / Σ w for maxmargin. X is alt, or with a spread s of random payoffs N(alt, s²): then he
    enters with the lowest draws, up to his average weight e, so that E[X; he stays out] = alt (1 − e) + s φ(Φ⁻¹(e)).
    under: his value of entering by e and his average strategy when r answers best. The difference is NashConv of the
    gadget's answer; combined is no game, and its gap is that of the spot with e as the range. All but `under`, `[…]`,
    are `[…, H]`.

    >>> one, zero = np.ones(2), np.zeros(2)
    >>> best, least, _ = gadget_bounds(RESOLVE, one, zero, zero, one, 0.5 * one, np.array([1.0, -3.0]), np.array(-1.5))
    >>> float(best), float(least)
    (0.5, -0.75)
    """
    live = w > 0
    each = np.where(
        live, cbv / np.where(live, w, 1.0) - alt, -np.inf
    )  # what entering brings above the alternative
    if kind == MAXMARGIN:
        mass = np.maximum(w.sum(axis=-1), 1e-300)
        mean = np.where(live, cbv - w * alt, 0.0).sum(axis=-1) / mass
        return (
            (1 - tremble) * each.max(axis=-1, initial=-np.inf) + tremble * mean,
            under - (entries * w * alt).sum(axis=-1),
            np.ones(under.shape),
        )
    if kind in (UNSAFE, COMBINED):
        come = theirs if kind == UNSAFE else entries
        best, least, unit = (come * cbv).sum(axis=-1), under, (come * w).sum(axis=-1)
    else:
        from scipy.special import ndtri  # as long to import as all the rest of a river's solve

        stay = alt * (1 - entries) + spread * _density(ndtri(np.clip(entries, 0.0, 1.0)))
        chosen = (1 - tremble) * (alt + _hinge(each, spread)) * w
        best = (chosen + tremble * np.where(live, cbv, 0.0)).sum(axis=-1)
        least, unit = under + (w * stay).sum(axis=-1), w.sum(axis=-1)
    shared = np.where(unit > 0, unit, 1.0)
    return best / shared, least / shared, unit


def _hinge(x: FloatArray, spread: FloatArray) -> FloatArray:
    """E max(0, x + N(0, s²)) = s ψ(x / s), ψ(z) = z Φ(z) + φ(z); max(0, x) where s = 0."""
    from scipy.special import ndtr

    z = np.maximum(x / np.where(spread > 0, spread, 1.0), -40.0)  # ψ is 0 to all digits before
    return np.where(spread > 0, spread * (z * ndtr(z) + _density(z)), np.maximum(x, 0.0))


def _density(z: FloatArray) -> FloatArray:
    found: FloatArray = np.exp(-0.5 * np.minimum(np.abs(z), 38.0) ** 2) / np.sqrt(2 * np.pi)
    return found

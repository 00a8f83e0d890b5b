"""Numbers around what rules may write to: a rule that writes next to its position or its moves is noticed.

Rules get bare addresses, and what they write beyond `s` and `out` would be somebody else's. `PAD` numbers on either
side are marked, and a kernel looks at them when it ends, some milliseconds later: that costs a call less than 1 %.
"""

from numba import njit

from tianji.kernels.constants import MARK, PAD


@njit(cache=True, inline="always")
def mark(numbers):
    """Mark `PAD` numbers from a pointer on."""
    for i in range(PAD):
        numbers[i] = MARK


@njit(cache=True, inline="always")
def is_marked(numbers):
    """Whether they are as they were marked."""
    changed = 0
    for i in range(PAD):
        changed |= numbers[i] != MARK
    return changed == 0

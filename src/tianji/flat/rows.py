"""Equal rows of a ragged array, stored once."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def share_rows(
    length: npt.NDArray[np.int64], values: np.ndarray
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Find equal rows of a ragged array: where each row's copy begins, and which elements to keep.

    length: `[R]`; values: `[Σ length, k]`, the rows end to end. Rows are compared by a random 64-bit hash, then
    element by element; a row whose hash collides with a different one keeps its own copy.
    """
    first = np.cumsum(length) - length
    owner = np.repeat(np.arange(len(length)), length)
    position = np.arange(len(values)) - first[owner]
    rng = np.random.default_rng(0)
    bits = (
        np.ascontiguousarray(values)
        .view(np.uint32 if values.dtype == np.uint32 else np.uint64)
        .astype(np.uint64)
    )
    multiplier = rng.integers(
        1, 2**63, size=(int(length.max(initial=0)) + 1, values.shape[1]), dtype=np.uint64
    ) | np.uint64(1)
    mixed = ((bits ^ (bits >> np.uint64(29))) * multiplier[position]).sum(axis=1, dtype=np.uint64)
    mixed ^= mixed >> np.uint64(31)
    digest = np.zeros(len(length) + 1, dtype=np.uint64)
    np.cumsum(mixed, out=mixed)  # differences of wrapping sums are exact
    ends = np.concatenate([np.zeros(1, dtype=np.uint64), mixed])
    digest = ends[first + length] - ends[first] + length.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    _, chosen, inverse = np.unique(digest, return_index=True, return_inverse=True)
    copy_of = chosen[inverse]
    same_length = length[copy_of] == length
    twin = np.where(same_length[owner], first[copy_of[owner]] + position, 0)
    differs = ~same_length
    differs[owner[(values != values[twin]).any(axis=1)]] = True
    copy_of[differs] = np.flatnonzero(differs)
    is_kept = copy_of == np.arange(len(length))
    kept_length = np.where(is_kept, length, 0)
    start = np.cumsum(kept_length) - kept_length
    return start[copy_of], np.flatnonzero(is_kept[owner])

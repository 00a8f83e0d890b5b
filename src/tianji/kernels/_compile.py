"""Whether kernels still have to be compiled, so that the wait can be explained."""

from pathlib import Path


def is_cached(kernel) -> bool:
    """Whether a compiled copy of a kernel is in memory or on disk (always true with compilation disabled)."""
    if not hasattr(kernel, "signatures") or kernel.signatures:
        return True
    index = getattr(getattr(getattr(kernel, "_cache", None), "_cache_file", None), "_index_path", None)
    return index is not None and Path(index).exists()

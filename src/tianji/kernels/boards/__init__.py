"""Kernels for board games on bit sets."""

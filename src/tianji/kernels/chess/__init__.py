"""Kernels for chess."""

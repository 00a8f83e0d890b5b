"""Kernels for matrix games."""

"""Kernels in tensors, for a GPU; on the CPU the same code is their twin. They need the optional package torch."""

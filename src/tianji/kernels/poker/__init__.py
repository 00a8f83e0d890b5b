"""Kernels over cards and hand vectors."""

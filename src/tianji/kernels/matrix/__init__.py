"""Kernels for matrix games."""

from tianji.kernels import _compile

_compile.guard()

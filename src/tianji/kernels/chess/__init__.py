"""Kernels for chess."""

from tianji.kernels import _compile

_compile.guard()

"""Kernels for board games on bit sets."""

from tianji.kernels import _compile

_compile.guard()

"""Kernels over the sequence form: slots, infosets, regrets."""

from tianji.kernels import _compile

_compile.guard()

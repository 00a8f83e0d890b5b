"""Kernels that run the rules of any game: rules are called by their addresses, so each kernel is compiled once."""

from tianji.kernels import _compile

_compile.guard()

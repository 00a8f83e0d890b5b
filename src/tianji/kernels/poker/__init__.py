"""Kernels over cards and hand vectors."""

from tianji.kernels import _compile

_compile.guard()

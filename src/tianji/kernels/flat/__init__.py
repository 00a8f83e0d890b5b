"""Kernels over the sequence form: slots, infosets, regrets."""

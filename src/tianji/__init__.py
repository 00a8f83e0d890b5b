"""Tianji solves games: rules → compiled form → solver → strategy → proof."""
__version__ = "0.1.0"

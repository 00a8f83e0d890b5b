"""Push or fold before the flop."""

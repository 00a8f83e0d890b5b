"""The river of a blueprint: learned against real cards, and leaning on neighbours."""

"""Nested subgame solving on real cards: a player of a small menu of bets against one of a larger menu."""

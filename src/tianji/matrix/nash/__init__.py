"""Equilibria: one or all of them, by every method; dominance, correlation, subgame perfection."""

"""Solves and spots on disk."""

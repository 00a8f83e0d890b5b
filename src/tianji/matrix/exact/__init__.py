"""Exact arithmetic: one elimination and one tableau, both in integers."""

"""Measures of players of hold'em: range against range, and hands with their luck taken out."""

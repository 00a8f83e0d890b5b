"""Repeated games: players with memory, exact evaluation, tournaments, the folk theorem."""

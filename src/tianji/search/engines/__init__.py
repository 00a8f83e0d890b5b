"""Engines that speak line by line: JSON for any game, UCI for chess."""

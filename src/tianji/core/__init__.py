"""What a game, a strategy and a player are; files and progress. No compiler here."""

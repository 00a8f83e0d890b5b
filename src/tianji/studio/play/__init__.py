"""Tables to play at, and decks of spots to train with: at the desk, and as they are kept."""

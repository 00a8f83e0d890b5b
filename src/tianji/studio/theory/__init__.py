"""What the screens of theory ask the library: matrix games and subgames, mediators, patience, coalitions."""

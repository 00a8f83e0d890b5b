"""Games of three rounds on a GPU, or in the same tensors on the CPU: turns in pieces, their subgames, a forecast."""

"""The methods as one readable text each, for any game: the definitions that the kernels must agree with."""

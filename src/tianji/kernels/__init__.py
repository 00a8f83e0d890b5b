"""Arrays in, arrays out: the only home of compiled code. Kernels never see a Game or a FlatGame."""

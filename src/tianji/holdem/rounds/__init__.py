"""Hold'em of two or three rounds, from the blinds on: the games of Brown & Sandholm (2017), section 8."""

"""Card abstraction: hands that are worth about the same share a bucket."""

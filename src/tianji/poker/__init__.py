"""Cards, hand ranks, ranges, suit isomorphism and betting sizes, written as players write them."""

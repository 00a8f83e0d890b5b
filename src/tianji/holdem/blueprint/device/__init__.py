"""Training on a GPU: the tree cut into levels, and the trainer that walks them on many boards at once."""

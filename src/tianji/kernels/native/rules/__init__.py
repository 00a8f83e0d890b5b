"""The rules of Tianji's own games as native functions: the twins of the classes in `tianji.games`.

Every file has `turn`, `moves`, `play` and `payoffs`, and what else its game needs; see `tianji.native.rules`. Moves
come in the order of the class's `actions`.
"""

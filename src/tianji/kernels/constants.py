"""Numbers that kernels and their callers share; imports no compiler, so that planning needs none."""

# Columns of a schedule row, one row an iteration (tianji.cfr.schedule):
#   R ← max(FLOOR, d · R + r),  d = POSITIVE where R > 0, else NEGATIVE;   S ← AVERAGE · S + plan;
#   σ ∝ [LOOKAHEAD · R + PREDICTION · r]⁺
# and, where a row has a seventh number (hand vectors alone), the value handed up is the mean by [d · R + INSTANT · r]⁺.
POSITIVE, NEGATIVE, FLOOR, AVERAGE, PREDICTION, LOOKAHEAD, INSTANT = range(7)

# Hand vectors (kernels.poker)
# learn; value of the average strategies; best response to the average strategy; the current strategy, not averaged
SOLVE, VALUE, RESPONSE, PEEK = range(4)
BOTH_WAYS, DOWN, UP = range(
    3
)  # of a pass: ranges down and values up, or one of them, with others' work between
UNSAFE, RESOLVE, MAXMARGIN, DISTRIBUTIONAL, COMBINED = range(5)  # gates (kernels.poker.gates)
BLOCK = 128  # hands of a row of storage
CHUNK = 32  # lanes: betting lines side by side
TILE = 8  # a transposition takes TILE × TILE numbers
COUNTERS = 24  # of a crew of threads, before those of its items
TOTAL = 52  # the row of sums for all hands; rows 0 … 51 are for hands with that card

# Guards (kernels.native.guards): what stands beside numbers that somebody's rules may write to, and how many of it
MARK, PAD = -7_061_644_215_716_937_728, 16  # a number that is exact as a float, too

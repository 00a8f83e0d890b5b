"""How it is solved: the layout in memory, the passes over it, the plan, the solve."""

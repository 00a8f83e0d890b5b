"""Long work, whatever it is: limits, one driver, one clock, checkpoints, reports, ways to stop.

A method in progress is a `Runner` (advance, evaluate, save, restore); `drive` gives it every stop (`Limits`, `stop=`,
Ctrl-C, the callback), progress with an honest estimate of the time left, and a checkpoint that survives `kill -9`.
What cannot be cut into steps, a recursive search or a kernel on a thread, asks the same `Clock` instead.
"""

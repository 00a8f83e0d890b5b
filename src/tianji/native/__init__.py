"""Rules as compiled functions: written once, run by every native kernel; or beside a readable class, as its twin."""

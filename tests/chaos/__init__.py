"""Faults, as `make chaos` has them: everything that Leaguer needs is killed, cut off, filled up and slowed down while
clients report, and an independent checker compares what they were told with the log that is left."""

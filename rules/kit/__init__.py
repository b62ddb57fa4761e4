"""What rulebooks have in common: functions that their chapters use, and what puts the chapters together."""

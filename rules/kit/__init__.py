"""What rulebooks have in common: functions that their chapters use, and the code that puts the chapters together."""

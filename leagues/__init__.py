"""Leagues: seasons in order, their divisions and players, ratings and what carries over from year to year."""

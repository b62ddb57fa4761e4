"""Measurements, each against what we chose not to use, in one run on the same database: `make bench`.

Only the ratios mean anything: absolute times drift from machine to machine and from hour to hour.
"""

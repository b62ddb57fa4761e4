"""The laws every rulebook keeps. A new folder under rules/systems is held to them without a line written here.

`pytest tests/rules/conformance -k KEY` runs them on one rulebook, LEAGUER_SOAK=1 at length.
"""

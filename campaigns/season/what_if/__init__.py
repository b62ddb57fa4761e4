"""What if: a season folded again with something changed, beside its log. Pure; nothing of it is ever written there.

`changes` says what can be changed, `folding` folds a season's reports again with it, `comparison` sets the two seasons
side by side.
"""

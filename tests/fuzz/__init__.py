"""Fuzzing guided by coverage: every parser, and what rulebooks decide in the middle of recorded battles.

`python -m tests.fuzz TARGET --seconds 3600` goes on from the corpus in `var/fuzz/TARGET`, which it adds to. Where it
fails, it ends with the input that made it fail in `var/fuzz`. It takes Atheris (`pip install atheris`), or without it
changes what is in the corpus by chance, which finds less.
"""

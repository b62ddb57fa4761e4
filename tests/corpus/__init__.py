"""Whole battles and seasons as data, and what this code makes of them: what may be told, seen, asked and read.

    python -m tests.corpus record FOLDER      plays battles and seasons at random, and writes down what comes of them
    python -m tests.corpus compare FOLDER     tells the same reports to the code as it is now, and lists what differs

A record holds the reports with their dice and seeds, so what the random player picks today does not matter later.
Sentences for people are compared apart from all else: they may be said in other words. All imports of the product
stand in `product.py`, and in `still.py` those of what stands still: clock, salts and seeds.
"""

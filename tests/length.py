"""How long is searched: `make test` has a time to keep, `make soak` (HYPOTHESIS_PROFILE=soak) takes hours."""

import os

AT_LENGTH = os.environ.get("HYPOTHESIS_PROFILE") == "soak"


def examples(usual: int) -> int:
    """How many examples of a law are looked at: always the same ones, or at length so many more, others every time."""
    return 80 * usual if AT_LENGTH else usual

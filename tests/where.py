"""On which of the two databases a test is tried. What is not marked and asks one is tried on both.

What depends on the database stays on both: locks, races, triggers, constraints, sweeps, what is written to and rebuilt
in read tables, what counts queries, filters, pages or orders, any text or number that may come in. What pages, forms
and rulings say follows from rows that come back alike from either, and is tried on the one that costs less.
"""

import pytest

ONCE = pytest.mark.only_on("sqlite")
BOTH = pytest.mark.only_on("sqlite", "postgresql")  # of a file that is otherwise tried once

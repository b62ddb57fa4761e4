"""On which of the two databases a test runs: on SQLite, and with BOTH on PostgreSQL as well.

What depends on the database runs on both: the log with its triggers and seals, locks, races, sweeps, what is written to
and rebuilt in read tables, queries for roles, filters and pages, any text or number that may come in, backups, and one
season. Tests of whole transactions (`django_db(transaction=True)`) do so unasked. What pages, forms and rulings say
follows from rows that come back alike from either.
"""

import pytest

BOTH = pytest.mark.only_on("sqlite", "postgresql")

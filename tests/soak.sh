# `make soak`: what is searched at length, on SQLite; then on PostgreSQL what depends on the database (tests/where.py).
# Run by `python -m tests.servers`, which sets POSTGRES_URL and REDIS_URL. LEAGUER_SOAK says how often as long.
set -u

unset PYTHONDONTWRITEBYTECODE

pytest="$1/pytest --numprocesses auto --dist loadgroup --no-loadscope-reorder --durations 40"

echo "==== On SQLite"
LEAGUER_TEST_DATABASE=sqlite $pytest -m "soak or hypothesis or at_length" tests
on_sqlite=$?

echo "==== On PostgreSQL"
LEAGUER_TEST_DATABASE=postgresql $pytest -m soak tests
on_postgresql=$?

[ $on_sqlite -eq 0 ] && [ $on_postgresql -eq 0 ]

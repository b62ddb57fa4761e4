# `make soak`: what is searched at length, on SQLite; then on PostgreSQL what is asked of it as a whole.
# Run by `python -m tests.servers`, which sets POSTGRES_URL and REDIS_URL. LEAGUER_SOAK says how often as long.
set -u

unset PYTHONDONTWRITEBYTECODE

pytest="$1/pytest --numprocesses auto --dist loadgroup --no-loadscope-reorder --durations 40"

echo "==== On SQLite"
LEAGUER_TEST_DATABASE=sqlite $pytest -m "soak or hypothesis or at_length" tests
on_sqlite=$?

echo "==== On PostgreSQL"
LEAGUER_TEST_DATABASE=postgresql $pytest -m soak tests/api/test_schemathesis.py tests/campaigns/test_clerk_killed.py \
	tests/deploy/test_bad_network.py tests/deploy/test_idle_streams.py
on_postgresql=$?

[ $on_sqlite -eq 0 ] && [ $on_postgresql -eq 0 ]

# `make test`: every test on SQLite, then on PostgreSQL those that depend on the database (tests/where.py).
# Run by `python -m tests.servers`, which sets POSTGRES_URL and REDIS_URL.
set -u

# Leaguer is started dozens of times here: without compiled modules, which some machines have Python not keep, all of it
# is compiled anew every time, and to start it costs half as much again.
unset PYTHONDONTWRITEBYTECODE

# Thousands of short cases are taken together, function by function (tests/rules/together.py).
export LEAGUER_CASES_TOGETHER=1

pytest=$1/pytest

# One process more than there are cores: a test that waits for a browser or for another process leaves its core idle.
processes=$("$1/python" -c 'import os; print((os.cpu_count() or 1) + 1)')

echo "==== On SQLite"
LEAGUER_TEST_DATABASE=sqlite "$pytest" --numprocesses "$processes" --dist loadfile --no-loadscope-reorder tests
on_sqlite=$?

echo "==== On PostgreSQL"
LEAGUER_TEST_DATABASE=postgresql "$pytest" --numprocesses "$processes" --dist loadfile --no-loadscope-reorder tests
on_postgresql=$?

[ $on_sqlite -eq 0 ] && [ $on_postgresql -eq 0 ]

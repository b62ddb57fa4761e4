# `make test`: every test on SQLite, then on PostgreSQL those that depend on the database (tests/where.py).
# Run by `python -m tests.servers`, which sets POSTGRES_URL and REDIS_URL.
set -u

# Leaguer is started dozens of times here: without compiled modules, which some machines have Python not keep, all of it
# is compiled anew every time, and to start it costs half as much again.
unset PYTHONDONTWRITEBYTECODE

pytest=$1/pytest

echo "==== On SQLite"
LEAGUER_TEST_DATABASE=sqlite "$pytest" --numprocesses auto --dist loadfile --no-loadscope-reorder tests
on_sqlite=$?

echo "==== On PostgreSQL"
LEAGUER_TEST_DATABASE=postgresql "$pytest" --numprocesses auto --dist loadfile --no-loadscope-reorder tests
on_postgresql=$?

[ $on_sqlite -eq 0 ] && [ $on_postgresql -eq 0 ]

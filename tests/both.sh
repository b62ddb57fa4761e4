# `make test`: the whole suite on SQLite, then on PostgreSQL all that touches a database (the rules do not).
# Run by `python -m tests.servers`, which sets POSTGRES_URL and REDIS_URL.
set -u

pytest=$1/pytest

echo "==== SQLite"
LEAGUER_TEST_DATABASE=sqlite "$pytest" tests
sqlite=$?

echo "==== PostgreSQL"
LEAGUER_TEST_DATABASE=postgresql "$pytest" tests --ignore=tests/rules --ignore=tests/test_architecture.py
postgresql=$?

[ $sqlite -eq 0 ] && [ $postgresql -eq 0 ]

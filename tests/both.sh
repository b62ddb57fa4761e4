# `make test`: the whole suite on SQLite and, beside it on the other core, on PostgreSQL all that touches a database.
# Run by `python -m tests.servers`, which sets POSTGRES_URL and REDIS_URL.
set -u

pytest=$1/pytest
log=$(mktemp)
postgresql=
stop() {
    [ -z "$postgresql" ] || kill "$postgresql" 2>/dev/null
    rm -f "$log"
}
trap stop EXIT
trap 'exit 130' HUP INT TERM

# What asks no database, or makes one of its own, or looks at how a page is laid out, is tried once.
LEAGUER_TEST_DATABASE=postgresql "$pytest" tests --ignore=tests/rules --ignore=tests/test_architecture.py \
    --ignore=tests/deploy/test_locks.py --ignore=tests/deploy/test_readme.py --ignore=tests/deploy/test_run.py \
    --ignore=tests/deploy/test_settings.py --ignore=tests/deploy/test_translations.py \
    --ignore=tests/pages/test_layout.py --ignore=tests/pages/test_campaign_forms_look.py >"$log" 2>&1 &
postgresql=$!

echo "==== SQLite (PostgreSQL is tried beside it, and told of below)"
LEAGUER_TEST_DATABASE=sqlite "$pytest" tests
on_sqlite=$?

wait "$postgresql"
on_postgresql=$?
postgresql=
echo "==== PostgreSQL"
cat "$log"

[ $on_sqlite -eq 0 ] && [ $on_postgresql -eq 0 ]

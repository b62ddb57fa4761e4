# `make test`: what touches a database runs on SQLite and on PostgreSQL, all else once, beside each other.
# Run by `python -m tests.servers`, which sets POSTGRES_URL and REDIS_URL.
set -u

# Leaguer is started dozens of times here: without compiled modules, which some machines have Python not keep, all of it
# is compiled anew every time, and to start it costs half as much again.
unset PYTHONDONTWRITEBYTECODE

pytest=$1/pytest
logs=$(mktemp -d)
beside=
stop() {
    [ -z "$beside" ] || kill $beside 2>/dev/null
    rm -rf "$logs"
}
trap stop EXIT
trap 'exit 130' HUP INT TERM

# What asks no database, or makes one of its own, or plays and measures pages in a real browser: tried once. Each page
# is also asked for without a browser, on both.
once="tests/rules/conformance $(echo tests/rules/test_*.py) tests/test_architecture.py
    tests/deploy/test_browser.py tests/deploy/test_edges.py tests/deploy/test_locks.py tests/deploy/test_processes.py
    tests/deploy/test_readme.py tests/deploy/test_run.py tests/deploy/test_servers.py tests/deploy/test_settings.py
    tests/deploy/test_translations.py tests/pages/test_campaign_forms_look.py tests/pages/test_layout.py
    tests/pages/test_mending_phone.py tests/pages/test_phone.py tests/pages/test_forms_fit.py
    tests/pages/test_namesakes.py tests/pages/test_cards.py tests/pages/test_language.py"
not_once=$(for path in $once; do echo "--ignore=$path"; done)
# Four runs, of about the same length on two cores: on SQLite campaigns and the API have one, and what is tried of the
# log, of pages and of deployment goes with each rulebook's own tests, which ask no database.
rulebooks=$(for folder in tests/rules/*/; do case $folder in */conformance/ | */breaches/) ;; *) echo "${folder%/}" ;; esac; done)
with_rulebooks="tests/battles tests/deploy tests/pages"
not_with_rulebooks=$(for path in $with_rulebooks; do echo "--ignore=$path"; done)

LEAGUER_TEST_DATABASE=postgresql "$pytest" tests --ignore=tests/rules $not_once >"$logs/postgresql" 2>&1 &
postgresql=$!
LEAGUER_TEST_DATABASE=sqlite "$pytest" tests --ignore=tests/rules $not_with_rulebooks $not_once >"$logs/sqlite" 2>&1 &
sqlite=$!
LEAGUER_TEST_DATABASE=sqlite "$pytest" $rulebooks $with_rulebooks $not_once >"$logs/rulebooks" 2>&1 &
of_rulebooks=$!
beside="$postgresql $sqlite $of_rulebooks"

# In front, for a shell lets what it runs beside it ignore an interrupt, and `make run` is tried with one.
echo "==== What is tried once (the rulebooks and both databases are tried beside it, and told of below)"
LEAGUER_TEST_DATABASE=sqlite "$pytest" $once
of_all_else=$?

wait $of_rulebooks
on_rulebooks=$?
echo "==== Rulebooks; the log, the pages and deployment on SQLite"
cat "$logs/rulebooks"

wait $sqlite
on_sqlite=$?
echo "==== Campaigns and the API on SQLite"
cat "$logs/sqlite"

wait $postgresql
on_postgresql=$?
beside=
echo "==== PostgreSQL"
cat "$logs/postgresql"

[ $on_sqlite -eq 0 ] && [ $on_postgresql -eq 0 ] && [ $on_rulebooks -eq 0 ] && [ $of_all_else -eq 0 ]

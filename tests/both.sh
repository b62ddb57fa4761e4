# `make test`: every test on SQLite, and at the same time on PostgreSQL those that depend on the database
# (tests/where.py). What PostgreSQL's run says is shown when SQLite's is over.
# Run by `python -m tests.servers`, which sets POSTGRES_URL and REDIS_URL.
set -u

# Leaguer is started dozens of times here: without compiled modules, which some machines have Python not keep, all of it
# is compiled anew every time, and to start it costs half as much again.
unset PYTHONDONTWRITEBYTECODE

# Thousands of short cases are taken together, function by function (tests/rules/together.py).
export LEAGUER_CASES_TOGETHER=1

# Where `python3` is a shell script that looks for the right one, each of the lines the README has typed takes ten times
# as long.
PATH=$(cd "$1" && pwd):$PATH
export PATH

"$1/python" -m tests.compiled

pytest=$1/pytest
cores=$("$1/python" -c 'import os; print(os.cpu_count() or 1)')
said=$(mktemp)
other=
trap 'rm -f "$said"; [ -z "$other" ] || kill "$other" 2>/dev/null' EXIT
trap 'exit 130' INT TERM

# More processes than there are cores, in all: a test that waits for a browser or for another process leaves its core
# idle. PostgreSQL's run has a sixth of the work, and takes what the others leave, so that there is some of it for long.
# Each process takes ten seconds to import and collect what it runs: so there are no more of them than that.
LEAGUER_TEST_DATABASE=postgresql nice -n 5 "$pytest" --numprocesses $(((cores + 1) / 2)) \
	--dist loadfile --no-loadscope-reorder --override-ini cache_dir=.pytest_cache/postgresql tests >"$said" 2>&1 &
other=$!

# All of it has five minutes, so what takes longest is named.
echo "==== On SQLite"
LEAGUER_TEST_DATABASE=sqlite "$pytest" --numprocesses "$cores" --dist loadfile --no-loadscope-reorder \
	--durations 25 --durations-min 1 tests
on_sqlite=$?

wait "$other"
on_postgresql=$?
other=
echo "==== On PostgreSQL"
cat "$said"

[ $on_sqlite -eq 0 ] && [ $on_postgresql -eq 0 ]

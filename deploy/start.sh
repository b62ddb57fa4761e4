#!/bin/sh
# Production on one machine: brings the database up to date, then runs the other processes of deploy/Procfile side by
# side until one of them ends. Settings come from the environment.
set -eu

cd "$(dirname "$0")/.."
PATH="$PWD/.venv/bin:$PATH"
export PATH LEAGUER_ENV="${LEAGUER_ENV:-production}"

command_of() { sed -n "s/^$1: //p" deploy/Procfile; }

sh -c "$(command_of release)"

started=
stop() {
    trap - HUP INT TERM EXIT
    kill $started 2>/dev/null || true
    wait
}
trap 'stop; exit 0' HUP INT TERM
trap stop EXIT

for process in web worker beat; do
    sh -c "exec $(command_of $process)" &
    started="$started $!"
done

all_run() {
    for pid in $started; do
        kill -0 "$pid" 2>/dev/null || return 1
    done
}
while all_run; do
    sleep 1
done
echo "One of Leaguer's processes has ended; so do the others." >&2
exit 1

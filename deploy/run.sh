# `make run`: upgrades the database, loads the demo, then runs the web server and the clerk side by side until one of
# them ends.
# The first argument is the folder of the installed programs. DEMO=0: without the demo.
set -eu

bin=$1
port=${PORT:-8000}
export LEAGUER_ENV=${LEAGUER_ENV:-development}

"$bin/python" manage.py upgrade --verbosity 0
if [ "${DEMO:-1}" = 1 ]; then
    "$bin/python" manage.py demo --address "http://localhost:$port"
else
    echo "Leaguer is at http://localhost:$port/"
    "$bin/python" manage.py welcome --code 2>/dev/null || true # until somebody administers the site
fi

web= clerk=
stop() {
    trap - HUP INT TERM EXIT
    kill $web $clerk 2>/dev/null || true
    wait
}
trap 'stop; exit 0' HUP INT TERM
trap stop EXIT

PORT=$port WORKERS=${WORKERS:-2} LOG_LEVEL=${LOG_LEVEL:-WARNING} "$bin/python" -m deploy.web &
web=$!
"$bin/python" manage.py clerk &
clerk=$!

while kill -0 $web 2>/dev/null && kill -0 $clerk 2>/dev/null; do
    sleep 1
done
echo "The web server or the clerk has ended; so does the other." >&2
exit 1

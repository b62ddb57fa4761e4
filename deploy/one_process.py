"""All of Leaguer in one process, for a machine of 512 MB: `python -m deploy.one_process`, at HOST and PORT, on SQLite
and without Redis. Requests have THREADS threads, live pages a loop of their own, and the clerk a thread that is told of
each report and sweeps every ten seconds.

The process may be killed at any moment, as those of `deploy.web`: what was acknowledged is on the disk, and what the
clerk was at, the next start finds to be due. Whoever starts it has run `manage.py upgrade`, and starts it again when it
ends (deploy/leaguer-small.service).
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

EVERY = 10.0  # seconds between two sweeps, which find what is due by the clock
LAST = 60.0  # seconds that the clerk has to finish what it is at
KEPT = 1_500_000  # characters of rows whose streams are kept folded, a quarter of what others keep


def main() -> None:
    """Serve until told to end; then leave with the web server's status."""
    from deploy import environment, web

    threads = environment.number("THREADS", 4)
    with without_postgresql():
        listening, application = web.prepare(f"one process of {threads} threads, with the clerk")
    refuse_what_is_shared()

    from battles import command_handler, folded
    from campaigns.clerk_loop import ClerkLoop

    folded.MOST = KEPT
    loop = ClerkLoop(EVERY, "python -m deploy.one_process")
    command_handler.CLERKS.append(loop.tell)
    clerk = Thread(target=loop.run, name="clerk", daemon=True)
    clerk.start()
    status = web.serve(listening, application, threads)
    loop.stop()
    clerk.join(LAST)
    logging.shutdown()
    os._exit(status)


@contextmanager
def without_postgresql() -> Iterator[None]:
    """As if PostgreSQL's library were not installed. The REST framework would load it, and goes on without it: that is
    9 MB, more than anything else that nobody here uses."""
    if "psycopg" in sys.modules:
        yield
        return
    sys.modules["psycopg"] = None  # type: ignore[assignment]
    yield
    del sys.modules["psycopg"]


def refuse_what_is_shared() -> None:
    """A database server and Redis are for several processes: who has them runs `deploy.web` and a worker."""
    from django.conf import settings
    from django.db import connection

    if connection.vendor != "sqlite" or settings.REDIS_URL:
        sys.exit("deploy.one_process is for SQLite without Redis. With PostgreSQL or Redis run deploy/start.sh.")


if __name__ == "__main__":
    main()

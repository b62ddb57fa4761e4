"""Checks what a machine needs to run Leaguer. Each check returns a Finding and changes nothing."""

from __future__ import annotations

import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _

from battles import log
from campaigns import clerk_loop
from campaigns.push import keys
from deploy.celery import app

ROOT = Path(__file__).resolve().parent.parent
SOON = 2.0  # seconds in which a worker answers that is listening
PATIENCE = 30  # seconds for a worker that starts: it needs longer than the web server, on a busy machine much longer
PIN = re.compile(r"^([a-z0-9._-]+)==(\S+)", re.MULTILINE)


@dataclass(frozen=True)
class Finding:
    """The result of one check. `remedy` says how to fix it; what is not `needed` is only good to have."""

    what: str
    good: bool
    remedy: str = ""
    needed: bool = True


def python() -> Finding:
    found = ".".join(map(str, sys.version_info[:3]))
    return Finding(
        _("Python %(found)s") % {"found": found},
        sys.version_info >= (3, 11),
        _("Leaguer needs Python 3.11 or newer. Install it and make a new .venv: make clean run PYTHON=python3.11"),
    )


def packages(lock: Path = ROOT / "requirements.txt") -> Iterator[Finding]:
    """Every package of the lock is installed, in that version. A wheel has no lock: pip sees to what it asks for."""
    if not lock.exists():
        return
    wrong = [f"{name} {pinned}" for name, pinned in PIN.findall(lock.read_text()) if installed(name) != pinned]
    yield Finding(
        _("packages as in the lock") + (f" ({', '.join(wrong)}?)" if wrong else ""),
        not wrong,
        _("Install them: make run does, or pip install --require-hashes -r %(lock)s") % {"lock": lock.name},
    )


def installed(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def secret_key() -> Finding:
    return Finding(
        _("secret key") + ("" if settings.PRODUCTION else " " + _("(development: one of this checkout's own)")),
        len(settings.SECRET_KEY) >= 50,
        _("SECRET_KEY is short enough to guess. Make a longer one:")
        + ' python3 -c "import secrets; print(secrets.token_urlsafe(64))"',
        needed=settings.PRODUCTION,
    )


def database() -> Iterator[Finding]:
    """Reachable, migrated and guarded; later checks need the earlier ones."""
    what = _("database (%(vendor)s)") % {"vendor": connection.display_name}
    try:
        reach_database()
    except (DatabaseError, OSError) as error:
        why = " ".join(str(error).split())
        yield Finding(f"{what}: {why}", False, _("Start it, or set DATABASE_URL to one that answers."))
        return
    yield Finding(what, True)
    yield migrated()
    yield guarded()


def reach_database() -> None:
    """Connect past Django's pool, which would retry for a while and hide the reason."""
    if connection.vendor == "postgresql":
        import psycopg

        at = connection.settings_dict
        given = {"host": at["HOST"], "port": at["PORT"], "user": at["USER"], "password": at["PASSWORD"]}
        asked = {name: value for name, value in given.items() if value}
        with connection.wrap_database_errors:
            psycopg.connect(dbname=at["NAME"], connect_timeout=5, **asked).close()
    connection.ensure_connection()


def migrated() -> Finding:
    executor = MigrationExecutor(connection)
    waiting = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    return Finding(
        _("migrations (%(n)d waiting)") % {"n": waiting} if waiting else _("migrations"),
        waiting == 0,
        _("Bring the database up to date: manage.py upgrade"),
    )


def guarded() -> Finding:
    missing = log.missing_triggers(connection)
    return Finding(
        _("triggers that guard the log") + (f" ({', '.join(missing)}?)" if missing else ""),
        not missing,
        _("Without them the log can be rewritten. On a new database: manage.py upgrade. Else a migration lost them:")
        + " manage.py verify",
    )


def broker(patience: float = PATIENCE) -> Iterator[Finding]:
    """Redis and a worker, if they are configured; without them the clerk runs in its own loop. A worker that does not
    answer has `patience` seconds, so that a site still starting up is not reported as faulty.
    """
    if not settings.REDIS_URL:
        by = clerk_loop.works()
        told = _("the clerk runs, without Redis: %(by)s") % {"by": by}
        yield Finding(told if by else _("no Redis is configured: keep manage.py clerk running"), True)
        return
    import redis

    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=2, socket_timeout=2) as client:
            client.ping()
    except (redis.RedisError, OSError) as error:
        yield Finding(f"Redis: {error}", False, _("Start it, or unset REDIS_URL and run manage.py clerk instead."))
        return
    yield Finding("Redis", True)
    deadline = time.monotonic() + patience
    answered = worker_answers()
    if not answered and time.monotonic() < deadline:
        told = _("no worker answers yet; one that is starting has %(n)d seconds") % {"n": patience}
        yield Finding(told, False, needed=False)
    while not answered and time.monotonic() < deadline:
        answered = worker_answers()
    yield Finding(
        _("Celery worker"),
        answered,
        _("No worker answers. Start one: celery -A deploy worker (and celery -A deploy beat)"),
    )


def worker_answers() -> bool:
    """Whether a worker answers soon. One that starts listening later has missed the question."""
    return bool(app.control.ping(timeout=SOON, limit=1))


def push() -> Finding:
    """Whether phones can be told, and by whom push services know this site."""
    if not settings.PUSH:
        return Finding(_("no phone is told of anything: PUSH=0"), True)
    if not keys.installed():
        return Finding(_("push to phones"), False, _("Install pywebpush, or set PUSH=0."), needed=False)
    made = "" if settings.VAPID_KEY else " " + _("(its key is made from SECRET_KEY)")
    shown = {"key": f"{keys.public_key()[:12]}…", "n": len(settings.PUSH_HOSTS)}
    return Finding(_("push to phones, public key %(key)s, %(n)d push services") % shown + made, True)


def static_files() -> Finding:
    return Finding(
        _("static files"),
        settings.STATIC_ROOT is None or (settings.STATIC_ROOT / "staticfiles.json").exists(),
        _("Collect them: manage.py collectstatic --no-input"),
    )


def translations() -> Finding:
    """Every catalogue of texts is compiled."""
    raw = [path for place in settings.LOCALE_PATHS for path in Path(place).glob("*/LC_MESSAGES/*.po")]
    missing = [path.parent.parent.name for path in raw if not path.with_suffix(".mo").exists()]
    return Finding(
        _("translations") + (f" ({', '.join(missing)}?)" if missing else ""),
        not missing,
        _("Compile them: pybabel compile --domain django --directory locale"),
    )


def workbench() -> Iterator[Finding]:
    """What only developers need: `make test` finds or installs most of it."""
    for program, package in (
        ("initdb", "postgresql"),
        ("redis-server", "redis-server"),
        ("chromium", "chromium"),
        ("npm", "npm"),
        ("xgettext", "gettext"),
    ):
        there = shutil.which(program) or list(Path("/usr/lib").glob(f"{package}/*/bin/{program}"))
        yield Finding(
            _("%(program)s, for tests and translators") % {"program": program},
            bool(there),
            _("Debian: apt-get install %(package)s") % {"package": package},
            needed=False,
        )


def examine(patience: float = PATIENCE) -> Iterator[Finding]:
    """Every finding, in the order to fix them. `patience`: seconds for a worker that starts."""
    looks: tuple[Callable[[], Finding | Iterator[Finding]], ...] = (
        *(python, packages, secret_key, push, static_files, translations, database),
        partial(broker, patience),
        workbench,
    )
    for look in looks:
        found = look()
        if isinstance(found, Finding):
            yield found
        else:
            yield from found

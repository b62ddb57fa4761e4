"""Running Leaguer's commands as processes of their own, in an environment of the test's choosing."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction

from campaigns.demo import load
from deploy.backup import backup
from tests.cast import PASSWORD
from tests.databases import Scratch, scratch, shared, upgrade

ROOT = Path(__file__).resolve().parent.parent.parent
OURS = {
    *(
        "LEAGUER_ENV",
        "SECRET_KEY",
        "DATA_DIR",
        "DATABASE_URL",
        "REDIS_URL",
        "REDIS_PREFIX",
        "DEBUG",
        "ALLOWED_HOSTS",
        "HTTPS",
    ),
    *("EMAIL_URL", "EMAIL_FROM", "SITE_URL"),
}

Run = subprocess.CompletedProcess[str]
Manage = Callable[..., Run]


@pytest.fixture
def manage() -> Manage:
    """`manage("check", "--deploy", SECRET_KEY=...)`: only the variables named are set, none of this run's own."""

    def run(*arguments: str, **environment: str) -> Run:
        clean = {name: value for name, value in os.environ.items() if name not in {*OURS, "DJANGO_SETTINGS_MODULE"}}
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(
            command, cwd=ROOT, env=clean | environment, capture_output=True, text=True, stdin=subprocess.DEVNULL
        )

    return run


@pytest.fixture
def here(tmp_path: Path) -> dict[str, str]:
    """The environment of a fresh development machine: a database of its own, no Redis."""
    return {
        "LEAGUER_ENV": "development",
        "SECRET_KEY": "for this test only " * 4,
        "DATABASE_URL": f"sqlite:///{tmp_path}/fresh.sqlite3",
    }


@pytest.fixture(scope="session")
def migrated(empty: Scratch, run_folder: Path, django_db_blocker: Any) -> Iterator[Scratch]:
    """Taken over by `manage.py upgrade`, with nothing in it; the tests take copies."""
    with django_db_blocker.unblock(), shared(run_folder, "upgraded", upgrade, like=empty) as database:
        yield database


@pytest.fixture(scope="session")
def filled(migrated: Scratch, run_folder: Path, django_db_blocker: Any) -> Iterator[Scratch]:
    """Migrated, with the demo in it; the tests take copies."""

    def fill() -> None:
        load.load(PASSWORD)
        backup(run_folder / "demo.zip", lambda what, n: None)

    with django_db_blocker.unblock(), shared(run_folder, "demo", fill, like=migrated) as database:
        yield database


@pytest.fixture(scope="session")
def whole_demo(migrated: Scratch, run_folder: Path, django_db_blocker: Any) -> Iterator[Scratch]:
    """Migrated, with all that `manage.py demo` loads, the club's league too; the tests take copies."""

    def fill() -> None:
        call_command("demo", stdout=io.StringIO())

    with django_db_blocker.unblock(), shared(run_folder, "whole_demo", fill, like=migrated) as database:
        yield database


@pytest.fixture(scope="session")
def backup_of_filled(filled: Scratch, run_folder: Path) -> Path:
    """A backup of what `database` begins with, made once; take a copy."""
    return run_folder / "demo.zip"


@pytest.fixture
def file(backup_of_filled: Path, tmp_path: Path) -> Path:
    """A backup of what `database` begins with: `tmp_path/club.zip`."""
    return Path(shutil.copy(backup_of_filled, tmp_path / "club.zip"))


@pytest.fixture
def database(filled: Scratch, tmp_path: Path, django_db_blocker: Any) -> Iterator[Scratch]:
    """A database of the test's own, with the demo in it, and the one that is spoken to."""
    with django_db_blocker.unblock(), scratch(tmp_path, like=filled) as database, database.used():
        yield database


@pytest.fixture(scope="session")
def lasting(filled: Scratch, run_folder: Path, django_db_blocker: Any) -> Iterator[Scratch]:
    """A database with the demo in it, for all tests of this process that take `lent`."""
    with django_db_blocker.unblock(), scratch(run_folder, like=filled) as database:
        yield database


@pytest.fixture
def lent(request: pytest.FixtureRequest, tmp_path: Path, django_db_blocker: Any) -> Iterator[Scratch]:
    """As `database`, for a test that does all in its own connection: what it did is rolled back. PostgreSQL takes as
    long for a copy as such a test does; SQLite copies a file."""
    if connection.vendor == "sqlite":
        yield request.getfixturevalue("database")
        return
    database: Scratch = request.getfixturevalue("lasting")
    whole = transaction.atomic()  # as one of Django's own tests, which what is durable may stand in
    whole._from_testcase = True  # type: ignore[attr-defined]
    with django_db_blocker.unblock(), database.used(), whole:
        yield database
        connection.check_constraints()
        transaction.set_rollback(True)


@pytest.fixture
def at_once(migrated: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    """On SQLite, restores find the tables made. That migrations are run: see test_squashed, and test_backup on
    PostgreSQL."""
    from tests.deploy.shape import AtOnce

    if connection.vendor == "sqlite":
        monkeypatch.setattr(AtOnce, "like", migrated.name)
        monkeypatch.setattr(import_module("deploy.backup.restore"), "Executor", AtOnce)

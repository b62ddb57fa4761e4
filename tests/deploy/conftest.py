"""Running Leaguer's commands as processes of their own, in an environment of the test's choosing."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
OURS = {
    *("LEAGUER_ENV", "SECRET_KEY", "DATABASE_URL", "REDIS_URL", "REDIS_PREFIX", "DEBUG", "ALLOWED_HOSTS", "HTTPS"),
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

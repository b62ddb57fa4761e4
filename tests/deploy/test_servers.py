"""The suite's own servers: private ones are real, apart from the machine's, and gone afterwards."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
import redis

from tests import servers

ROOT = Path(__file__).resolve().parent.parent.parent


def test_a_private_postgres_is_real_and_goes() -> None:
    with servers.private_postgres() as url:
        assert servers.may_create_databases(url)
        with psycopg.connect(url) as connection:
            found = connection.execute("SHOW data_directory").fetchone()
        assert found is not None
        assert "/leaguer-" in found[0]
    assert not servers.may_create_databases(url)
    assert not Path(found[0]).exists()


def test_a_private_redis_is_real_and_goes() -> None:
    with servers.private_redis() as url, redis.Redis.from_url(url) as client:
        assert client.config_get("save") == {"save": ""}
        assert client.dbsize() == 0
    assert not servers.answers(url)


def test_servers_named_in_the_environment_are_the_only_ones_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = f"127.0.0.1:{servers.free_port()}"
    monkeypatch.setenv("DATABASE_URL", f"postgresql://{nowhere}/x")
    monkeypatch.setenv("REDIS_URL", f"redis://{nowhere}/0")
    assert servers.find_postgres() is None
    assert servers.find_redis() is None


def test_what_cannot_be_had_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """On a machine without the program, where we may not install it."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(servers.Missing, match="apt-get install redis-server"):
        servers.installed("no-such-server", "redis-server")


@pytest.mark.parametrize("code", [0, 3])
def test_the_commands_verdict_is_ours(code: int) -> None:
    """The command runs with both addresses; its exit code is handed on, and failing to find servers is no success."""
    told = f"import os, sys; sys.exit({code} if {{'POSTGRES_URL', 'REDIS_URL'}} <= set(os.environ) else 9)"
    command = [sys.executable, "-m", "tests.servers", sys.executable, "-c", told]
    environment = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    if "POSTGRES_URL" in os.environ:
        environment["DATABASE_URL"] = os.environ["POSTGRES_URL"]
    done = subprocess.run(command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, timeout=120)
    assert done.returncode == code

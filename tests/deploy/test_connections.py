"""What the settings connect to: on this machine by sockets that ask for the account, elsewhere by TLS alone."""

from __future__ import annotations

import os
import pwd
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest
import redis
from django.core.cache.backends.redis import RedisCache
from django.core.exceptions import ImproperlyConfigured
from kombu import Connection

from deploy import connections
from tests.deploy.test_log_sending import certified
from tests.deploy.test_settings import read
from tests.servers import PATIENCE, folder, free_port, installed, postgres_programs, run, unprivileged, wait_for

pytestmark = pytest.mark.only_on("sqlite")
HERE = (
    "",
    "sqlite:///var/leaguer.sqlite3",
    "postgresql:///leaguer",
    "postgresql://%2Fvar%2Frun%2Fpostgresql/leaguer",
    "postgresql://leaguer:secret@localhost/leaguer",
    "redis://127.0.0.1:6379/0",
    "redis://[::1]:6379/0",
    "unix:///run/redis/redis-server.sock?db=0",
    "postgresql://leaguer@db.example/leaguer?sslmode=verify-full",
    "rediss://cache.example:6380/0",
    "smtp+tls://a:b@mail.example:587",
    "smtps://mail.example",
    "smtp://localhost:25",
)
CLEAR = {
    "postgresql://leaguer:secret@db.example/leaguer": "db.example",
    "postgresql://leaguer@db.example/leaguer?sslmode=require": "db.example",
    "redis://10.0.0.7:6379/0": "10.0.0.7",
    "smtp://mail.lan": "mail.lan",
}


def test_what_goes_over_a_wire_as_it_is_is_seen() -> None:
    assert [url for url in HERE if connections.in_the_clear(url)] == []
    assert {url: connections.in_the_clear(url) for url in CLEAR} == CLEAR


@pytest.mark.parametrize("url", CLEAR)
def test_production_sends_nothing_in_the_clear_unless_it_is_said(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    name = {"p": "DATABASE_URL", "r": "REDIS_URL", "s": "EMAIL_URL"}[url[0]]
    monkeypatch.setenv("PLAIN", "")
    with pytest.raises(ImproperlyConfigured, match=f"{name} speaks to {CLEAR[url]} without TLS.* PLAIN={CLEAR[url]}"):
        read(monkeypatch, {name: url})
    assert read(monkeypatch, {name: url, "LEAGUER_ENV": "development"})
    monkeypatch.setenv("PLAIN", f"other.lan,{CLEAR[url]}")
    assert read(monkeypatch, {name: url})["PRODUCTION"]


@contextmanager
def served(*options: str) -> Iterator[None]:
    command = [installed("redis-server"), "--port", "0", "--save", "", "--appendonly", "no", *options]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


def is_used(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    """For what is kept, and for what the clerk is told."""
    there = read(monkeypatch, {"REDIS_URL": url})
    cache = RedisCache(there["CACHES"]["default"]["LOCATION"], {})
    cache.set("a", "b")
    assert cache.get("a") == "b"
    cache.close()
    broker = Connection(there["CELERY_BROKER_URL"], ssl=there["CELERY_BROKER_USE_SSL"])
    with broker, broker.SimpleQueue("told") as queue:
        queue.put({"what": "sweep"})
        message = queue.get(timeout=10)
        assert message.payload == {"what": "sweep"}
        message.ack()


def test_redis_at_a_file_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    with folder() as home, served("--dir", str(home), "--unixsocket", f"{home}/r.sock", "--unixsocketperm", "770"):
        wait_for((home / "r.sock").exists, "Redis")
        is_used(monkeypatch, f"unix://{home}/r.sock?db=0")


def test_redis_by_tls_and_by_no_certificate_that_nobody_has_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, key = certified(tmp_path)
    (tmp_path / "other").mkdir()
    other, _key = certified(tmp_path / "other")
    port = free_port()
    tls = ("--tls-port", str(port), "--tls-cert-file", str(made), "--tls-key-file", str(key))
    url = f"rediss://localhost:{port}/0?ssl_ca_certs="
    with served("--dir", str(tmp_path), *tls, "--tls-ca-cert-file", str(made), "--tls-auth-clients", "no"):
        client = redis.Redis.from_url(f"{url}{made}")
        wait_for(lambda: answers(client), "Redis")
        client.close()
        is_used(monkeypatch, f"{url}{made}")
        with redis.Redis.from_url(f"{url}{other}") as wrong, pytest.raises(redis.ConnectionError):
            wrong.ping()
        _broker, checked = connections.broker(f"{url}{made}", "")
        assert checked == {"ssl_cert_reqs": ssl.CERT_REQUIRED, "ssl_ca_certs": str(made)}


def answers(client: redis.Redis) -> bool:
    try:
        return bool(client.ping())
    except redis.ConnectionError:
        return False


def test_postgresql_asks_the_machine_who_it_is_and_for_no_password(monkeypatch: pytest.MonkeyPatch) -> None:
    """As docs/install.md has it: each system account is its own account of the database (peer)."""
    programs, me = postgres_programs(), pwd.getpwuid(os.geteuid()).pw_name
    with folder() as home:
        home.chmod(0o755)
        user = unprivileged(home)
        owner = user[2] if user else me
        make = [f"--username={owner}", "--auth-local=peer", "--auth-host=reject", "--encoding=UTF8", "--no-sync"]
        run([*user, str(programs / "initdb"), "-D", f"{home}/data", *make])
        control = [*user, str(programs / "pg_ctl"), "-D", f"{home}/data", "-w", "-l", f"{home}/log"]
        run([*control, "-o", f"-k {home} -c listen_addresses= -c fsync=off", "start"])
        try:
            if user:
                run([*user, str(programs / "createuser"), "-h", str(home), me])
            run([*user, str(programs / "createuser"), "-h", str(home), "somebody"])
            url = f"postgresql://{quote(str(home), safe='')}/postgres"
            at = read(monkeypatch, {"DATABASE_URL": url})["DATABASES"]["default"]
            assert (at["HOST"], at["PASSWORD"]) == (str(home), "")
            with psycopg.connect(url, user=me) as line:
                assert line.execute("SELECT current_user").fetchone() == (me,)
            with pytest.raises(psycopg.OperationalError, match="Peer authentication failed"):
                psycopg.connect(url, user="somebody")
        finally:
            run([*control, "-m", "immediate", "stop"])

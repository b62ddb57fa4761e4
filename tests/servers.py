"""Finds or starts the real servers the suite talks to: PostgreSQL and Redis.

`python -m tests.servers COMMAND...` runs the command with POSTGRES_URL and REDIS_URL in its environment, and stops
afterwards what it started. In this order:

1. servers that answer at DATABASE_URL / REDIS_URL, or at their usual places here (not with SERVICES=private);
2. private ones, started from the installed programs in a folder of their own that goes when they go;
3. as root on Debian, the programs are installed by apt first.

When none of these works it says what is missing, and fails: nothing is passed over.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import NoReturn
from urllib.parse import quote

import psycopg
import redis

POSTGRES_PLACES = (
    "postgresql://%2Fvar%2Frun%2Fpostgresql/postgres",
    "postgresql://127.0.0.1:5432/postgres",
    "postgresql://postgres@127.0.0.1:5432/postgres",
    "postgresql://postgres:postgres@127.0.0.1:5432/postgres",
)
REDIS_PLACES = ("redis://127.0.0.1:6379/0",)
PATIENCE = 30.0
OUR_PORTS = range(20_000, 32_000)


class Missing(Exception):
    """A server is neither running nor installed. The text says how to get it."""


# -------------------------------------------------------------------------------------------------- running already


def find_postgres() -> str | None:
    """The address of a PostgreSQL where we may create databases."""
    given = os.environ.get("DATABASE_URL", "")
    places = (given,) if given.startswith("postgres") else POSTGRES_PLACES
    return next((url for url in places if may_create_databases(url)), None)


def may_create_databases(url: str) -> bool:
    try:
        with psycopg.connect(url, connect_timeout=2) as connection:
            row = connection.execute(
                "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
            ).fetchone()
    except psycopg.OperationalError:
        return False
    return row is not None and bool(row[0])


def find_redis() -> str | None:
    """The address of a Redis that answers."""
    given = os.environ.get("REDIS_URL", "")
    return next((url for url in ((given,) if given else REDIS_PLACES) if answers(url)), None)


def answers(url: str) -> bool:
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=2, socket_timeout=2) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False


# -------------------------------------------------------------------------------------------------- private ones


@contextlib.contextmanager
def private_postgres() -> Iterator[str]:
    """A cluster in a folder of its own, reached by a socket there. It trades durability for speed: it lives one run."""
    programs = postgres_programs()
    with folder() as home:
        user = unprivileged(home)
        data = home / "data"
        options = f"-k {home} -c listen_addresses= -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
        make = ["--username=leaguer", "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync"]
        control = [*user, str(programs / "pg_ctl"), "-D", str(data), "-w", "-t", str(int(PATIENCE))]
        run([*user, str(programs / "initdb"), "-D", str(data), *make])
        run([*control, "-l", str(home / "log"), "-o", options, "start"])
        try:
            yield f"postgresql://leaguer@{quote(str(home), safe='')}/postgres"
        finally:
            run([*control, "-m", "immediate", "stop"])


@contextlib.contextmanager
def private_redis(port: int = 0) -> Iterator[str]:
    """A Redis on this port (0: a free one) of this machine alone, which keeps nothing on disk."""
    program = installed("redis-server")
    port = port or free_port()
    url = f"redis://127.0.0.1:{port}/0"
    with folder() as home:
        options = ("--bind", "127.0.0.1", "--port", str(port), "--save", "", "--appendonly", "no", "--dir", str(home))
        process = subprocess.Popen([program, *options], stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        try:
            wait_for(lambda: answers(url), f"the private Redis on port {port}")
            yield url
        finally:
            process.terminate()
            process.wait(PATIENCE)


def postgres_programs() -> Path:
    """Where initdb and pg_ctl are. Debian keeps them off the PATH, by version; the newest is taken."""
    if on_path := shutil.which("pg_ctl"):
        return Path(on_path).resolve().parent
    if not (found := debian_postgres()):
        install("postgresql")
        found = debian_postgres()
    if not found:
        raise Missing("PostgreSQL is not installed. Install it (Debian: apt-get install postgresql).")
    return found[-1]


def debian_postgres() -> list[Path]:
    places = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    return sorted(places, key=lambda path: int(path.parent.name))


def installed(*programs: str) -> str:
    """The path of the first of these programs that is there, or whose package, called like it, apt brings."""
    for program in programs:
        if shutil.which(program) or install(program):
            return str(shutil.which(program))
    raise Missing(f"{programs[-1]} is not installed. Install it (Debian: apt-get install {programs[-1]}).")


def install(package: str) -> bool:
    """Installs a Debian package, if this is root on a Debian that has it. True if its program is there now."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    with Path(tempfile.gettempdir(), "leaguer-apt.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # another process of the suite may be at it
        if not shutil.which(package):
            print(f"Installing {package} ...", file=sys.stderr)
            environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
            try:
                run(["apt-get", "update", "-q"], environment)
                run(["apt-get", "install", "-q", "-y", "--no-install-recommends", package], environment)
            except Missing as failure:
                print(failure, file=sys.stderr)
    return bool(shutil.which(package))


# -------------------------------------------------------------------------------------------------- small steps


def unprivileged(home: Path) -> list[str]:
    """How to run a program as someone else when we are root, for PostgreSQL refuses root. `home` becomes theirs."""
    if os.geteuid() != 0:
        return []
    known = {entry.pw_name for entry in pwd.getpwall()}
    name = "postgres" if "postgres" in known else "nobody"
    shutil.chown(home, name)
    return ["runuser", "-u", name, "--"]


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    # Short, and not below TMPDIR: the path of a socket may not pass 107 bytes.
    with tempfile.TemporaryDirectory(prefix="leaguer-", dir="/tmp", ignore_cleanup_errors=True) as path:
        yield Path(path)


def run(command: Sequence[str], environment: dict[str, str] | None = None) -> None:
    """Runs a program to its end; what it printed is shown only if it failed."""
    done = subprocess.run(
        command, env=environment, cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    if done.returncode:
        raise Missing(f"{' '.join(command)} failed:\n{done.stdout.decode(errors='replace')}")


def free_port() -> int:
    """A port of this machine that nothing listens on, and that no other process of these tests is given.

    The system hands out ports from 32768 on to whoever binds to port 0, so a free one from there may be taken before
    our server starts. Ours lie below, and a lock keeps each for the process that asked, until it ends.
    """
    places = Path(tempfile.gettempdir()) / f"leaguer-ports-{os.getuid()}"
    places.mkdir(exist_ok=True)
    for port in random.SystemRandom().sample(OUR_PORTS, 200):
        lock = os.open(places / str(port), os.O_CREAT | os.O_RDWR, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", port))
        except OSError:
            os.close(lock)
            continue
        return port
    raise Missing("no port of 200 tried between 20000 and 32000 is free")


def wait_for(ready: Callable[[], bool], what: str, patience: float = PATIENCE, look: float = 0.05) -> None:
    """Returns as soon as `ready()` holds, which is asked every `look` seconds; TimeoutError after `patience`."""
    deadline = time.monotonic() + patience
    while not ready():
        if time.monotonic() > deadline:
            raise TimeoutError(f"{what}: not ready after {patience:.0f} seconds")
        time.sleep(look)


# -------------------------------------------------------------------------------------------------- the command


@contextlib.contextmanager
def servers(private: bool) -> Iterator[dict[str, str]]:
    """The addresses of both servers, as environment variables."""
    with contextlib.ExitStack() as started:
        postgres_url = None if private else find_postgres()
        redis_url = None if private else find_redis()
        yield {
            "POSTGRES_URL": postgres_url or started.enter_context(private_postgres()),
            "REDIS_URL": redis_url or started.enter_context(private_redis()),
        }


def main(command: Sequence[str]) -> int:
    def stop(signum: int, frame: FrameType | None) -> NoReturn:
        sys.exit(128 + signum)

    signal.signal(signal.SIGTERM, stop)
    try:
        with servers(private=os.environ.get("SERVICES") == "private") as addresses:
            return subprocess.run(command, env=os.environ | addresses).returncode
    except (Missing, TimeoutError) as problem:
        print(problem, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

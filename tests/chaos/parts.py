"""The processes of a site, each started and killed by itself: PostgreSQL, a pooler, Redis, the web server, Celery's
worker and beat. Each is started again when it was killed, as a service manager does it."""

from __future__ import annotations

import os
import pwd
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Lock

import psycopg
import redis

from tests.deploy.serving import status
from tests.servers import free_port, installed, postgres_programs, run, unprivileged, wait_for

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 120.0  # seconds in which what was started is there, on a machine that is busy with dying
DATABASE = "leaguer"


class Part:
    """One program. `ready` says whether it does its work."""

    def __init__(
        self,
        name: str,
        folder: Path,
        command: Sequence[str],
        ready: Callable[[], bool],
        environment: Mapping[str, str] | None = None,
        user: str | None = None,
        home: Path = ROOT,
    ) -> None:
        self.name, self.command, self.ready, self.user, self.home = name, list(command), ready, user, home
        self.log = folder / f"{name}.log"
        self.environment = {**os.environ, **(environment or {})}
        self.process: subprocess.Popen[bytes] | None = None
        self.wanted, self.ended = False, 0  # how often it ended by itself
        self._lock = Lock()

    def launch(self) -> None:
        """Begins it, and waits for nothing."""
        with self._lock:  # or whoever tends it begins a second one
            self.wanted = True
            if self.process is None or self.process.poll() is not None:
                self._begin()

    def start(self) -> None:
        """Returns once it is ready. One that ends by itself, before or later, is started again."""
        self.launch()
        wait_for(lambda: self.tend() and self.ready(), f"{self.name}: {self.log}", patience=PATIENCE)

    def tend(self) -> bool:
        """As a service manager does it: if it has ended, and nobody wanted that, it begins again."""
        with self._lock:
            if self.wanted and self.process is not None and self.process.poll() is not None:
                self.ended += 1
                self._begin()
        return True

    def _begin(self) -> None:
        with self.log.open("ab") as said:
            self.process = subprocess.Popen(
                self.command,
                cwd=self.home if self.user is None else "/",
                env=self.environment,
                user=self.user,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                start_new_session=True,
            )

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def kill(self) -> None:
        """As a power cut does it: the process and its children get no chance to tidy up."""
        with self._lock:
            self.wanted = False
        if self.process is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def end(self) -> int:
        """As a service manager ends it: by SIGTERM, with time for what it is at. Returns the status it exits with."""
        with self._lock:
            self.wanted = False
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(PATIENCE)

    def kill_one(self, chance: Random) -> None:
        """One of its children, which the program itself has to notice."""
        if found := self.children():
            with suppress(ProcessLookupError):
                os.kill(chance.choice(found), signal.SIGKILL)

    def children(self) -> list[int]:
        with suppress(OSError):
            return [int(pid) for pid in Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()]
        return []

    def send(self, number: signal.Signals) -> None:
        """A signal to it and to all its children."""
        for pid in (self.pid, *self.children()):
            with suppress(ProcessLookupError):
                os.kill(pid, number)


class PostgreSQL(Part):
    """A cluster of its own that keeps what it commits, as one that is installed does."""

    def __init__(self, folder: Path, home: Path) -> None:
        programs = postgres_programs()
        user = (unprivileged(home) or [""] * 3)[2] or pwd.getpwuid(os.geteuid()).pw_name
        data = home / "data"
        make = ["--username=leaguer", "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync"]
        run([*unprivileged(home), str(programs / "initdb"), "-D", str(data), *make])
        command = [str(programs / "postgres"), "-D", str(data), "-k", str(home), "-c", "listen_addresses="]
        command += ["-c", "max_connections=60", "-c", "restart_after_crash=on"]
        owner = user if os.geteuid() == 0 else None
        super().__init__("database", folder, command, self.answers, user=owner, home=home)

    def connect(self, name: str = DATABASE) -> psycopg.Connection[tuple[object, ...]]:
        return psycopg.connect(host=str(self.home), user="leaguer", dbname=name, autocommit=True, connect_timeout=2)

    def answers(self) -> bool:
        with suppress(psycopg.Error):
            self.connect("postgres").close()
            return True
        return False

    def create(self) -> None:
        with self.connect("postgres") as line:
            line.execute(f"CREATE DATABASE {DATABASE}")


class PgBouncer(Part):
    """Before the database, in the mode in which a connection is lent for one transaction."""

    def __init__(self, folder: Path, database: PostgreSQL, address: str = "127.0.0.1", within: str = "") -> None:
        """`within`: the network namespace in which it listens at the address."""
        self.port, self.address = free_port(), address
        file = database.home / "pgbouncer.ini"
        settings = {
            "listen_addr": address,
            "listen_port": self.port,
            "unix_socket_dir": "",
            "auth_type": "any",
            "pool_mode": "transaction",
            "default_pool_size": 20,
            "max_client_conn": 500,
            "server_login_retry": 1,  # seconds until it asks a database again that was away
            "server_connect_timeout": 2,
            "query_wait_timeout": 5,
        }
        lines = [f"{DATABASE} = host={database.home} dbname={DATABASE} user=leaguer", "[pgbouncer]"]
        file.write_text("\n".join(["[databases]", *lines, *(f"{key} = {value}" for key, value in settings.items())]))
        file.chmod(0o644)
        command, user = [installed("pgbouncer"), str(file)], database.user
        if within and user:
            command, user = ["ip", "netns", "exec", within, "runuser", "-u", user, "--", *command], None
        super().__init__("pooler", folder, command, self.answers, user=user)

    @property
    def url(self) -> str:
        return f"postgresql://leaguer@{self.address}:{self.port}/{DATABASE}"

    def answers(self) -> bool:
        with suppress(psycopg.Error), psycopg.connect(self.url, autocommit=True, connect_timeout=2) as line:
            line.execute("SELECT 1")
            return True
        return False


class Redis(Part):
    beside: tuple[Part, ...] = ()  # what is started before it

    def __init__(self, folder: Path) -> None:
        port = free_port()
        self.url = f"redis://127.0.0.1:{port}/0"
        options = ("--bind", "127.0.0.1", "--port", str(port), "--save", "", "--appendonly", "no", "--dir", str(folder))
        super().__init__("redis", folder, [installed("redis-server"), *options], self.answers)

    def answers(self) -> bool:
        with suppress(redis.RedisError), redis.Redis.from_url(self.url, socket_timeout=2) as client:
            return bool(client.ping())
        return False


def web(
    folder: Path, environment: Mapping[str, str], module: str = "deploy.web", name: str = "web", home: Path = ROOT
) -> Part:
    """The web server, or what serves in its place. It is there when it answers at all."""
    port = int(environment["PORT"])
    command = [sys.executable, "-m", *module.split()]
    return Part(name, folder, command, lambda: status(port, "/healthz") == 200, environment, home=home)


def worker(
    folder: Path, environment: Mapping[str, str], module: str = "celery", name: str = "worker", home: Path = ROOT
) -> Part:
    options = ["--concurrency=2", "--without-mingle", "--without-gossip", "--loglevel=INFO", f"--hostname={name}@%h"]
    command = [sys.executable, "-m", *module.split(), "-A", "deploy", "worker", *options]
    return _started(name, folder, command, environment, home)


def beat(folder: Path, environment: Mapping[str, str], name: str = "beat", home: Path = ROOT) -> Part:
    command = [sys.executable, "-m", "celery", "-A", "deploy", "beat", "--pidfile=", "--loglevel=INFO"]
    return _started(name, folder, command, environment, home)


def _started(name: str, folder: Path, command: Sequence[str], environment: Mapping[str, str], home: Path) -> Part:
    """It is there when it lives: that it works is seen from what is done."""

    def lives() -> bool:
        return part.process is not None and part.process.poll() is None

    part = Part(name, folder, command, lives, environment, home=home)
    return part

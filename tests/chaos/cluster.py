"""A site on nine machines, by the files in deploy/cluster, as docs/scale.md draws it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import psycopg
import redis

from tests.chaos import parts
from tests.chaos.hosts import Host, Network, network
from tests.chaos.parts import Part
from tests.chaos.site import ROWS, Site, Written
from tests.servers import folder as a_folder
from tests.servers import wait_for

FILES = parts.ROOT / "deploy" / "cluster"
NAMES = ("edge", "web1", "web2", "work1", "work2", "db1", "db2", "queue")
DATABASES, NODES, AGREEING = ("db1", "db2"), ("web1", "web2", "work1", "work2"), ("db1", "db2", "queue")
PROGRAMS = ("ip", "bridge", "setpriv", "caddy", "haproxy", "pgbouncer", "patroni", "patronictl", "etcd", "redis-server")
BEGINNING = 300.0  # seconds in which the cluster is there, on a machine that does other things as well
SECRETS = {
    f"PASSWORD-OF-{who}": f"tormented-{who.lower()}" for who in ("POSTGRES", "REPLICATOR", "LEAGUER", "REDIS")
} | {"A-LONG-RANDOM-TEXT": "tormented " * 7}


def missing() -> list[str]:
    return [program for program in PROGRAMS if not shutil.which(program)]


def filled(file: str, host: str = "", **more: str) -> str:
    """A file of deploy/cluster, with what an administrator writes into it."""
    text = (FILES / file).read_text()
    for word, value in (SECRETS | ({"HOST": host} if host else {}) | more).items():
        text = text.replace(word, value)
    return text


def variables(text: str) -> dict[str, str]:
    lines = [line.partition("=") for line in text.splitlines() if line and not line.startswith("#")]
    return {name: value for name, _sign, value in lines}


def told(address: str, port: int, path: str) -> dict[str, Any]:
    """The JSON that is answered there; nothing where none is."""
    with suppress(URLError, OSError, ValueError), urlopen(f"http://{address}:{port}{path}", timeout=3) as answer:
        found: dict[str, Any] = json.loads(answer.read())
        return found
    return {}


def answers(address: str, port: int, path: str) -> Callable[[], bool]:
    def ask() -> bool:
        with suppress(URLError, OSError), urlopen(f"http://{address}:{port}{path}", timeout=3) as answer:
            return bool(answer.status == 200)
        return False

    return ask


class Cluster(Site):
    """`parts` are named after program and machine, as `patroni@db1`."""

    def __init__(self, folder: Path, net: Network) -> None:
        self.net, self.hosts = net, net.hosts
        edge = self.hosts["edge"].address
        settings = variables(filled("site.env", **{"ADDRESS-OF-EDGE": edge}))
        # Over plain http, and at a number: the trial has no name that a certificate could be of.
        settings |= {"HTTPS": "0", "ALLOWED_HOSTS": edge, "SITE_URL": f"http://{edge}", "ACCESS_LOG": "0"}
        settings["REDIS_PREFIX"] = "leaguer"
        super().__init__(folder, settings.pop("DATABASE_URL"), **settings, PORT="8000", DATA_DIR=str(folder / "data"))
        self.environment["DATABASE_URL"] = variables(filled("site.env"))["DATABASE_URL"]
        self.way = lambda: (edge, 80)

    # -- what runs where -----------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """The database with its standby, and the site on it."""
        for name in AGREEING:
            self._add(self._etcd(self.hosts[name]))
        for name in AGREEING:
            self.parts[f"etcd@{name}"].launch()
        for name in AGREEING:
            self.parts[f"etcd@{name}"].start()
        self._add(self._redis(self.hosts["queue"])).start()
        for name in DATABASES:
            self._add(self._patroni(self.hosts[name])).start()
            wait_for(lambda: bool(self.primary()), "a primary", BEGINNING)
        wait_for(self.is_whole, "a standby", BEGINNING)
        self._make_database()
        for name in NODES:
            for part in (self._haproxy(self.hosts[name]), self._pgbouncer(self.hosts[name])):
                self._add(part).start()

    def serve(self) -> None:
        for name in NODES:
            host = self.hosts[name]
            for part in (self._web(host),) if name.startswith("web") else (self._worker(host), self._beat(host)):
                self._add(part)
        self._add(self._caddy(self.hosts["edge"]))

    def of(self, host: str) -> list[Part]:
        return [part for name, part in self.parts.items() if name.endswith(f"@{host}")]

    def _add(self, part: Part) -> Part:
        self.parts[part.name] = part
        return part

    def _part(self, program: str, host: Host, words: list[str], ready: Callable[[], bool], **more: Any) -> Part:
        return Part(f"{program}@{host.name}", self.folder, words, ready, **more)

    def _etcd(self, host: Host) -> Part:
        host.give("var/lib/etcd", "etcd")
        environment = variables(filled("etcd.env", host.name))
        ready = answers(host.address, 2379, "/health")
        return self._part("etcd", host, host.within("etcd", user="etcd"), ready, environment=environment)

    def _patroni(self, host: Host) -> Part:
        host.lay("etc/patroni/config.yml", filled("patroni.yml", host.name), "postgres")
        for place in ("var/lib/postgresql", "run/postgresql"):
            host.give(place, "postgres")
        words = host.within("patroni", "/etc/patroni/config.yml", user="postgres")
        return self._part("patroni", host, words, answers(host.address, 8008, "/health"))

    def _redis(self, host: Host) -> Part:
        host.lay("etc/redis/redis.conf", filled("redis.conf"))
        url = f"redis://:{SECRETS['PASSWORD-OF-REDIS']}@{host.address}:6379/0"

        def ready() -> bool:
            with suppress(redis.RedisError), redis.Redis.from_url(url, socket_timeout=2) as client:
                return bool(client.ping())
            return False

        return self._part("redis", host, host.within("redis-server", "/etc/redis/redis.conf"), ready)

    def _haproxy(self, host: Host) -> Part:
        host.lay("etc/haproxy/haproxy.cfg", filled("haproxy.cfg"))
        return self._living("haproxy", host, host.within("haproxy", "-db", "-f", "/etc/haproxy/haproxy.cfg"))

    def _pgbouncer(self, host: Host) -> Part:
        host.lay("etc/pgbouncer/pgbouncer.ini", filled("pgbouncer.ini"), "postgres")
        host.lay("etc/pgbouncer/userlist.txt", f'"leaguer" "{SECRETS["PASSWORD-OF-LEAGUER"]}"\n', "postgres")
        words = host.within("pgbouncer", "/etc/pgbouncer/pgbouncer.ini", user="postgres")
        return self._living("pgbouncer", host, words)

    def _web(self, host: Host) -> Part:
        words = host.within(sys.executable, "-m", "deploy.web")
        ready = answers(host.address, 8000, "/healthz")
        return self._part("web", host, words, ready, environment=self.environment)

    def _worker(self, host: Host) -> Part:
        words = [sys.executable, "-m", "celery", "-A", "deploy", "worker", "--loglevel=INFO", "--concurrency=2"]
        words.append(f"--hostname=worker@{host.name}")
        return self._living("worker", host, host.within(*words), environment=self.environment)

    def _beat(self, host: Host) -> Part:
        words = [sys.executable, "-m", "celery", "-A", "deploy", "beat", "--pidfile=", "--loglevel=INFO"]
        return self._living("beat", host, host.within(*words), environment=self.environment)

    def _caddy(self, host: Host) -> Part:
        host.lay("etc/caddy/Caddyfile", filled("Caddyfile"))
        environment = {
            "SITE": "http://leaguer.example",
            "XDG_DATA_HOME": str(host.home),
            "XDG_CONFIG_HOME": str(host.home),
        }
        words = host.within("caddy", "run", "--adapter", "caddyfile", "--config", "/etc/caddy/Caddyfile")
        return self._part("caddy", host, words, answers(host.address, 80, "/healthz"), environment=environment)

    def _living(self, program: str, host: Host, words: list[str], **more: Any) -> Part:
        """It is there when it lives."""
        part = self._part(
            program, host, words, lambda: part.process is not None and part.process.poll() is None, **more
        )
        return part

    # -- the database --------------------------------------------------------------------------------------------------

    def members(self) -> dict[str, str]:
        """The role of each machine of the database that does its work, by name."""
        for name in DATABASES:
            if found := told(self.hosts[name].address, 8008, "/cluster").get("members"):
                return {one["name"]: one["role"] for one in found if one["state"] in ("running", "streaming")}
        return {}

    def primary(self) -> str:
        """The name of the machine that is the primary by its own word and by that of etcd; "" for none."""
        leading = [name for name, role in self.members().items() if role == "leader"]
        return leading[0] if leading and answers(self.hosts[leading[0]].address, 8008, "/primary")() else ""

    def standby(self) -> str:
        return next(name for name in DATABASES if name != self.primary())

    def is_whole(self) -> bool:
        return sorted(self.members().values()) == ["leader", "sync_standby"]

    def serves(self) -> bool:
        """Each program is there, by its own word."""
        return all(part.ready() for part in self.parts.values())

    def switch(self) -> None:
        """Primary and standby change places, as an administrator has it."""
        words = ("patronictl", "-c", "/etc/patroni/config.yml", "switchover", "--force", "--master", self.primary())
        host = self.hosts[self.standby()]
        done = subprocess.run(host.within(*words, user="postgres"), capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr

    def connect(self, name: str = "leaguer") -> psycopg.Connection[tuple[object, ...]]:
        """As superuser, past all of Leaguer and past the pooler."""
        return psycopg.connect(
            host=",".join(self.hosts[name].address for name in DATABASES),
            user="postgres",
            password=SECRETS["PASSWORD-OF-POSTGRES"],
            dbname=name,
            target_session_attrs="read-write",
            autocommit=True,
            connect_timeout=3,
        )

    def _make_database(self) -> None:
        with self.connect("postgres") as line:
            line.execute(f"CREATE ROLE leaguer LOGIN PASSWORD '{SECRETS['PASSWORD-OF-LEAGUER']}'")
            line.execute("CREATE DATABASE leaguer OWNER leaguer")

    # -- the site ------------------------------------------------------------------------------------------------------

    def run(self, *command: str, status: int = 0) -> str:
        """On one of the machines that work, where nobody who plays is served."""
        words = [str(parts.ROOT / word) if word == "manage.py" else word for word in command]
        done = subprocess.run(
            self.hosts["work2"].within(sys.executable, *words),
            env=self.parts["pgbouncer@work2"].environment | self.environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done.stderr if status else done.stdout

    def written(self) -> Written:
        with self.connect() as line:
            found = line.execute(ROWS).fetchall()
        return [(str(stream), int(str(n)), str(id_), str(sum_), str(type_)) for stream, n, id_, sum_, type_ in found]


@contextmanager
def cluster(folder: Path, battles: int, stands: int) -> Iterator[Cluster]:
    """All of it, and people at it."""
    with a_folder() as place, network(place, NAMES) as net:
        place.chmod(0o755)
        site = Cluster(folder, net)
        try:
            site.begin()
            site.prepare(battles, stands)
            site.serve()
            site.open()
            yield site
        finally:
            site.close()

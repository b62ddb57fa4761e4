"""A second Redis, with Sentinel, by the files in deploy/cluster: the first one dies, and the clerk goes on by
the other."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import monotonic, sleep

import redis

from tests.chaos import parts
from tests.chaos.parts import Part
from tests.chaos.site import whole
from tests.servers import free_port, installed, wait_for

FILES = parts.ROOT / "deploy" / "cluster"
PASSWORD = "tormented"
GONE = 25.0  # seconds
HEAD = "global\n    maxconn 100\ndefaults\n    mode tcp\n    timeout connect 2s\n    timeout client 60m\n"
HEAD += "    timeout server 60m\n    timeout check 3s\n"


def role(port: int) -> str:
    """Of the Redis that answers there; "" for none."""
    with suppress(redis.RedisError), redis.Redis(port=port, password=PASSWORD, socket_timeout=2) as client:
        return str(client.info("replication")["role"])
    return ""


class Watched(parts.Redis):
    """HAProxy before two of them, which three Sentinels watch."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.port, self.ports = free_port(), (free_port(), free_port())
        self.url = f"redis://:{PASSWORD}@127.0.0.1:{self.port}/0"
        ours = {"PASSWORD-OF-REDIS": PASSWORD, "127.0.0.1:6379": f"127.0.0.1:{self.port}", "bind *": "bind 127.0.0.1"}
        servers = {
            f"{name}:6379": f"127.0.0.1:{port}" for name, port in zip(("queue", "queue2"), self.ports, strict=True)
        }
        file = self._laid(folder, "haproxy-redis.cfg", HEAD, ours | servers)
        self.command = [installed("haproxy"), "-db", "-f", str(file)]
        beside = list[Part]()
        for n, port in enumerate(self.ports):
            head = f"masterauth {PASSWORD}\n" + (f"replicaof 127.0.0.1 {self.ports[0]}\n" if n else "")
            file = self._laid(folder, "redis.conf", head, ours | {"port 6379": f"port {port}"}, f"{n}-")
            words = [installed("redis-server"), str(file), "--dir", str(folder)]
            beside.append(Part(f"redis{n}", folder, words, partial(lambda port: role(port) != "", port)))
        for n in range(3):
            put = {"queue 6379": f"127.0.0.1 {self.ports[0]}", "port 26379": f"port {free_port()}"}
            file = self._laid(folder, "sentinel.conf", "", ours | put, f"{n}-")
            words = [installed("redis-server"), str(file), "--sentinel", "--dir", str(folder)]
            beside.append(Part(f"sentinel{n}", folder, words, lambda: True))
        self.beside = tuple(beside)

    @staticmethod
    def _laid(folder: Path, name: str, head: str, put: dict[str, str], which: str = "") -> Path:
        text = (FILES / name).read_text()
        for place, value in put.items():
            text = text.replace(place, value)
        file = folder / f"{which}{name}"
        file.write_text(head + text)
        return file


def test_the_first_redis_dies_and_comes_back(tmp_path: Path, tell: Callable[[str], None]) -> None:
    with whole(tmp_path, 2, 20, queue=Watched) as site:
        found = site.parts["redis"]
        assert isinstance(found, Watched)
        first, second = found.ports
        with site.played():
            sleep(4)
            began = monotonic()
            site.parts["redis0"].kill()
            wait_for(lambda: role(second) == "master" and role(found.port) == "master", "the second one", GONE * 2)
            over = monotonic() - began
            sleep(4)
            site.parts["redis0"].start()
            wait_for(lambda: role(first) == "slave", "the first one as the second", GONE * 2)
        tell(f"Redis by Sentinel: another one after {over:.0f} s; {site.history.told}")
        assert over < GONE
        assert site.history.longest() == 0, "nobody who reports waits for it"

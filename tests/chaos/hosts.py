"""Machines of a cluster: network namespaces on one bridge, each with an address, files and a name of its own. Links
are cut as cables are: what is on its way is lost, and nobody is told."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.chaos.disks import command

# What a machine has for itself, mounted where the programs look for it.
FOLDERS = (
    *("etc/patroni", "etc/haproxy", "etc/pgbouncer", "etc/caddy", "etc/redis"),
    *("var/lib/postgresql", "var/lib/etcd", "run/postgresql"),
)
OWN = 'cd /; root=$1; shift; for place in $PLACES; do mount --bind $root/$place /$place || exit 1; done; exec "$@"'


class Host:
    """One machine. `home` is the root of the files that it has for itself."""

    def __init__(self, network: Network, name: str, number: int) -> None:
        self.network, self.name, self.address = network, name, f"{network.prefix}.{number}"
        self.namespace, self.link = f"{network.name}-{name}", f"{network.name}{name}"
        self.home = network.folder / name
        for place in FOLDERS:
            (self.home / place).mkdir(parents=True)

    def make(self) -> None:
        inner = ("ip", "-n", self.namespace)
        command("ip", "netns", "add", self.namespace)
        command("ip", "link", "add", self.link, "type", "veth", "peer", "name", "eth0", "netns", self.namespace)
        command("ip", "link", "set", self.link, "master", self.network.name, "up")
        command(*inner, "address", "add", f"{self.address}/24", "dev", "eth0")
        command(*inner, "link", "set", "eth0", "up")
        command(*inner, "link", "set", "lo", "up")

    def lay(self, place: str, text: str, owner: str = "root") -> None:
        """A file of this machine's."""
        path = self.home / place
        path.write_text(text)
        path.chmod(0o644)
        shutil.chown(path, owner)

    def give(self, place: str, owner: str) -> None:
        """A folder of this machine's to an account."""
        shutil.chown(self.home / place, owner, pwd.getpwnam(owner).pw_gid)

    def within(self, *words: str, user: str = "") -> list[str]:
        """A program as this machine runs it, under an account: what is to be executed here."""
        account = pwd.getpwnam(user or "root")
        known = ["setpriv", f"--reuid={account.pw_uid}", f"--regid={account.pw_gid}", "--init-groups"]
        places = f"PLACES=etc/hosts {' '.join(FOLDERS)}"
        own = ["env", places, "sh", "-c", OWN, "sh", str(self.home)]
        return ["ip", "netns", "exec", self.namespace, *own, *(known if user else ()), *words]

    def pids(self) -> list[int]:
        told = subprocess.run(["ip", "netns", "pids", self.namespace], capture_output=True, text=True)
        return [int(pid) for pid in told.stdout.split()]

    def stop_all(self) -> None:
        """As when its power is cut."""
        while found := self.pids():
            for pid in found:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

    def cut(self) -> None:
        command("ip", "link", "set", self.link, "down")

    def mend(self) -> None:
        command("ip", "link", "set", self.link, "up")


class Network:
    """A bridge, which this machine is at as well: from here clients come."""

    def __init__(self, folder: Path, names: Sequence[str]) -> None:
        self.folder, self.name = folder, f"lg{os.getpid()}"
        self.prefix = f"10.232.{os.getpid() % 250}"
        self.hosts = {name: Host(self, name, 11 + n) for n, name in enumerate(names)}
        known = "".join(f"{host.address} {host.name}\n" for host in self.hosts.values())
        for host in self.hosts.values():
            host.lay("etc/hosts", f"127.0.0.1 localhost\n{known}")

    def make(self) -> None:
        command("ip", "link", "add", self.name, "type", "bridge")
        command("ip", "address", "add", f"{self.prefix}.1/24", "dev", self.name)
        command("ip", "link", "set", self.name, "up")
        for host in self.hosts.values():
            host.make()

    def end(self) -> None:
        for host in self.hosts.values():
            host.stop_all()
            subprocess.run(["ip", "netns", "delete", host.namespace], capture_output=True)
        subprocess.run(["ip", "link", "delete", self.name], capture_output=True)

    def between(self, one: Host, other: Host, *, open_: bool) -> None:
        """The way between two machines alone: both still reach all others, and are reached."""
        for host in (one, other):
            command("bridge", "link", "set", "dev", host.link, "isolated", "off" if open_ else "on")


@contextmanager
def network(folder: Path, names: Sequence[str]) -> Iterator[Network]:
    made = Network(folder, names)
    try:
        made.make()
        yield made
    finally:
        made.end()

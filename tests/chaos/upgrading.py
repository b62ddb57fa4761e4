"""A site in two releases side by side, each in a folder of its own: one database, one Redis, and Caddy before both, as
docs/operations.md has them for an upgrade that nobody waits for."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.chaos import parts
from tests.chaos.clients import Client, Member, Organiser, Reader
from tests.chaos.parts import Part
from tests.chaos.site import Site
from tests.deploy.serving import status
from tests.servers import folder as a_folder
from tests.servers import free_port, installed, unprivileged

HANDED_ON = Path("/proc/sys/net/ipv4/tcp_migrate_req")
PROXY = """{{
	admin unix//{home}/caddy
}}
http://127.0.0.1:{port} {{
	reverse_proxy /static/* 127.0.0.1:{newest}
	reverse_proxy {all} {{
		lb_policy random
	}}
}}
"""


def has(commit: str) -> bool:
    """Whether this checkout knows that commit: an archive and a shallow clone do not."""
    return subprocess.run(["git", "-C", parts.ROOT, "cat-file", "-e", f"{commit}^{{commit}}"]).returncode == 0


def unpacked(commit: str, folder: Path) -> Path:
    """That commit in a folder, with what prepares a site."""
    folder.mkdir()
    with subprocess.Popen(["git", "-C", parts.ROOT, "archive", commit], stdout=subprocess.PIPE) as packed:
        subprocess.run(["tar", "--extract", "--directory", folder], stdin=packed.stdout, check=True)
    (folder / "tests" / "chaos").mkdir(exist_ok=True)
    for name in ("__init__.py", "prepare.py"):
        shutil.copy(parts.ROOT / "tests" / "chaos" / name, folder / "tests" / "chaos" / name)
    return folder


def this_release(folder: Path) -> Path:
    """What stands in this checkout, in a folder."""
    known = subprocess.run(["git", "-C", parts.ROOT, "ls-files", "-z"], capture_output=True, check=True).stdout
    for name in map(os.fsdecode, filter(None, known.split(b"\0"))):
        if (parts.ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(parts.ROOT / name, folder / name)
    return folder


@contextmanager
def handed_on() -> Iterator[None]:
    """Who comes as Caddy is reloaded is not cut off, as docs/operations.md has it for a proxy."""
    before = HANDED_ON.read_text() if HANDED_ON.exists() else ""
    if before.strip() != "1":
        if not before or not os.access(HANDED_ON, os.W_OK):
            pytest.skip("Linux cuts off who comes as Caddy is reloaded, and only root may tell it otherwise")
        HANDED_ON.write_text("1")
    try:
        yield
    finally:
        if before.strip() != "1":
            HANDED_ON.write_text(before)


class Upgraded(Site):
    """The parts of a release are named after it, as `web old`. People come by way of Caddy."""

    def __init__(self, folder: Path, place: Path, url: str, old: Path, new: Path, **more: str) -> None:
        settings = {"LEAGUER_ENV": "production", "HTTPS": "0", "BEHIND_PROXY": "1", "ALLOWED_HOSTS": "127.0.0.1"}
        settings |= {"DATA_DIR": str(folder / "data"), "ACCESS_LOG": "0"}
        super().__init__(folder, url, **settings, **more)
        self.place, self.homes, self.ports = place, {"old": old, "new": new}, {"old": free_port(), "new": free_port()}
        self.environment["SITE_URL"] = f"http://127.0.0.1:{self.port}"
        self.takes("old")

    @property
    def database(self) -> parts.PostgreSQL:
        found = self.parts["database"]
        assert isinstance(found, parts.PostgreSQL)
        return found

    @property
    def stays_logged_in(self) -> bool:
        """Whether the old release has sessions as this one has them."""
        return (self.homes["old"] / "campaigns" / "sessions.py").exists()

    def takes(self, release: str) -> None:
        """Commands are of that release from now on."""
        self.home = self.homes[release]
        self.environment["PYTHONPATH"] = str(self.home)

    def of(self, release: str) -> list[Part]:
        """The processes of a release, none of which is started yet."""
        environment = self.environment | {"PORT": str(self.ports[release]), "PYTHONPATH": str(self.homes[release])}
        home = self.homes[release]
        made = [
            parts.web(self.folder, environment, name=f"web-{release}", home=home),
            parts.worker(self.folder, environment, name=f"worker-{release}", home=home),
            parts.beat(self.folder, environment, name=f"beat-{release}", home=home),
        ]
        self.parts |= {part.name: part for part in made}
        return made

    def led(self, *releases: str) -> None:
        """Caddy leads people to these, and for static files to the last of them."""
        ways = [f"127.0.0.1:{self.ports[release]}" for release in releases]
        known = {"home": self.place, "port": self.port, "newest": self.ports[releases[-1]], "all": " ".join(ways)}
        file = self.place / "Caddyfile"
        file.write_text(PROXY.format(**known))
        words = [installed("caddy"), "{}", "--adapter", "caddyfile", "--config", str(file)]
        if "proxy" in self.parts:
            words[1] = "reload"
            subprocess.run([*words, "--address", f"unix//{self.place}/caddy"], check=True, capture_output=True)
            return
        words[1] = "run"
        environment = {"XDG_DATA_HOME": str(self.place), "XDG_CONFIG_HOME": str(self.place)}
        ready = lambda: status(self.port, "/healthz") == 200  # noqa: E731
        self.parts["proxy"] = Part("proxy", self.folder, words, ready, environment)

    def shooters(self, pause: float = 2.0) -> list[Client]:
        """With a pause: the clerk of the old release had to attend once for each report."""
        return super().shooters(pause)

    def clients(self, pause: float) -> list[Client]:
        rest = self._rest()
        paths = ["/", "/help/", *(f"/campaigns/{one}/" for one in self.made["ladders"])]
        paths += [f"/battles/{one}/" for one in self.made["battles"]]
        members = [Member(one, ["/account/", *paths[:3]], *rest) for one in ("bob", "carol") if self.stays_logged_in]
        organisers = [Organiser(one, pause, *rest) for one in self.made["ladders"][:-1]]
        return [*super().clients(pause), *organisers, *members, Reader(paths, *rest), Reader(paths[::-1], *rest)]


@contextmanager
def two_releases(folder: Path, commit: str, battles: int, stands: int, ladders: int) -> Iterator[Upgraded]:
    """The old one serves, and people come to it. The new one is unpacked, and nothing else."""
    with handed_on(), a_folder() as place:
        home = place / "database"
        home.mkdir()
        place.chmod(0o755)
        unprivileged(home)
        database, redis = parts.PostgreSQL(folder, home), parts.Redis(folder)
        old, new = unpacked(commit, place / "old"), this_release(place / "new")
        url = f"postgresql://leaguer@{quote(str(home), safe='')}/{parts.DATABASE}"
        site = Upgraded(folder, place, url, old, new, REDIS_URL=redis.url)
        site.parts = {part.name: part for part in (database, redis)}
        try:
            database.start()
            database.create()
            redis.start()
            site.prepare(battles, stands, ladders)
            for part in site.of("old"):
                part.start()
            site.led("old")
            site.open()
            yield site
        finally:
            site.close()

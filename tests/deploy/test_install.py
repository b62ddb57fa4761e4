"""A production install, word for word from docs/install.md: in an empty folder, to a page with its style sheet and an
administrator who sets a password."""

from __future__ import annotations

import http.client
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from tests.databases import Scratch
from tests.deploy.conftest import OURS, ROOT
from tests.deploy.test_settings import read
from tests.length import in_soak
from tests.servers import free_port, wait_for
from tests.workers import forget_tasks

SECTION = re.compile(r"^## On one machine$(.*?)^## ", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```sh$(.*?)^```$", re.MULTILINE | re.DOTALL)
HOST = "leaguer.example"
PREFIX = f"leaguer-install-{os.getpid()}"


def written() -> tuple[str, str]:
    """What is typed into the first terminal, and into the second."""
    section = SECTION.search((ROOT / "docs" / "install.md").read_text())
    assert section is not None
    first, second, *_rest = BLOCK.findall(section[1])
    return first, second


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Leaguer as it is unpacked. Its packages are installed already: they are this run's own."""
    folder = tmp_path / "leaguer"
    listed = subprocess.run(["git", "ls-files", "-z", "-c", "-o", "--exclude-standard"], cwd=ROOT, capture_output=True)
    for name in listed.stdout.decode().split("\0"):
        if name and (ROOT / name).is_file() and not name.startswith("tests/"):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)  # of the same age, so that what is compiled is taken
    (folder / ".venv").mkdir()
    for part in ("bin", "lib", "pyvenv.cfg"):
        (folder / ".venv" / part).symlink_to(Path(sys.prefix) / part)
    (folder / ".venv" / "runtime.stamp").touch()
    return folder


class Terminal:
    """What is typed into the first one, which runs on."""

    def __init__(self, text: str, folder: Path, environment: dict[str, str]) -> None:
        self.output = folder.parent / "first-terminal"
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                ["sh", "-eu", "-c", text],
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def ended(self) -> bool:
        return self.process.poll() is not None

    def said(self) -> str:
        return self.output.read_text(errors="replace")

    def close(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(30)
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@contextmanager
def typed(text: str, folder: Path, environment: dict[str, str]) -> Iterator[Terminal]:
    """Whatever fails while it runs, is told with all it has said."""
    terminal = Terminal(text, folder, environment)
    try:
        yield terminal
    except BaseException as error:
        error.add_note(f"The first terminal:\n{terminal.said()}")
        raise
    finally:
        terminal.close()


def get(port: int, path: str) -> tuple[int, str]:
    """As the proxy asks."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    line.request("GET", path, headers={"Host": HOST, "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"})
    answer = line.getresponse()
    text = answer.read().decode()
    line.close()
    return answer.status, text


def serves(port: int) -> bool:
    with suppress(OSError):
        return get(port, "/login/")[0] > 0
    return False


STAND_IN = """#!{python} -SE
import json, os, signal, sys

if sys.argv[1] == "-c":
    os.execv("{python}", ["{python}", *sys.argv[1:]])
with open("{told}", "a") as told:
    told.write(json.dumps([os.path.basename(sys.argv[0]), *sys.argv[1:]]) + "\\n")
with open("{told}.env", "w") as told:
    json.dump(dict(os.environ), told)
if "manage.py" not in sys.argv:
    signal.pause()
"""


def test_what_the_document_has_typed_starts_all_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With programs that only tell how they were started. What they do then: test_edges and test_operations serve,
    test_worker has a worker and beat, test_doctor and tests/campaigns/test_welcome.py give these commands."""
    folder, told = tmp_path / "leaguer", tmp_path / "told"
    shutil.copytree(ROOT / "deploy", folder / "deploy", ignore=shutil.ignore_patterns("__pycache__", "static"))
    for name in ("Makefile", "requirements.txt"):
        shutil.copy(ROOT / name, folder)
    programs = folder / ".venv" / "bin"
    programs.mkdir(parents=True)
    for name in ("python", "celery", "pip"):
        (programs / name).write_text(STAND_IN.format(python=sys.executable, told=told))
        (programs / name).chmod(0o755)
    (folder / ".venv" / "runtime.stamp").touch()

    def started() -> list[str]:
        return [shlex.join(json.loads(line)) for line in told.read_text().splitlines()] if told.exists() else []

    first, second = written()
    environment = {name: value for name, value in os.environ.items() if name not in OURS}
    with typed(first, folder, environment) as terminal:
        wait_for(lambda: len(started()) == 4 or terminal.ended(), "all parts")
        assert not terminal.ended(), "it ended before all parts were started"
        listed = re.findall(r"^(\w+): (.*)$", (ROOT / "deploy" / "Procfile").read_text(), re.MULTILINE)
        assert listed[0][0] == "release"
        assert started()[0] == listed[0][1]
        assert sorted(started()) == sorted(command for _name, command in listed)
        done = subprocess.run(["sh", "-eu", "-c", second], cwd=folder, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert [one.partition("manage.py ")[2] for one in started()[4:]] == [
            "doctor",
            "welcome alice --club 'Steel Club'",
        ]
    assert oct((folder / "leaguer.env").stat().st_mode)[-3:] == "600"
    had = json.loads(Path(f"{told}.env").read_text())
    there = read(monkeypatch, {name: had[name] for name in re.findall(r"^([A-Z_]+)=", first, re.MULTILINE)})
    assert there["PRODUCTION"]
    assert there["ALLOWED_HOSTS"] == [HOST]
    assert there["DATABASES"]["default"]["ENGINE"].endswith("postgresql")
    assert len(there["SECRET_KEY"]) > 50


@in_soak("tests/deploy/test_install.py::test_what_the_document_has_typed_starts_all_parts")
@pytest.mark.only_on("postgresql")
def test_a_production_install_by_the_document(
    folder: Path, tmp_path: Path, redis_url: str, django_db_blocker: Any
) -> None:
    """A database and the Redis of the test stand where the document has its own."""
    first, second = written()
    port = free_port()
    with django_db_blocker.unblock():
        database = Scratch(tmp_path)
        database.create()
        with database.used():
            url = database.environment()["DATABASE_URL"]
    put = {
        "postgresql://%2Fvar%2Frun%2Fpostgresql/leaguer": url,
        "unix:///run/redis/redis-server.sock?db=0": redis_url,
    }
    for place, ours in put.items():
        assert place in first
        first = first.replace(place, ours)
    clean = {name: value for name, value in os.environ.items() if name not in {*OURS, "DJANGO_SETTINGS_MODULE"}}
    environment = clean | {"PORT": str(port), "REDIS_PREFIX": PREFIX, "WORKERS": "1"}
    try:
        with typed(first, folder, environment) as terminal:
            wait_for(lambda: serves(port) or terminal.ended(), "the site", patience=240)
            assert not terminal.ended(), "it ended before it served"
            status, page = get(port, "/login/")
            assert status == 200
            (sheet,) = re.findall(r'<link rel="stylesheet" href="(/static/pages\.\w+\.css)">', page)
            status, style = get(port, sheet)
            assert (status, "{" in style) == (200, True)
            assert oct((folder / "leaguer.env").stat().st_mode)[-3:] == "600"

            done = subprocess.run(
                ["sh", "-eu", "-c", second], cwd=folder, env=environment, capture_output=True, text=True
            )
            assert done.returncode == 0, done.stdout + done.stderr
            assert "Everything needed is here." in done.stdout
            (link,) = re.findall(rf"https://{HOST}(/account/forgotten/\S+)", done.stdout)
            assert get(port, link)[0] == 302, "to the page that sets the password"
    finally:
        forget_tasks(PREFIX)
        with django_db_blocker.unblock():
            database.destroy()
    assert settings.REDIS_PREFIX != PREFIX

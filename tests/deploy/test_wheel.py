"""The wheel: it has all that the site shows and reads, and what pip makes of it starts as `make run` does."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.request
import warnings
from io import StringIO
from pathlib import Path
from typing import NoReturn

import pytest
from django.core.management import call_command
from setuptools import Distribution

from deploy import installed
from deploy.settings import RELEASE
from tests import release
from tests.deploy.conftest import ROOT
from tests.deploy.test_release import committed
from tests.deploy.test_run import answers, children, environment, is_alive, running
from tests.servers import free_port

pytestmark = pytest.mark.only_on("sqlite")
FOLDERS = ("api/", "battles/", "campaigns/", "deploy/", "docs/", "leagues/", "rules/")
LEFT_OUT = {".dockerignore", ".gitignore", "Makefile", "requirements.txt", "requirements-dev.txt"}


def listed() -> set[str]:
    """All files of this tree, whether they are committed yet or not."""
    names = release.git(ROOT, "ls-files", "-z", "-c", "-o", "--exclude-standard").split("\0")
    return {name for name in names if name and (ROOT / name).is_file()}


def in_the_wheel(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The files of a checkout that setuptools puts into `leaguer_site/tree`, by pyproject.toml."""
    monkeypatch.chdir(ROOT)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what setuptools says of itself
        project = Distribution({"script_name": "setup.py"})
        project.parse_config_files()
        build = project.get_command_obj("build_py")
        build.ensure_finalized()
        data = {Path(folder, name) for _package, folder, _to, names in build.data_files for name in names}
        code = {Path(file) for _package, _module, file in build.find_all_modules()}
    return {os.path.normpath(path) for path in data | code}


def test_it_has_all_that_the_site_shows_and_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    found, there = in_the_wheel(monkeypatch), listed()
    compiled = {name for name in there if name.startswith("locale/") and name.endswith(".mo")}
    assert len(compiled) == len([name for name in there if name.endswith("/django.po")]) == 5
    own = {name for name in there if "/" not in name} - LEFT_OUT
    wanted = {name for name in there if name.startswith(FOLDERS)} | compiled | own
    assert {"manage.py", "pyproject.toml", "docs/README.md", "rules/systems/tanks/catalogue.csv"} <= wanted
    assert (wanted - found, found - wanted) == (set(), set())


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[list[str]]:
    """The programs that `leaguer-site` becomes; this process goes on instead."""
    became = list[list[str]]()

    def become(program: str, arguments: list[str]) -> NoReturn:
        became.append([program, *arguments, os.environ["DEMO"]])
        raise SystemExit

    monkeypatch.setattr(os, "execvp", become)
    monkeypatch.setattr(os, "environ", {"HOME": str(tmp_path), "PATH": os.environ["PATH"]})
    monkeypatch.setattr(os, "chdir", lambda folder: None)
    return became


def type_(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    monkeypatch.setattr(sys, "argv", ["leaguer-site", *arguments])
    with pytest.raises(SystemExit):
        installed.main()


def test_what_it_keeps_lies_in_a_folder_of_whoever_runs_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, typed: list[list[str]]
) -> None:
    type_(monkeypatch)
    assert os.environ["DATA_DIR"] == str(tmp_path / ".local" / "share" / "leaguer")
    assert Path(os.environ["DATA_DIR"]).stat().st_mode & 0o777 == 0o700
    assert typed[-1][1:] == ["sh", str(installed.TREE / "deploy/run.sh"), str(Path(sys.executable).parent), "1"]
    type_(monkeypatch, "--port", "8123", "--data", str(tmp_path / "club"), "--empty")
    assert (os.environ["PORT"], os.environ["DATA_DIR"], typed[-1][-1]) == ("8123", str(tmp_path / "club"), "0")
    type_(monkeypatch)
    assert typed[-1][-1] == "0", "DATA_DIR is set, and no demo comes to what was begun without"
    type_(monkeypatch, "--port", "many")
    assert len(typed) == 3


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of this very tree, as `make release` makes it."""
    folder = tmp_path_factory.mktemp("wheel")
    root = committed(folder / "root", *sorted(listed()))
    release.wheel(root, folder)
    (made,) = folder.glob("*.whl")
    assert made.name == f"leaguer-{RELEASE}-py3-none-any.whl"
    return made


@pytest.fixture(scope="module")
def programs(wheel: Path) -> Path:
    """Of a new environment with the wheel, what it needs from the package index, and a rulebook of its own package."""
    folder = wheel.parent
    book = folder / "book"
    call_command("startrulebook", "tank_duel", name="Tank Duel", number="042", package=str(book), stdout=StringIO())
    pip = ["-m", "pip", "--quiet", "--disable-pip-version-check"]
    building = [*pip, "wheel", "--no-build-isolation", "--no-deps", "--wheel-dir", str(folder / "books"), str(book)]
    subprocess.run([sys.executable, *building], check=True)
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
    wheels = [str(wheel), *map(str, (folder / "books").iterdir())]
    subprocess.run([folder / "venv/bin/python", *pip, "install", *wheels], check=True)
    return folder / "venv" / "bin"


def get(port: int, path: str, language: str = "en") -> str:
    asked = urllib.request.Request(f"http://localhost:{port}{path}", headers={"Accept-Language": language})
    with urllib.request.urlopen(asked, timeout=60) as answer:
        return str(answer.read().decode(errors="replace"))


@pytest.mark.soak
def test_it_is_installed_and_starts_as_make_run_does(programs: Path, tmp_path: Path) -> None:
    command, port = str(programs / "leaguer-site"), free_port()
    here = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")}
    kept = tmp_path / "data" / "leaguer"

    def manage(*arguments: str) -> str:
        done = subprocess.run(
            [command, *arguments], cwd=tmp_path, env=environment(here, port), capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "Without a command it does what `make run` does" in manage("--help")
    with running(here, port, command=[command], ready=lambda _pid: answers(port), folder=tmp_path) as process:
        pages = sorted(set(re.findall(r'href="(/help/[\w/-]+/)"', get(port, "/help/"))))
        assert len(pages) > 40
        assert [page for page in pages if "<h1" not in get(port, page)] == []
        assert "Tank Duel" in get(port, "/systems/")
        assert "tank_duel" in get(port, "/api/v1/systems/")
        front = get(port, "/", "de")
        assert 'lang="de"' in front
        for one in set(re.findall(r'(?:href|src)="(/static/[^"]+)"', front + get(port, pages[0]))):
            assert get(port, one), one
        assert "RIFF" in get(port, "/static/help/battle-phone.webp")
        both = children(process.pid)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
    assert [name for name, pid in both.items() if is_alive(pid)] == []
    assert {one.name for one in kept.iterdir()} >= {"leaguer.sqlite3", "secret-key"}
    assert kept.stat().st_mode & 0o777 == 0o700
    manage("backup", "club.leaguer")
    assert (tmp_path / "club.leaguer").stat().st_size > 10_000, "in the folder where it was typed"
    assert "Everything needed is here." in manage("doctor")
    assert "No changes detected" in manage("makemigrations", "--check", "--dry-run")


@pytest.mark.soak
def test_pipx_and_uv_install_it_as_the_document_says(wheel: Path, tmp_path: Path) -> None:
    """The block of docs/install.md, in the folder where the wheel lies; both programs come from the package index."""
    install = (ROOT / "docs" / "install.md").read_text()
    (block,) = re.findall(r"^```console\n(pipx install.*?)^```", install, re.MULTILINE | re.DOTALL)
    by_pipx, by_uv = (line.partition("#")[0].strip() for line in block.splitlines())
    tools = tmp_path / "tools" / "bin"
    subprocess.run([sys.executable, "-m", "venv", str(tools.parent)], check=True)
    pip = [str(tools / "python"), "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
    subprocess.run([*pip, "pipx", "uv"], check=True)
    path = os.pathsep.join([str(tmp_path / ".local" / "bin"), str(tools), "/usr/bin", "/bin"])
    here = environment({"HOME": str(tmp_path), "PATH": path}, free_port())
    for command, told in ((by_pipx, "leaguer"), ("leaguer-site help", "simulate"), (f"{by_uv} help", "simulate")):
        done = subprocess.run(
            ["sh", "-euc", command],
            cwd=wheel.parent,
            env=here,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        assert told in done.stdout, command

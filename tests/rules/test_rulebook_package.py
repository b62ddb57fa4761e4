"""A rulebook that comes as a package of its own is there for every floor, once it is installed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import entry_points
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

import rules
from tests.length import in_soak

ROOT = Path(__file__).parents[2]

# What a fresh process says of it: every floor has the rulebook, and a battle of it is played to its end.
SEEN = """
import django
django.setup()
from django.test import Client
import rules
from deploy.help.pages import by_key
from rules.player import play
from random import Random
system = rules.system("tank_duel")
table = play(system, Random(3).randrange, 60)
assert system.outcome(table.battle.play).over
assert b"Tank Duel" in Client().get("/systems/", headers={"host": "localhost"}).content
assert b"Tank Duel" in Client().get("/api/v1/systems/", headers={"host": "localhost"}).content
assert "Two sides of one or more vehicles" in by_key()["leaguer-tank-duel-rules"].text
print(sorted(rules.all_systems()))
"""


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `startrulebook --package` writes."""
    folder = tmp_path_factory.mktemp("packages") / "duel"
    call_command("startrulebook", "tank_duel", name="Tank Duel", number="042", package=str(folder), stdout=StringIO())
    return folder


def in_a_process(*places: Path) -> subprocess.CompletedProcess[str]:
    """What a Leaguer says that finds packages in these folders, too."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, (*places, ROOT))),
        "DJANGO_SETTINGS_MODULE": "deploy.settings",
        "LEAGUER_ENV": "development",
    }
    return subprocess.run([sys.executable, "-c", SEEN], cwd=ROOT, env=environment, capture_output=True, text=True)


def installed(folder: Path, package: str, *offers: str) -> Path:
    """What pip writes down of a package: its name, and what it offers."""
    noted = folder / f"{package}-0.1.0.dist-info"
    noted.mkdir(parents=True)
    noted.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 0.1.0\n")
    noted.joinpath("entry_points.txt").write_text("\n".join([f"[{rules.GROUP}]", *offers]))
    return folder


@pytest.fixture
def anew() -> Iterator[None]:
    """Rulebooks are looked for again, now and after the test."""
    rules.all_systems.cache_clear()
    yield
    rules.all_systems.cache_clear()


def test_an_installed_rulebook_is_found_by_every_floor(source: Path, tmp_path: Path) -> None:
    installed(tmp_path, "leaguer-tank-duel", "tank_duel = leaguer_tank_duel")
    seen = in_a_process(tmp_path, source)
    assert seen.returncode == 0, seen.stderr
    assert seen.stdout.strip() == str(sorted([*rules.all_systems(), "tank_duel"]))


@in_soak("tests/rules/test_rulebook_package.py::test_an_installed_rulebook_is_found_by_every_floor")
def test_what_is_built_and_installed_by_pip_is_found(source: Path, tmp_path: Path) -> None:
    """A wheel has all its files: what is not Python, too."""
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    wheels, there = tmp_path / "wheels", tmp_path / "there"
    subprocess.run(
        [*pip, "wheel", "--no-build-isolation", "--no-deps", "--wheel-dir", str(wheels), str(source)], check=True
    )
    (wheel,) = wheels.glob("*.whl")
    subprocess.run([*pip, "install", "--no-deps", "--no-index", "--target", str(there), str(wheel)], check=True)
    seen = in_a_process(there)
    assert seen.returncode == 0, seen.stderr
    assert {file.name for file in there.rglob("*") if file.suffix in (".csv", ".svg", ".jsonl")} == {
        "catalogue.csv",
        "cover.svg",
        "first_battle.jsonl",
    }


def test_a_folder_that_is_there_is_left_alone(source: Path) -> None:
    with pytest.raises(CommandError, match="exists already"):
        call_command("startrulebook", "tank_duel", package=str(source))


@pytest.mark.parametrize(
    ("offer", "code", "said"),
    [
        ("tanks = another_tanks", "SYSTEM = None", "leaguer-odd offers the rulebook 'tanks', which there is already"),
        (
            "odd = odd_book",
            "raise ValueError('no numbers')",
            r"'odd' of the package leaguer-odd does not load: ValueError",
        ),
        ("odd = odd_book", "SYSTEM = 7", "leaguer-odd offers the rulebook 'odd', but odd_book.SYSTEM is 7"),
        ("odd = gone_book", "", "'odd' of the package leaguer-odd does not load: ModuleNotFoundError"),
    ],
)
def test_what_cannot_be_played_is_said_with_its_package(
    offer: str, code: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, anew: None
) -> None:
    installed(tmp_path, "leaguer-odd", offer)
    (tmp_path / "odd_book.py").write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "odd_book", raising=False)
    assert len(entry_points(group=rules.GROUP)) == 1
    with pytest.raises(rules.BrokenRulebook, match=said):
        rules.all_systems()


def test_its_translations_are_found_without_importing_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "worded_book"
    (package / "locale").mkdir(parents=True)
    (package / "__init__.py").write_text("raise ValueError('imported')")
    monkeypatch.syspath_prepend(installed(tmp_path, "leaguer-worded", "worded = worded_book"))
    assert rules.translations() == [package / "locale"]
    assert rules.folder_of("worded") == package

"""The locks pin every package exactly, by hash, and carry nothing of the machine they were made on."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
LOCKS = ("requirements.txt", "requirements-dev.txt")
PIN = re.compile(r"^([a-z0-9.-]+)==\S+ \\$")
HASH = re.compile(r"^    --hash=sha256:[0-9a-f]{64}( \\)?$")


def pins(lock: str) -> dict[str, str]:
    lines = (ROOT / lock).read_text().splitlines()
    return {line.split("==")[0]: line.removesuffix(" \\") for line in lines if PIN.match(line)}


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_holds_pins_and_hashes_and_nothing_else(lock: str) -> None:
    strange = [
        line
        for line in (ROOT / lock).read_text().splitlines()
        if not PIN.match(line)
        and not HASH.match(line)
        and line != "# The following packages are considered to be unsafe in a requirements file:"
    ]
    assert [line for line in strange if line] == []


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_has_the_packages_that_are_asked_for(lock: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = project["dependencies"] + (project["optional-dependencies"]["dev"] if "dev" in lock else [])
    names = {re.split(r"[\[<>=]", line)[0].replace("_", "-").lower() for line in asked}
    assert names - set(pins(lock)) == set()


def test_who_develops_runs_what_is_run() -> None:
    assert pins("requirements.txt").items() <= pins("requirements-dev.txt").items()


def test_each_dependency_gives_its_reason() -> None:
    lines = (ROOT / "pyproject.toml").read_text().splitlines()
    start, end = lines.index("dependencies = ["), lines.index("[tool.setuptools]")
    listed = [number for number in range(start, end) if re.match(r'    "', lines[number])]
    assert listed
    assert [lines[number] for number in listed if not lines[number - 1].startswith("    # ")] == []

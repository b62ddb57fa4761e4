"""Which Python makes .venv: the one that is named, else `python3`, or the distribution's where that one is slow."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.deploy.conftest import ROOT

pytestmark = pytest.mark.only_on("sqlite")


def chosen(folder: Path, python3: str, *told: str) -> str:
    """By `make`, with a `python3` that answers what it is asked of itself so."""
    program = folder / "python3"
    program.write_text(f"#!/bin/sh\n{python3}\n")
    program.chmod(0o755)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHON"}
    environment["PATH"] = f"{folder}:{environment['PATH']}"
    show = ["make", "--silent", "--eval", "chosen: ; @echo $(PYTHON)", "chosen", *told]
    return subprocess.run(show, cwd=ROOT, env=environment, capture_output=True, text=True, check=True).stdout.strip()


def test_a_python_that_was_built_for_speed_is_taken(tmp_path: Path) -> None:
    assert chosen(tmp_path, "exit 0") == "python3"


def test_in_place_of_a_slow_one_only_what_can_make_a_venv_is_taken(tmp_path: Path) -> None:
    distributions = Path("/usr/bin/python3")
    asked = "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))"
    can = distributions.exists() and subprocess.run([distributions, "-c", asked], capture_output=True).returncode == 0
    assert chosen(tmp_path, "exit 1") == (str(distributions) if can else "python3")


def test_the_one_that_is_named_is_taken(tmp_path: Path) -> None:
    assert chosen(tmp_path, "exit 1", "PYTHON=python3.99") == "python3.99"

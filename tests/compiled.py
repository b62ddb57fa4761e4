"""Compiles every test module once, before the processes of `make test` start: `python -m tests.compiled`.

Pytest rewrites a test module so that a failed assertion shows its values. In a fresh clone that takes half of the time
in which the tests are collected, and each of the processes would do it for itself, at the same moment.
"""

from __future__ import annotations

import contextlib
import importlib
import os
from multiprocessing import get_context
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


class Compiling:
    """A plugin that imports the test modules, on all cores, instead of collecting what is in them."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> bool:
        with get_context("fork").Pool(os.cpu_count()) as pool:
            pool.map(_compile, _modules(), chunksize=4)
        return True


def _modules() -> list[str]:
    """The longest first, so that all cores are done at about the same time."""
    paths = [path for name in ("test_*.py", "conftest.py") for path in (ROOT / "tests").rglob(name)]
    paths.sort(key=lambda path: path.stat().st_size, reverse=True)
    return [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in paths]


def _compile(module: str) -> None:
    with contextlib.suppress(Exception):  # the run that follows says what is wrong with it
        importlib.import_module(module)


def is_done() -> bool:
    """As far as can be told without compiling anything."""
    return all(map(_is_compiled, (ROOT / "tests").rglob("test_*.py")))


def _is_compiled(path: Path) -> bool:
    kept = path.parent.glob(f"__pycache__/{path.stem}.*-pytest-*.pyc")
    return any(one.stat().st_mtime >= path.stat().st_mtime for one in kept)


if __name__ == "__main__":
    if not is_done():
        pytest.main(["--quiet", "tests"], plugins=[Compiling()])

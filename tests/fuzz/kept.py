"""What fuzzing has found, kept in the repository: a file of inputs for each target. Fuzzing begins with them, on
whichever machine, and `make test` reads each once."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any

from tests.fuzz.targets import Fuzz, Target

FOLDER = Path(__file__).parent / "corpus"
Arc = tuple[str, int, int]  # a file, and two of its lines that were run one after the other


def of(target: str) -> tuple[list[bytes], int]:
    """The inputs of a target, and for how many seconds it has been fuzzed by coverage in all."""
    file = FOLDER / f"{target}.jsonl"
    if not file.exists():
        return [], 0
    head, *lines = file.read_text("ascii").splitlines()
    return [json.loads(line).encode("latin-1") for line in lines], json.loads(head)["seconds"]


def write(target: str, inputs: Iterable[bytes], seconds: int) -> Path:
    """One JSON text a line, of which each character is a byte."""
    FOLDER.mkdir(exist_ok=True)
    lines = [json.dumps({"seconds": seconds}), *(json.dumps(data.decode("latin-1")) for data in inputs)]
    file = FOLDER / f"{target}.jsonl"
    file.write_text("".join(f"{line}\n" for line in lines), "ascii")
    return file


def chosen(target: Target, fuzz: Fuzz, found: Iterable[bytes]) -> list[bytes]:
    """The shortest inputs that together come to every line, from every line before it, that all of them come to."""
    places = _places(target.modules)
    seen: set[Arc] = set()
    kept = []
    for data in sorted({*found}, key=lambda one: (len(one), one)):
        arcs = _arcs(fuzz, data, places)
        if not arcs <= seen:
            seen |= arcs
            kept.append(data)
    return kept


def _places(modules: Iterable[str]) -> tuple[str, ...]:
    """Where the modules lie: files, and the folders of packages."""
    files = [Path(str(import_module(name).__file__)) for name in modules]
    return tuple(f"{file.parent}/" if file.name == "__init__.py" else str(file) for file in files)


def _arcs(fuzz: Callable[[bytes], None], data: bytes, places: tuple[str, ...]) -> set[Arc]:
    found: set[Arc] = set()

    def enter(frame: FrameType, event: str, argument: Any) -> Any:
        name, last = frame.f_code.co_filename, 0
        if not name.startswith(places):
            return None

        def step(frame: FrameType, event: str, argument: Any) -> Any:
            nonlocal last
            if event == "line":
                found.add((name, last, frame.f_lineno))
                last = frame.f_lineno
            return step

        return step

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        fuzz(data)
    finally:
        sys.settrace(before)
    return found

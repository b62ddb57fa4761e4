"""Recording and comparing the whole corpus, on all cores."""

from __future__ import annotations

import argparse
import lzma
import multiprocessing
import os
import shutil
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec
from django.db import connection

from tests.corpus import battles, comparing, product, seasons
from tests.corpus.battles import Battle
from tests.corpus.differing import Found
from tests.corpus.seasons import Season

ROOT = Path(__file__).resolve().parents[2]
EVERY = 10  # which of the battles --quick looks at
END = ".jsonl.xz"
Task = tuple[str, dict[str, Any]]  # what to play, and of what


class Workers:
    """Processes that each have a database of their own."""

    def __init__(self, jobs: int, folder: Path) -> None:
        self._pool = multiprocessing.get_context("fork").Pool(jobs, _own_database, (str(folder),))

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._pool.terminate()
        self._pool.join()

    def played(self, tasks: Iterable[Task]) -> Iterator[tuple[str, bytes]]:
        return self._pool.imap(_played, tasks)

    def compared(self, lines: Iterable[tuple[str, bytes]], pages: bool) -> Iterator[Found]:
        return self._pool.imap_unordered(partial(compare_line, pages=pages), lines)


def _own_database(folder: str) -> None:
    own = f"{folder}/{os.getpid()}.sqlite3"
    shutil.copy(connection.settings_dict["NAME"], own)
    connection.settings_dict["NAME"] = own


# ------------------------------------------------------------ recording


def goldens() -> Iterator[Task]:
    for system in product.systems():
        for path in sorted(ROOT.glob(f"{product.goldens(system)}/*/*.jsonl")):
            yield "golden", {"name": f"{system}/golden-{path.parent.name}-{path.stem}", "path": str(path)}


def everything(count: int, longest: int, rounds: int) -> Iterator[Task]:
    """The longest first, so that no core waits in the end."""
    yield "demo", {"asks": 2}
    yield "season", {"number": 1000 + len(product.systems()), "asks": 2}  # on a map
    yield "season", {"number": 1001, "asks": 1}
    for system in product.systems():
        for seed in range(3):
            yield "alone", {"system": system, "seed": 10_000 + seed, "longest": longest, "asks": 2}
    for number in range(rounds):
        yield "season", {"number": number, "asks": 0}
    yield from goldens()
    for system in product.systems():
        for seed in range(count):
            yield "random", {"system": system, "seed": seed, "longest": longest}


def sample() -> Iterator[Task]:
    yield "season", {"number": 5, "asks": 0}
    yield "alone", {"system": "tanks", "seed": 10_000, "longest": 30, "asks": 1}
    for system in product.systems():
        for seed in range(5):
            yield "random", {"system": system, "seed": 20_000 + seed, "longest": 40}


def record(workers: Workers, folder: Path, tasks: Iterable[Task]) -> int:
    """Into a file for each rulebook's battles and one for the seasons."""
    begun, counts = time.monotonic(), Counter[str]()
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob(f"*{END}"):
        old.unlink()
    with ExitStack() as open_:
        files: dict[str, lzma.LZMAFile] = {}
        for name, line in workers.played(tasks):
            if name not in files:
                files[name] = open_.enter_context(lzma.open(folder / f"{name}{END}", "wb", preset=6))
            files[name].write(line + b"\n")
            counts[name] += 1
    size = sum(path.stat().st_size for path in folder.glob(f"*{END}"))
    counted = ", ".join(f"{name}: {count}" for name, count in sorted(counts.items()))
    sys.stdout.write(f"{counted}; {size // 1000} kB in {folder}, {time.monotonic() - begun:.0f} s\n")
    return 0


def _played(task: Task) -> tuple[str, bytes]:
    made = _made(*task)
    file = f"battles-{made.name.partition('/')[0]}" if isinstance(made, Battle) else "seasons"
    return file, msgspec.json.encode(made)


def _made(kind: str, of: dict[str, Any]) -> Battle | Season:
    match kind:
        case "golden":
            return battles.recorded(of["name"], Path(of["path"]).read_text(encoding="utf-8"))
        case "random":
            return battles.played(**of)
        case "demo":
            return seasons.play_demo(**of)
        case "season":
            return seasons.play_season(**of)
        case _:
            return seasons.play_alone(**of)


# ------------------------------------------------------------ comparing


def lines(folder: Path, quick: bool = False, only: str = "") -> Iterator[tuple[str, bytes]]:
    """What is recorded there, seasons first."""
    for path in sorted(folder.glob(f"*{END}"), reverse=True):
        kind = "season" if path.name.startswith("seasons") else "battle"
        with lzma.open(path) as file:
            for number, line in enumerate(file):
                name = msgspec.json.decode(line, type=_Named).name
                few = "on a map" in name if kind == "season" else number % EVERY == 0
                if only in name and (few or not quick):
                    yield kind, line


class _Named(msgspec.Struct):
    name: str
    asked: Any = None


def compare(workers: Workers, asked: argparse.Namespace) -> int:
    begun, count, looked, words = time.monotonic(), 0, 0, Counter[tuple[str, str]]()
    different: list[Found] = []
    for found in workers.compared(lines(asked.folder, asked.quick, asked.only), not asked.api):
        count, looked = count + 1, looked + found.looked
        words.update(found.words)
        if found.structure:
            different.append(found)
            sys.stdout.write(told(found, asked.most))
            sys.stdout.flush()
    if not count:
        sys.stdout.write(f"Nothing is recorded in {asked.folder}.\n")
        return 2
    if asked.words:
        for (was, now), times in words.most_common():
            sys.stdout.write(f"{times:6} times: {was!r}\n          now: {now!r}\n")
    sys.stdout.write(
        f"{count} battles and seasons, {looked} reports, {time.monotonic() - begun:.0f} s. "
        f"Different: {len(different)}. Words differ: {len(words)} (in {words.total()} places).\n"
    )
    return 1 if different else 0


def told(found: Found, most: int) -> str:
    shown = [f"{found.name}: {len(found.structure)} differences\n"]
    for where, was, now in found.structure[:most]:
        shown.append(f"    {where}\n        was {_short(was)}\n        is  {_short(now)}\n")
    return "".join(shown)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 400 else f"{text[:400]}..."


def compare_line(line: tuple[str, bytes], pages: bool = True) -> Found:
    kind, text = line
    if kind == "battle":
        return comparing.battle(battles.read(text))
    return seasons.compare(msgspec.json.decode(text, type=Season), pages)

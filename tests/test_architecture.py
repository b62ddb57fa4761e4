"""The floors hold, and each contract that holds them is seen to break when it should."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest

from tests.conftest import LONGEST_FIRST

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
FLOORS = ("rules", "battles", "campaigns", "leagues", "api", "deploy")

# Where, what is planted there, and the import the contract must name. Each contract's plants are files of its own.
PLANTS: dict[str, list[tuple[str, str, str]]] = {
    "floors": [
        ("rules/upward.py", "import battles.apps", "rules.upward -> battles.apps"),
        ("battles/upward.py", "from campaigns import models", "battles.upward -> campaigns.models"),
        ("campaigns/upward.py", "def late():\n    import api.apps", "campaigns.upward -> api.apps"),
        ("api/upward.py", "import deploy.settings", "api.upward -> deploy.settings"),
    ],
    "pure-rules": [
        (f"rules/impure_{name}.py", f"import {name}", f"rules.impure_{name} -> {name}")
        for name in ("django", "celery", "redis", "random", "secrets", "time", "os", "sqlite3")
    ],
    "stream-alone": [
        ("rules/stream/framed.py", "from rules import frame", "rules.stream.framed -> rules.frame"),
        ("rules/stream/sided.py", "from rules.battle import Battle", "rules.stream.sided -> rules.battle"),
        ("rules/stream/booked.py", "import rules.systems.tanks", "rules.stream.booked -> rules.systems.tanks"),
    ],
    "pure-campaigns": [
        ("campaigns/theatre/impure.py", "import random", "campaigns.theatre.impure -> random"),
        ("campaigns/season/impure.py", "from campaigns import models", "campaigns.season.impure -> campaigns.models"),
    ],
    "theatre-alone": [
        (
            "campaigns/theatre/sociable.py",
            "from campaigns import season",
            "campaigns.theatre.sociable -> campaigns.season",
        ),
    ],
    "rulebooks-apart": [
        ("rules/systems/planted_a/__init__.py", "import rules.systems.planted_b.tables", "rules.systems.planted_b"),
        ("rules/systems/planted_b/__init__.py", "", ""),
        ("rules/systems/planted_b/tables.py", "", ""),
    ],
    "rulebooks-inside": [
        ("battles/prying.py", "import rules.systems", "battles.prying -> rules.systems"),
        ("api/prying.py", "import rules.systems.planted_a", "api.prying -> rules.systems.planted_a"),
    ],
    "forms-alone": [
        ("battles/forms/planted.py", "from battles.pages import urls", "battles.forms.planted -> battles.pages"),
    ],
    "presenters": [
        ("api/planted.py", "from battles.pages import urls", "api.planted -> battles.pages"),
        ("battles/presenters/planted.py", "import battles.pages.urls", "battles.presenters.planted -> battles.pages"),
    ],
    "log-alone": [
        ("battles/planted.py", "from battles.log.tables import LogRow", "battles.planted -> battles.log.tables"),
        ("campaigns/planted.py", "from battles.log import writer", "campaigns.planted -> battles.log.writer"),
    ],
}
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the five floors with the configuration of the tools. Take it clean, or `planted`."""
    copy = tmp_path_factory.mktemp("house")
    for floor in FLOORS:
        shutil.copytree(ROOT / floor, copy / floor, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", copy)
    return copy


@contextmanager
def planted(house: Path, files: Iterable[tuple[str, str]]) -> Iterator[None]:
    """These files more in it: path and text."""
    there: list[Path] = []
    try:
        for path, text in files:
            there.append(house / path)
            assert not there[-1].exists()
            there[-1].parent.mkdir(exist_ok=True)
            there[-1].write_text(text + "\n")
        yield
    finally:
        for file in there:
            file.unlink()
            if not any(file.parent.iterdir()):
                file.parent.rmdir()


def run(house: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, cwd=house, env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL)


def lint_imports(house: Path) -> subprocess.CompletedProcess[str]:
    return run(house, str(BIN / "lint-imports"), "--no-cache", "--no-logo")


def test_the_floors_hold(house: Path) -> None:
    done = lint_imports(house)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"Contracts: {len(PLANTS)} kept, 0 broken." in done.stdout


@pytest.fixture(scope="module")
def broken(house: Path) -> dict[str, str]:
    """What is said of each contract, by its id, when all are broken at once."""
    with planted(house, [(path, text) for plants in PLANTS.values() for path, text, _ in plants]):
        done = lint_imports(house)
    assert done.returncode == 1, done.stdout + done.stderr
    _kept, _line, said = done.stdout.partition("Broken contracts")
    names = {contract["name"]: contract["id"] for contract in CONTRACTS}
    parts = re.split(f"^({'|'.join(map(re.escape, names))})$", said, flags=re.MULTILINE)[1:]
    return {names[name]: " ".join(text.split()) for name, text in zip(parts[::2], parts[1::2], strict=True)}


@pytest.mark.parametrize("contract", PLANTS)
def test_each_contract_bites(broken: dict[str, str], contract: str) -> None:
    assert broken.keys() == PLANTS.keys()
    assert [named for _, _, named in PLANTS[contract] if named not in broken[contract]] == []


def test_no_module_imports_itself_by_way_of_others() -> None:
    """What types alone need is not imported when Leaguer runs."""
    floors = ("rules", "battles", "campaigns", "leagues", "api", "deploy")
    graph = grimp.build_graph(*floors, cache_dir=None, exclude_type_checking_imports=True)
    modules = {name for name in graph.modules if ".migrations" not in name}
    sorter = TopologicalSorter({name: graph.find_modules_directly_imported_by(name) & modules for name in modules})
    sorter.prepare()  # CycleError names them


BANNED = {
    "datetime.now": "from datetime import datetime\n\nnow = datetime.now()",
    "datetime.utcnow": "import datetime\n\nnow = datetime.datetime.utcnow()",
    "date.today": "from datetime import date\n\nnow = date.today()",
    "uuid4": "from uuid import uuid4\n\nfresh = uuid4()",
    "uuid1": "import uuid\n\nfresh = uuid.uuid1()",
    "random": "from random import randint\n\ndie = randint(1, 6)",
    "time": "import time as clock\n\nnow = clock.time()",
    "os": "import os.path\n\nhere = os.path.curdir",
    "open": 'table = open("tables.csv")',
    "get_model": 'from django.apps import apps\n\nrow = apps.get_model("battles", "Sheet")',
}


def banned(what: str) -> str:
    return f"rules/banned_{what.replace('.', '_')}.py"


@pytest.fixture(scope="module")
def refused(house: Path) -> str:
    """What ruff says of all that is banned."""
    ruff = (str(BIN / "ruff"), "check", "--no-cache", "--output-format", "concise", "--select", "TID251,PTH123")
    with planted(house, [(banned(what), text) for what, text in BANNED.items()]):
        done = run(house, *ruff, *map(banned, BANNED))
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("what", BANNED)
def test_what_imports_cannot_show_is_banned_in_rules(refused: str, what: str) -> None:
    """Each is refused inside rules by a rule that speaks of rules, or by one that holds for the builtin."""
    assert re.search(rf"^{re.escape(banned(what))}:.* (TID251|PTH123) ", refused, re.MULTILINE), refused


def test_only_the_log_names_its_tables() -> None:
    """By SQL too: what no import shows. Migrations make the tables, and the admin's view has a name of its own."""
    name = re.compile(r"\blog_(row|stream|sealed|switch|forgotten)\b")
    home = {ROOT / "battles" / "log", ROOT / "battles" / "migrations"}
    guilty = [
        path.relative_to(ROOT).as_posix()
        for floor in FLOORS
        for path in (ROOT / floor).rglob("*.py")
        if not home & set(path.parents) and name.search(path.read_text())
    ]
    assert guilty == []


RULEBOOK = """
from typing import Any

from rules.contract import RuleSystem


def unused(*args: Any) -> Any:
    raise AssertionError("a planted rulebook is found, not played")


FUNCTIONS = (
    "catalogue muster start decide evolve reporter legal see see_event outcome narrate aftermath between_rounds draft "
    "possible grounds"
)
SYSTEM = RuleSystem(
    key="planted", name="Planted", number="999", editions=("1",), scenarios=(), options=(), commands=(), events=(),
    condition=object, facts={}, **dict.fromkeys(FUNCTIONS.split(), unused),
)
"""


def test_a_rulebook_is_found_by_adding_its_folder(house: Path) -> None:
    asked = "from rules import all_systems, system; print(system('planted').name)"
    with planted(house, [("rules/systems/planted/__init__.py", RULEBOOK)]):
        done = run(house, sys.executable, "-c", asked)
    assert done.stdout.strip() == "Planted", done.stderr


def test_nothing_outside_a_rulebooks_folder_names_it() -> None:
    """So that the next one needs nothing edited. Only the demo, which plays a battle of one, may."""
    keys = [path.parent.name for path in (ROOT / "rules" / "systems").glob("*/__init__.py")]
    assert keys
    name = re.compile(rf"\b({'|'.join(keys)})\b")
    guilty = [
        path.relative_to(ROOT).as_posix()
        for floor in FLOORS
        for path in (ROOT / floor).rglob("*.py")
        if not {"systems", "demo"} & set(path.parts) and name.search(path.read_text())
    ]
    assert guilty == []


LONGEST = 50  # lines
DEFINED = re.compile(r"( *)(?:async )?(def|class) ")


def long_functions(text: str) -> list[str]:
    """Those of a module that have more lines than a screen: their names."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    found = [node for node in ast.walk(ast.parse(text)) if isinstance(node, kinds)] if _may_be_long(text) else []
    return [node.name for node in found if node.end_lineno and node.end_lineno - node.lineno >= LONGEST]


def _may_be_long(text: str) -> bool:
    """Whether a module is worth parsing, which takes long: from some function there are so many lines to the next one
    that is not within it, or one begins within a text."""
    if any(re.search(r"^ *(?:async )?def ", quoted, re.MULTILINE) for quoted in text.split('"""')[1::2]):
        return True
    lines = text.splitlines()
    begins = [(n, len(found[1]), found[2]) for n, found in enumerate(map(DEFINED.match, lines)) if found]
    for place, (number, indent, kind) in enumerate(begins, 1):
        end = next((n for n, other, _kind in begins[place:] if other <= indent), len(lines))
        if kind == "def" and end - number >= LONGEST:
            return True
    return False


def test_no_function_is_longer_than_a_screen() -> None:
    modules = [path for floor in (*FLOORS, "tests") for path in (ROOT / floor).rglob("*.py")]
    guilty = {path.relative_to(ROOT).as_posix(): long_functions(path.read_text()) for path in modules}
    assert {path: names for path, names in guilty.items() if names} == {}


def test_a_function_longer_than_a_screen_is_seen() -> None:
    lines = ["def long() -> None:", *["    pass"] * LONGEST]
    assert long_functions("\n".join(lines)) == ["long"]
    assert long_functions("\n".join(lines[:-1])) == []
    within = [*lines[:20], "    def short() -> None:", "        pass", *lines[20:40], *lines[40:]]
    assert long_functions("\n".join(within)) == ["long"]
    quoted = [*lines[:20], '    text = """', "def told() -> None:", '"""', *lines[20:]]
    assert long_functions("\n".join(quoted)) == ["long"]
    assert long_functions("\n".join(["class Whole:", *(f"    {line}" for line in lines)])) == ["long"]


MOST_LINES = 400  # of a module


def test_no_module_is_longer_than_400_lines() -> None:
    """Of product and tests; migrations are written by Django."""
    modules = [path for floor in (*FLOORS, "tests") for path in (ROOT / floor).rglob("*.py")]
    lines = {path: len(path.read_text().splitlines()) for path in modules if "migrations" not in path.parts}
    assert {path.relative_to(ROOT).as_posix(): n for path, n in lines.items() if n > MOST_LINES} == {}


COMPLEX = "def tangled(n: int) -> None:\n" + "    if n:\n        pass\n" * 15


def test_a_function_of_many_branches_is_refused(house: Path) -> None:
    """By ruff, as `make lint` runs it, on every floor."""
    ruff = (str(BIN / "ruff"), "check", "--no-cache", "--output-format", "concise")
    with planted(house, [("campaigns/tangled.py", COMPLEX)]):
        done = run(house, *ruff, "campaigns/tangled.py")
    assert "C901" in done.stdout


def test_the_files_that_are_run_first_are_there() -> None:
    assert [name for name in LONGEST_FIRST if not (ROOT / name).is_file()] == []

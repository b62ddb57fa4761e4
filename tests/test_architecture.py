"""The floors hold, and each contract that holds them is seen to break when it should."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
FLOORS = ("rules", "battles", "campaigns", "api", "deploy")

# Where, what is planted there, and the import the contract must name.
PLANTS: dict[str, list[tuple[str, str, str]]] = {
    "floors": [
        ("rules/planted.py", "import battles.apps", "rules.planted -> battles.apps"),
        ("battles/planted.py", "from campaigns import models", "battles.planted -> campaigns.models"),
        ("campaigns/planted.py", "def late():\n    import api.apps", "campaigns.planted -> api.apps"),
        ("api/planted.py", "import deploy.settings", "api.planted -> deploy.settings"),
    ],
    "pure-rules": [
        (f"rules/planted_{name}.py", f"import {name}", f"rules.planted_{name} -> {name}")
        for name in ("django", "celery", "redis", "random", "secrets", "time", "os", "sqlite3")
    ],
    "pure-campaigns": [
        ("campaigns/ruling/planted.py", "import random", "campaigns.ruling.planted -> random"),
        ("campaigns/season/planted.py", "from campaigns import models", "campaigns.season.planted -> campaigns.models"),
    ],
    "theatre-alone": [
        (
            "campaigns/theatre/planted.py",
            "from campaigns import season",
            "campaigns.theatre.planted -> campaigns.season",
        ),
    ],
    "rulebooks-apart": [
        ("rules/systems/planted_a/__init__.py", "import rules.systems.planted_b.tables", "rules.systems.planted_b"),
        ("rules/systems/planted_b/__init__.py", "", ""),
        ("rules/systems/planted_b/tables.py", "", ""),
    ],
    "rulebooks-inside": [
        ("rules/systems/planted_a/__init__.py", "", ""),
        ("battles/planted.py", "import rules.systems", "battles.planted -> rules.systems"),
        ("api/planted.py", "import rules.systems.planted_a", "api.planted -> rules.systems.planted_a"),
    ],
    "log-alone": [
        ("battles/planted.py", "from battles.log.tables import LogRow", "battles.planted -> battles.log.tables"),
        ("campaigns/planted.py", "from battles.log import writing", "campaigns.planted -> battles.log.writing"),
    ],
}


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the five floors with the configuration of the tools, to plant violations in."""
    for floor in FLOORS:
        shutil.copytree(ROOT / floor, tmp_path / floor, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def plant(house: Path, path: str, text: str) -> None:
    (house / path).parent.mkdir(parents=True, exist_ok=True)
    (house / path).write_text(text + "\n")


def run(house: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=house, capture_output=True, text=True, stdin=subprocess.DEVNULL)


def lint_imports(house: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return run(house, str(BIN / "lint-imports"), "--no-cache", "--no-logo", *options)


def test_the_floors_hold(house: Path) -> None:
    done = lint_imports(house)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"Contracts: {len(PLANTS)} kept, 0 broken." in done.stdout


@pytest.mark.parametrize("contract", PLANTS)
def test_each_contract_bites(house: Path, contract: str) -> None:
    for path, text, _ in PLANTS[contract]:
        plant(house, path, text)
    done = lint_imports(house, "--contract", contract)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 broken" in done.stdout
    said = " ".join(done.stdout.split())
    assert [named for _, _, named in PLANTS[contract] if named not in said] == []


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


@pytest.mark.parametrize("what", BANNED)
def test_what_imports_cannot_show_is_banned_in_rules(house: Path, what: str) -> None:
    """Each is refused inside rules by a rule that speaks of rules, or by one that holds for the builtin."""
    plant(house, "rules/planted.py", BANNED[what])
    done = run(house, str(BIN / "ruff"), "check", "--no-cache", "--select", "TID251,PTH123", "rules/planted.py")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "TID251" in done.stdout or "PTH123" in done.stdout


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
    plant(house, "rules/systems/planted/__init__.py", RULEBOOK)
    done = run(house, sys.executable, "-c", "from rules import all_systems, system; print(system('planted').name)")
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

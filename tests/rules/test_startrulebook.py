"""`manage.py startrulebook`: what it writes is laid out, documented and playable.

That it keeps every law of the suite at once, and that the suite sees it break, is tested in `test_the_laws_bite`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command

import rules
from battles.management.commands.startrulebook import write
from rules.contract import Refused
from rules.player import play
from rules.stream.facts import facts
from rules.stream.revision.reports import Declare, Undo
from tests.rules.toys import toy

ROOT = Path(__file__).parents[2]
FLOORS = ("battles", "campaigns", "leagues", "api", "deploy", "tests")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """This tree with a rulebook started in it, as the only one there."""
    copy = tmp_path_factory.mktemp("tree")
    for floor in FLOORS:
        (copy / floor).symlink_to(ROOT / floor)
    shutil.copytree(ROOT / "rules", copy / "rules", ignore=without_rulebooks)
    for file in ("manage.py", "pyproject.toml"):
        shutil.copy(ROOT / file, copy)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rules, "__file__", str(copy / "rules" / "__init__.py"))
        call_command("startrulebook", "tank_duel", name="Tank Duel", number="042", stdout=StringIO())
    return copy


def without_rulebooks(folder: str, there: list[str]) -> list[str]:
    """What is not copied of a folder."""
    return [one for one in there if folder.endswith("/systems") and one != "__init__.py"]


def run(tree: Path, *arguments: str) -> None:
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{tree}/test.sqlite3", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def again(tree: Path, hash_seed: str, *keys: str) -> list[list[str]]:
    """What the suite compares under two hash seeds, by rulebook."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "tests.rules.conformance.again", *keys]
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=True)
    return [[line for line in done.stdout.splitlines() if line.startswith(f"{key} ")] for key in keys]


def test_the_new_rulebook_is_laid_out_and_linted(tree: Path) -> None:
    folder = "rules/systems/tank_duel"
    run(tree, "-m", "ruff", "check", "--no-cache", folder)
    run(tree, "-m", "ruff", "format", "--no-cache", "--check", folder)


def test_nothing_of_the_template_is_left(tree: Path) -> None:
    folder = tree / "rules" / "systems" / "tank_duel"
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert len(files) >= 13
    for path in files:
        assert "RULEBOOK_" not in path.read_text(encoding="utf-8"), path
    assert "# Tank Duel: rules 042" in (folder / "RULES.md").read_text(encoding="utf-8")


def test_every_ruling_of_the_new_rulebook_names_rules_it_has(tree: Path) -> None:
    folder = tree / "rules" / "systems" / "tank_duel"
    chapters = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    named = re.findall(r'rules: ClassVar = \("(R\d+)",\)', chapters)
    assert len(named) == chapters.count("(Event, frozen=True")
    assert set(named) <= set(
        re.findall(r"^\| (R\d+) ", (folder / "RULES.md").read_text(encoding="utf-8"), re.MULTILINE)
    )


def test_the_new_rulebook_can_be_declared_and_mended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shot that waits is declared away; the report after it is corrected; all of it is undone, and redone."""
    with toy(tmp_path, "mended_toy") as system:
        monkeypatch.setattr(rules, "all_systems", lambda: {"mended_toy": system})
        table = play(system, Random(1).randrange, 8)
        seen = [facts(table.battle.play)]
        table.report("", Declare(facts={"shot": None, "vehicles.red-1.damage": 1}, reason="as it stands"))
        seen.append(facts(table.battle.play))
        assert (seen[1]["vehicles.red-1.damage"], seen[1]["shot"]) == (1, None)
        for wanted in (seen[0], seen[1]):
            position = table.battle.redo or table.battle.last
            table.report("", Undo(position=position))
            assert facts(table.battle.play) == wanted


def test_a_battle_of_the_new_rulebook_can_be_recorded(tree: Path) -> None:
    """As often as it is asked for under another name, and never over one that is there."""
    first, second = (tree / "rules/systems/tank_duel/golden/1" / f"{name}.jsonl" for name in ("first_battle", "second"))
    recorded = first.read_bytes()
    run(tree, "-m", "tests.rules.recordings", "tank_duel", "1/second", "7")
    try:
        assert second.read_text(encoding="utf-8").startswith('{"type":"Mustered"')
        assert second.with_name("second.expect.json").exists()
        with pytest.raises(AssertionError, match=r"first_battle\.jsonl is recorded already"):
            run(tree, "-m", "tests.rules.recordings", "tank_duel", "1/first_battle")
        assert first.read_bytes() == recorded
    finally:
        second.unlink(missing_ok=True)
        second.with_name("second.expect.json").unlink(missing_ok=True)


DECLARED = [
    ({"conceded": "green"}, "facts.conceded", "Name a side"),
    ({"round": 99}, "facts.round", "Name one of them"),
    ({"shot": {"unit": "red-1", "target": "nobody", "hits": 1}}, "facts.shot", "Name a vehicle and its target"),
    (
        {"shot": {"unit": "red-1", "target": "blue-1", "hits": 1}, "vehicles.blue-1.turned": True},
        "facts.shot",
        "Declare its damage",
    ),
    ({"vehicles.red-1.feats": [{"kind": "kill", "report": 2, "of": "x"}]}, "facts.vehicles.red-1.feats", "Name a"),
    ({"vehicles.red-1.recovered": True}, "facts.vehicles.red-1.recovered", "Declare its damage"),
]


@pytest.mark.parametrize(("values", "field", "remedy"), DECLARED)
def test_what_no_battle_can_be_in_is_refused_with_its_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, values: dict[str, Any], field: str, remedy: str
) -> None:
    with toy(tmp_path, "strict_toy") as system:
        monkeypatch.setattr(rules, "all_systems", lambda: {"strict_toy": system})
        table = play(system, Random(1).randrange, 3)
        with pytest.raises(Refused) as caught:
            table.report("", Declare(facts=values, reason="as it stands"))
        assert caught.value.field == field
        assert caught.value.remedy is not None
        assert remedy in caught.value.remedy.text()


def test_a_round_nobody_can_act_in_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with toy(tmp_path, "stuck_toy") as system:
        monkeypatch.setattr(rules, "all_systems", lambda: {"stuck_toy": system})
        table = play(system, Random(1).randrange, 0)
        acted = {f"vehicles.{unit.id}.acted": True for unit in table.mustered.units}
        with pytest.raises(Refused, match="Nobody is left to act"):
            table.report("", Declare(facts=acted, reason="as it stands"))
        table.report("", Declare(facts={"round": 2}, reason="as it stands"))
        assert table.battle.play.round == 2


def test_an_order_that_hangs_on_the_hash_seed_is_seen(tree: Path) -> None:
    """What no law can see within one process: a set's order in what may be reported."""
    systems = tree / "rules" / "systems"
    write(systems / "broken_duel", {"RULEBOOK_KEY": "broken_duel", "RULEBOOK_NAME": "Broken", "RULEBOOK_NUMBER": "043"})
    shooting = systems / "broken_duel" / "shooting.py"
    text = shooting.read_text(encoding="utf-8")
    broken = text.replace(
        "for enemy in enemies)", "for enemy in [state.vehicles[e] for e in {one.id for one in enemies}])"
    )
    assert broken != text
    shooting.write_text(broken, encoding="utf-8")
    first, second = (again(tree, hash_seed, "tank_duel", "broken_duel") for hash_seed in ("1", "4242"))
    assert first[0] == second[0] != []
    assert first[1] != second[1]


@pytest.mark.parametrize("key", ["Tank", "1tank", "tank-duel", "../tank", "", "class", "t" * 41])
def test_a_key_that_is_no_folder_s_name_is_refused(key: str) -> None:
    with pytest.raises(CommandError, match="cannot name a rulebook"):
        call_command("startrulebook", key)


@pytest.mark.parametrize("options", [["--name", 'a "quoted" name'], ["--name", "back\\slash"], ["--number", "a b"]])
def test_a_name_or_number_that_would_break_the_code_is_refused(options: list[str]) -> None:
    with pytest.raises(CommandError):
        call_command("startrulebook", "never_written", *options)
    assert not (Path(rules.__file__).parent / "systems" / "never_written").exists()


def test_a_folder_that_is_there_is_left_alone(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "__file__", str(tree / "rules" / "__init__.py"))
    folder = tree / "rules" / "systems" / "tank_duel"
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    with pytest.raises(CommandError, match="exists already"):
        call_command("startrulebook", "tank_duel")
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before

"""Old battles replay for ever: refolded and decided again, they are what they were."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import rules
from rules.contract import Mustered, RuleSystem
from rules.record import codecs
from tests.rules.conformance.again import GAMES, looked_at
from tests.rules.conformance.goldens import expectation_of, folder, recorded
from tests.rules.recordings import decided_again, expectation, fold, loads

ROOT = Path(__file__).parents[3]


def test_every_edition_has_a_recorded_battle(system: RuleSystem) -> None:
    assert {path.parent.name for path in recorded(system)} >= set(system.editions)


def test_a_recorded_battle_folds_to_what_it_was(golden: Path) -> None:
    entries = loads(golden.read_text(encoding="utf-8"))
    expected = json.loads(expectation_of(golden).read_text(encoding="utf-8"))
    assert json.loads(msgspec.json.encode(expectation(entries))) == expected


def test_a_recorded_battle_is_decided_as_it_was(golden: Path) -> None:
    entries = loads(golden.read_text(encoding="utf-8"))
    for was, now in zip(entries, decided_again(entries), strict=True):
        assert now == was


def test_a_recorded_battle_stands_in_its_edition_s_folder(golden: Path) -> None:
    mustered = loads(golden.read_text(encoding="utf-8"))[0].events[0]
    assert isinstance(mustered, Mustered)
    assert golden.parent.name == mustered.edition
    assert golden.parents[2] == folder(rules.system(mustered.system))


def test_a_recorded_battle_has_been_fought_to_its_end(golden: Path) -> None:
    assert fold(loads(golden.read_text(encoding="utf-8"))).outcome().over


def test_rows_of_today_s_version_are_written_as_they_were_read(golden: Path) -> None:
    for line in golden.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        system = rules.system(json.loads(golden.read_text(encoding="utf-8").splitlines()[0])["data"]["system"])
        events, _commands = codecs(system)
        if events.types[row["type"]].version == row["version"]:
            event = events.decode(row["type"], row["version"], json.dumps(row["data"]))
            assert json.loads(events.encode(event)[2]) == row["data"]


Made = list[dict[str, list[str]]]


@pytest.fixture(scope="module")
def made_under() -> Made:
    """What `again` prints under two hash seeds, by rulebook; one process a seed makes all of them."""
    return [_again(seed) for seed in ("1", "4242")]


@pytest.mark.at_length
def test_no_hash_seed_changes_anything(system: RuleSystem, made_under: Made) -> None:
    first, second = (made[system.key] for made in made_under)
    assert len(first) == len(looked_at(system)) + GAMES
    assert first == second


def _again(hash_seed: str) -> dict[str, list[str]]:
    keys = list(rules.all_systems())
    command = [sys.executable, "-m", "tests.rules.conformance.again", *keys]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    lines = run.stdout.splitlines()
    return {key: [line for line in lines if line.startswith(f"{key} ")] for key in keys}

"""A backup that was torn, as by a copy that broke off or a disk that rots: it is refused and changes nothing, or it
says the same as before it was."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError

from tests.chaos.conftest import KILLS
from tests.databases import Scratch
from tests.deploy import conftest as of_backups
from tests.deploy.house import contents, run

migrated, filled, database = of_backups.migrated, of_backups.filled, of_backups.database
backup_of_filled, at_once = of_backups.backup_of_filled, of_backups.at_once


def tear(file: Path, chance: Random) -> str:
    """What was done to it."""
    whole = file.read_bytes()
    at = chance.randrange(len(whole))
    match chance.choice(["cut", "flip", "zeros", "moved"]):
        case "cut":
            file.write_bytes(whole[:at])
            return f"cut at {at}"
        case "flip":
            file.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << chance.randrange(8)]) + whole[at + 1 :])
            return f"flipped at {at}"
        case "zeros":
            file.write_bytes((whole[:at] + bytes(4096) + whole[at + 4096 :])[: len(whole)])
            return f"zeros at {at}"
        case _:
            file.write_bytes(whole[:at] + whole[at + 512 :])
            return f"512 bytes are missing at {at}"


@pytest.mark.only_on("sqlite")
@pytest.mark.usefixtures("at_once")
def test_a_torn_backup(database: Scratch, backup_of_filled: Path, tmp_path: Path, tell: Callable[[str], None]) -> None:
    file, chance, refused, times = tmp_path / "club.zip", Random(11), 0, max(12, KILLS)
    shutil.copy(backup_of_filled, file)
    run("restore", str(file), "--replace")
    before = contents()
    for _n in range(times):
        shutil.copy(backup_of_filled, file)
        what = tear(file, chance)
        try:
            run("restore", str(file), "--replace")
        except CommandError:
            refused += 1
        assert contents() == before, what
    tell(f"{times} torn backups: {refused} refused, {times - refused} restored whole")
    assert refused > times * 3 // 4

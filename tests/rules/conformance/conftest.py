"""Every law runs on every rulebook found, every golden law on every recorded battle found."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules import all_systems
from tests.rules.conformance.goldens import recorded


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "system" in metafunc.fixturenames:
        systems = all_systems()
        metafunc.parametrize("system", list(systems.values()), ids=list(systems))
    if "golden" in metafunc.fixturenames:
        found: list[Path] = [path for system in all_systems().values() for path in recorded(system)]
        metafunc.parametrize("golden", found, ids=["/".join(path.parts[-4:]) for path in found])

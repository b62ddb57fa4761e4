"""What Leaguer is installed with: licences that fit the project's own (MIT), and the bill of materials of a release."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib.metadata import metadata
from pathlib import Path

import pytest

from tests.workers import ROOT

# LGPL and MPL ask for nothing where a library is used unmodified beside our own files.
FITTING = re.compile(
    r"\b(MIT|MIT-0|MIT-CMU|(New )?BSD|Apache|PSFL?|Python Software Foundation|ZPL|Zope|LGPL-?v?3|MPL|Mozilla)\b", re.I
)
NOT_FITTING = re.compile(r"\b(AGPL|GPL-?v?[23]|GNU (Affero )?General Public|Commercial|Proprietary|SSPL|BUSL)\b", re.I)


def pins(path: Path = ROOT / "requirements.txt") -> dict[str, str]:
    """Name and version of everything that a club installs."""
    return dict(re.findall(r"^([a-z0-9][a-z0-9._-]*)(?:\[.*\])?==(\S+) ", path.read_text(), re.MULTILINE))


def licence(name: str) -> str:
    told = metadata(name)
    classified = [one.rpartition(" :: ")[2] for one in told.get_all("Classifier") or [] if one.startswith("License")]
    words = [one[:60] for field in ("License-Expression", "License") for one in told.get_all(field) or []]
    return " | ".join([*words, *classified])


def test_every_library_may_be_used_by_a_project_under_mit() -> None:
    told = {name: licence(name) for name in pins()}
    assert len(told) > 70
    assert {name: words for name, words in told.items() if not FITTING.search(words) or NOT_FITTING.search(words)} == {}


def test_what_would_not_fit_is_seen() -> None:
    assert NOT_FITTING.search("GPL-3.0-only")
    assert NOT_FITTING.search("GNU Affero General Public License v3")
    assert not NOT_FITTING.search("LGPL-3.0-only")
    assert not FITTING.search("Proprietary")


@pytest.mark.soak
def test_the_bill_of_materials_names_all_that_is_installed(tmp_path: Path) -> None:
    command = re.search(r"-m (cyclonedx_py .*?)\n\n", (ROOT / "Makefile").read_text(), re.DOTALL)
    assert command is not None
    words = command[1].replace("\\\n", " ").replace("var/leaguer.cdx.json", str(tmp_path / "bill.json")).split()
    subprocess.run([sys.executable, "-W", "ignore", "-m", *words], cwd=ROOT, check=True, timeout=60)
    bill = json.loads((tmp_path / "bill.json").read_text())
    assert bill["metadata"]["component"]["name"] == "leaguer"
    assert {one["name"]: one["version"] for one in bill["components"]} == pins()
    assert all(one["externalReferences"][0]["hashes"] for one in bill["components"])

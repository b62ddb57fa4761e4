"""The Python client in `clients/python` is what the schema makes. What it does over the wire: `test_served.py`."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

from tests.api import documented
from tests.workers import ROOT

FOLDER = ROOT / "clients" / "python"


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate_client", FOLDER / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_client_is_what_the_schema_makes(tmp_path: Path) -> None:
    """`make client` makes it anew."""
    document = documented.document()
    made = generator()
    made.write(document, tmp_path)
    kept = FOLDER / "leaguer_client"
    for folder in made.MADE_HERE:
        anew, here = ({one.name: one.read_text() for one in (at / folder).glob("*.py")} for at in (tmp_path, kept))
        assert anew.keys() == here.keys()
        assert [name for name in anew if anew[name] != here[name]] == []
    text = "".join(one.read_text() for one in (kept / "operations").glob("*.py"))
    names = {said["operationId"] for methods in document["paths"].values() for said in methods.values()}
    assert [one for one in names if f"    def {one}(" not in text] == []

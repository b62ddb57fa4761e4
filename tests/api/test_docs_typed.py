"""What the documentation shows to be typed is typed in as it stands, at a web server."""

from __future__ import annotations

import json
import os
import re
import subprocess
from typing import Any

import pytest
from pytest_django.live_server_helper import LiveServer

from api.models import issue
from tests.api import documented
from tests.api.conftest import Caller
from tests.api.playing import alpha_66
from tests.cast import Cast

pytestmark = [pytest.mark.django_db(transaction=True)]
BLOCK = re.compile(r"^```sh$(.*?)^```$", re.MULTILINE | re.DOTALL)


def documents(text: str) -> list[Any]:
    """The JSON objects in a terminal's output, in order."""
    decoder, found, at = json.JSONDecoder(), [], 0
    while (start := text.find("{", at)) >= 0:
        one, at = decoder.raw_decode(text, start)
        found.append(one)
    return found


@pytest.mark.only_on("sqlite")
@pytest.mark.usefixtures("unlimited", "transactional_db")
def test_undo_and_correct_by_curl(live_server: LiveServer, cast: Cast) -> None:
    battle = alpha_66(cast)
    described = documented.document()["paths"]["/api/v1/battles/{id}/commands/"]["post"]["description"]
    (block,) = BLOCK.findall(described)
    for unit in ("red-1", "red-2"):
        assert Caller(cast.carol).report(battle, "Deploy", unit=unit).status_code == 200
    there = {"API": f"{live_server.url}/api/v1", "BATTLE": battle, "TOKEN": issue(cast.carol)}
    typed = subprocess.run(["sh", "-eu", "-c", block], env=os.environ | there, capture_output=True, text=True)
    assert typed.returncode == 0, typed.stderr
    undone, redone, foreseen, proposed, log = documents(typed.stdout)
    assert [one for one in (undone, redone, foreseen, proposed, log) if "code" in one] == []
    assert [answer["reports"][0]["events"][0]["data"]["act"] for answer in (undone, redone)] == ["undo", "redo"]
    assert foreseen["reports"][0]["preview"]["asks"] is True
    assert proposed["reports"][0]["events"][0]["type"] == "Proposed"
    assert [(one["type"], one["struck"]) for one in log["events"]] == [
        ("Mustered", None),
        ("Deployed", None),
        ("Deployed", None),
        ("Revised", 5),
        ("Revised", None),
        ("Proposed", None),
    ]

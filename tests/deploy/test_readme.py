"""docs/curl.md, typed in as it stands: from `make run` to a settled battle and the retreat from it, with nothing else,
and the league of docs/league.md in the same terminal. Then that `make run` is interrupted."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.databases import Scratch
from tests.deploy.anew import Programs
from tests.deploy.test_run import OWN, ROOT, answers, children, is_alive, running
from tests.length import in_soak
from tests.servers import free_port

BLOCK = re.compile(
    r"^## A first battle by curl$.*?^```sh$(.*?)^```$.*?^## On the map$.*?^```sh$(.*?)^```$", re.MULTILINE | re.DOTALL
)
LEAGUE = re.compile(r"^## By curl$.*?^```sh$(.*?)^```$", re.MULTILINE | re.DOTALL)


MARK = "---- the league"
# The document waits five seconds for the clerk to settle the battle. Here what is awaited ends the wait.
SETTLED = """sleep() {
    for _try in $(seq 150); do
        curl -s "$A/api/v1/campaigns/dd9c0c08-2cd1-5972-a160-b1d6d3121d31/standings/" |
            grep -q '"name":"Alpha 66"[^}]*"won":3' && return
        command sleep 0.2
    done
    return 1
}
"""


def documents(text: str) -> list[dict[str, Any]]:
    """The JSON objects in a terminal's output, in order."""
    decoder, found, at = json.JSONDecoder(), list[dict[str, Any]](), 0
    while (start := text.find("{", at)) >= 0:
        try:
            one, at = decoder.raw_decode(text, start)
        except ValueError:  # cut by `head`
            at = start + 1
        else:
            found.append(one)
    return found


@pytest.fixture(
    params=[
        "forks",
        pytest.param(
            "Python's own",
            marks=in_soak(
                "tests/deploy/test_readme.py::test_the_first_battle_by_curl_and_an_interrupt",
                "tests/deploy/test_settings.py::test_every_part_starts_in_a_python_of_its_own",
            ),
        ),
    ]
)
def programs(request: pytest.FixtureRequest, tmp_path: Path, django_db_blocker: Any) -> Iterator[Programs | None]:
    """What runs Leaguer's four commands: forks of this process, or by `make soak` a Python for each, as it is."""
    if request.param != "forks":
        yield None
        return
    made = Programs(tmp_path)
    try:
        with django_db_blocker.unblock():
            yield made
    finally:
        made.close()


def test_the_first_battle_by_curl_and_an_interrupt(
    here: dict[str, str], whole_demo: Scratch, migrated: Scratch, tmp_path: Path, programs: Programs | None
) -> None:
    """In a database that is made already, and that the demo was loaded into: see test_install, of one that is made as
    it is started. By `make soak` the demo is loaded here."""
    shutil.copy(whole_demo.name if programs else migrated.name, tmp_path / "fresh.sqlite3")
    block = BLOCK.search((ROOT / "docs" / "curl.md").read_text())
    league = LEAGUE.search((ROOT / "docs" / "league.md").read_text())
    assert block is not None
    assert league is not None
    port = free_port()

    def ready(_pid: int) -> bool:
        if programs:
            programs.look()
        return answers(port)

    environment = here | {"DJANGO_SETTINGS_MODULE": "tests.deploy.quick"}
    with running(environment, port, programs.folder if programs else OWN, ready=ready) as process:
        environment = os.environ | {"A": f"http://127.0.0.1:{port}"}
        typed = subprocess.run(
            ["sh", "-eu", "-c", f"{SETTLED}{block[1]}{block[2]}echo; echo {MARK}\n{league[1]}"],
            env=environment,
            capture_output=True,
            text=True,
        )
        assert_an_interrupt_stops_both(process)
    assert not answers(port)
    assert typed.returncode == 0, typed.stderr
    battle, _mark, of_league = typed.stdout.partition(MARK)
    founded(of_league)
    said = documents(battle)
    assert [one for one in said if "code" in one] == []
    undone(said)
    (standings,) = (one for one in said if "standings" in one)
    log = said[said.index(standings) - 1]
    assert [event["type"] for event in log["events"]][-2:] == ["Settled", "Reseeded"]
    rows = {row["name"]: (row["rank"], row["won"], row["lost"]) for row in standings["standings"]}
    assert rows["Alpha 66"] == (1, 3, 0)
    assert rows["Red Banner"][1:] == (0, 2)
    why, score = said[-2:]
    assert why["value"] == "Rasdorf"
    assert why["steps"][-1]["reasons"][-1]["text"] == "Its players chose it."
    (red_banner,) = (row for row in standings["standings"] if row["name"] == "Red Banner")
    assert score["value"] == score["steps"][-1]["after"] == str(red_banner["score"])
    assert "<svg" in battle


def assert_an_interrupt_stops_both(process: subprocess.Popen[bytes]) -> None:
    both = children(process.pid)
    assert set(both) == {"deploy.web", "clerk"}
    process.send_signal(signal.SIGINT)
    assert process.wait(30) == 0
    assert [name for name, pid in both.items() if is_alive(pid)] == []


def founded(text: str) -> None:
    """A league that is told to, and the demo's ratings as a table. No campaign of that name is open: that is said."""
    codes = [one["code"] for one in documents(text) if "code" in one]
    assert len(codes) == 2
    table = text[text.rindex("}") :]
    assert "player" in table.lower()
    assert table.count("\n") > 3


def undone(said: list[dict[str, Any]]) -> None:
    """Bob's undo undid, at once and by his word alone; what he reports then is as if the first shot never was."""
    answers = [one["reports"][0] for one in said if "reports" in one]
    fired, undo, again = answers[:3]
    assert [event["type"] for event in undo["events"]] == ["Revised"]
    revised = undo["events"][0]["data"]
    assert (revised["act"], revised["authority"]) == ("undo", "own")
    assert revised["from_position"] == fired["events"][0]["position"]
    assert again["events"][0]["data"]["roll"] == fired["events"][0]["data"]["roll"]
    assert all(event["type"] != "Proposed" for answer in answers for event in answer["events"])


def test_every_path_the_readme_names_is_there() -> None:
    named = re.findall(r"\]\(([^)#:]+)\)", Path(ROOT / "README.md").read_text())
    assert named
    assert [path for path in named if not (ROOT / path).exists()] == []

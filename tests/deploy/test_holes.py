"""Known holes of libraries are found, and those that are older than docs/security.md allows stop a release."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests import holes
from tests.deploy.conftest import ROOT
from tests.deploy.test_licences import pins

pytestmark = pytest.mark.only_on("sqlite")
OPEN = "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N"
LOCAL = "CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:N/A:N"


@contextmanager
def osv(published: dict[str, dict[str, Any]]) -> Iterator[str]:
    """Speaks as osv.dev does: of each library the holes that are `published`, by the id."""

    class Answering(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
            said = [
                {"vulns": [{"id": id} for id, one in published.items() if one["of"] == query["package"]["name"]]}
                for query in asked
            ]
            self.say({"results": [one if one["vulns"] else {} for one in said]})

        def do_GET(self) -> None:
            id = self.path.rpartition("/")[2]
            self.say({"id": id, **published[id]})

        def say(self, what: object) -> None:
            body = json.dumps(what).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Says nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answering) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


def hole(of: str, days: int, vector: str = LOCAL, called: str = "MODERATE", **more: Any) -> dict[str, Any]:
    """One that was published so many days ago."""
    at = (datetime.now(UTC) - timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")
    score = [{"type": "CVSS_V3", "score": vector}]
    return {"of": of, "published": at, "severity": score, "database_specific": {"severity": called}} | more


def looked(at: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "tests.holes", "requirements.txt"]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | {"OSV": at}, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def test_a_release_without_holes_or_with_young_ones_goes_out() -> None:
    known = {
        "GHSA-1": hole("django", 5, OPEN),
        "GHSA-2": hole("pillow", 25, called="HIGH"),
        "GHSA-3": hole("waitress", 80),
        "GHSA-4": hole("waitress", 800, OPEN, withdrawn="2026-01-01T00:00:00Z"),
    }
    with osv(known) as at:
        status, said = looked(at)
    assert (status, f"{len(pins())} libraries, 3 known holes." in said) == (0, True), said
    assert f"django {pins()['django']}: GHSA-1 (open to all), to be mended until " in said


@pytest.mark.parametrize(
    "old", [hole("django", 8, OPEN), hole("pillow", 31, called="CRITICAL"), hole("waitress", 91)], ids=["7", "30", "90"]
)
def test_one_that_is_older_than_its_time_stops_it(old: dict[str, Any]) -> None:
    with osv({"GHSA-1": old}) as at:
        status, said = looked(at)
    assert (status, "TOO LATE" in said) == (1, True), said


def test_nobody_who_answers_stops_it_too_and_the_times_are_those_of_the_page() -> None:
    assert looked("http://127.0.0.1:9")[0] != 0
    makefile, page = ((ROOT / name).read_text() for name in ("Makefile", "docs/security.md"))
    assert "release: $(VENV)/dev.stamp holes" in makefile
    assert ["within 7 days" in page, "within 30 days" in page, "after 3 months" in page] == [True] * 3
    assert holes.TIMES == {"open to all": 7, "serious": 30, "other": 90}
    assert Path(ROOT / "requirements.txt").read_text().count("==") == len(pins())

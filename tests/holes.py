"""Which known holes the libraries of a release have, and whether the times of docs/security.md are kept: `make holes`.

    python -m tests.holes requirements.txt

asks OSV (https://osv.dev; OSV= names another one that speaks as it does) for the holes of every pin. It ends with 1 if
one is older than its time, and names each in any case, with the day until which a release has to mend it.
"""

from __future__ import annotations

import json
import os
import re
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import Request, urlopen

AT = "https://api.osv.dev"
TIMES = {"open to all": 7, "serious": 30, "other": 90}  # days, as docs/security.md has them
PIN = re.compile(r"^([a-z0-9][a-z0-9._-]*)(?:\[.*\])?==(\S+) ", re.MULTILINE)


class Hole(NamedTuple):
    library: str
    version: str
    id: str
    about: str
    kind: str
    until: datetime

    def said(self, now: datetime) -> str:
        late = " TOO LATE" if now > self.until else ""
        head = f"{self.library} {self.version}: {self.id} ({self.kind})"
        return f"{head}, to be mended until {self.until:%Y-%m-%d}{late}. {self.about}"


def holes(pins: str, at: str) -> list[Hole]:
    """Of these pins, in their order. OSError if nobody answers."""
    named = [(name, version) for name, version in PIN.findall(pins)]
    asked = [{"package": {"name": name, "ecosystem": "PyPI"}, "version": version} for name, version in named]
    answers = _ask(f"{at}/v1/querybatch", {"queries": asked})["results"]
    found = []
    for (name, version), answer in zip(named, answers, strict=True):
        for one in answer.get("vulns", ()):
            told = _ask(f"{at}/v1/vulns/{one['id']}")
            if "withdrawn" not in told:
                kind = kind_of(told)
                until = datetime.fromisoformat(told["published"]) + timedelta(days=TIMES[kind])
                found.append(Hole(name, version, told["id"], str(told.get("summary", "")), kind, until))
    return found


def kind_of(told: dict[str, Any]) -> str:
    """By its CVSS vector: over the network by anybody, without a login; else by what whoever published it calls it."""
    vectors = [str(one.get("score", "")) for one in told.get("severity", ())]
    if any(all(part in one for part in ("AV:N", "PR:N", "UI:N")) for one in vectors):
        return "open to all"
    called = str(told.get("database_specific", {}).get("severity", "")).upper()
    return "serious" if called in ("HIGH", "CRITICAL") else "other"


def _ask(url: str, said: object = None) -> dict[str, Any]:
    body = None if said is None else json.dumps(said).encode()
    with urlopen(Request(url, body, {"Content-Type": "application/json"}), timeout=60) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


def main(path: str) -> int:
    now, pins = datetime.now(UTC), Path(path).read_text()
    found = holes(pins, os.environ.get("OSV", AT))
    for one in found:
        sys.stdout.write(f"{one.said(now)}\n")
    sys.stdout.write(f"{len(PIN.findall(pins))} libraries, {len(found)} known holes.\n")
    return 1 if any(now > one.until for one in found) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

#!/usr/bin/env python3
"""Verify an exported Leaguer log; needs only Python. Usage: verify_export.py [FILE], or from standard input.

The file is JSON lines in UTF-8. Line 1, the header: {"format": "leaguer-log", "version": 1, "stream": id, "kind": text,
"position": number of the last row, "digest": that row's digest}. Each line after it is a row, with the fields named in
FIELDS (all but "stream", which is the header's), "digest", and perhaps "sealed".

- Rows are numbered 1, 2, 3, ... in "position"; "at" (UTC, texts of one width) never runs backward.
- digest = SHA-256 of (digest of the row before + canonical form of this row); before the first row stand 64 zeros.
- The canonical form is the JSON array of the fields in the order of FIELDS, without spaces, characters outside ASCII
  as themselves. "data" and "command_data" are texts that hold JSON; they stand in it as texts, character for character.
- A value that may be hidden or erased is sealed: in its place stands {"sealed": commitment}. "sealed" of the row may
  list such values: [{"place": "data.reason", "salt": text, "value": JSON text}, ...], and then
  commitment = SHA-256 of (salt + ":" + value). A place is "data" or "command" (for "command_data"), the field's name,
  and, where the field holds an object whose entries are sealed each by itself, the entry's name.
- A shuffled deck stands in "data" as {"question": its name, "shows": [its cards], "sealed": commitment, ...}. Disclosed
  it has "salt", and its order in "values": commitment = SHA-256 of these with spaces between, as in a row before.

Says what it found and exits 0, or names the first line that does not hold and exits 1. A chain that someone
recomputed from end to end also holds: compare position and digest with a receipt, or with the campaign's log.
"""

import hashlib
import json
import sys
from collections.abc import Iterable
from typing import Any

FIELDS = ["stream", "position", "type", "version", "data", "command", "ordinal"]
FIELDS += ["command_type", "command_data", "by", "via", "at"]
START = {"position": 0, "digest": "0" * 64, "at": ""}


class Broken(Exception):
    pass


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def canonical(row: dict[str, Any]) -> str:
    return json.dumps([row[field] for field in FIELDS], ensure_ascii=False, separators=(",", ":"))


def committed(row: dict[str, Any], place: str) -> Any:
    """The commitment at a place of a row."""
    root, field, *entry = place.split(".", 2)
    value = json.loads(row[{"data": "data", "command": "command_data"}[root]])[field]
    return (value[entry[0]] if entry else value)["sealed"]


def check(row: dict[str, Any], before: dict[str, Any]) -> None:
    if row["position"] != before["position"] + 1:
        raise Broken(f"position {before['position'] + 1} is missing")
    if row["at"] < before["at"]:
        raise Broken("its time is before that of the row before it")
    if row["digest"] != sha256(before["digest"] + canonical(row)):
        raise Broken("its digest is not that of its content and the row before it")
    for seal in row.get("sealed", []):
        if committed(row, seal["place"]) != sha256(seal["salt"] + ":" + seal["value"]):
            raise Broken(f"the sealed value of {seal['place']} is not the one it commits to")


def check_decks(row: dict[str, Any], sealed: dict[str, str]) -> None:
    found: list[dict[str, Any]] = []
    json.loads(row["data"], object_hook=found.append)
    for deck in (one for one in found if {"question", "shows", "sealed"} <= one.keys()):
        name = f"{deck['question']} {deck['shows']}"
        if "salt" in deck:
            told, before = sha256(" ".join([deck["salt"], *deck["values"]])), sealed.get(name)
        else:
            told, before = deck["sealed"], sealed.setdefault(name, deck["sealed"])
        if not told == before == deck["sealed"]:
            raise Broken(f"the deck {deck['question']} is not the one that was sealed")


def verify(lines: Iterable[bytes]) -> str:
    """What the file holds, in words. ValueError names the first line that does not hold."""
    number, header, last, seals = 1, {}, START, 0
    decks: dict[str, str] = {}
    try:
        for number, line in enumerate(lines, 1):
            read = json.loads(line.decode("utf-8"))
            if number == 1:
                header = read
                if (header["format"], header["version"]) != ("leaguer-log", 1):
                    raise Broken("not the header of a leaguer-log, version 1")
            else:
                row = {**read, "stream": header["stream"]}
                check(row, last)
                check_decks(row, decks)
                last, seals = row, seals + len(row.get("sealed", []))
        if (last["position"], last["digest"]) != (header["position"], header["digest"]):
            raise Broken("the file ends before the row its header names")
        return f"{header['kind']} {header['stream']}, {header['position']} rows, {seals} sealed values"
    except Broken as error:
        raise ValueError(f"line {number}: {error}") from None
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"line {number}: cannot be read ({error!r})") from None


if __name__ == "__main__":
    try:
        with open(sys.argv[1], "rb") if len(sys.argv) > 1 else sys.stdin.buffer as file:
            sys.stdout.write(f"holds: {verify(file)}\n")
    except (OSError, ValueError) as error:
        sys.exit(f"does not hold: {error}")

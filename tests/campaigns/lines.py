"""A kind of roster file for skirmishes: a name, then a vehicle to a line, "Light" or "The Bears = Heavy"."""

from __future__ import annotations

from rules.contract import Refused, say
from rules.rosters import Note, Roster, RosterFormat, Vehicle

HEAD = b"skirmish "


def read(data: bytes) -> Roster:
    if not data.startswith(HEAD):
        raise Refused("skirmish", say("This is no skirmish roster."), say("Send one."), "file", "malformed")
    name, *lines = data.removeprefix(HEAD).decode("utf-8", "replace").splitlines()
    vehicles, notes = [], []
    for n, line in enumerate(lines, 2):
        if line.startswith("#"):
            notes.append(Note(say("line %(n)s", n=n), say("Remarks are not read.")))
            continue
        called, _, model = line.rpartition(" = ")
        vehicles.append(Vehicle(name=called, model=model))
    return Roster(name=name, vehicles=tuple(vehicles), notes=tuple(notes))


def write(roster: Roster) -> bytes:
    lines = (" = ".join(filter(None, (one.name, one.model))) for one in roster.vehicles)
    return HEAD + "\n".join([roster.name, *lines]).encode()


LINES = RosterFormat(
    key="lines", name="Skirmish lines", endings=(".skirmish",), media="text/plain", read=read, write=write
)

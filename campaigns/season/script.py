"""A season's reports as lines of script (`rules.stream.script`): who and what is in it may be called by name.

    enlist bears name='The Bears' side=reds vehicles='[{"id": "bears-1", "model": "Tiger I"}]' player=bob
    sell 'The Bears' vehicles=Erika,bears-2
    bears: order do=attack to=Rasdorf

A platoon in front of a line says for whom it is. A script does not wait: a line that needs what the clerk has still to
do (a battle that is not counted yet) is refused in its place, and the lines from there on are sent again later.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from campaigns.season import MENDS, OF_ORGANISERS, OF_PLAYERS
from campaigns.season.enlistment import Enlist
from campaigns.season.purchases import Buy
from campaigns.season.state import Season
from rules.adjudicate import Who
from rules.contract import Command, Refused, say
from rules.contract import gettext_noop as _
from rules.stream.codec import CommandCodec
from rules.stream.script import Line, parse

REPORTS = CommandCodec((*OF_PLAYERS, *OF_ORGANISERS, *MENDS))


def read(
    text: str, season: Season, who: Who, people: Mapping[str, str], faults: list[Refused] | None = None
) -> Iterator[Line]:
    """The reports of a script, in order, by `who`. `people`: names of accounts, by id.

    Names are those that the season has and the lines before have given. Raises `Refused`, naming the line: for what
    cannot be read, a name that several have, and a platoon in front that is not theirs. `faults` takes such lines up
    instead (`rules.stream.script.parse`).
    """
    names = Names(season, people)
    for line in parse(text, REPORTS, by_key=names.by_key, faults=faults):
        try:
            _theirs(line, season, who, names)
        except Refused as refused:
            if faults is None:
                raise
            faults.append(refused)
            continue
        names.learn(line.command)
        yield line


class Names:
    """What is called how in a season, and in the lines of a script read so far."""

    def __init__(self, season: Season, people: Mapping[str, str]) -> None:
        self._keys: dict[str, dict[str, set[str]]] = {}
        self._known: dict[str, set[str]] = {}
        self._owners: dict[str, str] = {one.id: one.platoon for one in season.vehicles.values()}
        for platoon in season.platoons.values():
            self._add("platoon", platoon.key, platoon.name)
        for vehicle in season.vehicles.values():
            self._add("vehicle", vehicle.id, vehicle.name)
        for kind, called in (("sector", season.opened.sectors), ("side", season.opened.sides), ("person", people)):
            for key, name in called.items():
                self._add(kind, key, name)

    def learn(self, command: Command) -> None:
        """The names that a report gives."""
        if isinstance(command, Enlist):
            self._add("platoon", command.platoon, command.name)
        if isinstance(command, Enlist | Buy):
            for recruit in command.vehicles:
                self._owners[recruit.id] = command.platoon
                self._add("vehicle", recruit.id, command.names.get(recruit.id, recruit.model))

    def by_key(self, kind: type[Command], data: dict[str, Any]) -> dict[str, Any]:
        """A report's data with keys in the place of names. What is no name stays as it is, to be refused as it is."""
        found = dict(data)
        for field in msgspec.structs.fields(kind):
            if field.name in data:
                info = msgspec.inspect.type_info(field.type)
                try:
                    found[field.name] = self._keyed(info, data[field.name], str(found.get("platoon", "")))
                except Refused as refused:
                    refused.field = field.name
                    raise
        return found

    def key(self, kind: str, name: str, platoon: str = "") -> str:
        """The key of what is called so; a key, and what nothing is called, as it stands. A name that several vehicles
        have is the one of that `platoon`."""
        if name in self._known.get(kind, ()):
            return name
        found = self._keys.get(kind, {}).get(name.casefold(), set())
        if len(found) > 1:
            found = {key for key in found if self._owners.get(key, platoon) == platoon} or found
        if len(found) > 1:
            raise Refused(
                "script",
                say(_("“%(name)s” is the name of several."), name=name),
                say(_("Write which one: %(keys)s."), keys=", ".join(sorted(found))),
                code="malformed",
            )
        return next(iter(found), name)

    def _add(self, kind: str, key: str, name: str) -> None:
        self._known.setdefault(kind, set()).add(key)
        self._keys.setdefault(kind, {}).setdefault((name or key).casefold(), set()).add(key)

    def _keyed(self, info: msgspec.inspect.Type, value: Any, platoon: str) -> Any:
        match info, value:
            case msgspec.inspect.Metadata(), str() if named := (info.extra or {}).get("names"):
                return self.key(named, value, platoon)
            case msgspec.inspect.Metadata(), _:
                return self._keyed(info.type, value, platoon)
            case msgspec.inspect.UnionType(), dict():
                parted = (msgspec.inspect.DictType, msgspec.inspect.StructType)
                return next(self._keyed(one, value, platoon) for one in info.types if isinstance(one, parted))
            case msgspec.inspect.VarTupleType(), list():
                return [self._keyed(info.item_type, one, platoon) for one in value]
            case msgspec.inspect.DictType(), dict():
                return {
                    self._keyed(info.key_type, key, platoon): self._keyed(info.value_type, one, platoon)
                    for key, one in value.items()
                }
            case msgspec.inspect.StructType(), dict():
                parts = {one.encode_name: one.type for one in info.fields}
                of = self.key("platoon", value["platoon"]) if isinstance(value.get("platoon"), str) else platoon
                return {
                    name: self._keyed(parts[name], one, of) if name in parts else one for name, one in value.items()
                }
        return value


def _theirs(line: Line, season: Season, who: Who, names: Names) -> None:
    """`Refused` if a line speaks for a platoon that is not the reporter's, or is about another one."""
    if not line.side:
        return
    key = names.key("platoon", line.side)
    mine = season.platoons[key].players if key in season.platoons else (who.id,)
    about = getattr(line.command, "platoon", key)
    if who.id not in mine and not who.referee:
        raise Refused(
            "script",
            say(_("You do not command “%(name)s”."), name=line.side),
            say(_("Leave it out, or name a platoon of your own.")),
            field=f"line {line.number}",
            code="not-yours",
        )
    if about != key:
        raise Refused(
            "script",
            say(_("The line begins with “%(name)s”, and is about “%(other)s”."), name=line.side, other=about),
            say(_("Name one platoon.")),
            field=f"line {line.number}",
            code="malformed",
        )

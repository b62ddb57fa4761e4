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

from campaigns.season import MENDS, OF_ORGANISERS, OF_PLAYERS
from campaigns.season.enlistment import Enlist
from campaigns.season.purchases import Buy
from campaigns.season.state import Season
from rules.adjudicate import Who
from rules.contract import Command, Refused, say
from rules.contract import gettext_noop as _
from rules.stream.codec import CommandCodec
from rules.stream.script import Line, parse
from rules.stream.script_names import ScriptNames

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


class Names(ScriptNames):
    """What is called how in a season, and in the lines of a script read so far."""

    def __init__(self, season: Season, people: Mapping[str, str]) -> None:
        super().__init__(
            platoon={one.key: one.name for one in season.platoons.values()},
            vehicle={one.id: one.name for one in season.vehicles.values()},
            sector=season.opened.sectors,
            side=season.opened.sides,
            person=people,
        )
        self._owners: dict[str, str] = {one.id: one.platoon for one in season.vehicles.values()}

    def learn(self, command: Command) -> None:
        """The names that a report gives."""
        if isinstance(command, Enlist):
            self.add("platoon", command.platoon, command.name)
        if isinstance(command, Enlist | Buy):
            for recruit in command.vehicles:
                self._owners[recruit.id] = command.platoon
                self.add("vehicle", recruit.id, command.names.get(recruit.id, recruit.model))

    def owner(self, data: Mapping[str, Any]) -> str:
        """The platoon: a name that several vehicles have is the one of it."""
        named = data.get("platoon")
        return self.key("platoon", named) if isinstance(named, str) else ""

    def owned(self, keys: set[str], owner: str) -> set[str]:
        return {key for key in keys if self._owners.get(key, owner) == owner}


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
            _("Leave it out, or name a platoon of your own."),
            field=f"line {line.number}",
            code="not-yours",
        )
    if about != key:
        raise Refused(
            "script",
            say(_("The line begins with “%(name)s”, and is about “%(other)s”."), name=line.side, other=about),
            _("Name one platoon."),
            field=f"line {line.number}",
            code="malformed",
        )

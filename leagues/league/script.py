"""A league's reports as lines of script (`rules.stream.script`): people, divisions and campaigns are called by name.

add-campaign campaign='Spring in the fens' division=Premier title='Spring 2031'
move-player 'Desert Fox' Second reason='Asked for it'
set-profile bob alias='Desert Fox'
form-team red-devils name='Red Devils' captain='Desert Fox'
take-in 'Red Devils' bob
close-league-season season=3 moves='[{"player": "bob", "division": "Second"}]'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from leagues.league import MENDS, OF_ORGANISERS, OF_PLAYERS
from leagues.league.divisions import SetDivisions
from leagues.league.players import SetProfile
from leagues.league.state import League
from leagues.league.teams import ChangeTeam, FormTeam
from rules.contract import Command, Refused, say
from rules.contract import gettext_noop as _
from rules.stream.codec import CommandCodec
from rules.stream.script import Line, parse
from rules.stream.script_names import ScriptNames

REPORTS = CommandCodec((*OF_PLAYERS, *OF_ORGANISERS, *MENDS))


def read(
    text: str,
    league: League,
    people: Mapping[str, str],
    campaigns: Mapping[str, str],
    faults: list[Refused] | None = None,
) -> Iterator[Line]:
    """The reports of a script, in order. `people`: names of accounts, by id; `campaigns`: of those that may join.

    Names are those that the league has and the lines before have given. Raises `Refused`, naming the line: for what
    cannot be read, a name that several have, and a line that begins with a side, as leagues have none. `faults` takes
    such lines up instead (`rules.stream.script.parse`).
    """
    names = Names(league, people, campaigns)
    for line in parse(text, REPORTS, by_key=names.by_key, faults=faults):
        if line.side:
            refused = _of_a_side(line)
            if faults is None:
                raise refused
            faults.append(refused)
            continue
        names.learn(line.command)
        yield line


class Names(ScriptNames):
    """What is called how in a league, and in the lines of a script read so far."""

    def __init__(self, league: League, people: Mapping[str, str], campaigns: Mapping[str, str]) -> None:
        players = {key: people.get(key, key) for key in league.players}
        super().__init__(
            player=players,
            person=people,
            division={one.key: one.name for one in league.divisions},
            campaign=campaigns,
            team={one.key: one.name for one in league.teams.values()},
        )
        for player in league.players.values():
            if player.alias:
                self._of_a_player(player.key, player.alias)

    def learn(self, command: Command) -> None:
        """The names that a report gives."""
        if isinstance(command, SetProfile) and command.alias:
            self._of_a_player(command.player, command.alias)
        if isinstance(command, SetDivisions):
            for division in command.divisions:
                self.add("division", division.key, division.name)

        if isinstance(command, FormTeam | ChangeTeam):
            self.add("team", command.team, command.name)

    def _of_a_player(self, key: str, name: str) -> None:
        self.add("player", key, name)
        self.add("person", key, name)


def _of_a_side(line: Line) -> Refused:
    return Refused(
        "script",
        say(_("A league has no sides: the line begins with “%(name)s”."), name=line.side),
        _("Leave it out."),
        field=f"line {line.number}",
        code="malformed",
    )

"""Whose consent a player needs to mend a season: that of everybody whose reports or holdings would change.

What touches more than one fixture needs an organiser; so does what was told before a round was opened or closed, and
whatever an organiser or the clerk has told.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

from campaigns.season import OF_PLAYERS
from campaigns.season.mendable import SeasonHistory
from campaigns.season.refusals import no
from campaigns.season.standings import rung_of
from campaigns.season.state import Fixture, Season
from rules.adjudicate import Who
from rules.contract import Command, Unfallen
from rules.contract import gettext_noop as _
from rules.stream.dice import FallenDice, rolls_of
from rules.stream.history import Past
from rules.stream.revision.branch import Mender
from rules.stream.revision.plan import planned
from rules.stream.revision.reports import Correct, Revised, Undo

BY_PLAYERS = frozenset(kind.__name__ for kind in OF_PLAYERS)


def touched(history: SeasonHistory, state: Season, command: Command) -> tuple[str, ...]:
    """The platoons that this would touch, by key. `Refused` (code "not-yours") for what needs an organiser, and for
    what cannot be done anyway."""
    if not isinstance(command, Undo | Correct) or (isinstance(command, Correct) and command.how == "insert"):
        _ask_an_organiser()
    found = history.reports.get(command.position)
    again = isinstance(command, Undo) and command.position in (state.redo, state.corrected)
    if again:
        _check_own_revision(history, command.position)
    elif found is not None:
        _check_players_own(history, state, found)
    teller = Who(found.by if found is not None and not again else history.rows[command.position - 1].by)
    try:
        told = planned(state, command, Mender(teller, "consent", FallenDice(history.fallen())), history)
    except Unfallen:
        _ask_an_organiser()
    if told.items:
        _ask_an_organiser()
    fixtures = list(_fixtures(state, told.state))
    if len(fixtures) > 1:
        _ask_an_organiser()
    reporters = [key for key, platoon in state.platoons.items() if teller.id in platoon.players]
    holders = [key for key in state.platoons if _holdings(state, key) != _holdings(told.state, key)]
    return tuple(dict.fromkeys((*reporters, *holders, *(key for one in fixtures for key in one.platoons))))


def _check_own_revision(history: SeasonHistory, position: int) -> None:
    """What an organiser has corrected stands until an organiser takes it back."""
    event = history.rows[position - 1].event
    if isinstance(event, Revised) and event.authority == "referee":
        _ask_an_organiser()


def check_told_by_players(state: Season, found: Past, how: str) -> None:
    """Players correct only what players report, and without a die of Leaguer's: it has fallen. They put nothing in."""
    by_player = any(found.by in platoon.players for platoon in state.platoons.values())
    rolled = any(roll.by == "leaguer" for event in found.events for roll in rolls_of(event))
    if how == "insert" or found.type not in BY_PLAYERS or not by_player or rolled:
        _ask_an_organiser()


def _check_players_own(history: SeasonHistory, state: Season, found: Past) -> None:
    """And that in the round that is under way still."""
    check_told_by_players(state, found, "")
    if _turn(history.state_before(found.position)) != _turn(state):
        _ask_an_organiser()


def _turn(season: Season) -> tuple[int, bool]:
    return len(season.rounds), season.under_way is not None


def _fixtures(now: Season, then: Season) -> Iterator[Fixture]:
    """Those that would count, or be fought, otherwise or at another time."""
    for key in dict.fromkeys((*now.fixtures, *then.fixtures)):
        one, other = now.fixtures.get(key), then.fixtures.get(key)
        if one is None or other is None or _counts(one) != _counts(other):
            found = one or other
            assert found is not None
            yield found


def _counts(fixture: Fixture) -> tuple[object, ...]:
    fought = fixture.platoons, fixture.battle, fixture.sides, fixture.reported, fixture.decided, fixture.beaten
    return *fought, fixture.date, fixture.place, fixture.substitutes, fixture.stand_ins


def _holdings(season: Season, key: str) -> object:
    platoon = season.platoons.get(key)
    if platoon is None:
        return None
    return platoon, [season.vehicles[id] for id in platoon.vehicles], rung_of(season, key)


def _ask_an_organiser() -> NoReturn:
    raise no(
        _("This touches more than its own players may settle."),
        _("Ask an organiser to correct it."),
        "by",
        "not-yours",
    )

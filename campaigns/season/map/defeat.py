"""Who has lost the field of a battle on the map, and who of a platoon stands there at all."""

from __future__ import annotations

from collections.abc import Iterator

from campaigns.season import names
from campaigns.season.chapters import SECTOR, Cause, Chapter
from campaigns.season.kept_events import RetreatDue
from campaigns.season.positions import engaged
from campaigns.season.state import Fixture, Platoon, Season, Vehicle
from campaigns.season.vehicles import is_wreck, present
from campaigns.theatre import RESERVE
from rules.contract import Event, Message, say
from rules.contract import gettext_noop as _
from rules.messages import verbatim

CHAPTER = Chapter("Defeat")


class RetreatCancelled(Event, frozen=True, kw_only=True):
    """A platoon that had to retreat need not any more.

    It is made where the enemies have left its sector (a retreat, a ruling, a platoon that is deployed elsewhere or
    dropped), and where a result was decided otherwise or called off while the retreat was due. A battle that is
    corrected makes none: what it comes to takes the place of what was counted, with the retreats that followed.
    """

    platoon: str
    sector: str
    fixture: str = ""


def beaten(fixture: Fixture) -> str:
    """The platoon that a fixture on the map has beaten; "" for nobody, and while nothing is known of it."""
    master = _master(fixture) if fixture.ground is not None else ""
    return next((key for key in fixture.platoons if key != master), "") if master else ""


def _master(fixture: Fixture) -> str:
    """The platoon that is left in possession: as was decided, else who holds the field, else who has won."""
    if fixture.decided is not None:
        winners = [key for key, result in fixture.decided.results.items() if result == "won"]
        return winners[0] if len(winners) == 1 else ""
    if fixture.reported is None:
        return ""
    outcome = fixture.reported.outcome
    forces = fixture.sides.get(outcome.field or outcome.winner)
    return forces.platoon if forces else ""


def has_to_leave(season: Season, platoon: Platoon, fixture: str = "") -> bool:
    """It still stands where it was beaten, beside enemies; no other battle keeps it there, and it has not to leave for
    another one already."""
    ground = season.fixtures[fixture].ground if fixture else None
    there = ground is None or platoon.sector == ground.sector
    kept = platoon.key in engaged(season) or platoon.key in season.retreats
    return there and not kept and faces_enemies(season, platoon)


def faces_enemies(season: Season, platoon: Platoon) -> bool:
    """Platoons of other sides stand in its sector."""
    others = (one for one in season.platoons.values() if one.sector == platoon.sector)
    return platoon.sector not in ("", RESERVE) and any(one.side != platoon.side for one in others)


def relieved(season: Season) -> Iterator[Event]:
    """The retreats that are due no more since the enemies have gone."""
    for key in sorted(season.retreats):
        if not faces_enemies(season, season.platoons[key]):
            yield cancelled(season.retreats[key])


def cancelled(due: RetreatDue) -> RetreatCancelled:
    return RetreatCancelled(platoon=due.platoon, sector=due.sector, fixture=due.fixture)


def in_the_field(season: Season, platoon: Platoon) -> list[Vehicle]:
    """Its vehicles that stand where it does: not those in the workshop, nor in a battle that goes on."""
    fighting = season.fighting()
    return [one for one in present(season, platoon) if one.status != "workshop" and one.id not in fighting]


def drivable(season: Season, platoon: Platoon) -> list[Vehicle]:
    """Those of them that can leave: whatever is no wreck."""
    return [one for one in in_the_field(season, platoon) if not is_wreck(season, one)]


@CHAPTER.evolves
def _cancelled(season: Season, event: RetreatCancelled) -> None:
    season.retreats.pop(event.platoon, None)
    if event.fixture:
        season.fixtures[event.fixture].beaten = ""


def left(season: Season, platoon: str, fixture: str, place: str) -> None:
    """The platoon has gone from the field of this fixture to that place, and has to retreat no more."""
    season.retreats.pop(platoon, None)
    if fixture:
        found = season.fixtures[fixture]
        found.beaten, found.refuges = platoon, found.refuges | {platoon: place}


# -- how it reads ------------------------------------------------------------------------------------------------------


@CHAPTER.narrates
def _tell_cancelled(season: Season, event: RetreatCancelled) -> Message:
    return say(
        _("%(platoon)s need not leave %(sector)s any more."),
        platoon=names.platoon(season, event.platoon),
        sector=verbatim(names.sector(season, event.sector)),
    )


# -- why ---------------------------------------------------------------------------------------------------------------


@CHAPTER.explains(SECTOR)
def _why_stays(season: Season, event: RetreatCancelled, key: str) -> Iterator[Cause]:
    yield Cause(say(_("No enemies share its sector any more, or it was not beaten after all.")), "Retreats")


@CHAPTER.speaks(SECTOR)
def _speaks(season: Season, event: RetreatCancelled, key: str) -> bool:
    return event.platoon == key


def fought_on_map(fixture: Fixture | None, platoon: str) -> bool:
    """Whether the platoon had a battle on the map in it; there is no fixture where the battle had been called off."""
    return fixture is not None and fixture.ground is not None and platoon in fixture.platoons


def why_beaten(season: Season, fixture: Fixture | None) -> Iterator[Cause]:
    """Who lost the field of a fixture that was counted or decided, and why."""
    if fixture is None:
        return
    loser = beaten(fixture)
    if not loser:
        yield Cause(say(_("Nobody is beaten: neither holds the field, and neither has won.")), "Retreats")
    elif fixture.decided is None and fixture.reported is not None and fixture.reported.outcome.field:
        text = _("%(platoon)s is beaten: the other one holds the field.")
        yield Cause(say(text, platoon=names.platoon(season, loser)), "Retreats")
    else:
        text = _("%(platoon)s is beaten: the other one has won.")
        yield Cause(say(text, platoon=names.platoon(season, loser)), "Retreats")

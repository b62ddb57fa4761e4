"""A corrected battle contradicts a retreat: the organiser is offered what it would now have been, and rules on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from campaigns.reports import Gone, Reconsider, RetreatContradicted, RetreatRevised
from campaigns.ruling.beaten import beaten, drivable, has_to_leave, relieved
from campaigns.ruling.checks import fixture_of, no, on_map, organiser
from campaigns.ruling.havens import field_for, havens, way_out
from campaigns.ruling.surrounding import surrounded
from campaigns.season import Fixture, Season
from campaigns.season.whereabouts import changing_hands, engaged, places, sectors_of
from campaigns.theatre import RESERVE
from rules.adjudicate import Who
from rules.contract import Decision, Dice, Event, say
from rules.contract import gettext_noop as _


def contradicted(season: Season, fixture: Fixture) -> Iterator[Event]:
    """The offer, when a battle that has had its retreat is corrected, and that it is void when it is corrected back."""
    assert fixture.ground is not None
    loser = beaten(fixture)
    moves = () if loser == fixture.beaten else would_be(season, fixture)
    if moves or fixture.refuges:
        yield RetreatContradicted(fixture=fixture.key, sector=fixture.ground.sector, beaten=loser, moves=moves)


def would_be(season: Season, fixture: Fixture) -> tuple[Gone, ...]:
    """What the retreat would now have been, on the map as it stands: who had to leave comes back, if it is still where
    it went and there is room; who is beaten now leaves by the clerk's rule, to the reserve where there is no way."""
    loser, back = beaten(fixture), _come_back(season, fixture)
    after = _imagined(season, back)
    if not loser or not has_to_leave(after, after.platoons[loser], fixture.key):
        return back
    field = after.platoons[loser].sector
    leaving = way_out(field_for(after, loser), loser, field) if drivable(after, after.platoons[loser]) else ()
    return (*back, *(leaving or (Gone(platoon=loser, origin=field, place=RESERVE),)))


def _come_back(season: Season, fixture: Fixture) -> tuple[Gone, ...]:
    assert fixture.ground is not None
    field, loser = fixture.ground.sector, beaten(fixture)
    stay = {*engaged(season), *season.retreats, loser}
    return tuple(
        Gone(platoon=key, origin=place, place=field)
        for key, place in fixture.refuges.items()
        if key not in stay and season.platoons[key].sector == place and _has_room(season, field, key)
    )


def _has_room(season: Season, sector: str, platoon: str) -> bool:
    side = season.platoons[platoon].side
    there = sum(one.sector == sector and one.side == side for one in season.platoons.values())
    return there < sectors_of(season)[sector].capacity


def _imagined(season: Season, moves: Iterable[Gone]) -> Season:
    """The season with these platoons elsewhere, for asking only: who comes back to enemies changes no owner."""
    after = replace(season, platoons=dict(season.platoons))
    for gone in moves:
        after.platoons[gone.platoon] = replace(season.platoons[gone.platoon], sector=gone.place)
    return after


def reconsider(season: Season, command: Reconsider, who: Who, dice: Dice) -> Decision:
    """On the map as it stands now, which may be another than when it was offered."""
    organiser(who)
    on_map(season)
    fixture = fixture_of(season, command.fixture)
    if fixture.key not in season.offered:
        raise no(
            say(_("No retreat from “%(fixture)s” waits for a ruling."), fixture=fixture.key),
            say(_("Deploy the platoon where it is to be.")),
            "fixture",
        )
    moves = would_be(season, fixture) if command.apply else ()
    pocketed = [one for one in moves if _is_pocketed(season, fixture, one)]
    made = tuple(one for one in moves if one not in pocketed)
    yield RetreatRevised(
        fixture=fixture.key,
        apply=command.apply,
        moves=made,
        held=changing_hands(season, places(season) | {gone.platoon: gone.place for gone in made}),
        reason=command.reason,
    )
    for one in pocketed:
        around = havens(season, one.platoon)
        yield from surrounded(season, season.platoons[one.platoon], fixture.key, around, dice)
    yield from relieved(season)


def _is_pocketed(season: Season, fixture: Fixture, gone: Gone) -> bool:
    """What of it could leave has no way: it is surrounded, and not shattered."""
    lost = gone.platoon == beaten(fixture) and gone.place == RESERVE
    return lost and bool(drivable(season, season.platoons[gone.platoon]))

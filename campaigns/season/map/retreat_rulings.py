"""A corrected battle contradicts a retreat: the organiser is offered what it would now have been, and rules on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import replace

from campaigns.season import names
from campaigns.season.chapters import SECTOR, Cause, Chapter, ruled
from campaigns.season.kept_events import Gone, RetreatContradicted
from campaigns.season.map.defeat import beaten, drivable, has_to_leave, relieved
from campaigns.season.map.havens import field_for, havens, way_out
from campaigns.season.map.pockets import surrounded
from campaigns.season.offers import WHY, choice, fixture_field
from campaigns.season.positions import changing_hands, engaged, go, hold, places, sectors_of
from campaigns.season.refusals import fixture_of, no, on_map, organiser
from campaigns.season.settling_terms import ORDERED
from campaigns.season.state import Fixture, Season
from campaigns.season.ways import Ways
from campaigns.theatre import RESERVE
from rules.adjudicate import Who
from rules.contract import Choice, Command, Decision, Dice, Event, Field, Message, say
from rules.contract import gettext_noop as _
from rules.messages import listed, verbatim
from rules.stream.revision.reports import Reason

CHAPTER = Chapter("Rulings on retreats")


class Reconsider(Command, frozen=True, kw_only=True):
    """An organiser's ruling on a retreat that a corrected battle contradicts: `apply` what it would now have been, or
    leave everybody where they are."""

    positional: ClassVar[tuple[str, ...]] = ("fixture",)
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    fixture: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    apply: bool
    reason: Reason


class RetreatRevised(Event, frozen=True, kw_only=True):
    """An organiser has ruled on it: to `apply` it, and `moves` are made, or that everybody stays. Who turns out to be
    surrounded is not among them; what that costs follows (`Surrounded`)."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    fixture: str
    apply: bool = False
    moves: tuple[Gone, ...] = ()
    held: dict[str, str] = {}
    reason: str = ""


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


CHAPTER.settles(
    Ways(
        ORDERED,
        keep=_("The ruling on the retreat stands."),
        strike=_("The ruling is taken back: the retreat stands as it was made."),
    ),
    Reconsider,
)


@CHAPTER.decides
def reconsider(season: Season, command: Reconsider, who: Who, dice: Dice) -> Decision:
    """On the map as it stands now, which may be another than when it was offered."""
    organiser(who)
    on_map(season)
    fixture = fixture_of(season, command.fixture)
    if fixture.key not in season.offered:
        raise no(
            say(_("No retreat from “%(fixture)s” waits for a ruling."), fixture=fixture.key),
            _("Deploy the platoon where it is to be."),
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


@CHAPTER.offers(Reconsider)
def _offered(season: Season, who: Who) -> Iterator[Choice]:
    for key in season.offered if who.referee else ():
        fixture = season.fixtures[key]
        label = say(_("The retreat is made as it would now have been"))
        apply = Field(name="apply", kind="flag", label=label, help=_as_corrected(season, fixture), required=True)
        yield choice(Reconsider, say(_("Reconsider a retreat")), fixture_field(season, [fixture]), apply, WHY)


def _as_corrected(season: Season, fixture: Fixture) -> Message:
    loser, moves = season.reconsidered[fixture.key].beaten, names.moves(season, would_be(season, fixture)) or "–"
    if not loser:
        return say(
            _("As corrected, nobody is beaten: %(moves)s. Without it, everybody stays where they are."), moves=moves
        )
    text = _("As corrected, %(platoon)s is beaten: %(moves)s. Without it, everybody stays where they are.")
    return say(text, platoon=names.platoon(season, loser), moves=moves)


def _is_pocketed(season: Season, fixture: Fixture, gone: Gone) -> bool:
    """What of it could leave has no way: it is surrounded, and not shattered."""
    lost = gone.platoon == beaten(fixture) and gone.place == RESERVE
    return lost and bool(drivable(season, season.platoons[gone.platoon]))


# -- what it changes ---------------------------------------------------------------------------------------------------


@CHAPTER.evolves
def _contradicted(season: Season, event: RetreatContradicted) -> None:
    if event.moves:
        season.reconsidered[event.fixture] = event
    else:
        season.reconsidered.pop(event.fixture, None)
        season.fixtures[event.fixture].beaten = event.beaten


@CHAPTER.evolves
def _revised(season: Season, event: RetreatRevised) -> None:
    offer, fixture = season.reconsidered.pop(event.fixture), season.fixtures[event.fixture]
    fixture.beaten = offer.beaten
    for gone in event.moves:
        if gone.place == offer.sector:
            fixture.refuges = {key: place for key, place in fixture.refuges.items() if key != gone.platoon}
        elif gone.platoon == offer.beaten:
            fixture.refuges = fixture.refuges | {gone.platoon: gone.place}
    go(season, event.moves)
    hold(season, event.held)


# -- how it reads ------------------------------------------------------------------------------------------------------


@CHAPTER.narrates
def _tell_contradicted(season: Season, event: RetreatContradicted) -> Message:
    """Without moves there is nothing to rule on (any more): everybody is where they would be."""
    values = {
        "platoons": verbatim(names.pair(season, season.fixtures[event.fixture].platoons)),
        "sector": verbatim(names.sector(season, event.sector)),
    }
    if not event.moves:
        return say(_("%(platoons)s, corrected: nothing is to be done about the retreat from %(sector)s."), **values)
    if not event.beaten:
        text = _("%(platoons)s, corrected: nobody would have had to leave %(sector)s. It waits for an organiser.")
        return say(text, **values)
    text = _("%(platoons)s, corrected: %(beaten)s would have had to leave %(sector)s. It waits for an organiser.")
    return say(text, **values, beaten=names.platoon(season, event.beaten))


@CHAPTER.narrates
def _tell_revised(season: Season, event: RetreatRevised) -> Message:
    values: dict[str, str | int | Message] = {
        "platoons": verbatim(names.pair(season, season.fixtures[event.fixture].platoons)),
        "reason": event.reason,
    }
    if not event.apply:
        return say(_("%(platoons)s: everybody stays where they are. %(reason)s"), **values)
    if not event.moves:
        return say(_("%(platoons)s: the retreat is as it would have been. %(reason)s"), **values)
    text = _("%(platoons)s: the retreat is as it would have been: %(moves)s. %(reason)s")
    return say(text, **values, moves=_among(season, event.moves))


def _among(season: Season, gone: tuple[Gone, ...]) -> Message:
    """Who goes where, the reserve among it."""
    return listed(
        say("%(platoon)s → %(place)s", platoon=names.platoon(season, one.platoon), place=names.place(season, one.place))
        for one in gone
    )


@CHAPTER.explains(SECTOR)
def _why_there(season: Season, event: RetreatRevised, key: str) -> Iterator[Cause]:
    yield ruled(event.reason)

"""Why an event left a platoon where it is, or a sector whose it is: the reasons it carries, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from campaigns import reports as r
from campaigns.ruling.beaten import beaten
from campaigns.season import Fixture, Season
from campaigns.season.whereabouts import lay_of, sectors_of, standing_in
from campaigns.telling.map import order
from campaigns.telling.naming import pair, platoon, sector
from campaigns.theatre import RESERVE, March
from campaigns.theatre.graph import brought
from rules.contract import Event, Message, say
from rules.contract import gettext_noop as _
from rules.messages import verbatim


class Reason(msgspec.Struct, frozen=True):
    """`rule`: where campaigns/RULES.md has it, "Retreats 2"; "" where it is no rule's doing."""

    text: Message
    rule: str = ""


# -- where a platoon is ------------------------------------------------------------------------------------------------

FAILURES: Mapping[str, tuple[str, str]] = {
    "late": (_("It had no order when orders were disclosed, so it held."), "Orders meet 1"),
    "illegal": (_("Its order could not stand any more, so it held."), "Orders meet 1"),
    "met": (
        _("%(enemies)s came the other way: they met here, where the better of the two sectors is."),
        "Orders meet 2",
    ),
    "full": (_("%(sector)s had no room for it (%(room)d for each side), so it went back."), "Orders meet 3"),
    "engaged": (_("A battle of an earlier round kept it, so it held."), "Orders"),
    "unfit": (_("No vehicle of it could fight, so it held."), "Orders"),
    "cut": (_("Enemies came into its own sector, so its support was cut."), "Orders meet 5"),
}


def of_platoon(season: Season, event: Event, key: str) -> Iterator[Reason]:
    """Why an event left the platoon where it is. `season` as it stands after it."""
    match event:
        case r.Enlisted():
            if event.sector == RESERVE:
                yield Reason(say(_("No base of its side had room as it enlisted.")), "The map")
            else:
                yield Reason(say(_("It enlisted at this base of its side.")), "The map")
        case r.OrdersResolved():
            yield from _marched(season, event, key)
        case r.BattleReported() | r.Decided():
            yield from _counted(season, event)
        case r.RetreatDue():
            yield from _around(season, event.havens)
        case r.RetreatCancelled():
            yield Reason(say(_("No enemies share its sector any more, or it was not beaten after all.")), "Retreats")
        case r.Retreated():
            yield from _retreated(season, event, key)
        case r.Surrounded():
            yield from _surrounded(season, event)
        case r.RetreatRevised() | r.Deployed():
            text = _("An organiser ruled it: %(reason)s") if event.reason else _("An organiser ruled it.")
            yield Reason(say(text, reason=event.reason))
        case r.Dropped():
            yield Reason(say(_("It left the campaign: %(reason)s"), reason=event.reason))


def march_of(event: r.OrdersResolved, key: str) -> March | None:
    return next((one for one in event.marches if one.platoon == key), None)


def _marched(season: Season, event: r.OrdersResolved, key: str) -> Iterator[Reason]:
    march = march_of(event, key)
    if march is None:
        return
    if march.why != "late":
        yield Reason(order(season, key, march.do, march.to))
    if march.why:
        yield failed(season, event, march)
    if len(march.way) > 2:
        way = ", ".join(sector(season, one) for one in march.way)
        yield Reason(say(_("Its way: %(way)s."), way=way), "Orders")
    for one in event.fixtures:
        if one.ground is not None and key in (one.home, one.away):
            text = say(_("A battle arose: %(platoons)s."), platoons=verbatim(pair(season, (one.home, one.away))))
            yield Reason(text, "Orders meet 4")


def failed(season: Season, event: r.OrdersResolved, march: March) -> Reason:
    """Why an order was not carried out as it was given."""
    text, rule = FAILURES[march.why]
    side = season.platoons[march.platoon].side
    came = [one.platoon for one in event.marches if one.place == march.place != one.origin]
    enemies = [key for key in came if season.platoons[key].side != side]
    room = sectors_of(season)[march.to].capacity if march.to in sectors_of(season) else 0
    return Reason(
        say(text, enemies=_names(season, enemies), sector=verbatim(sector(season, march.to)), room=room), rule
    )


def _counted(season: Season, event: r.BattleReported | r.Decided) -> Iterator[Reason]:
    fixture = fixture_of(season, event)
    if fixture is None:
        return
    loser = beaten(fixture)
    if not loser:
        yield Reason(say(_("Nobody is beaten: neither holds the field, and neither has won.")), "Retreats")
    elif fixture.decided is None and fixture.reported is not None and fixture.reported.outcome.field:
        text = _("%(platoon)s is beaten: the other one holds the field.")
        yield Reason(say(text, platoon=platoon(season, loser)), "Retreats")
    else:
        text = _("%(platoon)s is beaten: the other one has won.")
        yield Reason(say(text, platoon=platoon(season, loser)), "Retreats")


def fixture_of(season: Season, event: r.BattleReported | r.Decided) -> Fixture | None:
    """The one that was counted, or decided; None for a battle that had been called off."""
    return season.fixtures[event.fixture] if isinstance(event, r.Decided) else season.of_battle(event.battle)


def _around(season: Season, havens: Iterable[r.Haven]) -> Iterator[Reason]:
    """Every sector around, those first to which it may go."""
    texts = {
        "": _("%(sector)s is a haven: %(distance)d to a base, worth %(value)d."),
        "enemy": _("%(sector)s is none: enemies stand there."),
        "cut off": _("%(sector)s is none: no supply of its side comes there."),
        "closed": _("%(sector)s is none: the link is closed."),
        "full": _("%(sector)s is full, else it would be a haven."),
    }
    for one in havens:
        values = {"distance": one.distance or 0, "value": one.value}
        yield Reason(say(texts[one.why], sector=verbatim(sector(season, one.sector)), **values), "Retreats 2")


def _retreated(season: Season, event: r.Retreated, key: str) -> Iterator[Reason]:
    if key != event.platoon:
        text = _("It made room for %(platoon)s, which had no other way out of %(sector)s.")
        where = verbatim(sector(season, event.sector))
        yield Reason(say(text, platoon=platoon(season, event.platoon), sector=where), "Retreats 3")
        return
    yield from _around(season, event.havens)
    match event.how:
        case "chosen":
            yield Reason(say(_("Its players chose it.")), "Retreats 2")
        case "ruled":
            yield Reason(say(_("An organiser chose it, in its players’ stead.")), "Retreats 2")
        case "only":
            yield Reason(say(_("It was the only haven.")), "Retreats 2")
        case "shattered":
            yield Reason(say(_("Nothing of it could drive.")), "Retreats 1")
        case "clerk" if len(event.moves) > 1:
            yield Reason(say(_("Every haven was full, and somebody could make room in this one.")), "Retreats 3")
        case "clerk":
            text = _("The clerk chose: the shortest way to a base, then the higher value, then the first by key.")
            yield Reason(say(text), "Retreats 2")


def _surrounded(season: Season, event: r.Surrounded) -> Iterator[Reason]:
    yield from _around(season, event.havens)
    yield Reason(say(_("It had no way out.")), "Retreats 4")
    match event.price:
        case "breakout":
            text = _("Who could drive rolled for it and needed %(needs)d: %(through)d of %(tried)d came through.")
            through = len(set(event.tried) - set(event.lost))
            yield Reason(say(text, needs=event.needs, through=through, tried=len(event.tried)), "Retreats 4")
        case "losses":
            text = _("It gave up %(percent)d percent of its vehicles, rounded up.")
            yield Reason(say(text, percent=int(season.terms["surrounded_losses"])), "Retreats 4")
        case "surrender":
            yield Reason(say(_("It gave up all of its vehicles.")), "Retreats 4")


# -- whose a sector is -------------------------------------------------------------------------------------------------


def of_sector(season: Season, key: str) -> Iterator[Reason]:
    """Why a sector is whose it is, as the season stands."""
    there = standing_in(season).get(key, [])
    names = _names(season, [one.key for one in there])
    if len({one.side for one in there}) > 1:
        yield Reason(say(_("Platoons of several sides stand there: %(platoons)s."), platoons=names), "The map")
    elif there:
        yield Reason(say(_("It is held by one side alone: %(platoons)s."), platoons=names), "The map")
    else:
        yield Reason(say(_("Nobody stands there; it stays whose it was.")), "The map")


# -- what supply comes -------------------------------------------------------------------------------------------------


def of_supply(season: Season, key: str) -> Iterator[Reason]:
    """Why a platoon's supply is what it is, as the season stands."""
    found = season.platoons[key]
    if found.sector in ("", RESERVE):
        yield Reason(say(_("In reserve everyone is supplied.")), "Supply")
        return
    lay = lay_of(season)
    bases, through = lay.bases(found.side), lay.through(found.side)
    way = brought(lay.graph, bases, through, found.sector)
    if not way:
        yield from _no_way(season, bases, through)
        return
    yield Reason(
        say(
            _("It comes by %(way)s for %(cost)d; up to %(reach)d is full supply."),
            way=", ".join(sector(season, one) for one in way),
            cost=lay.cost(way),
            reach=int(season.terms["supply_reach"]),
        ),
        "Supply",
    )


def _no_way(season: Season, bases: Iterable[str], through: frozenset[str]) -> Iterator[Reason]:
    for base in bases:
        values = {"base": verbatim(sector(season, base))}
        if base not in through:
            yield Reason(say(_("%(base)s is not its side’s alone, so nothing comes from there."), **values), "Supply")
        else:
            text = _("No way leads from %(base)s over open links and sectors that are its side’s alone.")
            yield Reason(say(text, **values), "Supply")


def _names(season: Season, keys: Iterable[str]) -> Message:
    return verbatim(", ".join(season.platoons[key].name for key in keys) or "–")

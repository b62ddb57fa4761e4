"""Why an event left a platoon where it is, or a sector whose it is: the reasons it carries, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import msgspec

from campaigns.season import evolve, names
from campaigns.season.chapters import Reason
from campaigns.season.enlistment import Enlisted
from campaigns.season.kept_events import Amended, BattleReported, Decided, Opened, Ordered, RetreatDue
from campaigns.season.map import defeat, disclosure
from campaigns.season.map.defeat import RetreatCancelled, _counted
from campaigns.season.map.deployment import Deployed
from campaigns.season.map.disclosure import OrdersResolved, _marched
from campaigns.season.map.havens import why_havens
from campaigns.season.map.links import LinkSet
from campaigns.season.map.orders import in_words
from campaigns.season.map.pockets import Surrounded, _why_surrounded
from campaigns.season.map.retreat_rulings import RetreatRevised
from campaigns.season.map.retreats import Retreated, _why_retreated
from campaigns.season.people import Dropped
from campaigns.season.positions import contested, lay_of, standing_in, supplies
from campaigns.season.state import Season, start
from campaigns.season.visibility import see_event
from campaigns.theatre import RESERVE, SUPPLY_LABELS, Supply
from campaigns.theatre.graph import brought
from rules.contract import Event, Message, Refused, say
from rules.contract import gettext_noop as _
from rules.messages import verbatim


def of_platoon(season: Season, event: Event, key: str) -> Iterator[Reason]:
    """Why an event left the platoon where it is. `season` as it stands after it."""
    match event:
        case Enlisted():
            if event.sector == RESERVE:
                yield Reason(say(_("No base of its side had room as it enlisted.")), "The map")
            else:
                yield Reason(say(_("It enlisted at this base of its side.")), "The map")
        case OrdersResolved():
            yield from _marched(season, event, key)
        case BattleReported() | Decided():
            yield from _counted(season, event)
        case RetreatDue():
            yield from why_havens(season, event.havens)
        case RetreatCancelled():
            yield Reason(say(_("No enemies share its sector any more, or it was not beaten after all.")), "Retreats")
        case Retreated():
            yield from _why_retreated(season, event, key)
        case Surrounded():
            yield from _why_surrounded(season, event)
        case RetreatRevised() | Deployed():
            text = _("An organiser ruled it: %(reason)s") if event.reason else _("An organiser ruled it.")
            yield Reason(say(text, reason=event.reason))
        case Dropped():
            yield Reason(say(_("It left the campaign: %(reason)s"), reason=event.reason))


def of_sector(season: Season, key: str) -> Iterator[Reason]:
    """Why a sector is whose it is, as the season stands."""
    there = standing_in(season).get(key, [])
    told = names.platoons(season, [one.key for one in there])
    if len({one.side for one in there}) > 1:
        yield Reason(say(_("Platoons of several sides stand there: %(platoons)s."), platoons=told), "The map")
    elif there:
        yield Reason(say(_("It is held by one side alone: %(platoons)s."), platoons=told), "The map")
    else:
        yield Reason(say(_("Nobody stands there; it stays whose it was.")), "The map")


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
            way=", ".join(names.sector(season, one) for one in way),
            cost=lay.cost(way),
            reach=int(season.terms["supply_reach"]),
        ),
        "Supply",
    )


def _no_way(season: Season, bases: Iterable[str], through: frozenset[str]) -> Iterator[Reason]:
    for base in bases:
        values = {"base": verbatim(names.sector(season, base))}
        if base not in through:
            yield Reason(say(_("%(base)s is not its side’s alone, so nothing comes from there."), **values), "Supply")
        else:
            text = _("No way leads from %(base)s over open links and sectors that are its side’s alone.")
            yield Reason(say(text, **values), "Supply")


ROW = tuple[int, Event]
ON_MAP: tuple[type[Event], ...] = (
    *(Opened, Enlisted, Dropped, Amended, BattleReported, Decided),
    *(OrdersResolved, RetreatDue, RetreatCancelled, Retreated, Surrounded),
    *(RetreatRevised, Deployed, LinkSet),
)


class Fact(msgspec.Struct, frozen=True):
    """Something that can be asked about: "platoons.alpha.sector". `about`: the key of the platoon or sector."""

    of: str
    about: str
    label: Message
    value: Message


class Step(msgspec.Struct, frozen=True):
    """A row that made the fact another one, or has something to say about it, with the reasons it carries. `event` is
    as the reader may see it. `before` is None where there was no such thing yet."""

    position: int
    event: Event
    before: Message | None
    after: Message | None
    reasons: tuple[Reason, ...]


class Explanation(msgspec.Struct, frozen=True):
    """A fact as it stands, and the steps to it, oldest first."""

    fact: Fact
    steps: tuple[Step, ...]


class Glance:
    """A season at one moment, and what is asked of it more than once."""

    def __init__(self, season: Season) -> None:
        self.season = season

    @cached_property
    def supplies(self) -> dict[str, Supply]:
        return supplies(self.season)

    @cached_property
    def contested(self) -> frozenset[str]:
        return contested(self.season)


@dataclass(frozen=True)
class Line:
    """How a kind of fact is read at a glance (None where there is none), which events speak of it, and why. `hangs_on`:
    where it is dear to read, what it cannot change without; `heeds`: the events that may change it at all."""

    label: str
    value: Callable[[Glance, str], Message | None]
    speaks: Callable[[Season, Event, str], bool]
    reasons: Callable[[Season, Event, str], Iterator[Reason]]
    hangs_on: Callable[[Season, str], object] | None = None
    heeds: tuple[type[Event], ...] = ON_MAP


def explain(season: Season, rows: Iterable[ROW], of: str, reader: str = "") -> Explanation:
    """Why the fact `of` is what it is, as `reader` may know; `rows` are the whole log of `season`, each event with its
    position. `Refused` (field "of") where there is no such fact."""
    kind, key, name = [*of.split("."), "", ""][:3]
    if (kind, name) not in LINES or key not in _keys(season).get(kind, ()) or of != f"{kind}.{key}.{name}":
        raise Refused(
            "explain",
            say(_("This campaign has no fact “%(of)s” that can be explained."), of=of[:80]),
            say(_("Leave “of” out to see those there are.")),
            field="of",
            code="unknown",
        )
    return Explanation(
        _fact(Glance(season), kind, key, name), tuple(_steps(season, rows, LINES[kind, name], key, reader))
    )


def facts(season: Season) -> list[Fact]:
    """All that can be explained, as it stands: of platoons, then of sectors, by key. Nothing without a map."""
    glance, keys = Glance(season), _keys(season)
    return [_fact(glance, kind, key, name) for of in keys for key in keys[of] for kind, name in LINES if kind == of]


def _keys(season: Season) -> dict[str, list[str]]:
    """What facts are about, by kind."""
    if season.opened.theatre is None:
        return {}
    return {"platoons": sorted(season.platoons), "sectors": [one.key for one in season.opened.theatre.sectors]}


def _fact(glance: Glance, kind: str, key: str, name: str) -> Fact:
    line = LINES[kind, name]
    called = names.platoon(glance.season, key) if kind == "platoons" else verbatim(names.sector(glance.season, key))
    value = line.value(glance, key)
    return Fact(f"{kind}.{key}.{name}", key, say(line.label, name=called), value or say(_("nothing")))


def _steps(now: Season, rows: Iterable[ROW], line: Line, key: str, reader: str) -> Iterator[Step]:
    """`now`: who commands a platoon now reads what it was ordered, and nobody who did."""
    season: Season | None = None
    before: Message | None = None
    stood: object = None
    for position, event in rows:
        if isinstance(event, Opened):
            season = start(event)
        else:
            assert season is not None
            evolve(season, event, position)
        if not isinstance(event, line.heeds):
            continue
        stands = line.hangs_on(season, key) if line.hangs_on else position
        after, stood = before if stands == stood else line.value(Glance(season), key), stands
        changed, speaks = after != before, line.speaks(season, event, key)
        if changed or speaks:
            seen = see_event(now, event, reader)
            why = tuple(line.reasons(season, seen, key))
            if why or speaks:
                yield Step(position, seen, before, after, why)
        before = after


def _sector(glance: Glance, key: str) -> Message | None:
    found = glance.season.platoons.get(key)
    if found is None:
        return None
    return names.place(glance.season, found.sector) if found.sector else say(_("nowhere"))


def _speaks_of_sector(season: Season, event: Event, key: str) -> bool:
    """Also what did not move it: an order that failed, a battle that may beat it, a retreat it owes."""
    match event:
        case OrdersResolved():
            march = disclosure.march_of(event, key)
            return march is not None and (march.do != "hold" or march.why not in ("", "late"))
        case BattleReported() | Decided():
            fixture = defeat.fixture_of(season, event)
            return fixture is not None and fixture.ground is not None and key in fixture.platoons
        case RetreatDue() | RetreatCancelled() | Surrounded():
            return event.platoon == key
        case Deployed():
            return event.platoon == key
    return False


def _order(glance: Glance, key: str) -> Message | None:
    """That there is one is public until it is disclosed; what it says, the steps tell whom they may."""
    season = glance.season
    if key not in season.platoons:
        return None
    return say(_("given for round %(round)d"), round=season.turn) if key in season.orders else say(_("none is open"))


def _speaks_of_order(season: Season, event: Event, key: str) -> bool:
    match event:
        case Ordered():
            return event.platoon == key
        case OrdersResolved():
            return disclosure.march_of(event, key) is not None
    return False


def _why_order(season: Season, event: Event, key: str) -> Iterator[Reason]:
    if isinstance(event, OrdersResolved):
        yield from of_platoon(season, event, key)
    elif isinstance(event, Ordered) and event.do:
        yield Reason(in_words(season, key, event.do, event.to), "Orders")


def _supply(glance: Glance, key: str) -> Message | None:
    found = glance.supplies.get(key)
    return SUPPLY_LABELS[found] if found else None


def _what_supply_hangs_on(season: Season, key: str) -> object:
    """Where it is, over which sectors its side's supply comes, which links are closed, and how far it reaches."""
    found = season.platoons.get(key)
    if found is None:
        return None
    ways = lay_of(season).through(found.side), season.closed_links
    return found.sector, *ways, season.terms["supply_reach"]


def _owner(glance: Glance, key: str) -> Message:
    owner = glance.season.owners.get(key, "")
    whose = names.side(glance.season, owner) if owner else say(_("nobody"))
    return say(_("%(side)s, contested"), side=whose) if key in glance.contested else whose


def _why_owner(season: Season, event: Event, key: str) -> Iterator[Reason]:
    if isinstance(event, Opened):
        yield Reason(say(_("So it was as the campaign opened.")), "The map")
    else:
        yield from of_sector(season, key)


def _never(season: Season, event: Event, key: str) -> bool:
    return False


LINES: dict[tuple[str, str], Line] = {
    ("platoons", "sector"): Line(_("Where %(name)s is"), _sector, _speaks_of_sector, of_platoon),
    ("platoons", "order"): Line(
        _("The order of %(name)s"), _order, _speaks_of_order, _why_order, heeds=(*ON_MAP, Ordered)
    ),
    ("platoons", "supply"): Line(
        _("The supply of %(name)s"),
        _supply,
        _never,
        lambda season, event, key: of_supply(season, key),
        _what_supply_hangs_on,
    ),
    ("sectors", "owner"): Line(_("Whose %(name)s is"), _owner, _never, _why_owner),
}

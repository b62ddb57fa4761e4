"""Why is this platoon here, why did they retreat there, what became of its order, why is the sector theirs? Pure.

The campaign's facts are folded once more; wherever the fact that is asked about becomes another one, or an event has
something to say about it, that row is a step of the chain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import msgspec

from campaigns import reports as r
from campaigns import visibility
from campaigns.season import Season, evolve, start
from campaigns.season.whereabouts import contested, lay_of, supplies
from campaigns.telling import reasons
from campaigns.telling.map import order
from campaigns.telling.naming import place, platoon, sector, side
from campaigns.telling.reasons import Reason
from campaigns.theatre import SUPPLY_LABELS, Supply
from rules.contract import Event, Message, Refused, say
from rules.contract import gettext_noop as _
from rules.messages import verbatim

ROW = tuple[int, Event]
ON_MAP: tuple[type[Event], ...] = (
    *(r.Opened, r.Enlisted, r.Dropped, r.Amended, r.BattleReported, r.Decided),
    *(r.OrdersResolved, r.RetreatDue, r.RetreatCancelled, r.Retreated, r.Surrounded),
    *(r.RetreatRevised, r.Deployed, r.LinkSet),
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
    called = platoon(glance.season, key) if kind == "platoons" else verbatim(sector(glance.season, key))
    value = line.value(glance, key)
    return Fact(f"{kind}.{key}.{name}", key, say(line.label, name=called), value or say(_("nothing")))


def _steps(now: Season, rows: Iterable[ROW], line: Line, key: str, reader: str) -> Iterator[Step]:
    """`now`: who commands a platoon now reads what it was ordered, and nobody who did."""
    season: Season | None = None
    before: Message | None = None
    stood: object = None
    for position, event in rows:
        if isinstance(event, r.Opened):
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
            seen = visibility.see_event(now, event, reader)
            why = tuple(line.reasons(season, seen, key))
            if why or speaks:
                yield Step(position, seen, before, after, why)
        before = after


# -- the kinds of facts ------------------------------------------------------------------------------------------------


def _sector(glance: Glance, key: str) -> Message | None:
    found = glance.season.platoons.get(key)
    if found is None:
        return None
    return place(glance.season, found.sector) if found.sector else say(_("nowhere"))


def _speaks_of_sector(season: Season, event: Event, key: str) -> bool:
    """Also what did not move it: an order that failed, a battle that may beat it, a retreat it owes."""
    match event:
        case r.OrdersResolved():
            march = reasons.march_of(event, key)
            return march is not None and (march.do != "hold" or march.why not in ("", "late"))
        case r.BattleReported() | r.Decided():
            fixture = reasons.fixture_of(season, event)
            return fixture is not None and fixture.ground is not None and key in fixture.platoons
        case r.RetreatDue() | r.RetreatCancelled() | r.Surrounded():
            return event.platoon == key
        case r.Deployed():
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
        case r.Ordered():
            return event.platoon == key
        case r.OrdersResolved():
            return reasons.march_of(event, key) is not None
    return False


def _why_order(season: Season, event: Event, key: str) -> Iterator[Reason]:
    if isinstance(event, r.OrdersResolved):
        yield from reasons.of_platoon(season, event, key)
    elif isinstance(event, r.Ordered) and event.do:
        yield Reason(order(season, key, event.do, event.to), "Orders")


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
    whose = side(glance.season, owner) if owner else say(_("nobody"))
    return say(_("%(side)s, contested"), side=whose) if key in glance.contested else whose


def _why_owner(season: Season, event: Event, key: str) -> Iterator[Reason]:
    if isinstance(event, r.Opened):
        yield Reason(say(_("So it was as the campaign opened.")), "The map")
    else:
        yield from reasons.of_sector(season, key)


def _never(season: Season, event: Event, key: str) -> bool:
    return False


LINES: dict[tuple[str, str], Line] = {
    ("platoons", "sector"): Line(_("Where %(name)s is"), _sector, _speaks_of_sector, reasons.of_platoon),
    ("platoons", "order"): Line(
        _("The order of %(name)s"), _order, _speaks_of_order, _why_order, heeds=(*ON_MAP, r.Ordered)
    ),
    ("platoons", "supply"): Line(
        _("The supply of %(name)s"),
        _supply,
        _never,
        lambda season, event, key: reasons.of_supply(season, key),
        _what_supply_hangs_on,
    ),
    ("sectors", "owner"): Line(_("Whose %(name)s is"), _owner, _never, _why_owner),
}

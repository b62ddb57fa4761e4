"""Why is this platoon here, why did they retreat there, what became of its order, why is the sector theirs? Pure.

The campaign's facts are folded once more; wherever the fact that is asked about becomes another one, or an event has
something to say about it, that row is a step of the chain. What an event says stands in its chapter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import msgspec

from campaigns.season import CONTENTS, evolve, names, see_event
from campaigns.season.chapters import ORDER, SECTOR, Cause
from campaigns.season.kept_events import Amended, Opened
from campaigns.season.map.links import LinkSet
from campaigns.season.positions import contested, lay_of, standing_in, supplies
from campaigns.season.state import Season, start
from campaigns.theatre import RESERVE, SUPPLY_LABELS, Supply
from campaigns.theatre.graph import brought
from rules.contract import Event, Message, Refused, say
from rules.contract import gettext_noop as _
from rules.messages import verbatim

ROW = tuple[int, Event]
# What may change any of the facts, beside the events that have reasons for where a platoon is.
ON_MAP: tuple[type[Event], ...] = (Opened, Amended, LinkSet)


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
    reasons: tuple[Cause, ...]


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
class FactKind:
    """How a kind of fact is read at a glance (None where there is none). `reasons`: why it is what it is as the season
    stands after an event; None where events say it in their chapters. `hangs_on`: where it is dear to read, what it
    cannot change without."""

    label: str
    value: Callable[[Glance, str], Message | None]
    reasons: Callable[[Season, Event, str], Iterator[Cause]] | None = None
    hangs_on: Callable[[Season, str], object] | None = None


def explain(season: Season, rows: Iterable[ROW], of: str, reader: str = "") -> Explanation:
    """Why the fact `of` is what it is, as `reader` may know; `rows` are the whole log of `season`, each event with its
    position. `Refused` (field "of") where there is no such fact."""
    kind, key, name = [*of.split("."), "", ""][:3]
    if f"{kind}.{name}" not in FACT_KINDS or key not in _keys(season).get(kind, ()) or of != f"{kind}.{key}.{name}":
        raise Refused(
            "explain",
            say(_("This campaign has no fact “%(of)s” that can be explained."), of=of[:80]),
            say(_("Leave “of” out to see those there are.")),
            field="of",
            code="unknown",
        )
    fact = _fact(Glance(season), kind, key, name)
    return Explanation(fact, tuple(_steps(season, rows, f"{kind}.{name}", key, reader)))


def facts(season: Season) -> list[Fact]:
    """All that can be explained, as it stands: of platoons, then of sectors, by key. Nothing without a map."""
    glance, keys = Glance(season), _keys(season)
    about = [one.split(".") for one in FACT_KINDS]
    return [_fact(glance, kind, key, name) for of in keys for key in keys[of] for kind, name in about if kind == of]


def _keys(season: Season) -> dict[str, list[str]]:
    """What facts are about, by kind."""
    if season.opened.theatre is None:
        return {}
    return {"platoons": sorted(season.platoons), "sectors": [one.key for one in season.opened.theatre.sectors]}


def _fact(glance: Glance, kind: str, key: str, name: str) -> Fact:
    kind_of_fact = FACT_KINDS[f"{kind}.{name}"]
    called = names.platoon(glance.season, key) if kind == "platoons" else verbatim(names.sector(glance.season, key))
    value = kind_of_fact.value(glance, key)
    return Fact(f"{kind}.{key}.{name}", key, say(kind_of_fact.label, name=called), value or say(_("nothing")))


def _steps(now: Season, rows: Iterable[ROW], fact: str, key: str, reader: str) -> Iterator[Step]:
    """`now`: who commands a platoon now reads what it was ordered, and nobody who did."""
    kind_of_fact, heeded = FACT_KINDS[fact], _heeded(fact)
    season: Season | None = None
    before: Message | None = None
    stood: object = None
    for position, event in rows:
        if isinstance(event, Opened):
            season = start(event)
        else:
            assert season is not None
            evolve(season, event, position)
        if type(event) not in heeded:
            continue
        stands = kind_of_fact.hangs_on(season, key) if kind_of_fact.hangs_on else position
        after, stood = before if stands == stood else kind_of_fact.value(Glance(season), key), stands
        says = CONTENTS.speaking.get((fact, type(event)))
        changed, speaks = after != before, says is not None and says(season, event, key)
        if changed or speaks:
            seen = see_event(now, event, reader)
            why = tuple(_reasons(fact, season, seen, key))
            if why or speaks:
                yield Step(position, seen, before, after, why)
        before = after


def _heeded(fact: str) -> frozenset[type[Event]]:
    """The events that may change the fact, or have something to say about it."""
    return frozenset((*ON_MAP, *(event for about, event in CONTENTS.explaining if about in (SECTOR, fact))))


def _reasons(fact: str, season: Season, event: Event, key: str) -> Iterator[Cause]:
    if own := FACT_KINDS[fact].reasons:
        yield from own(season, event, key)
    elif told := CONTENTS.explaining.get((fact, type(event))):
        yield from told(season, event, key)


# -- the kinds of facts ------------------------------------------------------------------------------------------------


def _sector(glance: Glance, key: str) -> Message | None:
    found = glance.season.platoons.get(key)
    if found is None:
        return None
    return names.place(glance.season, found.sector) if found.sector else say(_("nowhere"))


def _order(glance: Glance, key: str) -> Message | None:
    """That there is one is public until it is disclosed; what it says, the steps tell whom they may."""
    season = glance.season
    if key not in season.platoons:
        return None
    return say(_("given for round %(round)d"), round=season.turn) if key in season.orders else say(_("none is open"))


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


def _why_owner(season: Season, event: Event, key: str) -> Iterator[Cause]:
    if isinstance(event, Opened):
        yield Cause(say(_("So it was as the campaign opened.")), "The map")
    else:
        yield from _whose(season, key)


def _whose(season: Season, key: str) -> Iterator[Cause]:
    """Why a sector is whose it is, as the season stands."""
    there = standing_in(season).get(key, [])
    told = names.platoons(season, [one.key for one in there])
    if len({one.side for one in there}) > 1:
        yield Cause(say(_("Platoons of several sides stand there: %(platoons)s."), platoons=told), "The map")
    elif there:
        yield Cause(say(_("It is held by one side alone: %(platoons)s."), platoons=told), "The map")
    else:
        yield Cause(say(_("Nobody stands there; it stays whose it was.")), "The map")


def _why_supply(season: Season, event: Event, key: str) -> Iterator[Cause]:
    """Why a platoon's supply is what it is, as the season stands."""
    found = season.platoons[key]
    if found.sector in ("", RESERVE):
        yield Cause(say(_("In reserve everyone is supplied.")), "Supply")
        return
    lay = lay_of(season)
    bases, through = lay.bases(found.side), lay.through(found.side)
    way = brought(lay.graph, bases, through, found.sector)
    if not way:
        yield from _no_way(season, bases, through)
        return
    yield Cause(
        say(
            _("It comes by %(way)s for %(cost)d; up to %(reach)d is full supply."),
            way=", ".join(names.sector(season, one) for one in way),
            cost=lay.cost(way),
            reach=int(season.terms["supply_reach"]),
        ),
        "Supply",
    )


def _no_way(season: Season, bases: Iterable[str], through: frozenset[str]) -> Iterator[Cause]:
    for base in bases:
        values = {"base": verbatim(names.sector(season, base))}
        if base not in through:
            yield Cause(say(_("%(base)s is not its side’s alone, so nothing comes from there."), **values), "Supply")
        else:
            text = _("No way leads from %(base)s over open links and sectors that are its side’s alone.")
            yield Cause(say(text, **values), "Supply")


FACT_KINDS: dict[str, FactKind] = {
    SECTOR: FactKind(_("Where %(name)s is"), _sector),
    ORDER: FactKind(_("The order of %(name)s"), _order),
    "platoons.supply": FactKind(_("The supply of %(name)s"), _supply, _why_supply, _what_supply_hangs_on),
    "sectors.owner": FactKind(_("Whose %(name)s is"), _owner, _why_owner),
}

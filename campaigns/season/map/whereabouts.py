"""Where everybody stands, whose the sectors are and what supply comes there, for those who ask why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from campaigns.season import names
from campaigns.season.chapters import SECTOR, Cause, Chapter, FactKind, Glance
from campaigns.season.kept_events import Opened
from campaigns.season.positions import lay_of, standing_in
from campaigns.season.state import Season
from campaigns.theatre import RESERVE, SUPPLY_LABELS
from campaigns.theatre.graph import brought
from rules.contract import Event, Message, say
from rules.contract import gettext_noop as _
from rules.messages import verbatim

CHAPTER = Chapter("Whereabouts")


def _sector(glance: Glance, key: str) -> Message | None:
    found = glance.season.platoons.get(key)
    if found is None:
        return None
    return names.place(glance.season, found.sector) if found.sector else say(_("nowhere"))


def _supply(glance: Glance, key: str) -> Message | None:
    found = glance.supplies.get(key)
    return SUPPLY_LABELS[found] if found else None


def _owner(glance: Glance, key: str) -> Message:
    owner = glance.season.owners.get(key, "")
    whose = names.side(glance.season, owner) if owner else say(_("nobody"))
    return say(_("%(side)s, contested"), side=whose) if key in glance.contested else whose


def _places(season: Season) -> list[tuple[str, str]]:
    return [(one.side, one.sector) for one in season.platoons.values()]


def _what_owners_hang_on(glance: Glance, key: str) -> object:
    return _places(glance.season), {**glance.season.owners}


def _what_supply_hangs_on(glance: Glance, key: str) -> object:
    """Who stands where, whose the sectors are, which links are closed, and how far supply reaches."""
    season = glance.season
    return _places(season), {**season.owners}, season.closed_links, season.terms["supply_reach"]


# -- why ---------------------------------------------------------------------------------------------------------------


def _why_owner(glance: Glance, event: Event, key: str) -> Iterator[Cause]:
    if isinstance(event, Opened):
        yield Cause(say(_("So it was as the campaign opened.")), "The map")
    else:
        yield from _whose(glance.season, key)


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


def _why_supply(glance: Glance, event: Event, key: str) -> Iterator[Cause]:
    """Why a platoon's supply is what it is, as the season stands."""
    season = glance.season
    found = season.platoons[key]
    if found.sector == "":
        return
    if found.sector == RESERVE:
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


# -- what can be asked -------------------------------------------------------------------------------------------------


CHAPTER.holds(FactKind(SECTOR, _("Where it is"), _("Where %(name)s is"), _sector, on_map=True))
CHAPTER.holds(
    FactKind(
        "platoons.supply",
        _("Supply"),
        _("The supply of %(name)s"),
        _supply,
        reasons=_why_supply,
        hangs_on=_what_supply_hangs_on,
        follows=SECTOR,
        on_map=True,
    )
)
CHAPTER.holds(
    FactKind(
        "sectors.owner",
        _("Whose it is"),
        _("Whose %(name)s is"),
        _owner,
        reasons=_why_owner,
        hangs_on=_what_owners_hang_on,
        on_map=True,
    )
)

"""What a report on a campaign would come to: its events, and what differs after them. Nothing happens, no die falls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from battles.reports import Asked, Report
from battles.words import words
from campaigns import door, prices, season, show
from campaigns.pages.story import names_in
from campaigns.season import Season
from campaigns.standings import service, standings
from rules.adjudicate import Who
from rules.contract import Unfallen
from rules.dice import FallenDice


class Line(msgspec.Struct, frozen=True):
    """A fact that would differ: of whom, which, and how it stands before and after."""

    who: str
    what: str
    before: str
    after: str


class Rank(msgspec.Struct, frozen=True):
    """A platoon in the standings before and after; `changed`: whether either differs."""

    name: str
    before: int | None
    after: int
    score_before: int | None
    score: int
    changed: bool


class Foreseen(msgspec.Struct, frozen=True):
    """`told`: the events in words, as far as they can be foreseen; `asked`: the die that has to fall for the rest."""

    told: tuple[str, ...]
    ranks: tuple[Rank, ...]
    lines: tuple[Line, ...]
    asked: Asked | None = None

    @property
    def ranks_change(self) -> bool:
        return any(rank.changed for rank in self.ranks)


def foresee(stream: str, report: Report, who: Who) -> Foreseen:
    """Raises `Refused` as the door would."""
    receipt = door.execute(stream, [report], who, "admin", dry_run=True)
    (answer,) = receipt.answers
    before = door.replay(stream)[0]
    if answer.asked is None:
        after, events = receipt.state, [ruled.event for ruled in answer.events]
    else:
        after, events = _as_far_as_it_goes(stream, report, who)
    names = names_in(after)
    return Foreseen(
        told=tuple(words(show.narrate(after, event), names) for event in events),
        ranks=tuple(_ranks(before, after)),
        lines=tuple(_lines(before, after)),
        asked=answer.asked,
    )


def _as_far_as_it_goes(stream: str, report: Report, who: Who) -> tuple[Season, list[Any]]:
    """The events up to the first die that has not fallen, on a state of our own."""
    state = door.replay(stream)[0]
    command = door.REPORTS.decode(report.type, report.data)
    events = []
    try:
        for event in door.CAMPAIGN.decide(state, command, who, FallenDice(), list):
            season.evolve(state, event)
            events.append(event)
    except Unfallen:
        pass
    return state, events


# -- what differs ------------------------------------------------------------------------------------------------------


def _ranks(before: Season, after: Season) -> Iterator[Rank]:
    stood = {place.platoon: place for place in standings(before)}
    for place in standings(after):
        was = stood.get(place.platoon)
        yield Rank(
            name=after.platoons[place.platoon].name,
            before=was.rank if was else None,
            after=place.rank,
            score_before=was.score if was else None,
            score=place.score,
            changed=was is None or (was.rank, was.score) != (place.rank, place.score),
        )


def _lines(before: Season, after: Season) -> Iterator[Line]:
    for key, platoon in after.platoons.items():
        yield from _differences(
            platoon.name, _of_platoon(before, key) if key in before.platoons else {}, _of_platoon(after, key)
        )
    was, now = service(before), service(after)
    for id, vehicle in after.vehicles.items():
        earlier = _of_vehicle(before, id, was[id]) if id in was else {}
        yield from _differences(vehicle.name or id, earlier, _of_vehicle(after, id, now[id]))


def _differences(who: str, before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[Line]:
    for what, value in after.items():
        if before.get(what, "") != value:
            yield Line(who, what, before.get(what, ""), value)


def _of_platoon(found: Season, key: str) -> dict[str, str]:
    platoon = found.platoons[key]
    vehicles = (found.vehicles[id] for id in platoon.vehicles)
    return {
        _("purse"): str(platoon.purse),
        _("worth of its vehicles"): str(prices.worth(found, vehicles)),
        _("has left"): words(platoon.dropped),
    }


def _of_vehicle(found: Season, id: str, record: Any) -> dict[str, str]:
    vehicle = found.vehicles[id]
    hurt = (f"{name.replace('_', ' ')}: {words_of(value)}" for name, value in vehicle.condition.items() if value)
    crew = f"{vehicle.crew.state}, {vehicle.crew.out}" if vehicle.crew.out else vehicle.crew.state
    return {
        _("status"): record.status,
        _("condition"): "; ".join(hurt),
        _("crew"): crew,
        _("grade"): found.grade(vehicle),
        _("jobs in the workshop"): ", ".join(f"{bay.job} ({bay.left})" for bay in vehicle.bays),
    }


def words_of(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(words_of, value))
    if isinstance(value, dict):
        return ", ".join(f"{name} {words_of(one)}" for name, one in value.items())
    return words(value) if isinstance(value, str | int | bool) else str(value)

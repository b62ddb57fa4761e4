"""The sides of a battle to muster: the platoons each may have, and the vehicles of the chosen one."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from campaigns.models import Vehicle
from campaigns.pages.muster_form import PLATOON, VEHICLES, Form
from campaigns.pages.request_context import Visit
from campaigns.season.proposals import proposal
from campaigns.season.standings import Service, service
from campaigns.season.vehicles import can_fight, price_of
from rules.contract import Refused
from rules.declarations import Scenario


class Candidate(msgspec.Struct, frozen=True):
    """A vehicle of the chosen platoon: whether it can fight, and whether it is ticked. `points`: its share of the
    ground's limit, for who commands it; None for others, and without a limit."""

    id: str
    name: str
    model: str
    status: str
    able: bool
    ticked: bool
    points: int | None


class Option(msgspec.Struct, frozen=True):
    """A platoon that a side may choose."""

    key: str
    label: str
    chosen: bool


class Side(msgspec.Struct, frozen=True):
    """A side of the scenario with the platoons it may have, and the vehicles of the chosen one. `limit`: the points
    its ground allows, None for any."""

    key: str
    name: str  # the name of its control
    platoon: str
    vehicles_name: str  # the name of the vehicles' control
    options: tuple[Option, ...]
    vehicles: tuple[Candidate, ...]
    limit: int | None
    faults: tuple[Refused, ...]


def sides_of(
    here: Visit, scenario: Scenario, form: Form, faults: Sequence[Refused], people: dict[str, str]
) -> list[Side]:
    records = service(here.season)
    return [_side(here, side, form, records, faults, people) for side in scenario.sides]


def _side(
    here: Visit,
    side: str,
    form: Form,
    records: dict[str, Service],
    faults: Sequence[Refused],
    people: dict[str, str],
) -> Side:
    chosen = form.platoons.get(side, "")
    declared, meeting = here.season.opened.sides, here.season.fixtures.get(form.fixture)
    limit = proposal(here.season, meeting).limits.get(chosen) if meeting else None
    options = (
        Option(
            key=platoon.key,
            label=" · ".join(
                filter(None, (platoon.name, people[platoon.player], declared.get(platoon.side, platoon.side)))
            ),
            chosen=platoon.key == chosen,
        )
        for platoon in here.season.platoons.values()
        if not meeting or platoon.key in meeting.platoons
    )
    return Side(
        key=side,
        name=PLATOON + side,
        platoon=chosen if chosen in here.season.platoons else "",
        vehicles_name=VEHICLES + chosen,
        options=tuple(options),
        vehicles=tuple(_candidates(here, chosen, form, records, limit)),
        limit=limit,
        faults=tuple(fault for fault in faults if f"{fault.field}.".startswith(f"sides.{side}.")),
    )


def _candidates(
    here: Visit, platoon: str, form: Form, records: dict[str, Service], limit: int | None
) -> list[Candidate]:
    """The platoon's vehicles. By default those that can fight are ticked, as far as the ground's limit goes. Cards
    count only for the platoon's players, because nobody else knows them."""
    found_platoon = here.season.platoons.get(platoon)
    if found_platoon is None:
        return []
    ticked, mine, left = form.vehicles.get(platoon), here.reader in found_platoon.players, limit
    found = []
    for id in found_platoon.vehicles:
        vehicle, able = here.season.vehicles[id], can_fight(records[id])
        points = price_of(here.season, vehicle, None if mine else ())
        fits = able and (left is None or points <= left)
        if left is not None and fits:
            left -= points
        found.append(
            Candidate(
                id=id,
                name=vehicle.name,
                model=vehicle.model,
                status=str(Vehicle.Status(records[id].status).label),
                able=able,
                ticked=fits if ticked is None else able and id in ticked,
                points=points if mine and limit is not None else None,
            )
        )
    return found

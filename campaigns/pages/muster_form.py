"""The form that musters a battle: reading it, its faults, and its report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import get_args
from uuid import UUID, uuid4, uuid5

import msgspec
from django.http import QueryDict

from campaigns.pages import board_fields
from campaigns.pages import waivers as waiving
from campaigns.pages.request_context import position, unfilled
from campaigns.season import Fixture, Season
from campaigns.season.musters import MusterBattle
from campaigns.season.proposals import proposal
from campaigns.season.standings import Service, service
from campaigns.season.values import Forces
from campaigns.season.vehicles import can_fight
from rules.contract import Refused, Rollers, RuleSystem
from rules.contract import gettext_noop as _
from rules.declarations import Option, Scenario

PLATOON, VEHICLES = "platoon-", "vehicles-"  # followed by a side, by a platoon


class Form(msgspec.Struct, frozen=True):
    """The form as sent, or blank. `fixture`: the announced one, "" for none; `vehicles`: those ticked, for each
    platoon whose vehicles were shown; `waivers`: the reasons to let faults pass; `board`: the typed board;
    `dice`: whose they are, "" for as the house rules have it."""

    id: str
    after: int | None
    fixture: str = ""
    scenario: str = ""
    title: str = ""
    platoons: dict[str, str] = {}
    vehicles: dict[str, tuple[str, ...]] = {}
    waivers: dict[str, str] = {}
    board: dict[str, str] = {}
    dice: str = ""


def blank(scenario: str, after: int, fixture: Fixture | None = None, sides: Sequence[str] = ()) -> Form:
    """A blank form; for an announced fixture with its platoons on the scenario's sides, in order."""
    if fixture is None:
        return Form(str(uuid4()), after, scenario=scenario)
    ground = fixture.ground
    if ground is not None and set(ground.sides) == set(sides):  # another scenario, in which the same one attacks
        sides = ground.sides
    platoons = dict(zip(sides, fixture.platoons, strict=False))
    return Form(str(uuid4()), after, fixture.key, fixture.scenario or scenario, platoons=platoons)


def as_proposed(season: Season, fixture: Fixture) -> Form:
    """The form with the proposal for a fixture on the map."""
    proposed = proposal(season, fixture)
    return Form(
        str(uuid4()),
        season.head[0],
        fixture.key,
        proposed.scenario,
        platoons=proposed.sides,
        board=board_fields.typed(proposed.board),
    )


def open_fixture(season: Season, key: str) -> Fixture | None:
    """The announced fixture of this key, if its battle can be mustered now."""
    found = season.fixtures.get(key)
    return found if found is not None and found.announced and found.is_open and not found.battle else None


def read(post: QueryDict) -> Form:
    """The form as sent. Never raises."""
    return Form(
        id=post.get("id", ""),
        after=position(post.get("after", "")),
        fixture=post.get("fixture", ""),
        scenario=post.get("scenario", ""),
        title=post.get("title", "").strip(),
        platoons={key.removeprefix(PLATOON): post.get(key, "") for key in post if key.startswith(PLATOON)},
        vehicles={
            key.removeprefix(VEHICLES): tuple(filter(None, post.getlist(key)))
            for key in post
            if key.startswith(VEHICLES)
        },
        waivers=waiving.read(post),
        board=board_fields.read(post),
        dice=post.get("dice", ""),
    )


def scenario_of(system: RuleSystem, key: str) -> Scenario | None:
    """The scenario of this key, or the only one there is; None if one has to be chosen."""
    if len(system.scenarios) == 1:
        return system.scenarios[0]
    return next((one for one in system.scenarios if one.key == key), None)


def faults(form: Form, scenario: Scenario, season: Season) -> Iterator[Refused]:
    """Everything the form leaves out. That none of a platoon's vehicles can fight is refused later."""
    records = service(season)
    for side in scenario.sides:
        chosen = form.platoons.get(side, "")
        if not chosen:
            yield unfilled(
                f"sides.{side}", _("Side “%(side)s” has no platoon."), _("Choose one."), side=side.capitalize()
            )
        elif form.vehicles.get(chosen) == () and _able(season, chosen, records):
            yield unfilled(
                f"sides.{side}",
                _("No vehicle of %(platoon)s is ticked."),
                _("Tick one at least."),
                platoon=season.platoons[chosen].name,
            )


def _able(season: Season, platoon: str, records: dict[str, Service]) -> bool:
    found = season.platoons.get(platoon)
    return found is not None and any(can_fight(records[id]) for id in found.vehicles)


def command(form: Form, sides: Sequence[str], declared: Sequence[Option]) -> MusterBattle:
    """The report. It follows from the form alone, so that a form sent twice makes the same report.

    A platoon whose vehicles were not shown yet comes with all that can fight. `declared`: what the board may hold.
    """
    forces = {side: form.platoons.get(side, "") for side in sides}
    return MusterBattle(
        battle=_battle(form.id),
        fixture=form.fixture,
        scenario=form.scenario,
        title=form.title,
        sides={side: Forces(platoon=key, vehicles=form.vehicles.get(key, ())) for side, key in forces.items()},
        board=board_fields.board(declared, form.board),
        waivers=form.waivers,
        dice=next((one for one in get_args(Rollers) if one == form.dice), msgspec.UNSET),
    )


def _battle(id_: str) -> str:
    """The battle's id: a form musters one battle."""
    try:
        return str(uuid5(UUID(id_), "battle"))
    except ValueError:  # the report is refused for its id
        return id_

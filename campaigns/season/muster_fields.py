"""What the report that musters a battle asks for, and what its form begins with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations

from msgspec.structs import replace

from campaigns.season import names
from campaigns.season.forces import proposal
from campaigns.season.offers import WAIVERS, option_field, platoon_field, platoon_picks, vehicle_pick
from campaigns.season.state import Fixture, Season
from campaigns.season.terms import DICE, WHOSE_DICE
from campaigns.season.values import FIELDED
from campaigns.season.vehicles import price_of
from rules.adjudicate import Who
from rules.contract import Field, Pick, say
from rules.contract import gettext_noop as _
from rules.declarations import Scenario
from rules.kit.catalogue import articles
from rules.messages import called, verbatim


def of_battle(season: Season, able: Mapping[str, Sequence[str]], fixture: Fixture | None, who: Who) -> Iterator[Field]:
    """All but the fixture. `able`: the vehicles that can fight, by platoon. Scenario, platoons and vehicles hang
    together: sides go with a scenario, vehicles with their platoon."""
    rules, settings = season.rules, season.settings(season.turn)
    scenarios = [one for one in rules.scenarios if fixture is None or fixture.scenario in ("", one.key)]
    picks = tuple(Pick(one.key, verbatim(one.name)) for one in scenarios)
    title = Field(name="title", kind="text", label=say(_("Title")), most=500)
    if fixture is not None:
        name = names.fixture("", fixture.round, [season.platoons[key].name for key in fixture.platoons])
        title = replace(title, help=say(_("Left blank, the battle is called “%(called)s”."), called=name))
    yield Field(name="battle", kind="id", label=say(_("Id")), required=True)
    yield Field(name="scenario", kind="pick", label=say(_("Scenario")), picks=picks)
    yield title
    yield _forces(season, able, fixture, scenarios, who)
    yield replace(
        option_field(DICE, settings.terms.get(WHOSE_DICE)), name="dice", readily=0, help=say(WHOSE), blank=AS_EVER
    )
    proposed = proposal(season, fixture).board if fixture else {}
    if rules.board:
        board = (replace(option_field(one, None), default=proposed.get(one.name)) for one in rules.board)
        parts = tuple(replace(one, blank=verbatim("–")) for one in board)
        leave = say(_("Leave blank what is as in the rulebook."))
        yield Field(name="board", kind="group", label=say(_("The board")), help=leave, fields=parts)
    else:
        yield Field(name="board", kind="data", label=say(_("The board")), readily=0)
    if who.referee:
        now = settings.options
        options = tuple(option_field(one, now.get(one.name)) for one in rules.options)
        yield Field(name="options", kind="group", label=say(_("House rules of this battle")), fields=options, readily=0)
        yield WAIVERS


FEW = 4  # platoons of one battle that are put on the sides of their nations
AS_EVER = say(_("as the house rules have it"))
WHOSE = _(
    "Our own dice: Leaguer rolls only what a report asks for. Ask each time: so, too, and every form asks. "
    "Leaguer rolls: what a report leaves out, Leaguer rolls."
)


def _forces(
    season: Season,
    able: Mapping[str, Sequence[str]],
    fixture: Fixture | None,
    scenarios: Sequence[Scenario],
    who: Who,
) -> Field:
    """A platoon on each side, with those of its vehicles that can fight: all of them, or what its ground allows."""
    limits = proposal(season, fixture).limits if fixture else {}
    numbered = any(part.type == "text" for part in season.rules.board)  # such a text names vehicles by their ids
    vehicles, begin = list[Pick](), list[str]()
    for key, ids in able.items():
        left, mine = limits.get(key), who.id in season.platoons[key].players
        for vehicle in (season.vehicles[id] for id in ids):
            points = price_of(season, vehicle, None if mine else ()) if left is not None else 0
            notes = (
                *((verbatim(vehicle.id),) if numbered else ()),
                *((names.in_points(points),) if points and mine else ()),
            )
            vehicles.append(replace(vehicle_pick(season, vehicle, *notes), beside={"platoon": key}))
            if left is None or points <= left:
                left = None if left is None else left - points
                begin.append(vehicle.id)
    forces = (
        replace(platoon_field(season, able), picks=tuple(_platoons(season, able))),
        Field(
            name="vehicles",
            kind="picks",
            label=say(_("Vehicles")),
            picks=tuple(vehicles),
            least=1,
            most=FIELDED,
            default=tuple(begin),
            readily=0,
        ),
    )
    return Field(
        name="sides",
        kind="keyed",
        label=say(_("Forces")),
        picks=tuple(
            Pick(side, verbatim(side.replace("_", " ").capitalize()), beside={"scenario": one.key})
            for one in scenarios
            for side in one.sides
        ),
        fields=(Field(name="forces", kind="group", label=say(_("Forces")), fields=forces),),
        least=2,
        required=True,
        default=_begun(season, fixture, scenarios) if fixture else None,
    )


def _begun(season: Season, fixture: Fixture, scenarios: Sequence[Scenario]) -> dict[str, dict[str, str]]:
    """The forces that a form begins with."""
    nations = _nations(season, fixture) if any(one.nations for one in scenarios) else {}
    return {side: {"platoon": key} for side, key in placed(fixture, scenarios, nations).items()}


def _platoons(season: Season, able: Iterable[str]) -> Iterator[Pick]:
    """Each with who commands it and on which side of the campaign it is."""
    for pick in platoon_picks(season, able):
        platoon = season.platoons[pick.value]
        side = season.opened.sides.get(platoon.side, platoon.side)
        yield replace(pick, notes=(called(platoon.player), *((verbatim(side),) if side else ())))


def placed(
    fixture: Fixture, scenarios: Sequence[Scenario], nations: Mapping[str, Sequence[str]] | None = None
) -> dict[str, str]:
    """The platoon on each side: as the ground has it, whatever scenario with these sides is fought on it; else each
    where most of its vehicles belong, in a scenario that says whose its sides are. `nations`: of the vehicles of each
    platoon."""
    found = {
        side: key
        for one in scenarios
        for side, key in zip(one.sides, _arranged(one, fixture.platoons, nations or {}), strict=False)
    }
    ground = fixture.ground.sides if fixture.ground else ()
    return found | dict(zip(ground, fixture.platoons, strict=False))


def _arranged(scenario: Scenario, platoons: Sequence[str], nations: Mapping[str, Sequence[str]]) -> Sequence[str]:
    """The platoons in the order of the sides that puts most vehicles where their nations belong; as they stand, where
    no other order puts more."""

    def at_home(order: Sequence[str]) -> int:
        sides = (scenario.nations.get(side, ()) for side in scenario.sides)
        return sum(nation in own for key, own in zip(order, sides, strict=False) for nation in nations.get(key, ()))

    return max(permutations(platoons), key=at_home) if scenario.nations and len(platoons) <= FEW else platoons


def _nations(season: Season, fixture: Fixture) -> dict[str, list[str]]:
    """The nations of the vehicles of each platoon, by what the catalogue and the house say of their models."""
    known = articles(season.rules, season.edition, season.house)
    of = {word: one.nation for one in known if one.nation for word in (one.key, one.name)}
    models = {key: [season.vehicles[id].model for id in season.platoons[key].vehicles] for key in fixture.platoons}
    return {key: [of[model] for model in each if model in of] for key, each in models.items()}

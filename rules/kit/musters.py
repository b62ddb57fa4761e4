"""What every muster checks, and what it sets for the whole battle. `rule` is cited whole: "001 R1"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from rules.contract import Fitting, Muster, Mustered, Refused, Unit, say
from rules.contract import gettext_noop as _
from rules.declarations import Article, Scenario
from rules.kit.words import name_of
from rules.stream.dice import commitment

C = TypeVar("C", bound=msgspec.Struct)


def edition_of(command: Muster, editions: Sequence[str], rule: str, code: str = "unknown") -> str:
    """The edition that is asked for, otherwise the newest."""
    edition = command.edition or editions[-1]
    if edition not in editions:
        raise Refused(
            rule,
            say(_("There is no edition “%(edition)s”."), edition=edition),
            say(_("Editions: %(editions)s."), editions=", ".join(editions)),
            field="edition",
            code=code,
        )
    return edition


def scenario_of(command: Muster, scenarios: Iterable[Scenario], rule: str, code: str = "unknown") -> str:
    """The scenario that is asked for, otherwise the first."""
    known = [scenario.key for scenario in scenarios]
    scenario = command.scenario or known[0]
    if scenario not in known:
        raise Refused(
            rule,
            say(_("There is no scenario “%(scenario)s”."), scenario=scenario),
            say(_("Scenarios: %(scenarios)s."), scenarios=", ".join(known)),
            field="scenario",
            code=code,
        )
    return scenario


def check_two_sides(command: Muster, rule: str) -> None:
    if len(command.sides) != 2:
        raise Refused(rule, _("This game is for two sides."), _("Name two."), field="sides")


def strays(command: Muster, number: str, rule: str, none_such: str, known: str) -> Iterator[Refused]:
    """Faults of cards for a unit that does not exist, because a misspelt id must not cost a unit its crew. `none_such`
    and `known` are texts with %(unit)s and %(units)s; `number` is the rulebook's."""
    units = [unit.id for unit in command.units]
    for unit in sorted(set(command.fittings).difference(units)):
        yield Refused(
            f"{number} {rule}",
            say(none_such, unit=unit),
            say(known, units=", ".join(units)),
            field=f"fittings.{unit}",
            fault=f"{rule}/stray/{unit}",
        )


def not_waived(faults: Sequence[Refused], command: Muster, rule: str) -> Iterator[Refused]:
    """The faults that nobody lets pass, and waivers of faults that do not exist, because they were meant for
    something."""
    passable = [fault.fault for fault in faults if fault.waivable]
    yield from (fault for fault in faults if not (fault.waivable and fault.fault in command.waivers))
    for key in sorted(set(command.waivers).difference(passable)):
        yield Refused(
            rule,
            say(_("There is no fault “%(fault)s” to let pass."), fault=key),
            say(_("What can be let pass here: %(faults)s."), faults=", ".join(passable) or "-"),
            field=f"waivers.{key}",
        )


def unknown_vehicle(unit: Unit, names: Iterable[str], number: str, rule: str) -> Refused:
    """Neither the catalogue nor the club's sheet has its model; `number` is the rulebook's."""
    return Refused(
        f"{number} {rule}",
        say(_("There is no vehicle “%(model)s”."), model=unit.model),
        say(_("Vehicles: %(units)s."), units=", ".join(names)),
        field="units",
        code="unknown",
        fault=f"{rule}/unknown/{unit.id}",
    )


def condition_of(unit: Unit, kind: type[C], rule: str) -> C:
    """A unit's condition after earlier battles. Raises `Refused` if it cannot be read."""
    try:
        return msgspec.convert(unit.condition, kind)
    except msgspec.ValidationError as error:
        raise Refused(
            rule,
            say(_("The condition of %(unit)s cannot be read: %(what)s."), unit=name_of(unit), what=str(error)),
            _("Give it as an earlier outcome states it; empty is brand new."),
            field="units",
            fault=f"house/condition/{unit.id}",
        ) from None


def condition_left(unit: Unit, kind: type[C], rule: str, faults: list[Refused]) -> C:
    """The same, as new if it cannot be read: that is added to `faults`."""
    try:
        return condition_of(unit, kind, rule)
    except Refused as unread:
        faults.append(unread)
        return kind()


def left_in_service(
    unit: Unit, kind: type[C], rule: str, faults: list[Refused], is_out: Callable[[C], bool], remedy: str
) -> C:
    """The same; that it is out of service is added to `faults`."""
    condition = condition_left(unit, kind, rule, faults)
    if is_out(condition):
        text, fault = say(_("%(unit)s is out of service."), unit=name_of(unit)), f"house/condition/{unit.id}"
        faults.append(Refused(rule, text, remedy, field="units", fault=fault))
    return condition


def as_mustered(unit: Unit, model: Article, marks: Iterable[Article] = ()) -> Unit:
    """The unit by its model's name, with its marks."""
    fittings = tuple(Fitting(mark.key, mark.kind, mark.name) for mark in marks)
    return msgspec.structs.replace(unit, model=model.name, fittings=fittings)


def mustered(
    command: Muster,
    *,
    edition: str,
    scenario: str,
    options: dict[str, bool | int | str],
    units: Iterable[Unit],
    board: Mapping[str, Any] | None = None,
    secrets: Mapping[str, str] | None = None,
) -> Mustered:
    """The forces as they start. What the rulebook does not set is as it was asked for."""
    return Mustered(
        system=command.system,
        edition=edition,
        scenario=scenario,
        title=command.title,
        options=options,
        board=dict(command.board if board is None else board),
        sides=dict(sorted(command.sides.items())),
        units=tuple(units),
        secrets=dict(secrets or {}),
        seed=command.seed,
        commitment=commitment(command.seed),
        campaign=command.campaign,
        confirm_within=command.confirm_within,
        waivers=dict(sorted(command.waivers.items())),
    )

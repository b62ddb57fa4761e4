"""The vehicles and cards that a report brings in: known to the rulebook, of a name of their own, with which faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from campaigns.season.refusals import keys, no
from campaigns.season.state import Season, Vehicle
from campaigns.season.values import Recruit
from campaigns.season.vehicles import price
from rules.adjudicate import Who
from rules.contract import Refused, say
from rules.contract import gettext_noop as _
from rules.kit.catalogue import articles
from rules.stream.normalization import nearest
from rules.upkeep import Flaw, Owned

BUDGET = "budget"


class Requested(Protocol):
    """New vehicles as a report asks for them, with the names and cards it gives them, and cards for others."""

    @property
    def vehicles(self) -> tuple[Recruit, ...]: ...
    @property
    def names(self) -> Mapping[str, str]: ...
    @property
    def fittings(self) -> Mapping[str, tuple[str, ...]]: ...


class Delivered(Protocol):
    """New vehicles as an event brings them: `cards` maps "vehicle/n" to the name of its n-th card."""

    @property
    def vehicles(self) -> tuple[Recruit, ...]: ...
    @property
    def names(self) -> Mapping[str, str]: ...
    @property
    def cards(self) -> Mapping[str, str]: ...


def faults_of(season: Season, card: str, vehicles: Sequence[Owned]) -> tuple[Flaw, ...]:
    """What the rulebook has against these vehicles as a platoon, each fault once; nothing where nobody checks."""
    if season.terms["roster_check"] == "off":
        return ()
    flaws = season.rules.upkeep.flaws(season.house, season.edition, card, vehicles)
    return tuple({flaw.key: flaw for flaw in flaws}.values())


def over_budget(season: Season, vehicles: Iterable[Owned]) -> tuple[Flaw, ...]:
    """Of a platoon that enlists for more than `muster_points`; what it buys later it pays for."""
    most = int(season.terms["muster_points"])
    if not most or season.terms["roster_check"] == "off":
        return ()
    points = sum(price(season.rules, season.house, one.edition, one.model, one.cards) for one in vehicles)
    if points <= most:
        return ()
    text = say(_("The platoon costs %(points)s points of %(most)s."), points=points, most=most)
    return (Flaw(BUDGET, "campaign", text, say(_("Leave something out, or have an organiser let it pass."))),)


def not_passed(
    season: Season, flaws: Sequence[Flaw], waivers: Mapping[str, str], who: Who, known: Collection[str] = ()
) -> Iterator[Refused]:
    """Why a platoon with these faults is refused: each that nobody lets pass where the terms have it so, but for those
    that are `known`; waivers of someone who is no organiser; waivers that let nothing pass."""
    if waivers and not who.referee:
        yield no(
            _("Only an organiser lets faults of a platoon pass."),
            _("Leave the waivers out, or ask an organiser."),
            "waivers",
            "not-yours",
        )
    keys = [flaw.key for flaw in flaws]
    for key in sorted(set(waivers).difference(keys)):
        yield no(
            say(_("There is no fault “%(fault)s” to let pass."), fault=key),
            say(_("What can be let pass here: %(faults)s."), faults=", ".join(keys) or "-"),
            f"waivers.{key}",
        )
    for flaw in flaws if season.terms["roster_check"] == "refuse" else ():
        if flaw.key not in waivers and flaw.key not in known:
            yield Refused(flaw.rule, flaw.text, flaw.remedy, field="vehicles", fault=flaw.key, waivable=True)


def cards_of(fittings: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """As events hold them: the name of each card by "vehicle/n"."""
    return {f"{id}/{n}": card for id, cards in fittings.items() for n, card in enumerate(cards, 1)}


def recruits(season: Season, command: Requested) -> tuple[Owned, ...]:
    """The new vehicles as a rulebook's upkeep is asked about them."""
    return tuple(
        Owned(edition=season.edition, model=recruit.model, cards=command.fittings.get(recruit.id, ()))
        for recruit in command.vehicles
    )


def ids_taken(season: Season, command: Requested, there: Collection[str]) -> Iterator[Refused]:
    """New vehicles whose ids are not their own in the campaign; `there` are those of others."""
    ids = [recruit.id for recruit in command.vehicles]
    for id in sorted(taken_words(season).intersection(ids)):
        yield no(
            say(_("The name “%(name)s” is taken."), name=id),
            _("Give it another id; its name may stay."),
            "vehicles",
        )
    for id, times in Counter(ids).items():
        if times > 1 or id in there:
            yield no(
                say(_("Two vehicles of the campaign are called “%(id)s”."), id=id),
                _("Give it another id; its name may stay."),
                "vehicles",
            )


def strangers(command: Requested, ids: Sequence[str], fields: Iterable[str]) -> Iterator[Refused]:
    """Names and cards for vehicles that are not among `ids`."""
    for field in fields:
        for id in getattr(command, field):
            if id not in ids:
                yield no(
                    say(_("The platoon has no vehicle “%(id)s”."), id=id),
                    say(_("Its vehicles: %(ids)s."), ids=keys(ids)),
                    field,
                )


def not_in_catalogue(season: Season, command: Requested | None, platoon_card: str = "") -> Iterator[Refused]:
    """Every model and card is one of the rulebook's catalogue or of the house's own units, if there is a catalogue: a
    platoon enlisted is there to stay."""
    rules = season.rules
    known = articles(rules, season.edition, season.house)
    fittings = command.fittings if command else {}
    models = (("vehicles", recruit.model, rules.model_kinds) for recruit in (command.vehicles if command else ()))
    cards = ((f"fittings.{id}", card, rules.card_kinds) for id, cards in fittings.items() for card in cards)
    platoon = (("card", platoon_card, rules.platoon_kinds),) if platoon_card else ()
    for field, name, kinds in (*models, *cards, *platoon):
        offered = [article for article in known if article.kind in kinds]
        if known and not any(name in (article.name, article.key) for article in offered):
            like = ", ".join(nearest(name, (article.name for article in offered)))
            yield no(
                say(_("%(system)s knows no “%(name)s”."), system=rules.name, name=name),
                say(_("Write a name as the page of the rulebook has it, for example %(names)s."), names=like or "-"),
                field,
            )


def taken_words(season: Season) -> set[str]:
    """What sentences about its battles call by other names: a vehicle of that id could join no battle."""
    scenarios = season.rules.scenarios
    return {scenario.key for scenario in scenarios}.union(*(scenario.sides for scenario in scenarios))


def add_vehicles(season: Season, key: str, event: Delivered) -> None:
    platoon = season.platoons[key]
    platoon.vehicles = (*platoon.vehicles, *(recruit.id for recruit in event.vehicles))
    for recruit in event.vehicles:
        name = event.names.get(recruit.id) or recruit.model
        season.vehicles[recruit.id] = Vehicle(recruit.id, key, name, recruit.model)
        platoon.fittings[recruit.id] = fittings_of(event, recruit.id)


def fittings_of(event: Delivered, vehicle: str) -> tuple[str, ...]:
    """The cards of a vehicle in the order they were listed; those that were erased are gone."""
    mine = [(int(key.rpartition("/")[2]), name) for key, name in event.cards.items() if key.startswith(f"{vehicle}/")]
    return tuple(name for _ordinal, name in sorted(mine) if name)

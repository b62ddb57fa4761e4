"""A platoon enlists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from campaigns.reports import Enlist, Enlisted
from campaigns.ruling.checks import alike, no
from campaigns.season import Season
from rules.adjudicate import Who
from rules.contract import Decision, Dice, Refused, at_once, say
from rules.contract import gettext_noop as _


def enlist(season: Season, command: Enlist, who: Who, dice: Dice) -> Decision:
    player = command.player or who.id
    if player != who.id and not who.referee:
        raise no(
            say(_("You enlist your own platoon.")),
            say(_("Leave the player out; an organiser enlists for others.")),
            "player",
            "not-yours",
        )
    at_once(_enlisting(season, command))
    cards = {f"{id}/{n}": card for id, cards in command.fittings.items() for n, card in enumerate(cards, 1)}
    yield Enlisted(
        platoon=command.platoon,
        name=command.name,
        side=command.side,
        card=command.card,
        player=player,
        vehicles=command.vehicles,
        names=command.names,
        cards=cards,
        partners=command.partners,
        purse=int(season.terms["purse"]),
    )


def _enlisting(season: Season, command: Enlist) -> Iterator[Refused]:
    """All that is wrong with a platoon that would enlist."""
    if command.platoon in season.platoons:
        yield no(say(_("There is a platoon “%(key)s” already."), key=command.platoon), field="platoon")
    yield from alike((command.name, *(platoon.name for platoon in season.platoons.values())), "name")
    yield from _side_of_campaign(season, command.side)
    yield from _recruits(season, command)


def _side_of_campaign(season: Season, side: str) -> Iterator[Refused]:
    sides = season.opened.sides
    if side in sides or (not side and not sides):
        return
    found = say(_("There is no side “%(side)s”."), side=side) if side else say(_("The platoon has no side."))
    right = say(_("Everyone is on their own here: leave the side out."))
    if sides:
        right = say(_("Sides: %(sides)s."), sides=", ".join(sides))
    yield no(found, right, "side")


def _recruits(season: Season, command: Enlist) -> Iterator[Refused]:
    """Every vehicle has an id of its own in the campaign, and every name and card belongs to one."""
    ids = [recruit.id for recruit in command.vehicles]
    for id in sorted(taken_words(season).intersection(ids)):
        yield no(
            say(_("The name “%(name)s” is taken."), name=id),
            say(_("Give it another id; its name may stay.")),
            "vehicles",
        )
    # the vehicles of a platoon that enlists under a key that is taken are mostly there already: that is said once
    there = season.vehicles if command.platoon not in season.platoons else {}
    for id, times in Counter(ids).items():
        if times > 1 or id in there:
            yield no(
                say(_("Two vehicles of the campaign are called “%(id)s”."), id=id),
                say(_("Give it another id; its name may stay.")),
                "vehicles",
            )
    for field in ("names", "fittings"):
        for id in getattr(command, field):
            if id not in ids:
                yield no(
                    say(_("The platoon has no vehicle “%(id)s”."), id=id),
                    say(_("Its vehicles: %(ids)s."), ids=", ".join(ids)),
                    field,
                )
    yield from alike(command.names.values(), "names")
    yield from _in_catalogue(season, command)


def _in_catalogue(season: Season, command: Enlist) -> Iterator[Refused]:
    """Every model and card is one of the rulebook's catalogue, if it has one: a platoon enlisted is there to stay."""
    articles = season.rules.catalogue(season.opened.edition)
    rules = season.rules
    models = (("vehicles", recruit.model, rules.model_kinds) for recruit in command.vehicles)
    cards = ((f"fittings.{id}", card, rules.card_kinds) for id, cards in command.fittings.items() for card in cards)
    platoon = (("card", command.card, rules.platoon_kinds),) if command.card else ()
    for field, name, kinds in (*models, *cards, *platoon):
        known = any(name in (article.name, article.key) for article in articles if article.kind in kinds)
        if articles and not known:
            yield no(
                say(_("%(system)s knows no “%(name)s”."), system=season.rules.name, name=name),
                say(_("Its models and cards are listed under /api/v1/systems/%(key)s/units/."), key=season.rules.key),
                field,
            )


def taken_words(season: Season) -> set[str]:
    """What sentences about its battles call by other names: a vehicle of that id could join no battle."""
    scenarios = season.rules.scenarios
    return {scenario.key for scenario in scenarios}.union(*(scenario.sides for scenario in scenarios))

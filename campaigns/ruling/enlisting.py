"""A platoon enlists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from campaigns.reports import Buy, ChangeCard, Enlist, Enlisted
from campaigns.ruling.begins import begins_at, not_a_base
from campaigns.ruling.checks import alike, keys, no
from campaigns.ruling.faults import faults_of, not_passed, over_budget
from campaigns.season import Season
from rules.adjudicate import Who
from rules.contract import Decision, Dice, Refused, at_once, say
from rules.contract import gettext_noop as _
from rules.house import articles
from rules.stream.normalization import nearest
from rules.upkeep import Flaw, Owned


def enlist(season: Season, command: Enlist, who: Who, dice: Dice) -> Decision:
    player = command.player or who.id
    if player != who.id and not who.referee:
        raise no(
            say(_("You enlist your own platoon.")),
            say(_("Leave the player out; an organiser enlists for others.")),
            "player",
            "not-yours",
        )
    _in_time(season, who)
    _not_too_many(season, player, who)
    unknown, flaws = tuple(not_in_catalogue(season, command, command.card)), flaws_of(season, command)
    wrong = [*_enlisting(season, command), *_companions(player, command), *unknown, *not_a_base(season, command)]
    at_once([*wrong, *not_passed(season, flaws, command.waivers, who)])
    yield Enlisted(
        platoon=command.platoon,
        name=command.name,
        side=command.side,
        card=command.card,
        player=player,
        vehicles=command.vehicles,
        names=command.names,
        cards=cards_of(command.fittings),
        partners=command.partners,
        purse=int(season.terms["purse"]),
        flaws=tuple(flaw.key for flaw in flaws),
        waivers=dict(sorted(command.waivers.items())),
        sector=begins_at(season, command.side, command.sector),
    )


def flaws_of(season: Season, command: Enlist) -> tuple[Flaw, ...]:
    """The faults of the platoon that would enlist."""
    owned = recruits(season, command)
    unknown = any(True for _fault in not_in_catalogue(season, command, command.card))
    return (*over_budget(season, owned), *(() if unknown else faults_of(season, command.card, owned)))


def _in_time(season: Season, who: Who) -> None:
    if season.rounds and not season.terms["late_enlisting"] and not who.referee:
        raise no(
            say(_("Nobody enlists any more: the first round was announced.")),
            say(_("Ask an organiser to enlist the platoon.")),
            "platoon",
        )


def _not_too_many(season: Season, player: str, who: Who) -> None:
    """So that nobody fills a campaign alone."""
    most = int(season.terms["platoons_each"])
    has = sum(player in platoon.players and not platoon.dropped for platoon in season.platoons.values())
    if most and has >= most and not who.referee:
        raise no(
            say(_("You command this many platoons of the campaign already: %(n)d."), n=has),
            say(_("Its terms allow %(most)d to a player. Ask an organiser to enlist more."), most=most),
            "platoon",
        )


def cards_of(fittings: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """As events hold them: the name of each card by "vehicle/n"."""
    return {f"{id}/{n}": card for id, cards in fittings.items() for n, card in enumerate(cards, 1)}


def recruits(season: Season, command: Enlist | Buy) -> tuple[Owned, ...]:
    """The new vehicles as a rulebook's upkeep is asked about them."""
    return tuple(
        Owned(edition=season.opened.edition, model=recruit.model, cards=command.fittings.get(recruit.id, ()))
        for recruit in command.vehicles
    )


def _enlisting(season: Season, command: Enlist) -> Iterator[Refused]:
    """All that is wrong with a platoon that would enlist."""
    if command.platoon in season.platoons:
        yield no(say(_("There is a platoon “%(key)s” already."), key=command.platoon), field="platoon")
    yield from alike((command.name, *(platoon.name for platoon in season.platoons.values())), "name")
    yield from _side_of_campaign(season, command.side)
    # the vehicles of a platoon that enlists under a key that is taken are mostly there already: that is said once
    yield from ids_taken(season, command, season.vehicles if command.platoon not in season.platoons else ())
    yield from strangers(command, [recruit.id for recruit in command.vehicles], ("names", "fittings"))
    yield from alike(command.names.values(), "names")


def _companions(player: str, command: Enlist) -> Iterator[Refused]:
    for person, times in Counter((player, *command.partners)).items():
        if times > 1:
            yield no(
                say(_("%(player)s is named twice."), player=person),
                say(_("Name each of those who command the platoon once; the player is one of them.")),
                "partners",
            )


def _side_of_campaign(season: Season, side: str) -> Iterator[Refused]:
    sides = season.opened.sides
    if side in sides or (not side and not sides):
        return
    found = say(_("There is no side “%(side)s”."), side=side) if side else say(_("The platoon has no side."))
    right = say(_("Everyone is on their own here: leave the side out."))
    if sides:
        right = say(_("Sides: %(sides)s."), sides=keys(sides))
    yield no(found, right, "side")


def ids_taken(season: Season, command: Enlist | Buy, there: Collection[str]) -> Iterator[Refused]:
    """New vehicles whose ids are not their own in the campaign; `there` are those of others."""
    ids = [recruit.id for recruit in command.vehicles]
    for id in sorted(taken_words(season).intersection(ids)):
        yield no(
            say(_("The name “%(name)s” is taken."), name=id),
            say(_("Give it another id; its name may stay.")),
            "vehicles",
        )
    for id, times in Counter(ids).items():
        if times > 1 or id in there:
            yield no(
                say(_("Two vehicles of the campaign are called “%(id)s”."), id=id),
                say(_("Give it another id; its name may stay.")),
                "vehicles",
            )


def strangers(command: Enlist | Buy, ids: Sequence[str], fields: Iterable[str]) -> Iterator[Refused]:
    """Names and cards for vehicles that are not among `ids`."""
    for field in fields:
        for id in getattr(command, field):
            if id not in ids:
                yield no(
                    say(_("The platoon has no vehicle “%(id)s”."), id=id),
                    say(_("Its vehicles: %(ids)s."), ids=keys(ids)),
                    field,
                )


def not_in_catalogue(season: Season, command: Enlist | Buy | ChangeCard, platoon_card: str = "") -> Iterator[Refused]:
    """Every model and card is one of the rulebook's catalogue or of the house's own units, if there is a catalogue: a
    platoon enlisted is there to stay."""
    rules = season.rules
    known = articles(rules, season.opened.edition, season.house)
    recruited = () if isinstance(command, ChangeCard) else command.vehicles
    fittings = {} if isinstance(command, ChangeCard) else command.fittings
    models = (("vehicles", recruit.model, rules.model_kinds) for recruit in recruited)
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

"""The desk of a simulated season: a club, its people, and a campaign with house rules at random, opened with a known
seed."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple
from uuid import NAMESPACE_URL, UUID, uuid5

from django.db import transaction
from django.utils.text import slugify
from msgspec.structs import replace

import rules
from campaigns import handler
from campaigns.models import Campaign, Club, User
from campaigns.season import purchase_list
from campaigns.season.pairing_terms import APART, METHOD
from campaigns.season.standings import BREAKERS
from campaigns.season.terms import terms_of
from campaigns.season.values import Terms
from campaigns.simulation.chance import Chance
from campaigns.simulation.reporters import VIA, Reporters
from campaigns.theatre import TERRAINS, Theatre
from campaigns.theatre.generator import generate, least
from campaigns.theatre.map_text import write
from rules.adjudicate import Who
from rules.contract import RuleSystem
from rules.declarations import Option

SIDES = {"reds": "The Reds", "blues": "The Blues", "greens": "The Greens", "golds": "The Golds"}
FOUND = 40  # percent of a list's articles that are on sale
LISTED = 25  # percent of seasons with a list
USUAL = 75  # percent of flags that stand as by default: without a workshop a season shows little
# For half the points there may be no legal platoon; in a war in which nobody marches nobody meets.
GENEROUS = ("muster_points", "supplied_march")


def terms(system: RuleSystem, on_map: bool, chance: Chance) -> Terms:
    """A value for every term, each independent of the others."""
    return {one.name: value(system, one, chance.under(one.name)) for one in terms_of(system, on_map)}


def value(system: RuleSystem, option: Option, chance: Chance) -> bool | int | str:
    """A value that a club may have: mostly the default and values around it, or very low ones."""
    match option.type:
        case "flag":
            return bool(option.default) == chance.happens(USUAL)
        case "choice" if option.name == METHOD:  # so that most rounds have pairings
            return str(option.default)
        case "choice":
            return chance.one_of(option.choices)
        case "number":
            return _number(option, chance)
        case _:
            return _text(system, option, chance)


def _text(system: RuleSystem, option: Option, chance: Chance) -> str:
    if option.name == purchase_list.TERM:
        return _purchase_list(system, chance)
    if option.name == APART and not chance.happens(USUAL):
        return "platoon-1, platoon-2"
    return str(option.default)


def _number(option: Option, chance: Chance) -> int:
    usual = int(option.default)
    around = [usual, usual, usual * 2]
    if option.name not in GENEROUS:
        around += [option.least, usual // 2, option.least + chance.choose(7)]
    return min(option.most, max(option.least, chance.one_of(around)))


def _purchase_list(system: RuleSystem, chance: Chance) -> str:
    """A purchase list: mostly none, else some of the articles, some of them from a later round."""
    names = sorted({one.name for one in purchase_list.sold(system, system.edition, {}) if ";" not in one.name})
    if not chance.happens(LISTED) or not names:
        return ""
    lines = [name + (f"; from={chance.choose(4)}" if chance.happens(30) else "") for name in names]
    return "\n".join(line for line in lines if chance.happens(FOUND))


def sides(platoons: int, sectors: int, chance: Chance) -> dict[str, str]:
    """The sides: on a map two to four, as platoons and sectors allow; without one none, or two and more."""
    most = max(2, min(len(SIDES), platoons))
    numbers = [n for n in range(2, most + 1) if not sectors or least(tuple(SIDES)[:n]) <= sectors]
    number = chance.one_of(numbers if sectors else [0, 0, *numbers])
    return dict(list(SIDES.items())[:number])


def country(theatre: Theatre, chance: Chance) -> Theatre:
    """The same map with some other terrain, deserts among it."""
    found = tuple(
        replace(one, terrain=chance.one_of(TERRAINS)) if chance.happens(40) else one for one in theatre.sectors
    )
    return replace(theatre, sectors=found)


NAMESPACE = uuid5(NAMESPACE_URL, "leaguer:simulations")


class Taken(Exception):
    """This season has been simulated here already, or one of its accounts belongs to somebody else."""


def opened(system: str, platoons: int, rounds: int, seed: int, club: str, sectors: int = 0) -> Reporters:
    """Open a campaign and return its reporters, with a player for each platoon and one more; on a map of so many
    sectors, or (0) without one. Raises `Taken`."""
    slug = slug_of(club)
    name = f"{slug}/{system}/{platoons}/{rounds}/{seed}" + (f"/map {sectors}" if sectors else "")
    with transaction.atomic():
        people = people_of(club, platoons + 1)
        return opened_by(people, name, f"Simulated season {seed}", system, platoons, rounds, seed, sectors)


class People(NamedTuple):
    """A club, who organises it, and who plays."""

    club: Club
    organiser: User
    players: Sequence[User]


def slug_of(club: str) -> str:
    return slugify(club)[:40] or "club"


def people_of(club: str, number: int) -> People:
    """So many players of a club, with its organiser; made where they are new. Whoever organises there rules on their
    own fixtures too, so that nothing waits for somebody who is simulated. Raises `Taken`."""
    slug = slug_of(club)
    found, _new = Club.objects.get_or_create(slug=slug, defaults={"name": club, "rule_own": True})
    organiser = _account(f"{slug}-organiser")
    players = [_account(f"{slug}-player-{n}") for n in range(1, number + 1)]
    found.organisers.add(organiser)
    found.members.add(*players)
    return People(found, organiser, players)


def opened_by(
    people: People,
    name: str,
    title: str,
    system: str,
    platoons: int,
    rounds: int,
    seed: int,
    sectors: int = 0,
    test: bool = True,
) -> Reporters:
    """Open a campaign of these people. Everything at random in it follows from `name`; it is called `title`."""
    desk = _campaign(uuid5(NAMESPACE, name), people.club, system, title, Chance(f"{name}/rules"), test)
    _lay_out(desk, platoons, sectors, seed, Chance(f"{name}/map"))
    _set_terms(desk, rounds, Chance(f"{name}/terms"))
    dice = sha256(f"{NAMESPACE}/{name}".encode()).hexdigest()
    handler.open_campaign(desk, Who(str(people.organiser.pk), referee=True), VIA, seed=dice)
    return Reporters(str(desk.pk), people.organiser, people.players, Chance(name))


def _account(name: str) -> User:
    """The account of this name. Nobody can log in to it until an administrator sets a password."""
    id = uuid5(NAMESPACE, name)
    user, new = User.objects.get_or_create(username=name, defaults={"id": id})
    if user.pk != id:
        raise Taken(name)
    if new:
        user.set_unusable_password()
        user.save()
    return user


def _campaign(id: UUID, club: Club, system: str, title: str, chance: Chance, test: bool) -> Campaign:
    """The campaign, which has no deadlines. Called a `test` it can be forgotten, and joins no league."""
    if Campaign.objects.filter(pk=id).exists():
        raise Taken(str(id))
    return Campaign.objects.create(
        pk=id,
        club=club,
        name=title,
        system=system,
        destroyed=chance.choose(2),
        preserved=chance.choose(2),
        breakers=list(chance.some_of(tuple(BREAKERS), 4)),
        confirm_within=0,
        test=test,
    )


def _lay_out(desk: Campaign, platoons: int, sectors: int, seed: int, chance: Chance) -> None:
    """Set the sides, and the map if there is one."""
    desk.sides = sides(platoons, sectors, chance.under("sides"))
    if sectors:
        drawn = generate(sectors, seed, tuple(desk.sides))
        theatre = country(drawn.theatre, chance.under("country"))
        desk.map = write(replace(drawn, theatre=theatre))
    desk.save(update_fields=["sides", "map"])


def _set_terms(desk: Campaign, rounds: int, chance: Chance) -> None:
    """Set random terms. A war that is decided by rounds ends by the last one."""
    desk.terms = terms(rules.system(desk.system), bool(desk.map), chance)
    if "victory_rounds" in desk.terms:
        desk.terms["victory_rounds"] = max(1, rounds - chance.choose(2))
    desk.save(update_fields=["terms"])

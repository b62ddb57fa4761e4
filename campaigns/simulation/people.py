"""The desk of a simulated season: a club, its people, and a campaign opened with a known seed."""

from __future__ import annotations

from hashlib import sha256
from uuid import NAMESPACE_URL, UUID, uuid5

from django.db import transaction
from django.utils.text import slugify
from msgspec.structs import replace

import rules
from campaigns import handler
from campaigns.models import Campaign, Club, User
from campaigns.season.standings import BREAKERS
from campaigns.simulation import house_rules
from campaigns.simulation.chance import Chance
from campaigns.simulation.reporters import VIA, Reporters
from campaigns.theatre.generator import generate
from campaigns.theatre.map_text import write
from rules.adjudicate import Who

NAMESPACE = uuid5(NAMESPACE_URL, "leaguer:simulations")


class Taken(Exception):
    """This season has been simulated here already, or one of its accounts belongs to somebody else."""


def opened(system: str, platoons: int, rounds: int, seed: int, club: str, sectors: int = 0) -> Reporters:
    """Open a campaign and return its reporters, with a player for each platoon and one more; on a map of so many
    sectors, or (0) without one. Raises `Taken`."""
    slug = slugify(club)[:40] or "club"
    name = f"{slug}/{system}/{platoons}/{rounds}/{seed}" + (f"/map {sectors}" if sectors else "")
    with transaction.atomic():
        club_, _new = Club.objects.get_or_create(slug=slug, defaults={"name": club})
        organiser = _account(f"{slug}-organiser")
        players = [_account(f"{slug}-player-{n}") for n in range(1, platoons + 2)]
        club_.organisers.add(organiser)
        club_.members.add(*players)
        desk = _campaign(uuid5(NAMESPACE, name), club_, system, seed, Chance(f"{name}/rules"))
        _lay_out(desk, platoons, sectors, seed, Chance(f"{name}/map"))
        _set_terms(desk, rounds, Chance(f"{name}/terms"))
        dice = sha256(f"{NAMESPACE}/{name}".encode()).hexdigest()
        handler.open_campaign(desk, Who(str(organiser.pk), referee=True), VIA, seed=dice)
    return Reporters(str(desk.pk), organiser, players, Chance(name))


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


def _campaign(id: UUID, club: Club, system: str, seed: int, chance: Chance) -> Campaign:
    """The campaign. It is called a test, so that it can be forgotten, and has no deadlines."""
    if Campaign.objects.filter(pk=id).exists():
        raise Taken(str(id))
    return Campaign.objects.create(
        pk=id,
        club=club,
        name=f"Simulated season {seed}",
        system=system,
        destroyed=chance.choose(2),
        preserved=chance.choose(2),
        breakers=list(chance.some_of(tuple(BREAKERS), 4)),
        confirm_within=0,
        test=True,
    )


def _lay_out(desk: Campaign, platoons: int, sectors: int, seed: int, chance: Chance) -> None:
    """Set the sides, and the map if there is one."""
    desk.sides = house_rules.sides(platoons, sectors, chance.under("sides"))
    if sectors:
        drawn = generate(sectors, seed, tuple(desk.sides))
        theatre = house_rules.country(drawn.theatre, chance.under("country"))
        desk.map = write(replace(drawn, theatre=theatre))
    desk.save(update_fields=["sides", "map"])


def _set_terms(desk: Campaign, rounds: int, chance: Chance) -> None:
    """Set random terms. A war that is decided by rounds ends by the last one."""
    desk.terms = house_rules.terms(rules.system(desk.system), bool(desk.map), chance)
    if "victory_rounds" in desk.terms:
        desk.terms["victory_rounds"] = max(1, rounds - chance.choose(2))
    desk.save(update_fields=["terms"])

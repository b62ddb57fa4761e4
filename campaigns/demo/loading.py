"""Loads the demo: people and a club on the desk, and all that happens by reports, two battles by battle script."""

from __future__ import annotations

from importlib.resources import files
from typing import NamedTuple
from uuid import NAMESPACE_URL, UUID, uuid5

from django.db import transaction

from battles import door as battle_door
from battles.reports import Report
from campaigns import clerk, door
from campaigns.models import Campaign, Club, User
from campaigns.reports import COMMANDS, Enlist, Forces, MusterBattle, Recruit
from rules import reports as frame
from rules import script
from rules.adjudicate import Who
from rules.codec import CommandCodec, command_codec
from rules.contract import Command
from rules.reports import Confirm

NAMESPACE = uuid5(NAMESPACE_URL, "leaguer:demo")
CAMPAIGN, AMBUSH, ALPHA_66 = (uuid5(NAMESPACE, name) for name in ("campaign", "ambush", "alpha 66"))
VIA = "script"


class People(NamedTuple):
    """Alice organises; Bob has the Americans, Carol the Soviets; Erin umpires."""

    alice: User
    bob: User
    carol: User
    erin: User


def load(password: str) -> bool:
    """Load the demo, all of it or nothing; False when it is there already, and then nothing is touched."""
    if Campaign.objects.filter(pk=CAMPAIGN, stream__isnull=False).exists():
        return False
    with transaction.atomic():
        people = People(*(_account(name, password) for name in People._fields))
        door.open_campaign(_campaign(_club(people), people), _organiser(people), VIA)
        _enlist(people.bob, "alpha-66", "Alpha 66", "Team Yankee", "M1 Abrams", abrams="Alpha 66")
        _enlist(
            people.carol,
            "red-banner",
            "Red Banner",
            "Red Banner",
            "T-64",
            **{name.lower(): name for name in ("Tagil", "Ural", "Kama", "Volga")},
        )
        _muster(people, AMBUSH, "Ambush at the ford", ("tagil", "ural"))
        _play(people, AMBUSH, "ambush.script")
        _confirm(people, AMBUSH)
        clerk.attend(str(AMBUSH))
        _muster(people, ALPHA_66, "The Last Battle of Alpha 66", ("kama", "volga"))
        _play(people, ALPHA_66, "alpha_66.script")
    return True


def _account(name: str, password: str) -> User:
    """The account of that name, with the password if it is new. Alice may enter the organisers' office."""
    user, new = User.objects.get_or_create(username=name, defaults={"is_staff": name == "alice"})
    if new:
        user.set_password(password)
        user.save()
    return user


def _club(people: People) -> Club:
    club, _new = Club.objects.get_or_create(slug="steel-club", defaults={"name": "The Steel Club"})
    club.organisers.add(people.alice)
    club.members.add(people.bob, people.carol)
    return club


def _campaign(club: Club, people: People) -> Campaign:
    """On the house deck, so that nobody needs the critical cards of the printed game."""
    campaign, _new = Campaign.objects.get_or_create(
        pk=CAMPAIGN,
        defaults={
            "club": club,
            "name": "Fulda, autumn 1985",
            "system": "modern_age",
            "options": {"critical_deck": "house"},
            "sides": {"nato": "NATO", "warsaw-pact": "Warsaw Pact"},
        },
    )
    campaign.umpires.add(people.erin)
    return campaign


def _organiser(people: People) -> Who:
    return Who(str(people.alice.pk), referee=True)


def _enlist(player: User, key: str, name: str, card: str, model: str, **vehicles: str) -> None:
    side = "nato" if model == "M1 Abrams" else "warsaw-pact"
    recruits = tuple(Recruit(id=id, model=model) for id in vehicles)
    enlist = Enlist(platoon=key, name=name, side=side, card=card, vehicles=recruits, names=vehicles)
    report = _report(CAMPAIGN, f"enlist {key}", enlist, CommandCodec(COMMANDS))
    door.execute(str(CAMPAIGN), [report], Who(str(player.pk)), VIA)


def _muster(people: People, battle: UUID, title: str, soviets: tuple[str, ...]) -> None:
    sides = {
        "americans": Forces(platoon="alpha-66"),
        "soviets": Forces(platoon="red-banner", vehicles=soviets),
    }
    muster = MusterBattle(battle=str(battle), scenario="alpha_66", title=title, sides=sides)
    door.muster_battle(str(CAMPAIGN), str(uuid5(battle, "muster")), muster, _organiser(people), VIA)


def _play(people: People, battle: UUID, name: str) -> None:
    """Every line of a script, each reported by the player of its side."""
    state, _told, _rows = battle_door.replay(str(battle))
    reports = command_codec(state.rules, frame.COMMANDS)
    for line in script.parse(files(__package__).joinpath(name).read_text(), reports):
        report = _report(battle, f"{name} {line.number}", line.command, reports)
        battle_door.execute(str(battle), [report], _player(people, line.side), VIA)


def _confirm(people: People, battle: UUID) -> None:
    state, _told, _rows = battle_door.replay(str(battle))
    reports = command_codec(state.rules, frame.COMMANDS)
    position, digest = state.fought
    for side in state.muster.sides:
        report = _report(battle, f"confirm {side}", Confirm(side=side, position=position, digest=digest), reports)
        battle_door.execute(str(battle), [report], _player(people, side), VIA)


def _player(people: People, side: str) -> Who:
    return Who(str((people.bob if side == "americans" else people.carol).pk))


def _report(stream: UUID, name: str, command: Command, reports: CommandCodec) -> Report:
    return Report(str(uuid5(stream, name)), *reports.encode(command))

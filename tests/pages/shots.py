"""Battles of every rulebook a moment before a shot, with one account on both sides."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import uuid4

from msgspec.structs import replace

from battles import handler
from battles.reports import Receipt, Report
from campaigns.models import User
from rules import system as find_system
from rules.adjudicate import Who
from rules.contract import Command, Event, Muster
from rules.reports import command_codec
from rules.stream import script
from rules.stream.codec import encode
from tests.battles.fluid_time.dealt import OVER, dealt
from tests.rules.modern_age import musters
from tests.rules.panzer_strike import table as panzer_strike
from tests.rules.tanks import table as tanks

ALICE = Who("alice", referee=True)
NAMES = {"otto": "Otto", "able": "Able", "baker": "Baker"}


class Shot:
    """A battle of a rulebook in which `user` plays both sides, as far as `lines` lead."""

    def __init__(
        self, forces: Muster, user: User, *lines: str, stream: str = "", players: Mapping[str, User] | None = None
    ) -> None:
        self.system, self.user = find_system(forces.system), user
        self.stream = stream or str(uuid4())
        if stream:
            return
        players = players or dict.fromkeys(forces.sides, user)
        sides = {key: replace(side, players=(str(players[key].pk),)) for key, side in forces.sides.items()}
        handler.open_battle(self.stream, report_of(replace(forces, sides=sides)), ALICE, "script")
        self.tell(*lines)

    def tell(self, *lines: str) -> Receipt | None:
        codec = command_codec(self.system)
        receipt = None
        for line in lines:
            (parsed,) = script.parse(line, codec)
            receipt = handler.execute(self.stream, [report_of(parsed.command)], ALICE, "script")
        return receipt

    @property
    def events(self) -> list[Event]:
        return [fact.event for fact in handler.replay(self.stream)[1]]

    @property
    def reports(self) -> int:
        return len({row.command for row in handler.replay(self.stream)[2]})


def report_of(command: Command) -> Report:
    return Report(str(uuid4()), type(command).__name__, encode(command))


def modern_age(user: User, **told: str) -> Shot:
    """M1 and T-64 stayed where they were; the M1 is about to fire. `told`: of the muster."""
    forces = replace(musters.first_game(critical_deck="house"), names={"m1": "Alpha", "t64": "Tagil"}, **told)
    return Shot(forces, user, "stay t64", "stay m1")


PLAIN = "\n".join(["." * 12] * 12)
VILLAGE = """
............
.......##...
.......##...
b...........
b......hh...
............
##..........
##......bb..
........##..
........##..
.hh.........
............
""".strip()


def panzer_strike_(user: User, field: str = PLAIN) -> Shot:
    """A Tiger and a Sherman face each other over a few squares, in the Firing Phase of the axis."""
    units = {"m4": ("Sherman", "allies"), "tiger": ("Tiger", "axis")}
    forces = replace(panzer_strike.muster(field, units, first="2"), names={"m4": "Able", "tiger": "Otto"})
    return Shot(forces, user, "deploy m4 c5 N", "deploy tiger c8 S", "end-movement axis")


def two_tigers(user: User, *lines: str) -> Shot:
    """In the Movement Phase of the axis, and as far as `lines` lead from there."""
    units = {"m4": ("Sherman", "allies"), "otto": ("Tiger", "axis"), "emil": ("Tiger", "axis")}
    names = {"m4": "Able", "otto": "Otto", "emil": "Emil"}
    field = "\n".join(["." * 12] * 12)
    forces = replace(panzer_strike.muster(field, units, first="2"), names=names)
    return Shot(forces, user, "deploy m4 c5 N", "deploy otto c8 S", "deploy emil d8 S", *lines)


def tanks_(user: User, **told: str) -> Shot:
    units = {"otto": (tanks.TIGER, "axis"), "able": (tanks.SHERMAN, "allies"), "baker": (tanks.SHERMAN, "allies")}
    forces = replace(tanks.muster(units), names=NAMES, **told)
    begun = ("roll-setup dice=1,5", "choose-setup axis build", "deploy allies", "deploy axis", "end-movement axis")
    return Shot(forces, user, *begun)


def fluid_time(user: User) -> Shot:
    found = dealt("germans/panzers/free_action", OVER, players={"germans": str(user.pk), "soviets": str(user.pk)})
    found.alice("draw")
    return Shot(found.muster, user, stream=found.stream)


def face_down(bob: User, carol: User, card: str) -> Shot:
    """An M60 of Bob's is about to fire at a T-64 of Carol's, whose driver lies face down."""
    cards: dict[str, tuple[str, ...]] = {"t": (card,)}
    forces = musters.ace({"m": "M60 Patton"}, {"t": "T-64"}, cards, allow_fan_made=True, critical_deck="house")
    begun = ("roll-for-terrain dice=5,2", "roll-for-role dice=6,3", "choose-role attacker", "choose-edge north")
    lines = (*begun, "deploy t", "deploy m", "stay t", "stay m")
    return Shot(forces, bob, *lines, players={"americans": bob, "soviets": carol})

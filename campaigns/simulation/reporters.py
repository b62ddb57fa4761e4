"""Reports by the people of a simulated season. The id of every report follows from the seed."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from uuid import UUID, uuid5

from battles import folded
from battles import handler as battle_handler
from battles.reports import Report
from campaigns import handler
from campaigns.models import User
from campaigns.roles import who_in_battle, who_in_campaign
from campaigns.season import Season
from campaigns.season.decider import SEASONS
from campaigns.simulation.chance import Chance
from rules import cases
from rules.adjudicate import Who
from rules.battle import Battle
from rules.contract import Command, Refused
from rules.reports import TakeCase
from rules.stream import codec

VIA = "script"


class Reporters:
    """One campaign and its people. `reports` counts all reports to it and its battles, `asides` those that
    nothing else turns on, and `refused` those that the rules refused."""

    def __init__(self, campaign: str, organiser: User, players: Sequence[User], chance: Chance) -> None:
        self.campaign, self.organiser, self.players, self.chance = campaign, organiser, tuple(players), chance
        self.people = {str(user.pk): user for user in (organiser, *players)}
        self.reports = self.asides = self.refused = 0

    def who(self, person: str) -> Who:
        """Somebody as the campaign knows them now: a player, or with the right to rule."""
        who = who_in_campaign(self.people[person], self.campaign)
        assert who is not None  # everyone here is of the club
        return who

    def season(self) -> Season:
        """As it stands. It is only read, and folded on from when it was asked for last."""
        kept = folded.load(SEASONS, self.campaign)
        assert kept is not None
        return kept.state

    def tell(self, who: Who, command: Command) -> bool:
        """Report to the campaign; False where the rules say no."""
        try:
            handler.execute(self.campaign, [self._report(command)], who, VIA)
        except Refused:
            self.refused += 1
            return False
        return True

    def tell_aside(self, who: Who, command: Command) -> None:
        """Report what nothing else turns on: the reports beside it have the ids that they have without it."""
        self.asides += 1
        id = uuid5(UUID(self.campaign), f"aside {self.asides}")
        report = Report(str(id), type(command).__name__, codec.encode(command))
        with suppress(Refused):
            handler.execute(self.campaign, [report], who, VIA)

    def battle(self, battle: str) -> Battle:
        return battle_handler.state(battle)

    def tell_battle(self, battle: str, person: str, *commands: Command) -> bool:
        """Report to a battle, all or nothing; False if the rules refuse. The organiser takes the battle's case
        before."""
        who = self._in_battle(person, battle)
        if cases.may_take(self.battle(battle), who):
            told = TakeCase(reason="They asked for it at the table")
            battle_handler.execute(battle, [self._report(told)], who, VIA)
        try:
            battle_handler.execute(battle, [self._report(command) for command in commands], who, VIA)
        except Refused:
            self.refused += 1
            return False
        return True

    def rules_over(self, battle: str) -> bool:
        """Whether the organiser has no part in the battle, and may rule for both sides."""
        state, who = self.battle(battle), self._in_battle(str(self.organiser.pk), battle)
        return cases.rules_over(state, who) or cases.may_take(state, who)

    def _in_battle(self, person: str, battle: str) -> Who:
        who = who_in_battle(self.people[person], UUID(battle))
        assert who is not None  # everyone here has an account
        return who

    def players_of(self, season: Season, battle: str, side: str) -> tuple[str, ...]:
        """Who plays a side of the campaign's battle now."""
        fixture = season.of_battle(battle)
        assert fixture is not None
        return season.seated(fixture, fixture.sides[side].platoon)

    def _report(self, command: Command) -> Report:
        self.reports += 1
        id = uuid5(UUID(self.campaign), f"report {self.reports}")
        return Report(str(id), type(command).__name__, codec.encode(command))

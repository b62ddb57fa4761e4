"""Reports by the people of a simulated season. The id of every report follows from the seed."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID, uuid5

from battles import handler as battle_handler
from battles.reports import Report
from campaigns import handler
from campaigns.models import User
from campaigns.roles import who_in_battle
from campaigns.season import Season, decide
from campaigns.simulation.chance import Chance
from campaigns.simulation.drafts import Drafts
from rules import cases
from rules.adjudicate import Who
from rules.battle import Battle
from rules.contract import Command, Event, Refused
from rules.reports import TakeCase
from rules.stream import codec
from rules.stream.dice import FallenDice

VIA = "script"


class Reporters:
    """One campaign and its people. `reports` counts all reports to it and its battles, `refused` those that the
    rules refused."""

    def __init__(self, campaign: str, organiser: User, players: Sequence[User], chance: Chance) -> None:
        self.campaign, self.organiser, self.players, self.chance = campaign, organiser, tuple(players), chance
        season = self.season()
        self.drafts, self.on_map = Drafts(season.rules, chance.under("drafts")), season.opened.theatre is not None
        self.people = {str(user.pk): user for user in (organiser, *players)}
        self.reports = self.refused = 0

    @property
    def referee(self) -> Who:
        """The organiser, as the campaign knows them."""
        return Who(str(self.organiser.pk), referee=True)

    def season(self) -> Season:
        return handler.replay(self.campaign)[0]

    def tell(self, who: Who, command: Command) -> bool:
        """Report to the campaign; False where the rules say no."""
        try:
            handler.execute(self.campaign, [self._report(command)], who, VIA)
        except Refused:
            self.refused += 1
            return False
        return True

    def would_be(self, season: Season, who: Who, command: Command) -> Event | Refused:
        """The first event that a report would have, or its refusal. Nothing is reported, and no die is rolled."""
        try:
            return next(decide(season, command, who, FallenDice()))
        except Refused as refused:
            return refused

    def battle(self, battle: str) -> Battle:
        return battle_handler.state(battle)

    def tell_battle(self, battle: str, person: str, *commands: Command) -> bool:
        """Report to a battle, all or nothing; False if the rules refuse. The organiser takes the battle's case
        before."""
        who = who_in_battle(self.people[person], UUID(battle))
        assert who is not None  # everyone here has an account
        if cases.may_take(self.battle(battle), who):
            told = TakeCase(reason="They asked for it at the table")
            battle_handler.execute(battle, [self._report(told)], who, VIA)
        try:
            battle_handler.execute(battle, [self._report(command) for command in commands], who, VIA)
        except Refused:
            self.refused += 1
            return False
        return True

    def players_of(self, season: Season, battle: str, side: str) -> tuple[str, ...]:
        """Who plays a side of the campaign's battle now."""
        fixture = season.of_battle(battle)
        assert fixture is not None
        return season.platoons[fixture.sides[side].platoon].players

    def _report(self, command: Command) -> Report:
        self.reports += 1
        id = uuid5(UUID(self.campaign), f"report {self.reports}")
        return Report(str(id), type(command).__name__, codec.encode(command))

"""Reports for the demo. Each is made by one of its people, and its id follows from what it reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.resources import files
from uuid import UUID, uuid5

from battles import handler as battle_handler
from battles.reports import Report
from campaigns import clerk, handler
from campaigns.models import User
from campaigns.season import COMMANDS
from campaigns.season.musters import MusterBattle
from campaigns.season.values import Forces
from rules.adjudicate import Who
from rules.codecs import command_codec
from rules.contract import Command
from rules.reports import ChangeDepth, Confirm, ReportResult
from rules.stream import script
from rules.stream.codec import CommandCodec

VIA = "script"
SEASON = CommandCodec(COMMANDS)


class Stage:
    """The demo's campaign and its people, by name. `alice` organises."""

    def __init__(self, campaign: UUID, people: Mapping[str, User]) -> None:
        self.campaign, self.people = campaign, people

    def who(self, name: str) -> Who:
        return Who(str(self.people[name].pk), referee=name == "alice")

    def says(self, name: str, what: str, command: Command) -> None:
        """Report to the campaign. `what` is the report's name, which is unique in the demo."""
        report = _report(self.campaign, what, command, SEASON)
        handler.execute(str(self.campaign), [report], self.who(name), VIA)

    def muster(self, battle: UUID, title: str, scenario: str, fixture: str, sides: Mapping[str, Forces]) -> None:
        muster = MusterBattle(battle=str(battle), fixture=fixture, scenario=scenario, title=title, sides=dict(sides))
        handler.muster_battle(str(self.campaign), str(uuid5(battle, "muster")), muster, self.who("alice"), VIA)

    def fixture(self, *platoons: str) -> str:
        """The newest fixture between these platoons."""
        season, _told, _rows = handler.replay(str(self.campaign))
        return [one.key for one in season.fixtures.values() if set(one.platoons) == set(platoons)][-1]

    def play(self, battle: UUID, name: str, players: Mapping[str, str]) -> None:
        """Report every line of a battle script, each by the player of its side."""
        reports = _reports_of(battle)
        for line in script.parse(files(__package__).joinpath(name).read_text(), reports):
            report = _report(battle, f"{name} {line.number}", line.command, reports)
            battle_handler.execute(str(battle), [report], self.who(players[line.side]), VIA)

    def result(self, battle: UUID, winner: str, harmed: Mapping[str, dict[str, object]]) -> None:
        """Report only the result. Units that are not named come out unharmed."""
        reports, state = _reports_of(battle), battle_handler.state(str(battle))
        conditions = {unit.id: harmed.get(unit.id, dict(unit.condition)) for unit in state.muster.units}
        told = (ChangeDepth(depth="result"), ReportResult(winner=winner, conditions=conditions))
        commands = [_report(battle, type(one).__name__, one, reports) for one in told]
        battle_handler.execute(str(battle), commands, self.who("alice"), VIA)

    def confirm(self, battle: UUID, players: Mapping[str, str], sides: Iterable[str] = ()) -> None:
        """Confirm the result by the player of each side, or of these. A battle that both have confirmed is counted."""
        for side in sides or players:
            position, digest = battle_handler.state(str(battle)).fought
            told = Confirm(side=side, position=position, digest=digest)
            report = _report(battle, f"confirm {side}", told, _reports_of(battle))
            battle_handler.execute(str(battle), [report], self.who(players[side]), VIA)
        clerk.attend(str(battle))


def _reports_of(battle: UUID) -> CommandCodec:
    return command_codec(battle_handler.state(str(battle)).rules)


def _report(stream: UUID, name: str, command: Command, reports: CommandCodec) -> Report:
    return Report(str(uuid5(stream, name)), *reports.encode(command))

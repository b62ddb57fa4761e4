"""The choices of a season held against what it decides: as it stood before each report of a log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from random import Random
from typing import Any

import msgspec

from battles import log
from campaigns.season import OF_THE_CLERK, Season, decide, legal
from campaigns.season.challenges.making import Challenge
from campaigns.season.decider import REPORTS, SEASONS
from campaigns.season.house_rules import Amend
from campaigns.season.mending import MENDING
from campaigns.season.season_end import CloseSeason
from campaigns.season.veterans import CallVeterans
from rules.adjudicate import CLERK, Who
from rules.contract import Choice, Command, Field, Refused
from rules.stream.choices import matches
from rules.stream.codec import as_ruled_on
from rules.stream.dice import SeededDice
from rules.stream.random_values import filled_in
from rules.stream.samples import sample
from tests.campaigns.decided_again import folded, reports

ORGANISER, STRANGER = "0a5e2b1c-0000-4000-8000-000000000001", "0a5e2b1c-0000-4000-8000-000000000002"
OVER_BUDGET = "The platoon costs %(points)s points of %(most)s."
# Whether such a report is accepted turns on more than a form can say: what a platoon costs or lacks, what a scenario
# takes, whether anything is new, which of several platoons have met, which of two moments comes first. For what a
# campaign refuses it then.
HANGS_TOGETHER: dict[str, set[str]] = {
    "Enlist": {OVER_BUDGET},
    "Buy": {
        OVER_BUDGET,
        "This costs %(n)s point.",
        "“%(name)s” is not for sale to this platoon in round %(round)d.",
        "Nothing is bought.",
    },
    "ChangeCard": set(),
    "ProposeDate": {
        "Round %(round)d is closed by then.",
        "That is the date already: %(at)s.",
        "That is what is proposed already.",
    },
    "SetDate": {"That is the date already: %(at)s."},
    "MusterBattle": {"%(platoon)s brings %(points)d points."},
    "Amend": {
        "Nothing changes from round %(round)d on.",
        "Results of round %(round)d have counted by this already: %(names)s.",
    },
    "OpenRound": {
        "There are no two platoons that have still to meet.",
        "The orders would be disclosed after the round is closed.",
        "%(one)s against %(other)s has no result yet: nobody knows who goes on.",
        "The result of %(fixture)s is not confirmed yet.",
        "In a knock-out nobody who is due can be left out.",
    },
}


class Moment(msgspec.Struct):
    """A season before a report that was accepted. It goes on with the next one."""

    season: Season
    command: Command
    who: Who


def moments(rows: list[log.Row]) -> Iterator[Moment]:
    """Before each report but those that mend the season."""
    season: Season | None = None
    for one in reports(rows):
        if season is not None:
            command = REPORTS.decode(one[0].command_type, as_ruled_on(one[0].command_data))
            if type(command) not in MENDING.commands:
                yield Moment(season, command, MENDING.reporter(season, command, one[0].by))
        season = folded(season, rows, one)


def is_offered(moment: Moment) -> bool:
    if type(moment.command) in OF_THE_CLERK:
        return True
    command = moment.command
    if isinstance(command, CloseSeason):  # a seed is nothing that anybody is asked for
        command = msgspec.structs.replace(command, next_seed="")
    if isinstance(command, CallVeterans):  # its crews are added as it comes in
        command = msgspec.structs.replace(command, crews=(), names={}, found=True)
    if isinstance(command, Amend):  # nor what is known of the battles that were fought
        command = msgspec.structs.replace(command, reread=msgspec.UNSET)
    if isinstance(command, Challenge):  # nor the time
        command = msgspec.structs.replace(command, at=msgspec.UNSET)
    return any(matches(choice, command) for choice in legal(moment.season, moment.who, type(command)))


@contextmanager
def agrees(season: Season, command: Command, who: Who) -> Iterator[None]:
    """What is decided here agrees with what is offered: a report that is accepted matches a choice, and one that is
    refused matches none, but where that turns on more than a form can say."""
    offered, refused = is_offered(Moment(season, command, who)), False
    try:
        yield
    except Refused:
        refused = True
        raise
    finally:
        clear = type(command).__name__ not in HANGS_TOGETHER and type(command) not in OF_THE_CLERK
        if refused and clear:
            assert not offered, f"refused, and yet offered to {who}: {command}"
        elif not refused:
            assert offered, f"accepted, and yet not offered to {who}: {command}"


def readers(season: Season) -> Iterator[Who]:
    """One of each role: who commands a platoon, who rules and has a case or none, umpires, the clerk, a stranger."""
    players = dict.fromkeys(player for one in season.platoons.values() for player in one.players)
    yield from (Who(player) for player in players)
    yield Who(ORGANISER, referee=True, needs_case=True)
    yield from (Who(player, referee=True, needs_case=True) for player in list(players)[:1])
    yield from (Who(one, referee=True, needs_case=True) for people in season.cases.values() for one in people[:1])
    yield from (Who(person) for person, office in season.offices.items() if office == "umpire")
    yield from (Who(CLERK, referee=True), Who(STRANGER))


class Tried(msgspec.Struct):
    """Choices filled in at random. `accepted` and `refused` by kind of report, and why those of the latter were that
    should not have been."""

    accepted: Counter[str] = msgspec.field(default_factory=Counter)
    refused: Counter[str] = msgspec.field(default_factory=Counter)
    wrong: list[str] = msgspec.field(default_factory=list)


def try_all(season: Season, who: Who, chance: Random, tried: Tried, share: float = 1.0) -> Sequence[Choice]:
    """Every choice (or that share of them) filled in, and decided: nothing is folded. The choices there are."""
    offered = legal(season, who)
    for choice in offered:
        if chance.random() >= share:
            continue
        told = filled_in(choice, chance.randrange, partial(_data, choice, chance))
        what = f"{who} {choice.command} {told}"
        try:
            command = REPORTS.decode(choice.command, msgspec.json.encode(told))
            if not matches(choice, command):
                tried.wrong.append(f"{what} is not the choice it was filled in of")
            next(decide(season, command, who, SeededDice(SEASONS.seed(season))))
            tried.accepted[choice.command] += 1
        except Refused as refused:
            tried.refused[choice.command] += 1
            if not all(_hangs_together(choice.command, fault) for fault in refused.faults):
                tried.wrong.append(f"{what}: {refused.text.text()} ({refused.field})")
    return offered


def _hangs_together(command: str, fault: Refused) -> bool:
    """Whether a report that was offered may be refused for this: the rulebook's ruling on forces, or what else no form
    can say of it."""
    if fault.code in ("not-yours", "malformed", "unknown"):
        return False
    return command in HANGS_TOGETHER and (fault.rule != "campaign" or fault.text.singular in HANGS_TOGETHER[command])


def _data(choice: Choice, chance: Random, field: Field) -> Any:
    kind = {info.name: info.type for info in msgspec.structs.fields(REPORTS.types[choice.command])}
    return sample(kind[field.name], chance.randrange) if field.name in kind else []

"""What the random player takes back, corrects and declares. Which report, and what it should have said, is on no form:
mostly it is one of the last few, because people notice mistakes soon."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from battles.replay import plain
from campaigns import handler
from campaigns.season import Season, legal
from campaigns.season.decider import REPORTS, SEASONS
from campaigns.season.mendable import NEVER, SeasonHistory
from campaigns.season.mending import MENDING
from campaigns.simulation.chance import Chance
from campaigns.simulation.filling import filled
from rules.adjudicate import Who
from rules.contract import Choice, Command
from rules.stream import facts
from rules.stream.history import Past
from rules.stream.random_values import filled_in
from rules.stream.revision.contract import MendedHistory
from rules.stream.revision.reports import Correct, Declare, Resolve, Settling, Undo
from rules.stream.samples import sample

SOON = 8  # a mistake is noticed at most so many reports later, mostly
WHY = "It was otherwise"
HOW: Sequence[Literal["change", "insert", "strike"]] = ("change", "insert", "strike")
REST: Sequence[Literal["", "keep", "strike"]] = ("", "keep", "strike")
WAYS: Sequence[Settling] = ("keep", "strike", "roll")


def mend(campaign: str, season: Season, who: Who, choice: Choice, chance: Chance) -> Command | None:
    """A report of a choice to mend the season; None if nothing can be said."""
    match choice.command:
        case Undo.__name__:
            return _undo(campaign, season, choice, chance)
        case Correct.__name__:
            return _correction(campaign, who, chance)
        case Declare.__name__:
            return _declaration(season, chance)
        case Resolve.__name__:
            return Resolve(position=choice.given["position"], how=chance.one_of(WAYS))
    said = filled_in(choice, chance.choose, lambda field: {})
    return REPORTS.decode(choice.command, msgspec.json.encode(said))


def _undo(campaign: str, season: Season, choice: Choice, chance: Chance) -> Undo | None:
    """As it is offered; or, where that is the last report, of any other one."""
    if choice.given["position"] != season.last or chance.happens(40):
        return Undo(position=choice.given["position"], reason=WHY)
    past = _some_report(_history(campaign), chance)
    return Undo(position=past.position, reason=WHY) if past is not None else None


def _correction(campaign: str, who: Who, chance: Chance) -> Correct | None:
    """Strike a report, or say what could have been said in its place, or before it."""
    history = _history(campaign)
    past = _some_report(history, chance)
    if past is None:
        return None
    how, rest = chance.one_of(HOW), chance.one_of(REST)
    if how == "strike":
        return Correct(position=past.position, how=how, reason=WHY, rest=rest)
    there = history.state_before(past.position)
    teller = MENDING.teller(who, past if how == "change" else None)
    offers = [one for one in legal(there, teller) if one.command not in NEVER and one.readily]
    alike = [one for one in offers if one.command == past.type]
    if not offers or (how == "change" and not alike):
        return None
    choice = chance.one_of(alike if how == "change" and chance.happens(80) else offers)
    found = filled(there, teller, choice, chance)
    if found is None:
        return None
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(found))
    return Correct(position=past.position, how=how, reason=WHY, rest=rest, type=choice.command, data=data)


def _some_report(history: SeasonHistory, chance: Chance) -> Past | None:
    """One that may be taken back, of the last few or of all."""
    found = [past for past in history.live_reports()[1:] if past.type not in NEVER]
    return chance.one_of(found[-SOON:] if chance.happens(60) else found) if found else None


def _history(campaign: str) -> SeasonHistory:
    _season, told, rows = handler.replay(campaign)
    return MendedHistory(SEASONS, plain(told, rows))


def _declaration(season: Season, chance: Chance) -> Declare:
    """Any fact, with any value that its type allows."""
    path = chance.one_of(sorted(SEASONS.facts(season)))
    return Declare(facts={path: sample(facts.shape(season, path), chance.choose, [*season.opened.sides])}, reason=WHY)

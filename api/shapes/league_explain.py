"""Shapes for why a figure of a league is what it is."""

from __future__ import annotations

import msgspec

from api.shapes.kinds import People, Position, Time


class LeagueFact(msgspec.Struct):
    """A figure of the league that can be explained, as it stands. `about`: the player, or the vehicle as
    "campaign/vehicle"; `player`: whose it is. Ask for it by `of`."""

    of: str
    about: str
    player: str
    label: str
    value: str


class LeagueFacts(msgspec.Struct):
    """The figures of the league's players and honours that can be explained to you. Those of vehicles are asked for by
    name."""

    facts: list[LeagueFact]
    position: Position
    people: People


class LeagueStep(msgspec.Struct):
    """A game, or a row of the league's log, that made the figure what it is. `before`: null if there was none yet;
    `after`: null where there is none. `position`: the row that reported it, 0 if none did; `type` and `text` say what
    that tells. `campaign`, `fixture` and `battle`: where it goes on, null where nothing does, or nothing that you may
    read. Ask the campaign for `of`, and the battle for `of_battle`, to read on."""

    position: int
    by: str
    at: Time | None
    via: str
    before: str | None
    after: str | None
    type: str
    text: str
    reasons: list[str]
    campaign: str | None
    fixture: str | None
    battle: str | None
    of: str | None
    of_battle: str | None


class LeagueExplanation(msgspec.Struct):
    """Why a figure is what it is: the steps to it, the oldest first."""

    of: str
    about: str
    player: str
    label: str
    value: str
    steps: list[LeagueStep]
    position: Position
    people: People

"""While a season is told, the clock stands still, and nothing is left to chance: neither salts nor seeds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import UTC, date, datetime, timedelta, tzinfo
from hashlib import sha256
from types import SimpleNamespace
from typing import Any
from unittest import mock

import msgspec
from django.test import override_settings

from battles.secret_seeds import following_from
from campaigns.season import Season
from rules.adjudicate import Who
from rules.battle import Battle
from rules.contract import Command, Dice, Roll
from rules.stream.decider import Decider
from rules.stream.dice import FallenDice
from rules.stream.revision.contract import MendedDecider

SALTS = "battles.log.seals.token_hex"  # where the log takes the salts of what it seals from
CLOCK = "django.utils.timezone.now"
COUNTDOWN = "django.utils.timesince.datetime"  # by which templates tell how long it is until then
# Pages name the release; and the corpus asks more often in a minute than a person may.
SETTINGS = override_settings(RELEASE="0", API_RATES={"passwords": 0, "reports": 0, "reads": 0})
DAWN = datetime(2030, 1, 1, 18, 0, tzinfo=UTC)
NEW_SEEDS = sha256(b"corpus").hexdigest()  # what they follow from


def _by_the_first_seed(self: MendedDecider[Any, Any, Any, Any], state: Any, fallen: Mapping[str, Roll]) -> Dice:
    return Decider.dice(self, state, fallen)


def _anybody(battle: Battle, who: Who, command: Command) -> None:
    pass


def _unnumbered(season: Season, fielded: Mapping[str, str]) -> dict[str, str]:
    return {id: season.vehicles[id].name for id in fielded}


# Whatever was told when no seed followed the disclosed one (`rules.stream.new_seeds`) is told again without one: a
# question that was asked only after it was disclosed got its die from it all the same. Nor did a side need another's
# seat then to say that both had announced something, nor had a vehicle a number in battles.
AS_BEFORE_NEW_SEEDS: tuple[tuple[str, Callable[..., Any]], ...] = (
    ("battles.handler.new_seed", lambda: msgspec.UNSET),
    ("campaigns.completion.new_seed", str),
    ("rules.stream.revision.contract.MendedDecider.dice", _by_the_first_seed),
    ("rules.stream.revision.contract.SpentDice", FallenDice),
    ("rules.adjudicate.require_words", _anybody),
    ("campaigns.season.names.in_battle", _unnumbered),
)


# Campaigns open by the edition of the house's rulings that was the newest when the corpus was begun.
EDITION = ("campaigns.season.editions.NEWEST", "2")


class Still:
    """The clock and the salts of the log stand still: they follow from the number of the call that is told.

    `reseeded`: whether new seeds follow the disclosed ones; they are the same in every telling.
    """

    def __init__(self, reseeded: bool = True) -> None:
        self.call = self.salted = 0
        self.reseeded = reseeded

    def now(self) -> datetime:
        return DAWN + timedelta(minutes=self.call)

    def token(self, length: int = 32) -> str:
        self.salted += 1
        return sha256(f"{self.call}/{self.salted}".encode()).hexdigest()[: 2 * length]

    def next(self) -> None:
        self.call, self.salted = self.call + 1, 0

    @contextmanager
    def stands(self) -> Iterator[None]:
        still = self

        class Moment(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
                return still.now().astimezone(tz)

        clock = SimpleNamespace(datetime=Moment, date=date, timedelta=timedelta)
        seeds = () if self.reseeded else AS_BEFORE_NEW_SEEDS
        with ExitStack() as patches:
            for name, stand_in in ((CLOCK, self.now), (SALTS, self.token), (COUNTDOWN, clock), *seeds):
                patches.enter_context(mock.patch(name, stand_in))
            patches.enter_context(mock.patch(*EDITION))
            patches.enter_context(following_from(NEW_SEEDS))
            patches.enter_context(SETTINGS)
            yield

"""A rulebook with an errata: skirmishes of edition 2, in which a shot hits at 4 and more; and in fog at 6 alone."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import ClassVar

import pytest
from msgspec.structs import replace as replaced

import rules
from battles import folded
from rules.contract import Command, Decision, Dice, Mustered, RuleSystem, gettext_noop
from tests.campaigns import skirmish
from tests.campaigns.skirmish import SYSTEM, Board, Shot

HITS_ON = {"1": 5, "2": 4}  # the one table in which the editions differ
ERRATA = MappingProxyType({"2": (gettext_noop("A shot hits at 4 and more; in edition 1 it took 5."),)})


class Edited(Board, kw_only=True):
    fixed: ClassVar[tuple[str, ...]] = (*Board.fixed, "needs")  # type: ignore[assignment]
    needs: int = 5


def start(mustered: Mustered) -> Edited:
    board = skirmish.start(mustered)
    needs = 6 if mustered.options.get("fog") else HITS_ON[mustered.edition]
    return Edited(sides=board.sides, vehicles=board.vehicles, needs=needs)


def decide(board: Edited, command: Command, dice: Dice) -> Decision:
    for event in skirmish.decide(board, command, dice):
        if isinstance(event, Shot):
            event = replaced(event, hit=event.rolls[0].numbers[0] >= board.needs)
        yield event


def system(*editions: str) -> RuleSystem:
    return replace(
        SYSTEM, editions=editions, start=start, decide=decide, errata={one: ERRATA[one] for one in editions[1:]}
    )


def install(monkeypatch: pytest.MonkeyPatch, *editions: str) -> None:
    """The rulebook as the release has it that brought the last of these editions.

    A release starts its processes anew: none of them keeps what another release has folded.
    """
    folded.forget()
    systems = MappingProxyType({**rules.all_systems(), "skirmish": system(*editions)})
    monkeypatch.setattr(rules, "all_systems", lambda: systems)

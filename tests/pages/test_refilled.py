"""A report that has been told fills the form it is told by, and the form tells it again."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from battles.forms import form_data
from battles.forms.refill import refilled
from campaigns.season import legal
from campaigns.season.decider import REPORTS
from rules.contract import Choice, Command, Field
from rules.stream import codec
from rules.stream.random_values import filled_in
from tests.campaigns.at_war import AtWar
from tests.campaigns.between import ALICE, BOB, Camp
from tests.campaigns.conftest import _skirmish

__all__ = ["_skirmish"]


def _data(field: Field) -> Any:
    return {} if field.name == "board" else []


def drawn(choice: Choice, chance: Random) -> Command:
    return REPORTS.decode(choice.command, codec.encode(filled_in(choice, chance.randrange, _data)))


def kept(told: Any, again: Any) -> bool:
    """Whether all that was told is told again. That it is blank on purpose, or not so, no form says of what may be left
    out."""
    if isinstance(told, dict):
        return all(kept(value, (again or {}).get(name)) for name, value in told.items())
    return bool(told == again or (told in ((), "", False) and again is None))


def test_what_is_told_is_told_again_by_its_form() -> None:
    chance, tried = Random(19), set[str]()
    camp, war = Camp(purse=60), AtWar()
    war.round()
    for season in (camp.season, war.season):
        for who in (ALICE, BOB):
            for choice in legal(season, who):
                for _time in range(4):
                    command = drawn(choice, chance)
                    sent = form_data.report(refilled(choice, command, 1))
                    again = REPORTS.decode(sent.type, sent.data)
                    told, back = msgspec.to_builtins(command), msgspec.to_builtins(again)
                    assert kept(told, back), (choice.label, command, again)
                    # switches of a battle of which nothing was said are told as they are
                    assert choice.command == "MusterBattle" or kept(back, told), (
                        choice.label,
                        command,
                        again,
                    )
                    tried.add(choice.command)
    assert {"Enlist", "MusterBattle", "Buy", "Amend", "Penalise"} <= tried

"""The house itself broken: what mends a battle, looks ahead or explains, wrong in one way each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from rules import adjudicate, battle, frame, hidden_cards, mending
from rules.contract import Refused, Roll, say
from rules.sheet import sheet
from rules.stream import carry_over, dice, dice_replay, explain, facts
from rules.stream import history as timeline
from rules.stream.revision import authority, choices, decide, plan, preview, rebase
from rules.stream.revision.contract import MendedDecider
from rules.stream.revision.rebase import Rebase
from rules.stream.revision.reports import Retold, Revised

Breach = Callable[[pytest.MonkeyPatch], None]


def own_dice_forgotten(patch: pytest.MonkeyPatch) -> None:
    class Forgetful(dice_replay.ReplayedDice):
        def __init__(self, mine: Any, others: Any, otherwise: Any = None) -> None:
            super().__init__([], {}, otherwise)

    patch.setattr(rebase, "ReplayedDice", Forgetful)


def leaguer_rolls_unasked(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(adjudicate, "OwnDice", lambda dice, command: dice)


def leaguer_rolls_for_no_table(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(battle.Battle, "own_dice", property(lambda self: self.muster.dice == "leaguer"))


def a_changed_report_forgotten(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(plan, "retold", lambda of, how, command: Retold(of=of, how=how))


def trouble_hushed_up(patch: pytest.MonkeyPatch) -> None:
    def _one(self: Rebase[Any, Any], past: Any, settlement: Any, rest: str) -> bool:
        try:
            self._as_it_was(past)
        except rebase.Trouble:
            self.tell(Retold(of=past.position, how="struck"))
        return True

    patch.setattr(Rebase, "_one", _one)


def half_a_report_left(patch: pytest.MonkeyPatch) -> None:
    """What a refused report had told before it was refused still stands."""

    @contextmanager
    def half(self: Rebase[Any, Any]) -> Iterator[None]:
        yield

    patch.setattr(Rebase, "whole", half)


def nothing_kept(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(carry_over, "kept", lambda before, after, now: {})


def all_kept(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(carry_over, "kept", lambda before, after, now: dict(after))


def confirmed_whatever_the_outcome(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(battle, "same_outcome", lambda one, other: True)


def never_confirmed_again(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(battle, "same_outcome", lambda one, other: False)


def redo_forgets_what_was_left(patch: pytest.MonkeyPatch) -> None:
    def revised(state: Any, event: Any, report: int) -> None:
        whole(state, event, report)
        state.waiting = event.later

    whole = battle._revised
    patch.setitem(battle._ASIDE, Revised, revised)  # type: ignore[misc]


def undo_without_redo(patch: pytest.MonkeyPatch) -> None:
    def revised(state: Any, event: Any, report: int) -> None:
        whole(state, event, report)
        state.redo = state.last

    whole = battle._revised
    patch.setitem(battle._ASIDE, Revised, revised)  # type: ignore[misc]


def nothing_struck(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(timeline, "line", lambda head, jumps: list(range(1, head + 1)))


def fallen_dice_forgotten(patch: pytest.MonkeyPatch) -> None:
    def reported(question: str, count: int, faces: int, told: Any, field: str, fallen: Any) -> Roll:
        return Roll(question, faces, dice.check(told, count, faces, field), "table")

    patch.setattr(dice, "_reported", reported)


def everybody_undoes_everything(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(authority, "_all_mine", lambda history, state, command, who: True)


def nobody_undoes_alone(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(authority, "_all_mine", lambda history, state, command, who: False)


def everybody_amends(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(decide, "authority", lambda history, state, command, who: "referee")


def an_undo_of_nothing_offered(patch: pytest.MonkeyPatch) -> None:
    whole = choices._undo
    patch.setattr(choices, "_undo", lambda label, position, side: whole(label, position + 1, side))


def preview_that_rolls(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(MendedDecider, "dry", lambda self, state, fallen, **_how: dice.SeededDice("5eed" * 16, fallen))


def preview_of_nothing(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(preview, "_retold", lambda history, told: iter(()))


def preview_blind_to_the_sheet(patch: pytest.MonkeyPatch) -> None:
    def blind(state: Any, side: str) -> Any:
        return {of: line for of, line in sheet(state, side).items() if of.startswith(preview.OUTCOME)}

    patch.setattr(frame, "sheet", blind)


def others_reports_tried(patch: pytest.MonkeyPatch) -> None:
    """Whoever proposes learns what only the other side may know."""
    patch.setattr(mending.BattleMending, "is_others", lambda self, state, command, who: False)
    refusals_tell_cards(patch)


def refusals_tell_cards(patch: pytest.MonkeyPatch) -> None:
    """Whoever looks ahead learns from what is refused which cards lie face down."""
    patch.setattr(hidden_cards.HiddenCards, "guards", lambda self, state, command: False)


def cards_are_turned_up_ahead(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(hidden_cards.HiddenCards, "lifted", lambda self, state: False)


def explained_to_everyone_as_to_blue(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(frame, "sheet", lambda state, side: sheet(state, "blue"))


def explained_a_row_late(patch: pytest.MonkeyPatch) -> None:
    class Late(timeline.Cursor[Any, Any]):
        def after(self, position: int) -> Any:
            return super().before(position)

    patch.setattr(explain, "Cursor", Late)


def anything_is_possible(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(frame.BattleDecider, "possible", lambda self, state: None)


def nothing_is_possible(patch: pytest.MonkeyPatch) -> None:
    def check(self: Any, state: Any) -> None:
        raise Refused("", say("No."), field="nothing")

    patch.setattr(frame.BattleDecider, "possible", check)


def a_fact_not_set(patch: pytest.MonkeyPatch) -> None:
    whole = facts.declare
    patch.setattr(facts, "declare", lambda state, values: whole(state, dict(list(values.items())[1:])))


def facts_of_what_is_fixed(patch: pytest.MonkeyPatch) -> None:
    """The names of hidden cards among them."""
    whole = facts.fields_of.__wrapped__

    def slots(kind: Any) -> Any:
        fixed = kind.fixed
        kind.fixed = tuple(name for name in fixed if name != "card")
        try:
            return whole(kind)
        finally:
            kind.fixed = fixed

    patch.setattr(facts, "fields_of", slots)

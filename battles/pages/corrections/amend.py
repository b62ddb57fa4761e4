"""The page on which an organiser or umpire rules how the battle ended."""

from __future__ import annotations

from functools import partial
from typing import Any
from uuid import uuid4

import msgspec
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from battles.forms import correction_draft as drafts
from battles.forms.control import Control, Option
from battles.forms.correction_draft import Draft
from battles.forms.form_data import Typed
from battles.pages.corrections import values
from battles.pages.corrections.context import Desk
from battles.pages.corrections.correction import REASON
from battles.pages.corrections.handle import Verdict, judge, refusal
from battles.sentences import words
from rules.battle import Battle
from rules.conditions import name_of, value_of
from rules.contract import Field, Refused, called, gettext_noop, say, verbatim
from rules.stream import facts

WINNER = "pick-or-blank:winner"


class Ending(msgspec.Struct, frozen=True):
    """A unit's condition at the end, as controls."""

    unit: str
    name: str
    side: str
    controls: tuple[Control, ...]
    open: bool


class Amendment(msgspec.Struct, frozen=True):
    """The content of the page."""

    winner: Control
    endings: tuple[Ending, ...]
    report: str
    reason: str
    verdict: Verdict

    @property
    def asked(self) -> tuple[Field, ...]:
        """The fields of the form: the winner, and the condition of each unit."""
        units = tuple(
            Field(name=one.unit, kind="group", label=verbatim(one.name), fields=tuple(map(_inner, one.controls)))
            for one in self.endings
        )
        winner = msgspec.structs.replace(self.winner.field, label=verbatim(self.winner.label))
        return winner, Field(name="conditions", kind="group", label=verbatim(""), fields=units), REASON


def _inner(control: Control) -> Field:
    """The field of a control as a part of its unit."""
    return msgspec.structs.replace(control.field, name=control.field.name.rpartition(".")[2])


def take(desk: Desk, draft: Draft) -> int | Verdict:
    """The result of the form: the position of its report, or its verdict."""
    try:
        if WINNER not in draft.typed.fields:
            raise _nobody()
        said = {"winner": draft.typed.value(WINNER), "conditions": _changed(desk, draft), "reason": draft.reason}
    except Refused as refused:
        return refusal(refused)
    return judge(desk, drafts.report(draft, "Amend", said), draft.after, draft.step)


def page(desk: Desk, draft: Draft | None = None, verdict: Verdict | None = None) -> Amendment:
    verdict = verdict or Verdict()
    typed = None
    if draft is not None:  # what was left alone is shown as it is now
        typed = values.only_touched(draft.typed, _flat(conditions(desk.fought(draft.after))))
    return Amendment(
        winner=_winner(desk, draft, verdict),
        endings=tuple(_ending(desk, unit, said, typed, verdict) for unit, said in conditions(desk.fought()).items()),
        report=draft.id if draft and not verdict.reused else str(uuid4()),
        reason=draft.reason if draft else "",
        verdict=verdict,
    )


def conditions(battle: Battle) -> dict[str, dict[str, Any]]:
    """Every unit's condition at the end, in full, except what its rulebook leaves unset."""
    kind = battle.rules.condition
    ends = {unit.id: unit.condition for unit in battle.outcome().units}
    return {unit: facts.plain(msgspec.convert(one, kind)) for unit, one in ends.items()}


def _flat(found: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """By the names of the controls: "alpha.damage"."""
    return {f"{unit}.{name}": value for unit, said in found.items() for name, value in said.items()}


def _changed(desk: Desk, draft: Draft) -> dict[str, dict[str, Any]]:
    """The conditions that were changed on the page, in full; what was left alone is as it is now. `Refused` (field
    "conditions.<unit>.<name>").
    """
    now = conditions(desk.fought())
    found: dict[str, dict[str, Any]] = {}
    for key in values.touched(draft.typed, _flat(conditions(desk.fought(draft.after)))):
        unit, _dot, name = key.partition(":")[2].rpartition(".")
        try:
            found.setdefault(unit, dict(now[unit]))[name] = values.read(key, draft.typed.fields[key])
        except Refused as refused:
            refused.field = f"conditions.{unit}.{name}"
            raise
    return found


def _winner(desk: Desk, draft: Draft | None, verdict: Verdict) -> Control:
    outcome = desk.fought().outcome()
    said = outcome.winner if outcome.over else None
    if draft is not None:
        said = draft.typed.value(WINNER) if WINNER in draft.typed.fields else None
    sides = [Option(side, words(called(side), desk.names), side == said) for side in desk.battle.muster.sides]
    return Control(
        key=WINNER,
        id="v-winner",
        shape="radios",
        field=Field(name="winner", kind="pick", label=verbatim(""), required=True),
        label=_("Winner"),
        help="",
        options=(*sides, Option("", _("a draw"), said == "")),
        faults=tuple(fault for fault in verdict.faults if fault.field == "winner"),
    )


def _ending(desk: Desk, unit: str, condition: dict[str, Any], typed: Typed | None, verdict: Verdict) -> Ending:
    rules = desk.battle.rules
    side = next((one.side for one in desk.battle.muster.units if one.id == unit), "")
    made: list[Control] = []
    touched = False
    for field in (one for one in msgspec.structs.fields(rules.condition) if one.name in condition):
        about, label = f"conditions.{unit}.{field.name}", capfirst(words(name_of(rules, field.name)))
        faults = [one for one in verdict.faults if one.field == about or one.field.startswith(f"{about}.")]
        name, value = f"{unit}.{field.name}", condition[field.name]
        names = partial(value_of, rules, field.name)
        made.append(values.control(name, label, field.type, value, typed=typed, faults=faults, called=names))
        touched |= bool(faults) or (typed is not None and made[-1].key in typed.fields)
    return Ending(unit, desk.names.get(unit, unit), desk.names.get(side, side), tuple(made), touched)


def _nobody() -> Refused:
    return Refused(
        "battle",
        say(gettext_noop("Who won is not said.")),
        say(gettext_noop("Choose a side, or a draw.")),
        field="winner",
        code="malformed",
    )

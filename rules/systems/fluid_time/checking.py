"""Morale tests (R24 to R29, A7, B4): two dice for each reason, in the order they came, until the crew is gone."""

from __future__ import annotations

from rules.contract import Decision, Dice, Refused, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from . import morale, tables
from .impulses import proceed
from .lookup import of_impulse, require_no_volley
from .refusals import refused
from .state import State, Vehicle
from .words import plural

EACH = 2  # dice of a test (R25)
Test = tuple[str, tuple[str, ...]]  # the reason, and others that it stands for as well


def check_morale(state: State, command: c.CheckMorale, dice: Dice) -> Decision:
    """R24: before it activates. Passing spends nothing; failing ends its Impulse (B4)."""
    unit = of_impulse(state, command.unit, "R24")
    require_no_volley(state)
    tests = tests_of(state, unit)
    if not tests:
        raise _nothing_to_test(unit)
    results: list[str] = []
    for reason, others in tests:
        told = _pair(command, len(results), len(tests))
        modifier = morale.modifier(unit, reason)
        near = (tables.PASSES - modifier, tables.ABANDONS - modifier)
        roll = dice.roll(f"{state.here}/{unit.id}/morale/{reason}", EACH, reported=told, near=near)
        total = sum(roll.numbers) + modifier
        results.append(morale.result(total))
        yield e.MoraleChecked(
            unit=unit.id,
            reason=reason,
            roll=roll,
            modifier=modifier,
            total=total,
            result=results[-1],
            steady=results == ["passed"] * len(tests),
            others=others,
        )
        if results[-1] == "abandoned":
            break
    _check_all_rolled(command, len(results))
    yield from morale.mark_last(state, [unit])
    yield from proceed(state)


def tests_of(state: State, unit: Vehicle) -> list[Test]:
    """A7: a test for each reason that is due; with the option one for all, by the worst of their modifiers."""
    reasons = morale.due(state, unit)
    if len(reasons) > 1 and state.options["multi_reason_tests"] == "once":
        worst = min(reasons, key=lambda reason: morale.modifier(unit, reason))
        return [(worst, tuple(reason for reason in reasons if reason != worst))]
    return [(reason, ()) for reason in reasons]


def _pair(command: c.CheckMorale, place: int, tests: int) -> tuple[int, ...] | None:
    """The two dice of a test; None where they are left to Leaguer, with those of every later one."""
    told = (command.dice or ())[EACH * place : EACH * place + EACH]
    if len(told) not in (0, EACH):
        raise _miscounted(len(command.dice or ()), tests)
    return told or None


def _check_all_rolled(command: c.CheckMorale, tests: int) -> None:
    if command.dice is not None and len(command.dice) > EACH * tests:
        raise _miscounted(len(command.dice), tests)


def _miscounted(found: int, tests: int) -> Refused:
    return refused(
        "R25",
        "dice",
        plural(_("%(n)d die was reported."), _("%(n)d dice were reported."), found),
        say(
            _("Report %(count)s, two for each reason to test until the crew abandons it; or none, and Leaguer rolls."),
            count=EACH * tests,
        ),
    )


def _nothing_to_test(unit: Vehicle) -> Refused:
    if unit.tested:
        rule, text = "B4", _("%(unit)s has tested its morale in this Impulse.")
    elif unit.suppressed:
        rule, text = "A6", _("%(unit)s is suppressed, and tests its morale on a Free Action alone.")
    elif unit.tests:
        rule, text = "R24", _("%(unit)s has nothing left to do in this Impulse, and tests before it acts again.")
    else:
        rule, text = "R23", _("%(unit)s has no reason to test its morale.")
    return refused(rule, "unit", say(text, unit=unit.name), say(_("Go on without this test.")))

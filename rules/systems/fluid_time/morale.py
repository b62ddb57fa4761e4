"""Morale tests (R23 to R29, A7, B3 to B5): two dice for each reason, in the order they came, until the crew is gone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from rules.bounds import Key
from rules.contract import Choice, Dice, DiceCommand, Field, Message, Refused, Roll, ngettext, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.luck import MORALE, Throw, numbers, throw

from . import editions, tables
from .activation import acting, due, of_impulse, require_no_volley
from .impulses import proceed
from .lookup import impossible, refused
from .offers import die_field, of_units
from .platoons import mark_last
from .state import Decision, Event, State, Vehicle
from .table_dice import Dice6
from .words import REASON_NAMES, faces, listed, named, sentence

CHAPTER = Chapter[State, Event]("Morale", "R23 to R29")
EACH = 2  # dice of a test (R25)
Test = tuple[str, tuple[str, ...]]  # the reason, and the others that this test stands for


class CheckMorale(DiceCommand, frozen=True, kw_only=True):
    """A vehicle tests its morale before it activates (R24): two dice for each reason, in the order they came. Its side
    decides whether it activates, so its side tells the dice."""

    positional: ClassVar = ("unit",)
    rolls: ClassVar = ("dice",)
    unit: Key
    dice: Dice6 | None = None


class MoraleChecked(Event, frozen=True, kw_only=True):
    """One test for one reason: `total` of two dice and `modifier`.

    reason: "rally" if the vehicle is suppressed and has no other; others: reasons that this test stands for as well
    (A7). result: "passed", "suppressed" or "abandoned"; steady: this was the last test of the check, and every one was
    passed.
    """

    rules: ClassVar = ("R23", "R24", "R25", "R26", "R27", "R28", "R29", "A6", "A7", "A9", "B3", "B4", "B5")
    unit: str
    reason: str
    roll: Roll
    modifier: int
    total: int
    result: str
    steady: bool = False
    others: tuple[str, ...] = ()


@CHAPTER.decides
def check_morale(state: State, command: CheckMorale, dice: Dice) -> Decision:
    """R24: before it activates. Passing spends nothing; failing ends its Impulse (B4)."""
    unit = of_impulse(state, command.unit, "R24")
    require_no_volley(state)
    tests = tests_of(state, unit)
    if not tests:
        raise _nothing_to_test(unit)
    results: list[str] = []
    for reason, others in tests:
        told = _pair(command, len(results), len(tests))
        modifier = modifier_of(unit, reason)
        near = (tables.PASSES - modifier, tables.PASSES - modifier, tables.ABANDONS - modifier)
        roll = dice.roll(f"{state.here}/{unit.id}/morale/{reason}", EACH, reported=told, near=near)
        total = sum(roll.numbers) + modifier
        results.append(result(total))
        yield MoraleChecked(
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
    if command.dice is not None and len(command.dice) > EACH * len(results):
        raise _miscounted(len(command.dice), len(results))
    yield from mark_last(state, [unit])
    yield from proceed(state)


def tests_of(state: State, unit: Vehicle) -> list[Test]:
    """A7: a test for each reason that is due; by option one test for all of them, with the worst of their modifiers."""
    reasons = due(state, unit)
    if len(reasons) > 1 and state.options["multi_reason_tests"] == "once":
        worst = min(reasons, key=lambda reason: modifier_of(unit, reason))
        return [(worst, tuple(reason for reason in reasons if reason != worst))]
    return [(reason, ()) for reason in reasons]


def modifier_of(unit: Vehicle, reason: str) -> int:
    """R26, A9, B3: what is added to the two dice. A vehicle struck while suppressed has -1 on every test of the check;
    in edition 1, only on the tests that the modifier was kept for."""
    return unit.morale + (tables.REPEATED if unit.struck_again or reason in unit.repeated else 0)


def result(total: int) -> str:
    """R25, R27, R28."""
    if total >= tables.PASSES:
        return "passed"
    return "abandoned" if total <= tables.ABANDONS else "suppressed"


@CHAPTER.throws
def luck_of_check(state: State, event: MoraleChecked) -> Iterable[Throw]:
    """R25: two dice and the modifier."""
    return throw(MORALE, event.unit, event.roll, numbers, lambda total: int(result(total + event.modifier) == "passed"))


def _pair(command: CheckMorale, place: int, tests: int) -> tuple[int, ...] | None:
    """The two dice of a test. None if they are left to Leaguer; all later ones are Leaguer's then, too."""
    told = (command.dice or ())[EACH * place : EACH * place + EACH]
    if len(told) not in (0, EACH):
        raise _miscounted(len(command.dice or ()), tests)
    return told or None


def _miscounted(found: int, tests: int) -> Refused:
    return refused(
        "R25",
        "dice",
        ngettext("%(n)d die was reported.", "%(n)d dice were reported.", found),
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
    return refused(rule, "unit", say(text, unit=unit.name), _("Go on without this test."))


@CHAPTER.evolves
def morale_checked(state: State, event: MoraleChecked) -> None:
    """R27, R28, B4: a vehicle that fails is suppressed and has nothing more in this Impulse; one that passes every test
    is steady."""
    unit = state.units[event.unit]
    over = (event.reason, *event.others)
    unit.tests = tuple(reason for reason in unit.tests if reason not in over)
    unit.repeated = tuple(reason for reason in unit.repeated if reason not in over)
    unit.struck_again = unit.struck_again and bool(unit.tests)  # with the last test of the check
    unit.tested = True
    match event.result:
        case "passed":
            unit.suppressed = unit.suppressed and not event.steady
        case "suppressed":
            suppress(state, unit)
            unit.grants, unit.reach = (), 0
        case "abandoned":
            unit.take_out("abandoned")


def suppress(state: State, unit: Vehicle) -> None:
    """R22, R27: its crew takes cover, inside or outside, and is no longer on overwatch."""
    unit.suppressed = True
    if editions.suppression_ends_overwatch(state.edition):
        unit.overwatch = False


CHECKED = {
    "passed": _("%(unit)s tests its morale (%(reason)s): %(dice)s %(modifier)s = %(total)s, passed."),
    "suppressed": _("%(unit)s tests its morale (%(reason)s): %(dice)s %(modifier)s = %(total)s, suppressed."),
    "abandoned": _("%(unit)s tests its morale (%(reason)s): %(dice)s %(modifier)s = %(total)s, abandoned by its crew."),
}


@CHAPTER.narrates
def tell_morale_checked(event: MoraleChecked) -> Message:
    told = say(
        CHECKED.get(event.result, CHECKED["passed"]),
        unit=event.unit,
        reason=listed(named(REASON_NAMES, reason) for reason in (event.reason, *event.others)),
        dice=faces(event.roll),
        modifier=f"{event.modifier:+d}",
        total=event.total,
    )
    return sentence([told, say(_("Its crew is steady."))]) if event.steady else told


@CHAPTER.offers
def choices(state: State, side: str) -> Iterator[Choice]:
    """R24: vehicles that throw as many dice stand in one choice."""
    testing: dict[int, list[Vehicle]] = {}
    for unit in acting(state, side):
        if tests := len(tests_of(state, unit)):
            testing.setdefault(EACH * tests, []).append(unit)
    for dice, units in testing.items():
        one, several = _("%(unit)s tests its morale"), _("A vehicle tests its morale")
        yield from of_units(units, "CheckMorale", one, several, _dice_of(dice))


def _dice_of(dice: int) -> Field:
    """R25, R28."""
    told = {"passes": tables.PASSES, "abandons": tables.ABANDONS}
    help = say(_("With its modifiers, %(passes)s or more passes; with %(abandons)s or less the crew gets out."), **told)
    return die_field("dice", say(_("Two dice a test")), 2, dice, help=help)


@CHAPTER.forbids
def impossible_tests(state: State) -> None:
    for unit in state.units.values():
        for fact, what, remedy in (*_wrong_modifiers(state, unit), *_wrong_tests(unit)):
            raise impossible(f"units.{unit.id}.{fact}", what, remedy)


def _wrong_modifiers(state: State, unit: Vehicle) -> Iterator[tuple[str, Message, Message]]:
    """A9, B3: the modifier goes with the whole check of a suppressed crew; in edition 1 with single tests."""
    if editions.strikes_weigh_on_the_check(state.edition):
        if unit.repeated:
            text = _("In this edition a second strike weighs on the whole check.")
            yield "repeated", say(text), say(_("Declare none, and that it was struck again."))
        if unit.struck_again and not unit.suppressed:
            text = _("%(unit)s is not suppressed.")
            yield "struck_again", say(text, unit=unit.id), say(_("Declare it suppressed, or not struck again."))
    elif unit.struck_again:
        text = _("In this edition a second strike weighs on tests.")
        yield "struck_again", say(text), say(_("Name the tests that have its modifier."))


def _wrong_tests(unit: Vehicle) -> Iterator[tuple[str, Message, Message]]:
    """R23, A7, B3."""
    for fact in ("tests", "repeated"):
        if len(set(getattr(unit, fact))) < len(getattr(unit, fact)):
            yield fact, say(_("A reason is named twice.")), say(_("Name each once."))
    if set(unit.repeated) - set(unit.tests):
        yield "repeated", say(_("That is no test it has to make.")), say(_("Name reasons of “tests” alone."))
    if "crew_suppressed" in unit.tests and not unit.suppressed:
        text = _("The crew of %(unit)s was suppressed by a hit.")
        yield "suppressed", say(text, unit=unit.id), say(_("Declare it suppressed, or without this test."))

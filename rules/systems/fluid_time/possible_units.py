"""How no vehicle can stand, by itself (section 3)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.contract import Message, say
from rules.contract import gettext_noop as _

from . import editions, tables
from .refusals import impossible
from .state import State, Vehicle

OUT = say(_("Declare it without, or the vehicle in play."))
OF_TURN = ("struck", "grants", "reach", "tested")
IN_PLAY = ("moving", "overwatch", "hull_down", "suppressed", "tests", "repeated", "struck_again", *OF_TURN)


def check_unit(state: State, unit: Vehicle) -> None:
    for fact, what, remedy in _wrong(state, unit):
        raise impossible(f"units.{unit.id}.{fact}", what, remedy)


def check_unit_between(unit: Vehicle) -> None:
    """Between two turns; an Impulse has its own check."""
    for fact in OF_TURN:
        if getattr(unit, fact):
            raise impossible(
                f"units.{unit.id}.{fact}",
                say(_("No turn is being played.")),
                say(_("Declare it without, or a phase of a turn.")),
            )


def _wrong(state: State, unit: Vehicle) -> Iterator[tuple[str, Message, Message]]:
    """What cannot be, by its fact, with the remedy."""
    if not unit.in_play:
        gone = say(_("%(unit)s is out of action, or has left the table."), unit=unit.id)
        yield from ((fact, gone, OUT) for fact in IN_PLAY if getattr(unit, fact))
    if unit.moving:
        yield from _moving(state, unit)
    if unit.overwatch and not unit.figures.armed:
        text = _("%(unit)s has nothing to fire with.")
        yield "overwatch", say(text, unit=unit.id), say(_("Declare that it is not on overwatch."))
    if unit.suppressed and unit.overwatch and editions.suppression_ends_overwatch(state.edition):
        text = _("%(unit)s is suppressed.")
        yield "overwatch", say(text, unit=unit.id), say(_("Declare that it is not on overwatch."))
    yield from _struck_again(state, unit)
    yield from _tests(unit)


def _moving(state: State, unit: Vehicle) -> Iterator[tuple[str, Message, Message]]:
    """R13 to R16, A17, B7: what moves neither watches nor stands behind a crest; what cannot move does not."""
    if not unit.drives:
        yield "moving", say(_("%(unit)s cannot move."), unit=unit.id), say(_("Declare it without Moving marker."))
    stops = tables.chosen(state.options, "hull_down_moving")
    for fact in ("overwatch",) if stops else ("overwatch", "hull_down"):
        if getattr(unit, fact):
            remedy = say(_("Declare it without, or without Moving marker."))
            yield fact, say(_("%(unit)s is moving."), unit=unit.id), remedy


def _tests(unit: Vehicle) -> Iterator[tuple[str, Message, Message]]:
    """R23, A7, B3."""
    for fact in ("tests", "repeated"):
        if len(set(getattr(unit, fact))) < len(getattr(unit, fact)):
            yield fact, say(_("A reason is named twice.")), say(_("Name each once."))
    if set(unit.repeated) - set(unit.tests):
        yield "repeated", say(_("That is no test it has to make.")), say(_("Name reasons of “tests” alone."))
    if "crew_suppressed" in unit.tests and not unit.suppressed:
        text = _("The crew of %(unit)s was suppressed by a hit.")
        yield "suppressed", say(text, unit=unit.id), say(_("Declare it suppressed, or without this test."))
    if "last_tank" in unit.tests and not unit.lasting:
        text = _("%(unit)s has not been told that it is the last of its platoon.")
        yield "lasting", say(text, unit=unit.id), say(_("Declare that it has, or it without this test."))


def _struck_again(state: State, unit: Vehicle) -> Iterator[tuple[str, Message, Message]]:
    """A9, B3: it goes with the whole check of a crew that is suppressed; in the first edition with tests."""
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

"""What is wrong with the texts of a muster: those of its deck and of its platoons, by line (R5, A3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rules.contract import Message, Refused, Unit, say
from rules.contract import gettext_noop as _
from rules.declarations import Scenario

from . import platoons
from .decktext import Deck, Wrong, parse
from .posted import sides_of, text_of
from .refusals import refused

MOST_FAULTS = 50  # told at once; the rest is counted


def faults_of_deck(scenario: str, options: Mapping[str, Any]) -> Iterator[Refused]:
    """R5: what is wrong with the text of the deck, by line."""
    yield from _told("R5", "options.deck", parse(text_of(scenario, options), sides_of(scenario))[1])


def faults_of_platoons(text: str, deck: Deck, units: Sequence[Unit], scenario: Scenario) -> Iterator[Refused]:
    """A3: what is wrong with the division into platoons, by line; and names that mean two things."""
    yield from _told("A3", "board.platoons", platoons.divide(text, deck, units)[1])
    known = {name for side in scenario.sides for name in platoons.names(deck, side)}
    for unit in units:
        if unit.id in known:
            yield refused(
                "A3",
                "units",
                say(_("A platoon of the deck is called “%(name)s”, too."), name=unit.id),
                say(_("Give the vehicle another id; its name may stay.")),
                fault=f"A3/name/{unit.id}",
            )


def _told(rule: str, field: str, faults: Sequence[Wrong]) -> Iterable[Refused]:
    for fault in faults[:MOST_FAULTS]:
        yield refused(rule, field, _at(fault), fault.remedy, fault=f"{rule}/line/{fault.line}")
    if len(faults) > MOST_FAULTS:
        more = Message(_("There is %(n)s more fault."), _("There are %(n)s more faults."), len(faults) - MOST_FAULTS)
        yield refused(rule, field, more, say(_("Mend those that are named first.")), fault=f"{rule}/more")


def _at(fault: Wrong) -> Message:
    if not fault.line:
        return fault.text
    return say(_("Line %(line)s: %(what)s"), line=fault.line, what=fault.text)

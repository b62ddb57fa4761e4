"""The cards of a battle's choices: as of any stream (`battles.forms.cards`), with the commands of its rulebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from battles.forms import cards
from battles.forms.cards import Card
from battles.forms.form_data import Typed
from battles.pages import examples
from rules.contract import Choice, Refused, RuleSystem
from rules.reports import command_codec


def deal(
    choices: Sequence[Choice],
    system: RuleSystem,
    typed: Typed | None = None,
    faults: Sequence[Refused] = (),
    waiting_for: Sequence[str] = (),
    names: Mapping[str, str] | None = None,
    begin: int = 1,
) -> list[Card]:
    """As `battles.forms.cards.deal`."""
    return cards.deal(
        choices,
        command_codec(system).types,
        typed,
        faults,
        waiting_for,
        names,
        begin=begin,
        example=lambda command, name: examples.example(command, name, system),
    )

"""What rulebooks have in common between battles: terms, conditions, and what is wrong with a platoon as such."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from rules.contract import Message, Refused, Unit, say
from rules.contract import gettext_noop as _
from rules.declarations import Option
from rules.house_units import OPTION, slug
from rules.kit.options import choice
from rules.upkeep import Engagement, Flaw, Owned, Terms

F = TypeVar("F")
PLATOON = "platoon"  # the side's name while there is no battle yet


class NumberTerms:
    """Terms that are numbers, of one `rule` ("001 section 5")."""

    def __init__(self, rule: str) -> None:
        self.rule = rule

    def __call__(self, name: str, label: str, default: int, help: str, most: int, least: int = 0) -> Option:
        return Option(
            name=name, label=label, type="number", default=default, help=help, rule=self.rule, least=least, most=most
        )

    def rounds(self, name: str, label: str, default: int, help: str) -> Option:
        """How long a job takes."""
        return self(name, label, default, help, 20, least=1)

    def points(self, name: str, label: str, default: int, help: str) -> Option:
        """What it costs."""
        return self(name, label, default, help, 99)

    def least_die(self, name: str, label: str, default: int, help: str) -> Option:
        """What a die has to show once it is done; 0 for no die."""
        return self(name, label, default, help, 6)


RECOVER = "recover"


def recovery_terms(number: NumberTerms, rounds: int, help: str, percent: int) -> tuple[Option, ...]:
    """What it takes to make a hull drive again; `help` says which hulls."""
    cost = _("What that costs, in percent of its points, rounded up.")
    needs = _("What a die has to show in the end, or it takes a round more; 0 for no die.")
    return (
        number.rounds("recover_rounds", _("Rounds to recover a hull"), rounds, help),
        number("recover_percent", _("Price of recovery, percent"), percent, cost, 100),
        number.least_die("recover_needs", _("Least die to recover a hull"), 3, needs),
    )


def grade_term(name: str, effects: dict[str, str], help: str, rule: str) -> Option:
    """What the grade of a crew does in battle; `effects` are their labels by their values, the default first."""
    return choice(name, _("Effect of a crew's grade"), effects, help, rule)


class Agreed:
    """The terms that a campaign has agreed on. A campaign that opened before a term was declared has its default."""

    def __init__(self, declared: Iterable[Option]) -> None:
        self.defaults = {option.name: option.default for option in declared}

    def __call__(self, terms: Terms, name: str) -> Any:
        return terms.get(name, self.defaults[name])


def points_limit(
    engagement: Engagement, options: Iterable[Option], name: str = "points"
) -> dict[str, bool | int | str]:
    """The option `name` of a proposed battle: one limit for both sides, the higher one, within its bounds; left
    out where there is none. The campaign holds each platoon to its own."""
    most = max(engagement.limits)
    option = next(one for one in options if one.name == name)
    return {name: min(max(most, option.least), option.most)} if most else {}


def own_units(terms: Terms) -> str:
    """The text of the club's own sheet."""
    return str(terms.get(OPTION, ""))


def not_as_new(condition: msgspec.Struct) -> dict[str, Any]:
    """A condition as a campaign keeps it, without the facts that are as new."""
    new = type(condition)()
    return {name: value for name, value in msgspec.to_builtins(condition).items() if value != getattr(new, name)}


def flaws_by(
    fielded: Callable[[str, Unit, Sequence[str], list[Refused], str], F | None],
    as_such: Callable[[str, Sequence[F]], Iterable[Refused]],
) -> Callable[[Terms, str, str, Sequence[Owned]], Iterator[Flaw]]:
    """The function for what a muster refuses about the vehicles of a platoon, whatever the battle; each fault once.
    Earlier damage is no flaw of the platoon.

    `fielded`: a vehicle as it would be mustered with its cards, None if its model is unknown; its faults are added to
    the list. `as_such`: what is wrong with a side of such vehicles.
    """

    def flaws(terms: Terms, edition: str, card: str, vehicles: Sequence[Owned]) -> Iterator[Flaw]:
        faults: list[Refused] = []
        called = {slug(one.model): one.model for one in vehicles}
        asked = [(Unit(id=slug(one.model), side=PLATOON, model=one.model), one.cards) for one in vehicles]
        mustered = (fielded(edition, unit, cards, faults, own_units(terms)) for unit, cards in asked)
        faults += as_such(PLATOON, [one for one in mustered if one is not None])
        for fault in {fault.fault: fault for fault in faults}.values():
            remedy = _in_words(fault.remedy, called) if fault.remedy else None
            yield Flaw(fault.fault, fault.rule, _in_words(fault.text, called), remedy)

    return flaws


def _in_words(message: Message, called: Mapping[str, str]) -> Message:
    """Vehicles of a platoon are called by their models, and the side is called the platoon."""
    told: dict[str, str | int | Message] = dict(message.values)
    if "unit" in told:
        told["unit"] = called.get(str(told["unit"]), str(told["unit"]))
    if "side" in told:
        told["side"] = say(_("The platoon"))
    return msgspec.structs.replace(message, values=told)

"""What a campaign has to know of a rulebook between battles: what repairs take, what a vehicle costs, what crews learn.

`RuleSystem.upkeep` declares it; what a rulebook leaves out is as below. Pure, and asked of conditions as the rulebook
itself declares them: what a vehicle's hurts mean is known nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from rules.declarations import Option
from rules.messages import Message, say
from rules.messages import gettext_noop as _

Condition = Mapping[str, Any]
Terms = Mapping[str, bool | int | str]
Grade = Literal["green", "trained", "veteran", "ace"]
GRADES: tuple[Grade, ...] = ("green", "trained", "veteran", "ace")  # by experience, least first
Crew = Literal["fit", "wounded", "lost"]


class Owned(msgspec.Struct, frozen=True, kw_only=True):
    """A vehicle that somebody owns: its model and cards by name, and what its battles have left of it."""

    edition: str
    model: str
    cards: tuple[str, ...] = ()
    condition: dict[str, Any] = {}
    grade: Grade = "green"


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """Work the workshop has to do on a vehicle, one job after the other in the order they are told.

    `rounds` in the workshop (at least 1), `points` paid as it begins; where `needs` is not 0 a die of `faces` faces
    is rolled after the last of them, and under `needs` it takes another round. `key` is the job's own among the
    vehicle's, and stays what it is while other jobs are done.
    """

    key: str
    label: Message
    rounds: int = 1
    points: int = 0
    needs: int = 0
    faces: int = 6


class Flaw(msgspec.Struct, frozen=True):
    """What a rulebook has against a platoon as such, whatever battle it goes to. `key` is its name, made of the rule
    and what it speaks of, without a dot ("R3/points"): an organiser lets it pass by it. Nothing hidden is in the key,
    and where the text names a card that may lie face down it is for the platoon's own players."""

    key: str
    rule: str
    text: Message
    remedy: Message | None = None


def _overhaul(terms: Terms, owned: Owned) -> Sequence[Job]:
    return (Job(key="overhaul", label=say(_("overhaul"))),) if any(owned.condition.values()) else ()


def _as_new(condition: Condition, job: str) -> dict[str, Any]:
    return {} if job == "overhaul" else dict(condition)


def _always(condition: Condition) -> bool:
    return True


def _unhurt(condition: Condition) -> Crew:
    return "fit"


def _same(condition: Condition) -> dict[str, Any]:
    return dict(condition)


def _no_effect(terms: Terms, grade: Grade, condition: Condition) -> dict[str, Any]:
    return dict(condition)


def _nothing(terms: Terms, edition: str, card: str, vehicles: Sequence[Owned]) -> Iterable[Flaw]:
    return ()


def _no_vehicle(terms: Terms, edition: str, model: str) -> bool:
    return False


@dataclass(frozen=True, kw_only=True, eq=False)
class Upkeep:
    """A few plain functions; each takes conditions as `RuleSystem.condition` declares them, {} for brand new.

    `terms`: the rulebook's own house rules between battles (rounds and points of each kind of damage, what a grade
    does). A campaign settles them once, beside the terms every campaign has; names are the rulebook's own and must not
    be one of those. `defaults` says of those which value suits the rulebook. What a function is given as terms also has
    the text `house_units` where the campaign plays with units of its own (`rules.house`).
    """

    terms: tuple[Option, ...] = ()
    defaults: Mapping[str, bool | int | str] = field(default_factory=dict)
    # What each point scored in a battle counts in standings, unless the organiser says otherwise: 0 where points come
    # in dozens, for they would outweigh every victory.
    scored: int = 1
    # What a vehicle needs until it is as new; () for one that needs nothing or that nothing can help.
    jobs: Callable[[Terms, Owned], Sequence[Job]] = _overhaul
    # The condition once a job is done. A job the condition does not know (any more) changes nothing.
    mend: Callable[[Condition, str], dict[str, Any]] = _as_new
    # Of a vehicle that was wrecked or lost: is there a hull left that somebody could tow away?
    hull: Callable[[Condition], bool] = _always
    # What became of the crew, and the condition with a crew that is well again (or a new one).
    crew: Callable[[Condition], Crew] = _unhurt
    heal: Callable[[Condition], dict[str, Any]] = _same
    # The condition in which a vehicle whose crew has that grade goes into battle: what a grade does, by the terms.
    post: Callable[[Terms, Grade, Condition], dict[str, Any]] = _no_effect
    # Points of a model with cards, by name: terms, edition, model, cards. None for "what the catalogue says of each".
    price: Callable[[Terms, str, str, Sequence[str]], int] | None = None
    # Whether a model tows wrecks from a field that nobody holds: terms, edition, model.
    recovers: Callable[[Terms, str, str], bool] = _no_vehicle
    # What is wrong with a platoon as such: terms, edition, platoon card, vehicles.
    flaws: Callable[[Terms, str, str, Sequence[Owned]], Iterable[Flaw]] = _nothing

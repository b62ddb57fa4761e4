"""What a campaign has to know of a rulebook: what repairs take, what a vehicle costs, what crews learn, and which
battle the rulebook proposes where two platoons meet on a map.

`RuleSystem.upkeep` declares the first; what a rulebook leaves out has the defaults below. Pure. The functions are given
conditions as the rulebook itself declares them: nothing else knows what a vehicle's damage means.

`RuleSystem.engage` answers the second. A rulebook without it proposes its first scenario of two sides, and the first
platoon takes the first side. People may change the proposal as they muster.
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
    """A vehicle that somebody owns: its model and cards by name, and its condition after its battles."""

    edition: str
    model: str
    cards: tuple[str, ...] = ()
    condition: dict[str, Any] = {}
    grade: Grade = "green"


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """Work for the workshop on a vehicle, one job after the other in the order in which they are listed.

    `rounds` in the workshop (at least 1), `points` paid as it begins. If `needs` is not 0, a die of `faces` faces is
    rolled after the last round, and under `needs` the job takes another round. `key` is the job's own among the
    vehicle's, and stays the same while other jobs are done.
    """

    key: str
    label: Message
    rounds: int = 1
    points: int = 0
    needs: int = 0
    faces: int = 6


class Flaw(msgspec.Struct, frozen=True):
    """What a rulebook has against a platoon whatever its next battle. `key` names the flaw by its rule and its subject,
    without a dot ("R3/points"); an organiser lets it pass by that key. Nothing hidden is in the key. If the text names
    a card that may lie face down, it is only for the platoon's own players."""

    key: str
    rule: str
    text: Message
    remedy: Message | None = None


def _overhaul(terms: Terms, owned: Owned) -> Sequence[Job]:
    return (Job(key="overhaul", label=say(_("overhaul"))),) if any(owned.condition.values()) else ()


def _as_new(condition: Condition, job: str) -> dict[str, Any]:
    return {} if job == "overhaul" else dict(condition)


@dataclass(frozen=True, kw_only=True, eq=False)
class Upkeep:
    """A few plain functions; each takes conditions as `RuleSystem.condition` declares them, {} for brand new.

    `terms`: the rulebook's own house rules between battles (rounds and points of each kind of damage, what a grade
    does). A campaign sets them once, beside the terms that every campaign has; their names must not be among those.
    `defaults` says which values of the common terms suit the rulebook. What a function is given as terms also has the
    text `house_units` if the campaign plays with units of its own (`rules.house_units`).
    """

    terms: tuple[Option, ...] = ()
    defaults: Mapping[str, bool | int | str] = field(default_factory=dict)
    # What each point scored in a battle counts in the standings, unless the organiser says otherwise: 0 if points come
    # in dozens, because they would outweigh every victory.
    scored: int = 1
    # What a vehicle needs until it is as new; () if it needs nothing, or if nothing can help it.
    jobs: Callable[[Terms, Owned], Sequence[Job]] = _overhaul
    # The condition once a job is done. A job that the condition does not know (any more) changes nothing.
    mend: Callable[[Condition, str], dict[str, Any]] = _as_new
    # For a vehicle that was wrecked or lost: whether a hull is left that somebody could tow away.
    hull: Callable[[Condition], bool] = lambda condition: True
    # What became of the crew, and the condition with a crew that is well again (or a new one).
    crew: Callable[[Condition], Crew] = lambda condition: "fit"
    heal: Callable[[Condition], dict[str, Any]] = dict
    # The condition in which a vehicle with a crew of that grade goes into battle. The terms say what a grade does.
    post: Callable[[Terms, Grade, Condition], dict[str, Any]] = lambda terms, grade, condition: dict(condition)
    # Points of a model with cards, by name: terms, edition, model, cards. None for what the catalogue says of each.
    price: Callable[[Terms, str, str, Sequence[str]], int] | None = None
    # Whether a model tows wrecks from a field that nobody holds: terms, edition, model.
    recovers: Callable[[Terms, str, str], bool] = lambda terms, edition, model: False
    # What is wrong with a platoon whatever its next battle: terms, edition, platoon card, vehicles.
    flaws: Callable[[Terms, str, str, Sequence[Owned]], Iterable[Flaw]] = lambda terms, edition, card, vehicles: ()


Terrain = Literal["open", "farmland", "forest", "hills", "mountains", "marsh", "town", "desert"]


class Engagement(msgspec.Struct, frozen=True, kw_only=True):
    """`assault`: one platoon comes to where the other one stands; `meeting`: both have come. `river`: the attacker came
    over one; `entrenched`: the defender is. `limits`: points of each, the attacker's (or first platoon's) first; 0 for
    none. `sides`: the sides of the campaign that they belong to, by key, in the same order."""

    edition: str
    kind: Literal["assault", "meeting"]
    terrain: Terrain
    river: bool = False
    entrenched: bool = False
    limits: tuple[int, int] = (0, 0)
    sides: tuple[str, str] = ("", "")


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario by key, its side for the attacker (or first platoon) and for the other, its board, and the options of
    the battle. They outrank those of the campaign, so that a rulebook's own limit gives way to the terrain's."""

    scenario: str
    sides: tuple[str, str]
    options: dict[str, bool | int | str] = {}
    board: dict[str, Any] = {}

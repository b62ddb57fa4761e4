"""An attack in progress: its shooter, target and dice, the critical cards drawn, and what it leaves behind; hits and
criticals between the dice and the damage, and how they change (R8, R32, A1).

A result is changed once (R8): `forced` of the criticals were made of hits, `worn` of the hits of a critical. These are
plain sums, so that the fold can use them too.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rules.bounds import Key, Name

# The bounds of what people may declare. The fold does not check them, and play stays well within them. The chapters say
# how facts have to fit one another (`forbids`).
Damage = Annotated[int, msgspec.Meta(ge=0, le=99_999)]
EffectName = Annotated[str, msgspec.Meta(max_length=80)]  # the name of a known card, "" for none
Small = Annotated[int, msgspec.Meta(ge=0, le=99)]
Face = Annotated[int, msgspec.Meta(ge=1, le=6)]
Word = Annotated[str, msgspec.Meta(max_length=40, pattern=r"^[a-z_]+$(?!\n)")]
KeyOrNone = Annotated[str, msgspec.Meta(max_length=40, pattern=r"^[a-z0-9_-]*$(?!\n)")]
SpentKey = Annotated[str, msgspec.Meta(max_length=81, pattern=r"^[a-z0-9_-]+/[a-z0-9_-]+$(?!\n)")]  # unit/card
Weapon = Literal["gun", "missiles", "fixed", "area"]


class OpenCritical(msgspec.Struct, forbid_unknown_fields=True):
    """A critical card that was drawn and is not resolved yet. `answered`: its owner has said whether a card is spent
    against it; `bearer`: the friend of the target that has taken it over."""

    card: Name
    damage: Annotated[int, msgspec.Meta(ge=0, le=20)]
    repairable: bool
    effect: EffectName
    answered: bool = False
    cancelled: bool = False
    suffered: bool = False  # the crew cards that it costs have been paid
    bearer: KeyOrNone = ""


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change of results that was offered and answered: by which card ("" is the platoon's rule), at which stage."""

    by: KeyOrNone
    does: Annotated[str, msgspec.Meta(max_length=20)]
    stage: Literal["rolled", "uncancelled"]


class Shot(msgspec.Struct, forbid_unknown_fields=True):
    """The attack being resolved, as far as it has got. `question` begins the names of its dice.

    weapon: "gun" (the attack value, machine guns or Rapid Fire), "missiles", "fixed" or "area" dice of a card. told:
    the circumstances that the table has reported (`effects.TOLD`). spent: the cards used in it, of both sides. A
    changed result is not changed again (R8): `forced` criticals and `worn` hits are changed ones.
    """

    shooter: Key
    target: Key
    question: Annotated[str, msgspec.Meta(max_length=80)]
    cover: bool
    close: bool
    side_shot: bool
    enemy_close: bool
    extra: bool
    hit_on: Face
    faces: Annotated[tuple[Face, ...], msgspec.Meta(max_length=26)]
    hits: Small
    criticals: Small
    forced: Small
    shooter_cancels: Annotated[int, msgspec.Meta(ge=0, le=6)] | None = None
    weapon: Literal["gun", "missiles", "fixed", "area"] = "gun"
    critical_on: Annotated[int, msgspec.Meta(ge=1, le=7)] = 6
    told: Annotated[tuple[Word, ...], msgspec.Meta(max_length=9)] = ()
    spent: Annotated[list[SpentKey], msgspec.Meta(max_length=99)] = []
    others: Annotated[tuple[Key, ...], msgspec.Meta(max_length=99)] = ()  # targets of an area attack after this one
    worn: Small = 0
    rerolled: bool = False
    swapped: bool = False  # nothing is changed any more before the defence roll
    changes: Annotated[list[Change], msgspec.Meta(max_length=99)] = []
    defended: bool = False
    defence_faces: Annotated[tuple[Face, ...], msgspec.Meta(max_length=6)] = ()
    target_cancels: Annotated[int, msgspec.Meta(ge=0, le=6)] | None = None
    defence_rerolled: bool = False
    cancelled: bool = False  # what is left of hits and criticals is uncancelled
    damaged: bool = False  # the uncancelled hits have done their damage
    crew_toll: Small = 0  # crew cards the target still has to give up (Asassin)
    draws: Small = 0
    drawn: Small = 0
    turned: Annotated[list[OpenCritical], msgspec.Meta(max_length=9)] = []  # drawn for one critical, to pick one of
    picked: bool = False  # the further cards of a first critical have been picked from
    open: Annotated[list[OpenCritical], msgspec.Meta(max_length=99)] = []
    damage: Damage = 0
    returned: bool = False
    kept: Annotated[list[Word], msgspec.Meta(max_length=99)] = []  # moments at which face-down cards stayed face down


class After(msgspec.Struct, forbid_unknown_fields=True):
    """What the attack just resolved leaves for what may follow it: `scored` hits and criticals on its dice,
    `uncancelled` after the defence, `others` the targets that an area attack still has, `place` which of them this was,
    from 1. If not `attack`, smoke was laid in place of one."""

    shooter: Key
    target: Key
    scored: Small = 0
    uncancelled: Small = 0
    spent: Annotated[tuple[SpentKey, ...], msgspec.Meta(max_length=99)] = ()
    others: Annotated[tuple[Key, ...], msgspec.Meta(max_length=99)] = ()
    extra: bool = False
    done: Annotated[tuple[Key, ...], msgspec.Meta(max_length=99)] = ()  # cards used, or passed over, after it
    place: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1
    attack: bool = True


def asked_anew(shot: Shot, moment: str) -> None:
    """Something has changed since face-down cards stayed face down at that moment, so their owner is asked again."""
    shot.kept = [kept for kept in shot.kept if kept != moment]


class Results(msgspec.Struct, frozen=True):
    hits: int
    criticals: int
    forced: int = 0
    worn: int = 0


def can_change(left: Results, does: str) -> bool:
    """Whether there are results for such a change. Giving up hits changes none of them, so any two will do."""
    fresh_hits, fresh_criticals = left.hits - left.worn, left.criticals - left.forced
    return {
        "upgrade": fresh_hits >= 1,
        "exposed": fresh_hits >= 1,
        "split": fresh_criticals >= 1,
        "join": fresh_hits >= 2,
        "strike_crew": left.hits >= 2,
    }[does]


def changed(left: Results, does: str) -> Results:
    """The results after a change. When hits are given up, those that were changed before go first."""
    match does:
        case "split":
            return Results(left.hits + 2, left.criticals - 1, left.forced, left.worn + 2)
        case "join":
            return Results(left.hits - 2, left.criticals + 1, left.forced + 1, left.worn)
        case "strike_crew":
            return Results(left.hits - 2, left.criticals, left.forced, max(0, left.worn - 2))
        case _:
            return Results(left.hits - 1, left.criticals + 1, left.forced + 1, left.worn)


def cancel(hits: int, criticals: int, cancels: int, wish: int) -> tuple[int, int]:
    """The hits and criticals left after `cancels` of them are cancelled; of the criticals as near to `wish` as
    possible."""
    cancels = min(cancels, hits + criticals)
    taken = min(max(wish, cancels - hits), cancels, criticals)
    return hits - (cancels - taken), criticals - taken


def cancel_by_shooter(left: Results, cancels: int, wish: int) -> Results:
    """The shooter gives up changed results first, so that those left can still be changed."""
    hits, criticals = cancel(left.hits, left.criticals, cancels, wish)
    worn = max(0, left.worn - (left.hits - hits))
    return Results(hits, criticals, max(0, left.forced - (left.criticals - criticals)), worn)


def cancel_by_target(left: Results, cancels: int, wish: int) -> Results:
    """The target's owner cancels results first that were not changed."""
    hits, criticals = cancel(left.hits, left.criticals, cancels, wish)
    return Results(hits, criticals, min(left.forced, criticals), min(left.worn, hits))


def results_of(shot: Shot) -> Results:
    return Results(shot.hits, shot.criticals, shot.forced, shot.worn)

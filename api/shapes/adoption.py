"""Shapes for what becomes of a friendly battle afterwards: its adoption by a campaign, and guests' seats in it."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec

from api.shapes.kinds import Id, People, Word
from api.shapes.reports import Fault


class ProposeAdoption(msgspec.Struct, forbid_unknown_fields=True):
    """`sides`: the platoon of each side by key. `fixture`: the announced one the battle was fought for, "" for none."""

    campaign: Word
    sides: Annotated[dict[Word, Word], msgspec.Meta(max_length=8)]
    fixture: Word = ""


class AgreeToAdoption(msgspec.Struct, forbid_unknown_fields=True):
    """`proposal`: the id of the one that was seen."""

    proposal: Word


class AdoptionShift(msgspec.Struct):
    """Place and score of a platoon, before the battle counts and after."""

    platoon: str
    rank_before: int
    score_before: int
    rank_after: int
    score_after: int


class AdoptionForeseen(msgspec.Struct):
    """What it comes to: which unit of the battle would be which vehicle (`units`), in which condition that vehicle
    would be then (`conditions`), and the platoons whose place or score would change."""

    units: dict[str, str]
    conditions: dict[str, str]
    platoons: list[AdoptionShift]


class AdoptionProposal(msgspec.Struct):
    """What `by` proposes to `asked`: that the `campaign` counts the battle. It waits `until` then.

    `foreseen` is null where it could not be accepted as things stand; `against` says why.
    """

    id: str
    campaign: Id
    name: str
    sides: dict[str, str]
    fixture: str
    by: Id
    asked: Id
    agreed: bool
    until: datetime | None
    foreseen: AdoptionForeseen | None
    against: list[Fault]
    people: People


class AdoptingCampaign(msgspec.Struct):
    """A campaign in which both players command a platoon. `platoons`: by side of the battle, those of its player."""

    id: Id
    name: str
    platoons: dict[str, list[str]]


class AdoptedAs(msgspec.Struct):
    campaign: Id
    fixture: str


class Adoption(msgspec.Struct):
    """How it stands with a friendly battle that a campaign may count. Only a `settled` one can be proposed.
    `campaigns`: where, if nothing is proposed."""

    settled: bool
    adopted: AdoptedAs | None
    proposal: AdoptionProposal | None
    campaigns: list[AdoptingCampaign]


class GuestCode(msgspec.Struct):
    """A guest's own `code`, as people read it, and `until` when it claims their seat."""

    code: str
    until: datetime


class ClaimSeat(msgspec.Struct, forbid_unknown_fields=True):
    """The guest's `code`, however it is typed."""

    code: Word


class ClaimedSeat(msgspec.Struct):
    """The battle you play in from now on."""

    battle: Id

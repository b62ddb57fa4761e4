"""Shapes of the API, part 6. Made by clients/python/generate.py. Not to be edited."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from leaguer_client.shapes.part_1 import (
    AdoptionShift,
)
from leaguer_client.shapes.part_2 import (
    DiceLuck,
    Fact,
    Fault,
    Feat,
)
from leaguer_client.shapes.part_4 import (
    Option,
    PairedNow,
    Pick,
)
from leaguer_client.shapes.part_5 import (
    Reason,
    Returning,
    Roll,
    RosterFormat,
    Scenario,
)


class Standing(Struct, kw_only=True):
    """A platoon's place. Equals share a rank. `ties`: its value in each tie-breaker that was needed; `flaws`:
    its faults, each with the reason it was let pass for ("" for none); `byes`: rounds without a fixture.
    `purse`, what it could not pay yet (`owed`), and `worth`, the points of its vehicles as new..."""

    rank: int
    platoon: str
    name: str
    player: str
    side: str
    card: str
    score: int
    played: int
    won: int
    drawn: int
    lost: int
    points_for: int
    points_against: int
    objectives: int
    destroyed: int
    preserved: int
    penalty: int
    byes: int
    ties: dict[str, int]
    players: list[str]
    purse: int | None
    owed: int | None
    worth: int | None
    joined: int
    dropped: bool
    flaws: dict[str, str]
    sector: str
    supply: str
    entrenched: bool
    ordered: bool
    engaged: str
    retreat_by: str
    was: int
    form: str


class StandingThen(Struct, kw_only=True):
    """`purse`: null where it is not the caller's to know."""

    rank: int
    score: int
    played: int
    won: int
    drawn: int
    lost: int
    purse: int | None


class Standings(Struct, kw_only=True):
    """Standings"""

    standings: list[Standing]
    position: int
    people: dict[str, str]


class Step(Struct, kw_only=True):
    """A row of the log that changed the fact `of`, or one it follows from."""

    position: int
    report: int
    first_told: int
    by: str
    at: str
    via: str
    of: str
    unit: str
    label: str
    before: str | int | bool | None
    after: str | int | bool | None
    type: str
    data: dict[str, Any] | None
    text: str
    rules: list[str]
    dice: list[Roll]
    declared: bool
    seed_row: int


class Stood(Struct, kw_only=True):
    """A platoon in the standings, and its purse."""

    rank: int
    score: int
    purse: int


class System(Struct, kw_only=True):
    """A rule system. `board` is what the board of a muster may hold, declared as options are; all of it is
    optional."""

    key: str
    name: str
    edition: str
    editions: list[str]
    scenarios: list[Scenario]
    options: list[Option]
    board: list[Option]
    commands: dict[str, dict[str, Any]]
    units: str
    rosters: list[RosterFormat]
    errata: dict[str, list[str]]


class SystemLine(Struct, kw_only=True):
    """A rule system in a list."""

    key: str
    name: str
    edition: str
    url: str


class Systems(Struct, kw_only=True):
    """Systems"""

    systems: list[SystemLine]


class TakeInHistory(Struct, kw_only=True):
    """A list of results of before. `kind`: what it is; left out, as it looks. `people`: who a name of the
    list is: a player's key, `new` for somebody who is kept by this name, `out` to leave their games out; any
    other name is matched. `despite`: lines at fault are left out. `system`, `division`: of whi..."""

    text: str
    kind: str | UnsetType = UNSET
    people: dict[str, str] | UnsetType = UNSET
    despite: bool | UnsetType = UNSET
    system: str | UnsetType = UNSET
    division: str | UnsetType = UNSET


class Told(Struct, kw_only=True):
    """A ruled fact, before or after a revision. If you may not know it, `type` and `text` are "", `data` is
    null."""

    type: str
    data: dict[str, Any] | None
    text: str


class Unit(Struct, kw_only=True):
    """A unit as you may see it. `declared` is the newest row in which people set any fact of it, null for
    none."""

    id: str
    side: str
    name: str
    model: str
    in_play: bool
    status: str
    facts: list[Fact]
    declared: int | None


class UnitOutcome(Struct, kw_only=True):
    """What became of a unit. `fate`: fit, damaged, withdrawn, wrecked (a hull to recover) or lost (for good)."""

    id: str
    side: str
    fate: str
    condition: dict[str, Any]
    feats: list[Feat] | UnsetType = UNSET


class Vehicle(Struct, kw_only=True):
    """A vehicle: its `condition` after its battles (as the rulebook declares it), its crew, its jobs in the
    workshop (`bays`), and its service record. `held`: its players keep it out of the workshop. `price`, as
    new with its cards, and what was `paid` for a job are shown only to its players: null for o..."""

    id: str
    platoon: str
    player: str
    name: str
    model: str
    status: str
    battle: str | None
    condition: dict[str, Any]
    price: int | None
    crew: str
    crew_out: int
    grade: str
    experience: int
    bays: list[dict[str, Any]]
    in_workshop: int
    held: bool
    battles: int
    shots: int
    hits: int
    kills: int
    damage: int
    repairs: int
    record: list[dict[str, Any]]


class Vehicles(Struct, kw_only=True):
    """A page of vehicles by platoon. `next` is the address of the next page, null at the end."""

    vehicles: list[Vehicle]
    next: str | None
    people: dict[str, str]


class WhyPaired(Struct, kw_only=True):
    """Why two platoons were paired. `at`: the row of the log before it was announced, `announced_at` when
    that was; `standings`: the address of the standings at that row; `method`: in words, "" by hand;
    `reasons`: in words, as they were published. `since`: when corrections were made that reach back bef..."""

    at: int
    announced_at: str
    standings: str
    method: str
    reasons: list[str]
    since: list[str]
    known: PairedNow | None


class Work(Struct, kw_only=True):
    """A job the workshop would have on a vehicle."""

    job: str
    label: str
    rounds: int
    points: int
    needs: int
    faces: int


class AdoptionForeseen(Struct, kw_only=True):
    """What it comes to: which unit of the battle would be which vehicle (`units`), in which condition that
    vehicle would be then (`conditions`), and the platoons whose place or score would change."""

    units: dict[str, str]
    conditions: dict[str, str]
    platoons: list[AdoptionShift]


class AdoptionProposal(Struct, kw_only=True):
    """What `by` proposes to `asked`: that the `campaign` counts the battle. It waits `until` then."""

    id: str
    campaign: str
    name: str
    sides: dict[str, str]
    fixture: str
    by: str
    asked: str
    agreed: bool
    until: str | None
    foreseen: AdoptionForeseen | None
    against: list[Fault]
    people: dict[str, str]


class BattleLuck(Struct, kw_only=True):
    """The luck of each side in a battle so far, in the order of the questions' first dice."""

    position: int
    luck: list[DiceLuck]


class BeginSeason(Struct, kw_only=True):
    """What is left out is as the plan has it: everybody returns who has a vehicle left. `veteran_points`: the
    price of a kept crew for each grade; null where every crew begins anew. `id`: a UUID made by you, so that
    the same request sent again begins the season once, and is answered as it was."""

    id: str | UnsetType = UNSET
    title: str | UnsetType | None = UNSET
    names: dict[str, str] | UnsetType | None = UNSET
    entries: list[Returning] | UnsetType | None = UNSET
    veteran_points: int | UnsetType | None = UNSET


class CampaignField(Struct, kw_only=True):
    """A fact or dice that a choice of a campaign asks for; the kinds that battles ask for are as there
    (`Field`)."""

    name: str
    kind: str
    label: str
    help: str
    picks: list[Pick]
    catalogue: str | None
    least: int
    most: int
    faces: int
    measure: str
    repeats: bool
    required: bool
    ahead: bool
    fields: list[CampaignField]
    by: str
    default: Any
    excluded: list[bool | int | str | list[str]]
    unlike: str
    made_of: str
    of_faults: bool
    zone: str


class CampaignStep(Struct, kw_only=True):
    """A row of the campaign's log that changed the fact, or says something about it. `before` is null if it
    did not exist yet. `dice` are those rolled in it, `seed_row` the row with the new seed that they followed
    from, 0 for the campaign's first."""

    position: int
    by: str
    at: str
    via: str
    before: str | None
    after: str | None
    type: str
    data: dict[str, Any]
    text: str
    reasons: list[Reason]
    dice: list[Roll]
    seed_row: int

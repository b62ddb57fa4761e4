"""Shapes for a campaign's map: sectors and platoons, a sector's story, a platoon's orders, and explanations."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from api.shapes.battles import Event
from api.shapes.corrections import Roll
from api.shapes.kinds import People, Position, Time


class Sector(msgspec.Struct):
    """A part of the map, at `x` across and `y` down. `capacity`: platoons of each side that fit into it; `base`: the
    side that is supplied from it, and may be its `capital`; `owner`: the side that holds it; "" for nobody.
    `contested`: platoons of several sides stand there; `supply`: that of its owner ("supplied", "strained",
    "cut off", "" without one); `platoons` that stand there, by key.
    """

    sector: str
    name: str
    x: int
    y: int
    terrain: str
    value: int
    capacity: int
    base: str
    capital: bool
    owner: str
    contested: bool
    supply: str
    platoons: list[str]


class Link(msgspec.Struct):
    """Two sectors that touch, `one` before `other`: by "road", "rail" or over a "river". `cost` is what a march or a
    supply column pays for it; nothing goes over one that is `closed`."""

    kind: str
    one: str
    other: str
    cost: int
    closed: bool


class Posted(msgspec.Struct):
    """A platoon on the map. `sector`: where it stands, "reserve" for nowhere on it. `ordered`: it has its order for the
    round under way; only its players may read it until orders are disclosed. `engaged`: the fixture that keeps it, ""
    for none; `retreat_by`: when the clerk chooses where it retreats, "" if it need not.
    """

    platoon: str
    name: str
    side: str
    sector: str
    supply: str
    entrenched: bool
    ordered: bool
    engaged: str
    retreat_by: str


class Map(msgspec.Struct):
    """The map as it stands. `sides` by key with their names, `scores` by side. `fronts`: the links, by their ends,
    between sectors of different owners. `round`: the one under way, or the next; `orders_by`: when its orders are
    disclosed, "" if an organiser decides when, or if none are awaited. `victory`: how the war ended ("points",
    "capital", "rounds", "closed", "" if it goes on), `victor` the side that won, "" for none.
    """

    sides: dict[str, str]
    sectors: list[Sector]
    links: list[Link]
    fronts: list[tuple[str, str]]
    platoons: list[Posted]
    scores: dict[str, int]
    round: int
    orders_by: str
    victory: str
    victor: str
    position: Position


class SectorStory(msgspec.Struct):
    """A sector with its links and a page of its history, oldest first: rows of the campaign's log; disclosed orders
    show only what happened in this sector. `next`: the address of the next page.
    """

    sector: Sector
    links: list[Link]
    events: list[Event]
    next: str | None
    position: Position
    people: People


class OrderChoice(msgspec.Struct):
    """An order that would be accepted now: `do` and `to` as `Order` takes them, the `way` there and its `cost` in march
    points; `risks`: what may come of it, in words.
    """

    do: str
    to: str
    label: str
    way: list[str]
    cost: int
    risks: list[str]


class GivenOrder(msgspec.Struct):
    """The order a platoon has for the round under way."""

    do: str
    to: str
    label: str


class HavenChoice(msgspec.Struct):
    """A sector next to a beaten platoon. `why` it may not retreat there: "enemy", "cut off", "closed", "full"; "" if it
    may. `distance`: the cost of the way from there to a base, null where no supply comes.
    """

    sector: str
    name: str
    distance: int | None
    value: int
    why: str


class Orders(msgspec.Struct):
    """What a platoon's players may order: `choices` in the order a page offers them, none while no orders are taken;
    `given`, the one that counts so far, null for none. `havens`: where it may retreat, the clerk's choice first, while
    it has to (`retreat_by`).
    """

    platoon: str
    sector: str
    supply: str
    round: int
    orders_by: str
    given: GivenOrder | None
    choices: list[OrderChoice]
    retreat_by: str
    havens: list[HavenChoice]
    position: Position


class Reason(msgspec.Struct):
    """`rule`: the heading and number in campaigns/RULES.md, "" if no rule is behind it."""

    text: str
    rule: str


class CampaignStep(msgspec.Struct):
    """A row of the campaign's log that changed the fact, or says something about it. `before` is null if it did not
    exist yet. `dice` are those rolled in it, `seed_row` the row with the new seed that they followed from, 0
    for the campaign's first.
    """

    position: Position
    by: str
    at: Time
    via: str
    before: str | None
    after: str | None
    type: str
    data: dict[str, Any]
    text: str
    reasons: list[Reason]
    dice: list[Roll]
    seed_row: int


class CampaignExplanation(msgspec.Struct):
    """Why a fact is what it is: the steps to it, oldest first. `about`: the platoon, vehicle, fixture, sector or
    side it is about."""

    of: str
    about: str
    label: str
    value: str
    steps: list[CampaignStep]
    position: Position
    people: People


class CampaignFact(msgspec.Struct):
    """A fact that can be explained, as it stands. Ask for it by `of`."""

    of: str
    about: str
    kind: Literal["platoons", "vehicles", "fixtures", "sectors", "sides"]
    label: str
    value: str


class CampaignFacts(msgspec.Struct):
    """Every fact of the campaign that can be explained to you."""

    facts: list[CampaignFact]
    position: Position

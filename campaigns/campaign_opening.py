"""Turns a campaign on the desk into the report that opens it, and rehearses its first round."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec

from campaigns import completion
from campaigns.models.desk import Campaign
from campaigns.season import Platoon, decide, start
from campaigns.season.enlistment import begins_at
from campaigns.season.kept_events import Opened
from campaigns.season.opening import Open
from campaigns.season.pairing_methods import METHODS
from campaigns.season.values import Scoring
from rules.adjudicate import CLERK, Who
from rules.contract import Refused
from rules.stream import codec
from rules.stream.dice import FallenDice

NO_SEED = "0" * 64


class Rehearsal(msgspec.Struct, frozen=True):
    """The first round as it would be: what opening freezes, who meets whom (by name), who has a bye, the deadline.

    `sides`: the side of each name in the rehearsal; players choose their own. On a map nobody is paired: `begins` says
    where each name would begin, `orders_by` when the first orders would be disclosed.
    """

    opened: Opened
    pairings: tuple[tuple[str, str], ...]
    byes: tuple[str, ...]
    deadline: str
    sides: dict[str, str]
    begins: dict[str, str] = {}
    orders_by: str = ""


def opening(desk: Campaign, seed: str) -> Open:
    """The `Open` for a desk row. `Refused` (code "malformed") if a field has the wrong type."""
    data = {
        "name": desk.name,
        "system": desk.system,
        "options": desk.options,
        "sides": desk.sides,
        "terms": desk.terms,
        "map": desk.map,
        "scoring": {name: getattr(desk, name) for name in Scoring.__struct_fields__},
        "breakers": desk.breakers,
        "confirm_within": desk.confirm_within,
        "seed": seed,
    }
    command = codec.CommandCodec((Open,)).decode("Open", msgspec.json.encode(data))
    assert isinstance(command, Open)
    return command


def opened(desk: Campaign) -> Opened:
    """What opening freezes, without a seed. Raises `Refused`."""
    (event,) = decide(None, opening(desk, NO_SEED), Who(CLERK, referee=True), FallenDice())
    assert isinstance(event, Opened)
    return event


def faults(desk: Campaign) -> tuple[Refused, ...]:
    """All faults that prevent opening the desk row; () if there are none."""
    try:
        opened(desk)
    except Refused as refused:
        return tuple(refused.faults)
    return ()


def rehearse(desk: Campaign, people: Sequence[str], now: datetime) -> Rehearsal:
    """A rehearsal of the first round, announced at `now`, with a platoon for each of `people` (names). Nothing is
    opened. Raises `Refused`."""
    event = opened(desk)
    season = start(event)
    sides = tuple(event.sides)
    for n, name in enumerate(people):
        side = sides[n % len(sides)] if sides else ""
        sector = begins_at(season, side)
        season.platoons[f"p{n}"] = Platoon(
            key=f"p{n}", name=name, side=side, card="", players=(name,), vehicles=(), fittings={}, sector=sector
        )
    by_key = {key: platoon.name for key, platoon in season.platoons.items()}
    method = next(iter(METHODS.values()))
    drawn = method.of(season, list(by_key)) if event.theatre is None else ()
    pairs = tuple((by_key[home], by_key[away]) for home, away in drawn)
    met = {name for pair in pairs for name in pair}
    deadline, orders = completion.deadline(season, now), completion.orders_by(season, now)
    return Rehearsal(
        opened=event,
        pairings=pairs,
        byes=tuple(name for name in people if name not in met and event.theatre is None),
        deadline=deadline,
        sides={platoon.name: event.sides.get(platoon.side, "") for platoon in season.platoons.values()},
        begins={platoon.name: platoon.sector for platoon in season.platoons.values() if platoon.sector},
        orders_by=min(orders, deadline) if deadline else orders,
    )

"""From a campaign on the desk to the report that opens it."""

from __future__ import annotations

import msgspec

from campaigns.models.desk import Campaign
from campaigns.reports import Open, Opened, Scoring
from campaigns.ruling import decide
from rules import codec
from rules.adjudicate import CLERK, Who
from rules.contract import Refused
from rules.dice import FallenDice

NO_SEED = "0" * 64


def opening(desk: Campaign, seed: str) -> Open:
    """The `Open` that freezes a desk row. `Refused` (code "malformed") when a field of it is not of its shape."""
    data = {
        "name": desk.name,
        "system": desk.system,
        "options": desk.options,
        "sides": desk.sides,
        "terms": desk.terms,
        "scoring": {name: getattr(desk, name) for name in Scoring.__struct_fields__},
        "breakers": desk.breakers,
        "confirm_within": desk.confirm_within,
        "seed": seed,
    }
    command = codec.CommandCodec((Open,)).decode("Open", msgspec.json.encode(data))
    assert isinstance(command, Open)
    return command


def opened(desk: Campaign) -> Opened:
    """What opening would freeze, without a seed. Raises `Refused`."""
    (event,) = decide(None, opening(desk, NO_SEED), Who(CLERK, referee=True), FallenDice())
    assert isinstance(event, Opened)
    return event


def refusal(desk: Campaign) -> Refused | None:
    """Why a desk row could not be opened as it stands; None when it could."""
    try:
        opened(desk)
    except Refused as refused:
        return refused
    return None

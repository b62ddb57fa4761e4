"""The values that reports on a league are made of, with their bounds."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rules.bounds import Key, Name

Id = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$(?!\n)")]
Digest = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
Short = Annotated[str, msgspec.Meta(max_length=80, pattern=r"^[^\x00-\x1f]*$(?!\n)")]
GameKey = Annotated[str, msgspec.Meta(min_length=1, max_length=100, pattern=r"^[^\x00-\x1f]+$(?!\n)")]
Number = Annotated[int, msgspec.Meta(ge=0, le=9_999)]
Points = Annotated[int, msgspec.Meta(ge=-999_999, le=999_999)]
Terms = dict[str, bool | int | str]
Result = Literal["won", "drawn", "lost"]
Office = Literal["organiser"]
# An account's id, or the key of somebody who played here before there were accounts.
PlayerKey = Annotated[Short, msgspec.Meta(extra={"names": "player"})]
Person = Annotated[Short, msgspec.Meta(extra={"names": "person"})]
CampaignId = Annotated[Id, msgspec.Meta(extra={"names": "campaign"})]
TeamKey = Annotated[Key, msgspec.Meta(extra={"names": "team"})]
Colour = Annotated[str, msgspec.Meta(pattern=r"^(#[0-9a-f]{6})?$(?!\n)")]
DivisionKey = Annotated[Key, msgspec.Meta(extra={"names": "division"})]
OVERALL = ""  # the rating over all rulebooks; every other one is named by its rulebook's key


class Division(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A division, by a key of its own. The first of a league is the highest."""

    key: Key
    name: Name


class Side(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One side of a game: whose it is, and how it ended for them. `platoon`: its key in the season. Where somebody sat
    in for its players, `substitute` is who, and `own` are those players; `players` are then as the season's terms say,
    none if the game is nobody's."""

    players: Annotated[tuple[PlayerKey, ...], msgspec.Meta(max_length=20)]
    result: Result
    platoon: Short = ""
    points: Points = 0
    destroyed: Number = 0
    substitute: PlayerKey | msgspec.UnsetType = msgspec.UNSET
    own: Annotated[tuple[PlayerKey, ...], msgspec.Meta(max_length=20)] | msgspec.UnsetType = msgspec.UNSET


class Game(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A decided fixture of a season. `key`: the season's campaign and the fixture. `how` it was decided: "fought",
    "conceded", "walkover" and so on; "" takes back what was reported of it, as it counts no more. `battle` that it was
    fought in, and the `digest` up to which the campaign has counted that."""

    key: GameKey
    round: Number = 0
    how: Short = ""
    battle: Short = ""
    digest: Annotated[str, msgspec.Meta(max_length=64)] = ""
    sides: Annotated[tuple[Side, ...], msgspec.Meta(max_length=20)] = ()


Fate = Literal["fit", "damaged", "withdrawn", "wrecked", "lost"]


class Deed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a vehicle did in a battle, and what became of it. `vehicle`, `platoon`: as in the season; `player`: whose
    the platoon is. `was`: the vehicle of an earlier season that its crew was kept from, by key; "" for none.
    `farthest`: how far its longest hit flew, in whole units of the rulebook; unset where nothing tells it."""

    vehicle: Key
    platoon: Key
    player: PlayerKey
    model: Name
    fate: Fate
    was: Annotated[str, msgspec.Meta(max_length=100)] = ""
    shots: Number = 0
    hits: Number = 0
    kills: Number = 0
    damage: Number = 0
    farthest: Number | msgspec.UnsetType = msgspec.UNSET


class SideLuck(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The dice of a platoon in a battle: how many were thrown, how much more they came to than they should, and the
    variance of that, both in thousandths. Sums of both add up over battles."""

    platoon: Key
    player: PlayerKey
    dice: Number = 0
    over: Annotated[int, msgspec.Meta(ge=-9_999_999, le=9_999_999)] = 0
    variance: Annotated[int, msgspec.Meta(ge=0, le=99_999_999)] = 0


class Rating(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """What a player is worth after a game, in millionths: `mean` of the model's own scale, and its `doubt` (for
    Plackett-Luce μ and σ; Elo has no doubt). `games`: how many it is made of."""

    mean: int
    doubt: int
    games: int


class Composed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An honour: who has the most (or with `least` the least) of a metric (`leagues.league.metrics`), of all that have
    `at_least` so much; `everyone` who has that, if so."""

    key: Key
    name: Name
    metric: Key
    at_least: Annotated[int, msgspec.Meta(ge=-99_999, le=99_999)] = 1
    least: bool = False
    everyone: bool = False


class Honour(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An honour as it was awarded: to a player, or to a `machine` of theirs (by key), with the figure it was for."""

    key: Key
    player: PlayerKey
    machine: Annotated[str, msgspec.Meta(max_length=100)] = ""
    figure: int = 0


class Place(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A place in a season's final standings. Equal ranks are equal."""

    players: Annotated[tuple[PlayerKey, ...], msgspec.Meta(max_length=20)]
    rank: Number
    score: Points = 0
    platoon: Short = ""
    name: Short = ""


class Move(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The division a player is in from the next season on."""

    player: PlayerKey
    division: DivisionKey


class Title(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A season was won, in a division ("" where there are none)."""

    player: PlayerKey
    division: Annotated[str, msgspec.Meta(max_length=40)] = ""


class CampaignFacts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a campaign was as it joined. None of it is asked of who reports: it is added as the report comes in.
    `test`: it can be deleted with all its battles, and counts nowhere."""

    name: Short = ""
    system: Short = ""
    found: bool = False
    test: bool = False
    elsewhere: bool = False  # it is in another league
    ours: bool = False  # its club is the league's

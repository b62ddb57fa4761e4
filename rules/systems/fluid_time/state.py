"""A battle as these rules see it. `start` makes the State, `evolve` folds events into it in place.

Pieces hold facts that people can declare, within the bounds of their types; the muster sets those that are `fixed`.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Annotated, Any, ClassVar, Literal

import msgspec

from rules import contract
from rules.contract import Feat, Piece
from rules.contract import gettext_noop as _
from rules.kit.declarable import Declarable
from rules.kit.outcomes import Result
from rules.reports import Depth

from . import tables

OneUnit = Annotated[str, msgspec.Meta(max_length=40)]  # the id of a unit, "" for none
Card = Annotated[str, msgspec.Meta(max_length=130)]  # as the deck names it: "germans/panzers_a/move"
Grant = Literal["move", "half_move", "free"]
Presence = Literal["in_play", "burning", "exploded", "abandoned", "left_table"]
Phase = Literal["turn", "shuffle", "gap", "impulse", "support"]
Reason = Literal["struck", "crew_suppressed", "last_tank"]
Stage = Literal["call", "hold", "cancel", "send", "targets"]
Modifier = Annotated[int, msgspec.Meta(ge=-9, le=9)]
Turn = Annotated[int, msgspec.Meta(ge=0, le=100)]
Small = Annotated[int, msgspec.Meta(ge=0, le=999)]
Reach = Annotated[int, msgspec.Meta(ge=0, le=99_999)]
SideOrNone = Annotated[str, msgspec.Meta(max_length=40)]
Sides = Annotated[tuple[SideOrNone, ...], msgspec.Meta(max_length=2)]
Cards = Annotated[tuple[Card, ...], msgspec.Meta(max_length=200)]
Units = Annotated[tuple[OneUnit, ...], msgspec.Meta(max_length=200)]


class Event(contract.Event, frozen=True, kw_only=True):
    """What was ruled, in the past tense. An event holds report and ruling together, so that the fold needs no tables.

    Lengths are tenths of the unit of measure, which `measure` names (R37).
    """


Decision = Generator[Event, None, None]


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What outlives a battle of a vehicle. captured: left behind on a field that the enemy holds.

    crew: what became of the crew, if the vehicle alone does not say it. morale: what the crew has learned (`crews`). A
    battle leaves these two only if they have changed.
    """

    out: Literal["", "burning", "exploded", "abandoned", "left_table"] = ""
    gun_out: bool = False
    immobile: bool = False
    captured: bool = False
    morale: Modifier | msgspec.UnsetType = msgspec.UNSET
    crew: Literal["fit", "lost"] | msgspec.UnsetType = msgspec.UNSET


class Figures(msgspec.Struct, frozen=True):
    """A vehicle's line of the catalogue (A21).

    move: whole units of measure; dice, modifiers: by band from short to long, 0 dice in a band that the gun does not
    reach; shots: dice to hit of one shooting; morale: the vehicle's own modifier (A9); soft: not an armoured vehicle
    (B11).
    """

    points: int
    role: str
    nation: str
    size: int
    armour: int
    dice: tuple[int, int, int]
    modifiers: tuple[int, int, int]
    shots: int
    move: int
    morale: int
    turret: bool
    soft: bool = False

    @property
    def armed(self) -> bool:
        return any(self.dice)


class Vehicle(Piece):
    """A tank, or any other unit. The muster sets what is `fixed`. morale: the sum of its modifiers (B5); platoon: its
    unit of the deck, without the side.

    russian: its crew shoots by the Russian modifiers (R18). tests: reasons to test morale, in the order they came;
    struck_again: it was struck while suppressed, and makes its next check at -1 (B3); repeated: in edition 1, the tests
    with that modifier. struck: by a shot or strike in this turn. lasting: it has been marked as the last of its
    platoon.

    In this Impulse: grants: what it may still spend; reach: what is left of the move it has begun, in tenths of open
    ground; tested: it has tested its morale.
    """

    fixed: ClassVar = ("id", "side", "name", "model", "figures", "platoon", "morale", "russian")

    id: str
    side: str
    name: str
    model: str
    figures: Figures
    platoon: str
    morale: int
    russian: bool

    presence: Annotated[Presence, Declarable(_("Presence"), line="units.{0}.status")] = "in_play"
    moving: Annotated[bool, Declarable(_("Moving marker"), line="units.{0}.posture")] = False
    overwatch: Annotated[bool, Declarable(_("Overwatch"), line="units.{0}.posture")] = False
    hull_down: Annotated[bool, Declarable(_("Hull down"), line="units.{0}.posture")] = False
    suppressed: Annotated[bool, Declarable(_("Suppressed"), line="units.{0}.nerve")] = False
    gun_out: Annotated[bool, Declarable(_("Main gun disabled"), line="units.{0}.gun")] = False
    immobile: Annotated[bool, Declarable(_("Immobilised"), line="units.{0}.mobility")] = False

    tests: Annotated[
        tuple[Reason, ...], msgspec.Meta(max_length=3), Declarable(_("Morale tests due"), line="units.{0}.nerve")
    ] = ()
    repeated: Annotated[
        tuple[Reason, ...],
        msgspec.Meta(max_length=3),
        Declarable(_("Morale tests with the modifier of a second strike"), line="units.{0}.nerve"),
    ] = ()
    struck: Annotated[bool, Declarable(_("Struck in this turn"), line="units.{0}.struck")] = False
    struck_again: Annotated[bool, Declarable(_("Struck again while suppressed"), line="units.{0}.nerve")] = False
    lasting: Annotated[bool, Declarable(_("Told to test as the last of its platoon"), line="")] = False

    grants: Annotated[tuple[Grant, ...], msgspec.Meta(max_length=2), Declarable(_("What it may still spend"))] = ()
    reach: Annotated[Reach, Declarable(_("What is left of its move"), line="units.{0}.grants", parts=10)] = 0
    tested: Annotated[bool, Declarable(_("Has tested its morale in this Impulse"), line="")] = False

    captured: Annotated[bool, Declarable(_("Captured"), line="outcome.units.{0}.fate")] = False
    crew: Annotated[
        Literal["", "fit", "lost"], Declarable(_("What became of its crew"), line="outcome.units.{0}.fate")
    ] = ""
    assessed: Annotated[bool, Declarable(_("Seen to after the battle"), line="")] = False
    feats: Annotated[list[Feat], msgspec.Meta(max_length=9999), Declarable(_("Service record of this battle"))] = []

    def take_out(self, presence: Presence) -> None:
        """The vehicle is out of play; what it was doing no longer counts."""
        self.presence = presence
        self.forget()

    def forget(self) -> None:
        """Clear its markers, tests and suppression, and what it was about to do."""
        self.moving = self.overwatch = self.hull_down = self.suppressed = self.struck = self.struck_again = False
        self.tests, self.repeated, self.grants, self.reach, self.tested = (), (), (), 0, False

    @property
    def in_play(self) -> bool:
        return self.presence == "in_play"

    @property
    def out_of_action(self) -> bool:
        """R22, R28: whether it counts for the enemy's points."""
        return self.presence in ("burning", "exploded", "abandoned")

    @property
    def drives(self) -> bool:
        return self.figures.move > 0 and not self.immobile

    @property
    def fires(self) -> bool:
        return self.figures.armed and not self.gun_out

    @property
    def active(self) -> bool:
        """B19: in play, and able to drive or fire, now or once it has rallied."""
        return self.in_play and (self.drives or self.fires)


class Impulse(msgspec.Struct, forbid_unknown_fields=True):
    """Who may act: a side (`platoon` ""), or one of its platoons. card: the card that was drawn, "" for a commander's.
    volleys: how often targets may still be declared, including the volley that is being resolved. firing: a die of the
    volley has fallen."""

    side: SideOrNone
    card: Card = ""
    platoon: Annotated[str, msgspec.Meta(max_length=40)] = ""
    volleys: Annotated[int, msgspec.Meta(ge=0, le=2)] = 0
    firing: bool = False


class Shot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A shot of the volley that has not been resolved; or, in `fired`, one that has."""

    unit: OneUnit
    target: OneUnit


class AirOrArtillery(msgspec.Struct, forbid_unknown_fields=True):
    """A support card that `side` is playing. stage: what comes next: the call, whether a fighter is held, whether the
    enemy cancels, the intensity, the targets. told: who has been attacked under the templates."""

    card: Card
    side: SideOrNone
    stage: Stage = "call"
    kind: Literal["", "air", "artillery"] = ""
    aircraft: Literal["", "hs_123", "me_109", "ju_87", "fighter", "il_2"] = ""
    level: Literal["", "low", "medium", "all_out"] = ""
    told: Units = ()


class State(contract.State, kw_only=True):
    """`turn`: the turn being played, 0 before the first; between two turns the one that is over.

    deck: all its cards in the order of the muster. pack: the cards that were shuffled last; dealt: those of them that
    Leaguer has drawn; shuffles: how often Leaguer has shuffled; seal: the commitment to the order, "" for none. (These
    are facts like all others: if a report before a draw is corrected and the draw is kept, they have to be set.)

    impulses: how many cards and commanders have acted in this turn. drawn: the cards of this turn; out: cards of
    earlier turns that stay out (B19). commanders: the sides whose commander has played his card in this turn; queue:
    those that have announced and act next. held: a side for each fighter that it holds. moved, fired: in this Impulse,
    or in the one just over; overwatch may answer them. ended: Turn Over cards drawn. quiet: nothing was reported in
    this turn yet.
    """

    # `depth` is not the muster's: only a ChangeDepth sets it
    fixed: ClassVar = ("edition", "scenario", "sides", "options", "rows", "deck", "depth")

    edition: str
    scenario: str
    sides: tuple[str, ...]  # in the order of the scenario
    options: dict[str, Any]
    rows: dict[str, str]  # which support table a side uses: "german", "russian"
    units: dict[str, Vehicle]
    deck: tuple[str, ...]
    pack: Annotated[Cards, Declarable(_("Cards shuffled last"), line="facts.cards")] = ()
    dealt: Annotated[Cards, Declarable(_("Cards that Leaguer has drawn of them"), line="facts.cards")] = ()
    shuffles: Annotated[Small, Declarable(_("Decks that Leaguer has shuffled"), line="")] = 0
    seal: Annotated[str, msgspec.Meta(max_length=64), Declarable(_("Seal of the deck"))] = ""

    depth: Depth = "shots"
    phase: Annotated[Phase, Declarable(_("What is being played"), line="phase")] = "shuffle"
    turn: Annotated[Turn, Declarable(_("Turn"), line="round")] = 0
    ended: Annotated[Turn, Declarable(_("Turn Over cards drawn"), line="")] = 0
    impulses: Annotated[Small, Declarable(_("Impulses of this turn"), line="")] = 0
    drawn: Annotated[Cards, Declarable(_("Cards drawn in this turn"))] = ()
    out: Annotated[Cards, Declarable(_("Cards that stay out of the deck"), line="facts.cards")] = ()
    commanders: Annotated[Sides, Declarable(_("Commanders who have played their card"), line="")] = ()
    queue: Annotated[Sides, Declarable(_("Commanders who act next"), line="")] = ()
    held: Annotated[
        tuple[SideOrNone, ...], msgspec.Meta(max_length=tables.MOST_CARDS), Declarable(_("Fighters held"), line="")
    ] = ()
    impulse: Annotated[Impulse | None, Declarable(_("Whose Impulse it is"))] = None
    volley: Annotated[list[Shot], msgspec.Meta(max_length=200), Declarable(_("Declared shots"))] = []
    moved: Annotated[Units, Declarable(_("Has moved since the last card"), line="")] = ()
    fired: Annotated[
        list[Shot], msgspec.Meta(max_length=999), Declarable(_("Has fired since the last card"), line="")
    ] = []
    strike: Annotated[AirOrArtillery | None, Declarable(_("Support being played"))] = None
    quiet: Annotated[bool, Declarable(_("Nothing has been reported in this turn"), line="")] = False
    conceded: Annotated[SideOrNone, Declarable(_("Conceded by"), line="outcome.winner")] = ""
    result: Annotated[Result | None, Declarable(_("Result"), line="outcome.winner")] = None

    def of_side(self, side: str) -> list[Vehicle]:
        """The vehicles of a side that are in play."""
        return [unit for unit in self.units.values() if unit.side == side and unit.in_play]

    def enemies(self, side: str) -> list[Vehicle]:
        """The vehicles in play that are not of this side."""
        return [unit for unit in self.units.values() if unit.side != side and unit.in_play]

    def of_platoon(self, side: str, platoon: str) -> list[Vehicle]:
        """Every vehicle mustered in a platoon, in play or not."""
        return [unit for unit in self.units.values() if unit.side == side and unit.platoon == platoon]

    def acting(self) -> list[Vehicle]:
        """R12: the vehicles in play that may act in this Impulse: those of the side, or of its platoon."""
        if self.impulse is None:
            return []
        side, platoon = self.impulse.side, self.impulse.platoon
        return [unit for unit in self.of_side(side) if not platoon or unit.platoon == platoon]

    def other(self, side: str) -> str:
        return next(one for one in self.sides if one != side)

    @property
    def by_leaguer(self) -> bool:
        """Whether Leaguer shuffles and draws."""
        return bool(self.options["deck_draw"] == "leaguer")

    @property
    def here(self) -> str:
        """What the questions of dice begin with: the turn and its Impulse, "t2/i7"."""
        return f"t{self.turn}/i{self.impulses}"

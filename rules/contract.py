"""What a rulebook is: a few plain functions and some tables (the Decider pattern).

Everything that a rule system may say to the floors above: commands, events, dice, messages, choices, outcomes, views
(the sheet, and a squared board), and the `RuleSystem` that ties them together. Pure: no clock, chance or database.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar

import msgspec

from rules.bounds import FaultKey, Key, Name, Text
from rules.declarations import Article, Option, Scenario
from rules.emblem import Emblem
from rules.far import FarHit
from rules.house_units import Column
from rules.lengths import Measure as Measure
from rules.luck import Throw
from rules.messages import Message as Message
from rules.messages import Sentence as Sentence
from rules.messages import called as called
from rules.messages import gettext_noop as gettext_noop
from rules.messages import ngettext as ngettext
from rules.messages import pgettext as pgettext
from rules.messages import say as say
from rules.messages import verbatim as verbatim
from rules.ready_forces import Friendly as Friendly
from rules.rosters import RosterFormat
from rules.stream.choices import Bulk as Bulk
from rules.stream.choices import Choice as Choice
from rules.stream.choices import Colour as Colour
from rules.stream.choices import Drawing as Drawing
from rules.stream.choices import Field as Field
from rules.stream.choices import Limit as Limit
from rules.stream.choices import Pick as Pick
from rules.stream.contract import Command as Command
from rules.stream.contract import Decision as Decision
from rules.stream.contract import Dice as Dice
from rules.stream.contract import DiceCommand as DiceCommand
from rules.stream.contract import Event as Event
from rules.stream.contract import Piece as Piece
from rules.stream.contract import Refused as Refused
from rules.stream.contract import Roll as Roll
from rules.stream.contract import Shown as Shown
from rules.stream.contract import Spoken as Spoken
from rules.stream.contract import State as State
from rules.stream.contract import Unfallen as Unfallen
from rules.stream.contract import at_once as at_once
from rules.stream.contract import refuses as refuses
from rules.upkeep import Engagement, Proposal
from rules.upkeep import Upkeep as Upkeep


class Fact(msgspec.Struct, frozen=True):
    """One line of a sheet: what is known, in words."""

    name: str
    label: Message
    value: Message | str | int | bool


Icon = Literal[
    "tank", "light", "heavy", "destroyer", "casemate", "howitzer", "gun", "car", "truck", "recovery", "infantry",
    "helicopter",
]  # fmt: skip


class UnitView(msgspec.Struct, frozen=True):
    """A unit as one viewer may see it.

    `icon`: the class of vehicle that its counter shows, in the row of counters and on a board. `hurt`: in play, and not
    as it came. `acted`: it has done what it may do in this phase, as far as the rulebook knows; a unit that may still
    act is known by its choices.
    """

    id: str
    side: str
    name: str
    model: str
    in_play: bool
    status: Message
    facts: tuple[Fact, ...]
    icon: Icon = "tank"
    hurt: bool = False
    acted: bool = False


class Square(msgspec.Struct, frozen=True):
    """A square of a board with something on it. `kind` says how it is drawn, `label` says in words what it is.

    `column` and `row` count from 0, from the top left.
    """

    column: int
    row: int
    kind: Literal["building", "wall", "low", "high", "zone", "open"]
    label: Message


class Arc(msgspec.Struct, frozen=True):
    """Where a unit on a board can fire: `width` degrees about the direction its gun points in, all round with 360, as
    far as `reach` squares from the middle of its own; 0 for no end."""

    width: int
    reach: int = 0


class Counter(msgspec.Struct, frozen=True):
    """A unit on a board. `facing` and `gun` are degrees clockwise from the top; None for a unit that points nowhere.

    `state`: how it is drawn; "out" is a wreck. `arc` is drawn while the unit is selected.
    """

    unit: str
    side: str
    column: int
    row: int
    label: Message
    facing: int | None = None
    gun: int | None = None
    state: Literal["active", "hurt", "out"] = "active"
    arc: Arc | None = None


class Way(msgspec.Struct, frozen=True):
    """Where steps of a path lead on a board: the unit then stands on `square`. `toward`: where the last step lies on a
    compass pad, in degrees clockwise from the top.

    `label` says where the unit stands and how; where `barred`, its last step cannot be made: `label` says why, with the
    rule.
    """

    steps: tuple[str, ...]
    square: str
    toward: int
    label: Message
    barred: bool = False


class Grid(msgspec.Struct, frozen=True):
    """A squared board as one viewer may see it; squares that are not listed are open. Columns are named left to right,
    rows top to bottom."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    squares: tuple[Square, ...] = ()
    counters: tuple[Counter, ...] = ()


class View(msgspec.Struct, frozen=True):
    """A battle as one viewer may see it."""

    round: int
    phase: Message
    facts: tuple[Fact, ...]
    units: tuple[UnitView, ...]
    pending: Message | None = None
    waiting_for: tuple[str, ...] = ()
    grid: Grid | None = None


S = TypeVar("S", bound=State)
E = TypeVar("E", bound=Event)


class Feat(msgspec.Struct, frozen=True, gc=False):
    """Something worth remembering: `kind` in shot, hit, kill, damage, repair, ...; `report` is the log position."""

    kind: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    report: Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]
    of: Annotated[str, msgspec.Meta(max_length=40)] = ""
    n: Annotated[int, msgspec.Meta(ge=0, le=99_999)] = 1


class UnitOutcome(msgspec.Struct, frozen=True, gc=False):
    """What became of a unit. `fate`: fit, damaged, withdrawn, wrecked (a hull to recover) or lost (for good)."""

    id: str
    side: str
    fate: Literal["fit", "damaged", "withdrawn", "wrecked", "lost"]
    condition: dict[str, Any]
    feats: tuple[Feat, ...] = ()


class Outcome(msgspec.Struct, frozen=True):
    """All that a campaign may know of a battle.

    `objectives`: each side's points of the scenario's own. Unset if the scenario has none, and then in no JSON, so that
    what was written before there were any reads the same.
    """

    over: bool
    winner: str = ""  # a side; "" while undecided or drawn
    points: dict[str, int] = {}
    field: str = ""  # the side that holds the field; "" for nobody
    how: Message | None = None
    units: tuple[UnitOutcome, ...] = ()
    objectives: dict[str, int] | msgspec.UnsetType = msgspec.UNSET


class Fitting(msgspec.Struct, frozen=True):
    """A card or part that a unit carries. A hidden one shows only its `kind`; its name is among the muster's
    secrets."""

    id: str
    kind: str
    name: str = ""


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """A vehicle as it comes to the table. `condition` is what earlier battles left of it.

    People give names, so a name is kept sealed beside the log: reports and rows carry it in `names`. Rule systems find
    it here, filled in by `rules.battle` (the model's name if nobody gave one, or if it was erased).
    """

    id: Key
    side: Key
    name: str = ""
    model: Name
    fittings: tuple[Fitting, ...] = ()
    condition: dict[str, Any] = {}


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """One side of a battle: the people who may report for it and what its platoon is."""

    players: tuple[Name, ...] = ()
    platoon: str = ""  # the rulebook's platoon card, nation or list
    role: str = ""


Rollers = Literal["table", "leaguer", "ask"]  # whose dice a battle is fought with


class Muster(Command, frozen=True, kw_only=True):
    """Everything needed to play one battle, as asked for. It is the first report of every battle.

    `names` are the units' names and `fittings` the names of each unit's cards, hidden ones too, by unit id (so they are
    sealed). `confirm_within` is the campaign's term: seconds after which a silent side has confirmed, 0 for never.
    `waivers`: the faults of the forces that an organiser lets pass (`Refused.fault`), each with the reason.

    `dice`: whose they are. table: the players'; Leaguer never rolls one unless a report says so (`DiceCommand`). ask:
    the same, and pages ask each time. leaguer, or left out: those that a report leaves out are Leaguer's.
    """

    sealed: ClassVar[tuple[str, ...]] = ("seed", "names", "fittings", "title", "waivers")

    system: Key
    edition: str = ""  # "" is the newest
    scenario: str = ""  # "" is the system's first
    title: Text = ""
    options: dict[str, bool | int | str] = {}
    board: dict[str, Any] = {}
    sides: dict[Key, Side]
    units: tuple[Unit, ...]
    names: dict[Key, Name] = {}
    fittings: dict[Key, tuple[Name, ...]] = {}
    seed: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
    campaign: str = ""
    confirm_within: int = 0
    waivers: dict[FaultKey, Text] = {}
    dice: Rollers | msgspec.UnsetType = msgspec.UNSET


class Mustered(Event, frozen=True, kw_only=True):
    """The forces, board, options and edition that a battle is played with. They never change.

    `secrets` maps "unit/fitting" to the name of a hidden card; `commitment` is SHA-256 of the seed's bytes; `waivers`
    are the faults that were let pass, with the reasons.
    """

    version: ClassVar[int] = 2
    sealed: ClassVar[tuple[str, ...]] = ("seed", "names", "secrets", "title", "waivers")

    system: str
    edition: str
    scenario: str
    title: str = ""
    options: dict[str, bool | int | str]
    board: dict[str, Any] = {}
    sides: dict[str, Side]
    units: tuple[Unit, ...]
    names: dict[str, str] = {}
    secrets: dict[str, str] = {}
    seed: str
    commitment: str
    campaign: str = ""
    confirm_within: int = 0
    waivers: dict[str, str] = {}
    dice: Rollers | msgspec.UnsetType = msgspec.UNSET


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class RuleSystemOf(Generic[S, E]):
    """One rulebook with a State `S` and events `E`. Every field is a table or a plain function; each edition ever
    released stays playable. `rules.kit.chapters.Rulebook` fills in most of it from the chapters of a rulebook.

    A rulebook has to keep to this so that people can correct its battles: Every `Piece` of a State exists from the
    muster on; facts come and go by their values. Nothing hidden is a fact, and `possible` and `facts` say nothing of
    it: what lies face down is `fixed`, and only whether it lies face down is a fact. So hidden things that play itself
    changes (a hand that is drawn, an order written in secret) can be neither declared nor kept; a State has no place
    for them yet. `start` takes a secret of any name, because names may be erased; an unknown card does nothing.
    `possible` refuses with field "facts.<path>" everything that `see`, `legal`, `outcome` and `aftermath` could not
    handle. `grounds` speaks of paths of the sheet ("units.alpha.damage"), `facts` of paths of the State
    ("models.*.damage"), and `lines` leads from these to those (see `rules.stream.facts.line`).
    """

    # -- what it is called, and what a battle of it is made of ---------------------------------------------------------
    key: str
    name: str
    number: str  # the rulebook's number in refusals: "003"
    emblem: Emblem = Emblem()  # noqa: RUF009 - it cannot be changed
    editions: tuple[str, ...] = ("1",)  # oldest first; a new battle takes the last
    # What each edition but the first decides otherwise than the one before, in sentences for players.
    errata: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    scenarios: tuple[Scenario, ...]
    # Those of its catalogue as people call them, by what it writes.
    nations: Mapping[str, str] = field(default_factory=dict)
    options: tuple[Option, ...] = ()
    board: tuple[Option, ...] = ()  # what a muster's `board` may hold, declared as options are; () for anything
    catalogue: Callable[[str], Sequence[Article]]  # edition -> articles
    # What its kinds of articles are for a platoon: forms of every rulebook offer the catalogue by these.
    model_kinds: tuple[str, ...] = ("model", "vehicle")
    platoon_kinds: tuple[str, ...] = ("platoon",)
    card_kinds: tuple[str, ...] = ("card",)  # what a vehicle may carry
    # The unit in which a battle with these options is measured; "" if nothing is (see `rules.lengths`).
    measure: Callable[[Mapping[str, Any]], Measure] = lambda options: ""
    muster: Callable[[Muster], Mustered]  # checks forces and options (Refused), hides what starts hidden
    draft: Callable[[Callable[[int], int]], Muster]  # a legal muster picked by `choose(n)` in 0..n-1

    # -- how it is played ----------------------------------------------------------------------------------------------
    commands: tuple[type[Command], ...]
    events: tuple[type[Event], ...]
    start: Callable[[Mustered], S]
    decide: Callable[[S, Any, Dice], Generator[E, None, None]]
    evolve: Callable[[S, Event], None]
    # Whose report a command is: a side, "" for either, "clerk".
    reporter: Callable[[S, Any], str] = lambda state, command: str(getattr(command, "side", ""))
    between_rounds: Callable[[S], bool] = lambda state: False  # whether the depth of reporting may change now
    outcome: Callable[[S], Outcome]
    aftermath: Callable[[S], Sequence[Command]] = lambda state: ()  # the clerk's next steps once a battle is confirmed
    upcasters: Mapping[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]] = field(default_factory=dict)

    # -- what people see of it -----------------------------------------------------------------------------------------
    legal: Callable[[S, str], Sequence[Choice]]
    see: Callable[[S, str], View]  # side "" is a spectator
    turn: Callable[[S], tuple[int, tuple[str, ...]]] | None = None  # its round and `waiting_for` alone; None: by `see`
    # Where a choice with a path leads on the board: every single step, whether it can be made or not, and one way to
    # each square that can be reached from here, shortest first.
    ways: Callable[[S, Choice], Iterable[Way]] = lambda state, choice: ()
    see_event: Callable[[E, str], Event | None] = lambda event, side: event
    narrate: Callable[[Event], Message]
    # What the dice of an event that is about to be folded were thrown for (see `rules.luck`).
    throws: Callable[[S, Event], Iterable[Throw]] = lambda state, event: ()
    # How far the hits of such an event flew; none where the rulebook's reports do not tell it (see `rules.far`).
    far_hits: Callable[[S, Event], Iterable[FarHit]] = lambda state, event: ()
    # What people call things that have keys of the rulebook's own in its sentences, beside units and sides: platoons of
    # a deck.
    titles: Callable[[S], Mapping[str, str]] = lambda state: {}
    grounds: Callable[[S, str], Sequence[str]] = lambda state, of: ()  # the lines of the sheet one of them follows from

    # -- what people may set -------------------------------------------------------------------------------------------
    facts: Mapping[str, Message]  # what can be declared, "models.*.damage", in words: every fact of its State
    lines: Mapping[str, str] = field(default_factory=dict)  # "models.*.moves": "units.{0}.speed", where names differ
    # The facts that are lengths, named as in `facts`, and how many of their whole numbers are one unit of measure.
    lengths: Mapping[str, int] = field(default_factory=dict)
    possible: Callable[[S], None] = lambda state: None  # `Refused` for a declared state no battle can be in

    # -- what a campaign does with it ----------------------------------------------------------------------------------
    condition: type[msgspec.Struct]  # what of a unit outlives a battle; must decode from {} as brand new
    # The words for a condition's names and values, "gun_out" and "out.burning" (see `rules.conditions`).
    conditions: Mapping[str, Message] = field(default_factory=dict)
    # The fields in which a side tells a unit's condition, from those that `condition` itself says: its flags, numbers
    # and words (see `rules.conditions.asked`).
    asks: Callable[[S, str, str, tuple[Field, ...]], Sequence[Field]] = lambda state, side, unit, found: found
    upkeep: Upkeep = field(default_factory=Upkeep)  # what campaigns do with its vehicles between battles
    rosters: tuple[RosterFormat, ...] = ()  # the files players keep their platoons in
    # Edition and the text of the option `house_units` (CSV) -> a club's own articles beside the catalogue's, for
    # rulebooks that take them. `Refused` with all faults at once; each names line and column (see `rules.house_units`).
    house: Callable[[str, str], Sequence[Article]] | None = None
    house_columns: tuple[Column, ...] = ()  # of that sheet, for forms that offer an empty one
    # What it proposes for a battle that arises on a campaign's map; None for its first scenario of two sides.
    engage: Callable[[Engagement], Proposal] | None = None
    friendly: Friendly = field(default_factory=Friendly)  # forces for battles that nobody prepares

    @property
    def edition(self) -> str:
        return self.editions[-1]

    def __repr__(self) -> str:
        return f"<rulebook {self.key}>"


RuleSystem = RuleSystemOf[Any, Any]  # any rulebook, as the frame of a battle knows it

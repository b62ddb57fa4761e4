"""A campaign as its own log tells it: the State. Pure; a campaign folds its own stream and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, ClassVar, Literal

import msgspec

from campaigns.season.calendar_terms import zone_in
from campaigns.season.kept_events import (
    Amended,
    BattleReported,
    DateProposed,
    Decided,
    Opened,
    Ordered,
    RetreatContradicted,
    RetreatDue,
    SeasonClosed,
    Substituted,
    SubstituteProposed,
    Won,
)
from campaigns.season.ladder import Ladder
from campaigns.season.terms import BEFORE, SINCE
from campaigns.season.values import Announced, Bay, Forces, Grant, Number, Points, Rank, Scoring, Terms, Veteran
from campaigns.theatre import Ground
from rules import system as find_system
from rules.contract import Piece, RuleSystem
from rules.contract import gettext_noop as _
from rules.kit.declarable import Declarable
from rules.stream.revision.state import StreamState
from rules.stream.watched import Pieces
from rules.upkeep import Grade, Owned

# As a vehicle stands between battles. A wreck is a hull of one's own; those of `GONE` are for good: "captured" was
# given up where its platoon was surrounded.
Status = Literal["fit", "damaged", "withdrawn", "workshop", "wrecked", "lost", "sold", "written off", "captured"]
GONE = ("lost", "sold", "written off", "captured")


class Crew(Piece):
    """Who drives a vehicle: fit, wounded (`out`: rounds until it is back) or lost; what it has learnt. `since`: the
    fixture after which it took over, "" for the first crew."""

    fixed: ClassVar[tuple[str, ...]] = ("since",)

    state: Annotated[Literal["fit", "wounded", "lost"], Declarable(_("Crew"), "vehicles.{0}.crew")] = "fit"
    out: Annotated[Number, Declarable(_("Rounds until its crew is back"), "vehicles.{0}.crew")] = 0
    experience: Annotated[Number, Declarable(_("Experience of its crew"), "vehicles.{0}.crew")] = 0
    since: str = ""


class Vehicle(Piece):
    """A vehicle of a platoon. `bays`: the jobs it has in the workshop, finished ones not, also while it is out of it;
    `last`: the fixture it came back from last, `mended` the jobs that were done on it since; `healed`: its crew
    recovered since. `origin`: where its crew comes from: an earlier campaign, and its vehicle there."""

    fixed: ClassVar[tuple[str, ...]] = (
        *("id", "platoon", "name", "model", "condition", "bays", "rounds_in_workshop"),
        *("last", "mended", "healed", "origin"),
    )

    id: str
    platoon: str
    name: str
    model: str
    status: Annotated[Status, Declarable(_("Status"))] = "fit"
    condition: dict[str, Any] = {}
    crew: Crew = msgspec.field(default_factory=Crew)
    bays: tuple[Bay, ...] = ()
    rounds_in_workshop: int = 0
    last: str = ""
    mended: tuple[str, ...] = ()
    healed: bool = False
    origin: str = ""


class Platoon(Piece):
    """`players` command it, the first is its own. `vehicles` are all it ever had. `fittings` are the cards of each
    vehicle, by vehicle id. `order` and `hold`: what its players told the workshop. `joined`: the round it enlisted in.
    `flaws`: the names of its faults that were let pass or warned of, `waivers` the reasons of the former. `sector`:
    where on the map it is, "reserve", or "" without a map and once it has left. `free`: when its players are. `owed`:
    points for what it has bought and pays later (`campaigns.season.credit`)."""

    fixed: ClassVar[tuple[str, ...]] = (
        *("key", "name", "side", "card", "players", "vehicles", "fittings", "joined", "order", "hold"),
        *("flaws", "waivers", "dropped", "sector", "entrenched", "free", "owed"),
    )

    key: str
    name: str
    side: str
    card: str
    players: tuple[str, ...]
    vehicles: tuple[str, ...]
    fittings: dict[str, tuple[str, ...]]
    joined: int = 0
    purse: Annotated[Points, Declarable(_("Purse"))] = 0
    penalty: Annotated[Points, Declarable(_("Penalty in the standings"))] = 0
    order: tuple[str, ...] = ()
    hold: tuple[str, ...] = ()
    flaws: tuple[str, ...] = ()
    waivers: dict[str, str] = {}
    dropped: bool = False
    sector: str = ""
    entrenched: bool = False
    free: str = ""
    owed: int = 0

    @property
    def player(self) -> str:
        return self.players[0]

    @property
    def funds(self) -> int:
        """What it can pay. A purse is below 0 where a correction has taken points that were spent since."""
        return max(0, self.purse)


class Fixture(msgspec.Struct):
    """Two platoons that meet, or are to meet. `key`: "r2-1" for one that was announced, else the id of its battle.

    `round`: for which it counts. `battle` is the one it is fought in ("" while none is mustered), `sides` and
    `waivers` are that battle's, `manned` who was mustered for each side, where that is known, `mustered` its ordinal
    among all that were. `adopted`: of a friendly battle that was adopted, which of its units is which vehicle.
    `reported` is the newest report of it, `gains` the points it gave, by platoon, as its reports have it; `shares` the
    same by platoon and what they were for, with what was taken of them since, `owed` what is still to be taken;
    `granted` the points its result gave as rounds closed. `decided` outranks the report. `disputes`: the reasons, by
    platoon; `accepted`: platoons to whom the result is fine; `ready`: those that are ready to play it; `called_off`:
    battles of it that do not count. `ground`: where on the map they meet, None beside it; `beaten`: who has lost that
    field; `refuges`: who left it for that, and where to, by platoon. `date` and `place`: when and where it is to be
    played, "" while nothing is agreed; `proposed`: what waits for the other player; `date_told`: they were reminded.
    `again`: the round until whose end it may be played again, 0 for none (`campaigns.season.replays`).
    `substitutes`: who sits in for the players of a platoon now, by platoon, `stand_ins` who did as the battle was
    mustered, and `asked_for` those whom the opponent has still to accept. `was`: the key that it was mustered for, of a
    battle whose pairing a correction has taken away.
    """

    key: str
    number: int
    round: int
    platoons: tuple[str, ...]
    scenario: str = ""
    title: str = ""
    battle: str = ""
    sides: dict[str, Forces] = {}
    manned: dict[str, tuple[str, ...]] = {}
    waivers: dict[str, str] = {}
    adopted: dict[str, str] = {}
    mustered: int = 0
    reported: BattleReported | None = None
    gains: dict[str, int] = {}
    shares: dict[tuple[str, str], int] = {}
    owed: dict[tuple[str, str], int] = {}
    granted: dict[str, int] = {}
    decided: Decided | None = None
    disputes: dict[str, str] = {}
    accepted: tuple[str, ...] = ()
    ready: tuple[str, ...] = ()
    called_off: tuple[str, ...] = ()
    ground: Ground | None = None
    beaten: str = ""
    refuges: dict[str, str] = {}
    date: str = ""
    place: str = ""
    proposed: DateProposed | None = None
    date_told: bool = False
    again: int = 0
    substitutes: dict[str, Substituted] = {}
    stand_ins: dict[str, Substituted] = {}
    asked_for: dict[str, SubstituteProposed] = {}
    was: str = ""

    @property
    def announced(self) -> bool:
        return self.key not in (self.battle, *self.called_off)

    @property
    def is_fought(self) -> bool:
        """A battle of it is under way, or not counted yet."""
        return bool(self.battle) and self.reported is None

    @property
    def is_open(self) -> bool:
        """Nothing says yet how it counts."""
        return self.decided is None and self.reported is None


class Round(msgspec.Struct):
    """`deadline`: when it closes by itself, "" for never; `places`: the standings that were published with it.
    On a map, `orders_by`: when its orders are disclosed, "" for when an organiser says so; that is as it was announced
    (`announced_by`), or the deadline where that is sooner; `resolved`: they were. `seeds`: the entrants of a knock-out
    that begins with it, best first; `ladder`: its fixtures are those of a ladder; `unconfirmed`: fixtures by whose
    results it was paired before they were certain."""

    number: int
    title: str
    deadline: str
    byes: tuple[str, ...] = ()
    closed: bool = False
    reminded: bool = False
    places: tuple[Rank, ...] = ()
    announced_by: str = ""
    orders_by: str = ""
    resolved: bool = False
    seeds: tuple[str, ...] = ()
    ladder: bool = False
    unconfirmed: tuple[str, ...] = ()


class Settings(msgspec.Struct, frozen=True):
    """The house rules of one round: of battles, between them, how battles count, and the edition of the rulebook."""

    options: Terms
    terms: Terms
    scoring: Scoring
    breakers: tuple[str, ...]
    edition: str


class Season(StreamState, kw_only=True):
    """The campaign. Platoons, vehicles and fixtures stand in the order they came, fixtures by their key.

    On a map: `owners` are the sides that own a sector, `closed_links` the ends of those that are closed; `orders` of
    the round under way, until they are disclosed, and `retreats` that are due, by platoon; `reconsidered` are retreats
    that a corrected battle contradicts, by fixture; `scores` of the sides; `won`: how the war has ended. `ladder`:
    None until a round of challenges is opened. `recalled`: campaigns whose `veterans` may be kept here, by key, with
    their vehicles' names. `manned`: who was mustered for battles where a correction has it that others command, by
    battle and side; None where no correction says so, which then forget who was mustered. `published`: what keys of
    fixtures have meant that a correction has shifted or taken away (`campaigns.season.fixture_keys`).
    """

    fixed: ClassVar[tuple[str, ...]] = (
        *StreamState.fixed,
        *("opened", "fixtures", "battles", "rounds", "amended", "offices", "cases", "closed"),
        *("owners", "closed_links", "orders", "retreats", "reconsidered", "won", "ladder"),
        *("recalled", "veterans", "veteran_names", "manned", "published"),
    )

    opened: Opened
    platoons: dict[str, Platoon] = msgspec.field(default_factory=Pieces)
    vehicles: dict[str, Vehicle] = msgspec.field(default_factory=Pieces)
    fixtures: dict[str, Fixture] = msgspec.field(default_factory=Pieces)
    battles: dict[str, str] = {}  # the fixture of every battle ever mustered
    rounds: list[Round] = []
    amended: list[Amended] = []
    offices: dict[str, str] = {}  # organiser or umpire, by person
    cases: dict[str, tuple[str, ...]] = {}  # who has taken the case of a platoon, by platoon
    closed: SeasonClosed | None = None
    owners: dict[str, str] = {}
    closed_links: frozenset[tuple[str, str]] = frozenset()
    orders: dict[str, Ordered] = {}
    retreats: dict[str, RetreatDue] = {}
    reconsidered: dict[str, RetreatContradicted] = {}
    scores: Annotated[dict[str, int], Declarable(_("Scores of the sides"), "")] = {}
    won: Won | None = None
    recalled: tuple[str, ...] = ()
    veterans: dict[str, Veteran] = {}
    veteran_names: dict[str, str] = {}
    manned: dict[str, dict[str, tuple[str, ...]]] | None = None
    ladder: Ladder | None = None
    published: dict[str, tuple[str, ...]] = {}

    @property
    def rules(self) -> RuleSystem:
        return find_system(self.opened.system)

    @property
    def under_way(self) -> Round | None:
        """The round that is open now."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].closed else None

    @property
    def offered(self) -> dict[str, RetreatContradicted]:
        """Of the retreats that a corrected battle contradicts those that can be ruled on: none once the war is won."""
        return self.reconsidered if self.won is None else {}

    @property
    def turn(self) -> int:
        """The round for which what happens now counts: the open one, else the next; 0 before the first."""
        if not self.rounds:
            return 0
        return self.rounds[-1].number + self.rounds[-1].closed

    @property
    def terms(self) -> Terms:
        return self.settings(self.turn).terms

    @property
    def edition(self) -> str:
        """Of the rulebook, by which what happens now is decided; a battle goes by that of its muster."""
        moved = (one.edition for one in self.amended if one.edition and one.round <= self.turn)
        return next(reversed([*moved]), self.opened.edition)

    @property
    def zone(self) -> str:
        """By whose clocks its moments are typed and shown; "" for UTC."""
        return zone_in(self.terms)

    @property
    def house(self) -> Terms:
        """What a rulebook's upkeep is told: the terms, and the options of battles, which may name units of its own."""
        settings = self.settings(self.turn)
        return settings.options | settings.terms

    def settings(self, round: int) -> Settings:
        """The house rules of a round, as amended from that round or an earlier one on."""
        opened = self.opened
        options, terms = opened.options, (SINCE | opened.terms) if opened.terms else BEFORE
        scoring, breakers, edition = opened.scoring, opened.breakers, opened.edition
        for amended in self.amended:
            if amended.round <= round:
                options, terms = options | amended.options, terms | amended.terms
                scoring = scoring if amended.scoring is None else amended.scoring
                breakers = breakers if amended.breakers is None else amended.breakers
                edition = amended.edition or edition
        return Settings(options, terms, scoring, breakers, edition)

    def of_battle(self, battle: str) -> Fixture | None:
        """The fixture that a battle is fought for; None for a battle that is not of this campaign, or was called
        off."""
        found = self.fixtures.get(self.battles.get(battle, ""))
        return found if found is not None and found.battle == battle else None

    def in_order(self) -> Iterator[Fixture]:
        """The fixtures whose battle was mustered, in the order of their musters: that in which each vehicle fought."""
        return iter(sorted((one for one in self.fixtures.values() if one.mustered), key=lambda one: one.mustered))

    def fighting(self) -> dict[str, str]:
        """The vehicles that are in a battle not yet counted, each with that battle."""
        return {
            vehicle: fixture.battle
            for fixture in self.fixtures.values()
            if fixture.is_fought
            for forces in fixture.sides.values()
            for vehicle in forces.vehicles
        }

    def known_to(self, platoon: str, reader: str) -> bool:
        """Whether `reader` ("" for a spectator) may know a platoon's cards, purchases and purse: who commands it, and
        who has taken its case."""
        found = self.platoons.get(platoon)  # a row that was struck may be about one that is not there any more
        return bool(reader) and reader in (*(found.players if found else ()), *self.cases.get(platoon, ()))

    def seated(self, fixture: Fixture, platoon: str) -> tuple[str, ...]:
        """Who plays a fixture for one of its platoons: who sits in for its players, or they."""
        found = fixture.substitutes.get(platoon)
        return self.platoons[platoon].players if found is None else (found.person,)

    def relieved(self, fixture: Fixture) -> dict[str, tuple[str, ...]]:
        """The sides of a fixture's battle that others play now than were mustered for them, with those who do; every
        side where it is not known who was mustered."""
        now = {side: self.seated(fixture, forces.platoon) for side, forces in fixture.sides.items()}
        return {side: players for side, players in now.items() if players != fixture.manned.get(side)}

    def owned(self, vehicle: Vehicle) -> Owned:
        """The vehicle as its rulebook's upkeep is asked about it."""
        return Owned(
            edition=self.edition,
            model=vehicle.model,
            cards=self.platoons[vehicle.platoon].fittings.get(vehicle.id, ()),
            condition=vehicle.condition,
            grade=self.grade(vehicle),
        )

    def grade(self, vehicle: Vehicle) -> Grade:
        """What its crew's experience makes of it, by the terms."""
        return grade(self.terms, vehicle.crew.experience)


def grade(terms: Terms, experience: int) -> Grade:
    grades: tuple[tuple[Grade, str], ...] = (("ace", "ace_at"), ("veteran", "veteran_at"), ("trained", "trained_at"))
    return next((name for name, at in grades if experience >= int(terms.get(at, BEFORE[at]))), "green")


def start(opened: Opened) -> Season:
    season = Season(opened=opened)
    if opened.theatre is not None:
        owned = ((one.key, one.base or one.owner) for one in opened.theatre.sectors)
        season.owners = {key: side for key, side in owned if side}
        season.scores = dict.fromkeys(opened.sides, 0)
    return season


def announce(season: Season, fixtures: Iterable[Announced]) -> None:
    for one in fixtures:
        fixture = add_fixture(season, one.key, season.rounds[-1].number, (one.home, one.away), one.scenario)
        fixture.ground = one.ground


def add_fixture(season: Season, key: str, round: int, platoons: tuple[str, ...], scenario: str = "") -> Fixture:
    season.fixtures[key] = Fixture(key, len(season.fixtures) + 1, round, platoons, scenario)
    return season.fixtures[key]


def credit(season: Season, grants: Iterable[Grant]) -> None:
    for grant in grants:
        season.platoons[grant.platoon].purse += grant.points

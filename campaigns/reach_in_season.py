"""How far a correction reaches in a season: all ways in which dice may still fall are followed, within bounds.

Everything happens in memory, on a log as it was read: nothing is locked, written or rolled.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from battles import log
from battles.clerk import THE_CLERK
from battles.replay import plain
from battles.reports import Ruled
from campaigns import handler
from campaigns.notices import of_season
from campaigns.reached import BattleReach, Correction, SeasonReach, Step, World
from campaigns.season import Season, recounting
from campaigns.season import reach as pure
from campaigns.season.battle_reports import ReportBattle
from campaigns.season.decider import FACTS, SEASONS
from campaigns.season.house_rules import Amend
from campaigns.season.mendable import SeasonHistory
from campaigns.season.penalties import Penalise
from campaigns.season.reach import Announced
from campaigns.season.results import Adjudicate
from campaigns.season.visibility import as_read_by
from rules.adjudicate import Who
from rules.battle import History
from rules.contract import Command, Dice, Outcome, Refused, Roll, Unfallen
from rules.contract import gettext_noop as _
from rules.endings import faces_of
from rules.stream import codec
from rules.stream.dice import FallenDice
from rules.stream.history import Row
from rules.stream.revision.preview import Preview, foretold
from rules.stream.revision.reports import Reseed, Retold, Revised

UNKNOWN_DIGEST = "0" * 64  # of rows that nobody has written
MOST_ROWS = 12_000  # of seasons that are told again, over all ways: more ways are followed where a season is short
MOST_WAYS = 32
RULINGS: tuple[type[Command], ...] = (Amend, Adjudicate, Penalise)  # beside corrections

Assumed = dict[str, Roll]  # what dice are taken to show, by question
Told = tuple[World, Preview | None, SeasonHistory | None]


def check_kind(command: Command, kinds: Collection[type[Command]]) -> None:
    if type(command) not in kinds:
        raise Refused("report", _("Only a correction has a preview."), field="type", code="unknown")


class _Ways:
    """The ways in which a season may stand: followed one after the other, so many at most."""

    def __init__(self, history: SeasonHistory, reader: Who | None, most: int) -> None:
        self.history, self.reader, self.left = history, reader, most
        self.worlds: list[World] = []
        self.hangs: dict[str, None] = {}
        self.preview: Preview | None = None
        self.line: SeasonHistory | None = None
        self.whole = True

    def follow(self, begin: Callable[[Assumed], Told]) -> None:
        """All ways in which the dice may fall that it asks for; those of the lowest and the highest faces first."""
        open_: list[Assumed] = [{}]
        while open_ and self.left:
            assumed = open_.pop(0)
            self.left -= 1
            try:
                self._keep(begin(assumed))
            except Unfallen as die:
                self.hangs[die.question] = None
                faces, whole = faces_of(die)
                self.whole = self.whole and whole
                rolls = [Roll(die.question, die.faces, values, "leaguer", die.shows) for values in faces]
                open_ = [assumed | {die.question: roll} for roll in _outermost(rolls)] + open_
        self.whole = self.whole and not open_

    def _keep(self, told: Told) -> None:
        world, preview, line = told
        self.worlds.append(world)
        self.preview, self.line = self.preview or preview, self.line or line

    def played(self, begin: Callable[[], Told]) -> None:
        """None could be followed to its end: as it stands where what hangs on dice is left as it was played."""
        self._keep(begin())
        self.whole = False


def _outermost(rolls: list[Roll]) -> list[Roll]:
    """The first, the last, and then those between."""
    return [*rolls[:1], *rolls[:0:-1][:1], *rolls[1:-1]]


def in_season(
    wanted: Correction, campaign: str, battle: BattleReach | None
) -> Generator[Step, None, SeasonReach | None]:
    """Yields what is being worked out; returns what would come of it in the campaign. `battle`: what the correction
    comes to there, None for a correction of the season's own. Returns None if the campaign is told nothing: it does not
    know the battle, or counts it just so. Raises `ForOthers`."""
    before, told, rows = handler.replay(campaign)
    history = SeasonHistory(SEASONS, plain(told, rows))
    ways = _Ways(history, wanted.in_season, max(2, min(MOST_WAYS, MOST_ROWS // len(rows))))
    if battle is None:
        yield Step("season", 1, 1)
        _mended(wanted, before, ways)
        return _made(wanted, campaign, before, ways)
    assert battle.ends is not None
    fixture = before.of_battle(wanted.stream)
    if fixture is None or (fixture.reported is not None and _same(battle, fixture.reported.outcome)):
        return None
    ends = battle.ends.ways
    ways.whole = battle.ends.whole
    for n, way in enumerate(ends, 1):
        yield Step("season", n, len(ends))
        teller = _Teller(wanted, battle, way.outcome, told, rows)
        if not ways.left:
            ways.whole = False
            break
        ways.follow(lambda assumed, teller=teller: teller.tell(ways, assumed))  # type: ignore[misc]
    if not ways.worlds:
        ways.played(lambda: teller.tell(ways, None))
    return _made(wanted, campaign, before, ways)


def _same(battle: BattleReach, outcome: Outcome) -> bool:
    assert battle.ends is not None
    return battle.ends.certain and codec.encode(battle.ends.ways[0].outcome) == codec.encode(outcome)


class _Teller(NamedTuple):
    """Tells the season of the battle with one of its outcomes, as the clerk would."""

    wanted: Correction
    battle: BattleReach
    outcome: Outcome
    told: list[Ruled]
    rows: Sequence[log.Row]

    def tell(self, ways: _Ways, assumed: Assumed | None) -> Told:
        season, stream = ways.history.state(), self.wanted.stream
        fixture = season.of_battle(stream)
        counted = fixture.reported.position if fixture is not None and fixture.reported is not None else 0
        position = max(self.battle.line.head, counted) + 1
        settled = ReportBattle(battle=stream, position=position, digest=UNKNOWN_DIGEST, outcome=self.outcome)
        command = recounting.report_of(season, settled, lambda: ways.history)
        if command.mends:
            history = _with_new_seed(ways.history, season) if season.spent else ways.history
            return _by_revision(history, season, command, THE_CLERK, ways.reader, self.battle.line, assumed)
        fell = ways.history.fallen() | (assumed or {})
        facts = _decided(season, command, THE_CLERK, FallenDice(fell))
        return World(season, facts, self.battle.line), None, None


def _with_new_seed(history: SeasonHistory, season: Season) -> SeasonHistory:
    """The clerk commits himself to a new seed first, where that of the season is known."""
    command = handler.CAMPAIGN.complete(season, Reseed())
    events = SEASONS.decide(season, command, THE_CLERK, SEASONS.dry(season, {}), lambda: history.rows)
    new = [Row(n, n - history.head - 1, event, THE_CLERK.id) for n, event in enumerate(events, history.head + 1)]
    for row in new:
        SEASONS.evolve(season, row.event, row.position, "", new[0].position)
    return history.of([*history.rows, *new])


def _by_revision(
    history: SeasonHistory,
    now: Season,
    command: Command,
    who: Who,
    reader: Who | None,
    battle: History | None,
    assumed: Assumed | None,
) -> Told:
    ruled_on = handler.CAMPAIGN.complete(now, command)
    found = foretold(history, ruled_on, who, reader, reader or Who(""), assumed)
    rows = found.told.rows(who.id)
    return (
        World(found.told.state, tuple(_new(history, rows)), battle),
        found.preview,
        history.of([*history.rows, *rows]),
    )


def _new(history: SeasonHistory, rows: Sequence[Any]) -> Iterator[Ruled]:
    """What no row has told already: of that nobody is written to again."""
    events = [row for row in rows if not isinstance(row.event, Retold | Revised)]
    kinds = {type(row.event) for row in events}
    known = {FACTS.encode(row.event) for row in history.rows if type(row.event) in kinds}
    for row in events:
        if FACTS.encode(row.event) not in known:
            yield Ruled(row.position, row.event)


def _mended(wanted: Correction, before: Season, ways: _Ways) -> None:
    """Of a correction that begins in the season, or of a ruling there."""
    command = SEASONS.commands(None).decode(wanted.report.type, wanted.report.data)
    if type(command) not in SEASONS.mending.commands:
        check_kind(command, RULINGS)
        season = ways.history.state()
        said = handler.CAMPAIGN.complete(season, command)
        dice = SEASONS.dry(season, ways.history.fallen())
        ways.follow(lambda assumed: (World(season, _decided(season, said, wanted.who, dice)), None, None))
        return
    SEASONS.mending.check_part(before, wanted.who)

    def tell(assumed: Assumed | None) -> Told:
        now = ways.history.state()
        return _by_revision(ways.history, now, command, wanted.who, wanted.in_season, None, assumed)

    if getattr(command, "roll", UNSET) is UNSET:
        ways.follow(lambda assumed: tell(assumed or None))
    else:
        ways.follow(tell)
    if not ways.worlds:
        ways.played(lambda: tell(None))


def _decided(season: Season, command: Command, who: Who, dice: Dice) -> tuple[Ruled, ...]:
    """What a report comes to that mends nothing, applied to the season."""
    head, facts = season.head[0], list[Ruled]()
    for n, event in enumerate(SEASONS.decide(season, command, who, dice, list), head + 1):
        SEASONS.evolve(season, event, n, "", head + 1)
        facts.append(Ruled(n, event))
    return tuple(facts)


def _made(wanted: Correction, campaign: str, before: Season, ways: _Ways) -> SeasonReach:
    reader = wanted.in_season.id if wanted.in_season is not None else ""
    for season in (before, *(world.season for world in ways.worlds)):
        as_read_by(season, reader, wanted.in_season)
    line = ways.line
    pairings: tuple[Announced, ...] = pure.would_be(ways.history, line, 0) if line is not None else ()
    letters = (one for world in ways.worlds for one in of_season.to_be_written(world.season, list(world.facts)))
    return SeasonReach(
        campaign=campaign,
        before=before,
        history=ways.history,
        worlds=tuple(ways.worlds),
        reach=replace(pure.reach(before, [world.season for world in ways.worlds]), pairings=pairings),
        whole=ways.whole,
        preview=ways.preview,
        letters=tuple(dict.fromkeys(letters)),
        hangs=tuple(ways.hangs),
    )

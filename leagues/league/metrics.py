"""What players and vehicles can be measured by, over a season or over all: each metric declared once, by its name.

Honours are composed of them (`honours`), pages show them. Each follows from what is in the league's log alone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Literal

import msgspec

from leagues.league import rating_models
from leagues.league.deeds import machine_key
from leagues.league.state import League
from leagues.league.values import OVERALL, Deed, Game, Rating, SideLuck
from rules.contract import gettext_noop as _

GONE = ("wrecked", "lost")
FEWEST_DICE = 30  # of whose luck anything is said
FEWEST_ALONE = 3  # vehicles of a platoon of which one can be the last


class Span:
    """The games of a league, or of its season of that `number` alone, with what is asked of them more than once."""

    def __init__(self, league: League, number: int | None = None) -> None:
        self.league = league
        seasons = [one for one in league.seasons if number in (None, one.number)]
        campaigns = {id for season in seasons for id in season.campaigns}
        self.games = [game for key, game in league.games.items() if game.how and key.partition("/")[0] in campaigns]

    @cached_property
    def sides(self) -> list[tuple[Game, str, str]]:
        """Each game of each player, with how it ended for them, in order."""
        return [
            (game, player, side.result)
            for game in self.games
            for side in game.sides
            for player in dict.fromkeys(side.players)
        ]

    @cached_property
    def deeds(self) -> list[tuple[str, Game, Deed]]:
        """Each deed with its machine's key, in order."""
        found = []
        for game in self.games:
            if (told := self.league.deeds.get(game.key)) is not None:
                found += [(machine_key(game.key, deed.vehicle), game, deed) for deed in told.deeds]
        return found

    @cached_property
    def ratings(self) -> list[tuple[Game, Mapping[str, Rating], Mapping[str, Rating]]]:
        """Each rated game with the overall ratings of its players before and after it, in order. Of who was new, none
        before."""
        standing: dict[str, Rating] = {}
        found: list[tuple[Game, Mapping[str, Rating], Mapping[str, Rating]]] = []
        mine = {game.key for game in self.games}
        for key, after in zip(self.league.rated, self.league.ratings, strict=True):
            now = after.get(OVERALL, {})
            if key in mine:
                before = {player: standing[player] for player in now if player in standing}
                found.append((self.league.games[key], before, now))
            standing.update(now)
        return found


@dataclass(frozen=True)
class Metric:
    """`of`: whose it is. `measure`: the figure of each that has one, by player, or by machine's key. `within`: the
    figures of another group compare with nothing of this one; all with all where it says nothing."""

    name: str
    label: str
    of: Literal["player", "machine"]
    measure: Callable[[Span], Mapping[str, int]]
    within: Callable[[League, str], str] = lambda league, key: ""


def _counted(result: str) -> Callable[[Span], Mapping[str, int]]:
    return lambda span: Counter(player for _game, player, how in span.sides if how == result)


def _played(span: Span) -> Mapping[str, int]:
    return Counter(player for _game, player, _how in span.sides)


def _streak(span: Span) -> Mapping[str, int]:
    """The longest row of games won, one after the other."""
    best: dict[str, int] = defaultdict(int)
    now: dict[str, int] = defaultdict(int)
    for _game, player, how in span.sides:
        now[player] = now[player] + 1 if how == "won" else 0
        best[player] = max(best[player], now[player])
    return best


def _upset(span: Span) -> Mapping[str, int]:
    """How much higher the best-rated opponent stood who was beaten."""
    found: dict[str, int] = {}
    for _game, player, gap in upsets(span):
        found[player] = max(found.get(player, 0), gap)
    return found


def upsets(span: Span) -> Iterator[tuple[Game, str, int]]:
    """Each win over somebody, both known by a rating before: how much higher the best of the beaten stood."""
    terms = span.league.terms
    for game, before, _after in span.ratings:
        shown = {player: rating_models.shown(rating, terms) for player, rating in before.items()}
        for side in game.sides if all(one.result != "drawn" for one in game.sides) else ():
            others = [shown[one] for other in game.sides if other is not side for one in other.players if one in shown]
            for player in side.players if side.result == "won" and others else ():
                if player in shown:
                    yield game, player, max(others) - shown[player]


def _gain(span: Span) -> Mapping[str, int]:
    """What the rating went up in the span; below nothing where it went down."""
    terms = span.league.terms
    new = rating_models.newcomer(terms)
    first: dict[str, Rating] = {}
    last: dict[str, Rating] = {}
    for _game, before, after in span.ratings:
        for player, rating in after.items():
            first.setdefault(player, before.get(player, new))
            last[player] = rating
    return {
        player: rating_models.shown(rating, terms) - rating_models.shown(first[player], terms)
        for player, rating in last.items()
    }


def _luck(span: Span) -> Mapping[str, int]:
    """How the dice fell, in hundredths of a standard deviation: 0 is what was to be expected. Of at least 30 dice."""
    over: Counter[str] = Counter()
    variance: Counter[str] = Counter()
    dice: Counter[str] = Counter()
    for game in span.games:
        told = span.league.deeds.get(game.key)
        for one in told.luck if told is not None else ():
            if player := thrown_for(game, one):
                over[player] += one.over
                variance[player] += one.variance
                dice[player] += one.dice
    found = {player: luck_of(n, over[player], variance[player]) for player, n in dice.items()}
    return {player: figure for player, figure in found.items() if figure is not None}


def thrown_for(game: Game, luck: SideLuck) -> str:
    """Whose the dice of a platoon are: its player's; where somebody sat in, whose the game is, "" for nobody."""
    side = next((one for one in game.sides if one.platoon == luck.platoon), None)
    if side is None or side.substitute is msgspec.UNSET:
        return luck.player
    return side.players[0] if side.players else ""


def luck_of(dice: int, over: int, variance: int) -> int | None:
    """Sums of a player's dice as one figure; None of too few."""
    return round(over / sqrt(variance * 1000) * 100) if dice >= FEWEST_DICE and variance else None


def _of_deeds(count: Callable[[Deed], int]) -> Callable[[Span], Mapping[str, int]]:
    def measure(span: Span) -> Mapping[str, int]:
        found: Counter[str] = Counter()
        for key, _game, deed in span.deeds:
            found[key] += count(deed)
        return found

    return measure


def _best_battle(span: Span) -> Mapping[str, int]:
    found: dict[str, int] = {}
    for key, _game, deed in span.deeds:
        found[key] = max(found.get(key, 0), deed.kills)
    return found


def _longest_shot(span: Span) -> Mapping[str, int]:
    """How far its longest hit flew, in whole units of its rulebook."""
    found: dict[str, int] = {}
    for key, _game, deed in span.deeds:
        if deed.farthest:
            found[key] = max(found.get(key, 0), deed.farthest)
    return found


def _rulebook(league: League, key: str) -> str:
    found = league.campaign(key.partition("/")[0])
    return found[1].system if found is not None else ""


def _returns(span: Span) -> Mapping[str, int]:
    """How often it fought again after it had been left a wreck."""
    found: Counter[str] = Counter()
    wrecked: set[str] = set()
    for key, _game, deed in span.deeds:
        if key in wrecked:
            found[key] += 1
        (wrecked.add if deed.fate in GONE else wrecked.discard)(key)
    return found


def _alone(span: Span) -> Mapping[str, int]:
    """How often it was all that was left of its platoon, of three vehicles or more."""
    found: Counter[str] = Counter()
    for _game, there, size in left(span):
        if len(there) == 1 and size >= FEWEST_ALONE:
            found[there[0]] += 1
    return found


def left(span: Span) -> Iterator[tuple[str, list[str], int]]:
    """Of each platoon in each battle, by the game's key: who was left of it, and of how many."""
    platoons: dict[tuple[str, str], list[tuple[str, Deed]]] = defaultdict(list)
    for key, game, deed in span.deeds:
        platoons[game.key, deed.platoon].append((key, deed))
    for (game_key, _platoon), there in platoons.items():
        yield game_key, [key for key, deed in there if deed.fate not in GONE], len(there)


# What is counted of each deed, by metric.
COUNTS: dict[str, Callable[[Deed], int]] = {
    "battles": lambda deed: 1,
    "kills": lambda deed: deed.kills,
    "hits": lambda deed: deed.hits,
    "shots": lambda deed: deed.shots,
    "damage": lambda deed: deed.damage,
    "wrecked": lambda deed: int(deed.fate in GONE),
    "unhurt": lambda deed: int(deed.fate == "fit"),
}


METRICS: dict[str, Metric] = {
    one.name: one
    for one in (
        Metric("played", _("Games played"), "player", _played),
        Metric("won", _("Games won"), "player", _counted("won")),
        Metric("drawn", _("Games drawn"), "player", _counted("drawn")),
        Metric("lost", _("Games lost"), "player", _counted("lost")),
        Metric("streak", _("Longest winning streak"), "player", _streak),
        Metric("upset", _("Rating gap to the best opponent beaten"), "player", _upset),
        Metric("gain", _("Rating gained"), "player", _gain),
        Metric("luck", _("Luck with dice, in hundredths of a standard deviation"), "player", _luck),
        Metric("battles", _("Battles"), "machine", _of_deeds(COUNTS["battles"])),
        Metric("kills", _("Kills"), "machine", _of_deeds(COUNTS["kills"])),
        Metric("best-battle", _("Kills in one battle"), "machine", _best_battle),
        Metric("hits", _("Hits"), "machine", _of_deeds(COUNTS["hits"])),
        Metric("longest-shot", _("Longest hit, as its rulebook measures"), "machine", _longest_shot, _rulebook),
        Metric("shots", _("Shots"), "machine", _of_deeds(COUNTS["shots"])),
        Metric("damage", _("Damage done"), "machine", _of_deeds(COUNTS["damage"])),
        Metric("wrecked", _("Times wrecked"), "machine", _of_deeds(COUNTS["wrecked"])),
        Metric("unhurt", _("Battles without a scratch"), "machine", _of_deeds(COUNTS["unhurt"])),
        Metric("returns", _("Returns from the wreck"), "machine", _returns),
        Metric("alone", _("Times the last of its platoon"), "machine", _alone),
    )
}

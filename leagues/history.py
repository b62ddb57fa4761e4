"""Lists of results of before: read line by line, matched to players, and told to a league as seasons of their own.

CSV, with the names of its columns in the first line: season, round, player, opponent, points, against, result (won,
drawn, lost, or as 1, ½, 0; left out it follows from the points), and any others, which are not read. Challonge: the
JSON of a tournament with its participants and matches, as its API and its export have it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5

import msgspec
from django.utils.translation import gettext as _

from battles.presenters.people import own_names_of
from campaigns.models import User
from leagues.league import League
from leagues.league.history import HOW, ImportSeason
from leagues.league.values import Game, Place, Result, Side
from leagues.models import League as Desk
from rules.stream import codec

NAMESPACE = uuid5(NAMESPACE_URL, "leaguer:leagues:history")
LONGEST = 80  # characters of a name
MOST = 999_999  # points
NEEDED = ("player", "opponent")
OTHER: Mapping[Result, Result] = {"won": "lost", "lost": "won", "drawn": "drawn"}
RESULTS: Mapping[str, Result] = {
    **dict.fromkeys(("won", "win", "w", "1"), "won"),
    **dict.fromkeys(("drawn", "draw", "d", "½", "0.5", "1/2"), "drawn"),
    **dict.fromkeys(("lost", "loss", "l", "0"), "lost"),
}


class Past(NamedTuple):
    """A result as a line tells it, from the first player's side."""

    line: int
    season: str
    round: int
    player: str
    opponent: str
    points: int
    against: int
    result: Result


class Fault(NamedTuple):
    """A line that cannot be taken in: what is wrong with it, and what would be right."""

    line: int
    what: str
    remedy: str


class Listed(NamedTuple):
    """What a file tells. `ranks`: the final place of each player, by season, where the file has it."""

    games: list[Past]
    faults: list[Fault]
    ranks: dict[str, dict[str, int]]


class _Wrong(Exception):
    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(what)
        self.what, self.remedy = what, remedy


# -- reading -----------------------------------------------------------------------------------------------------------


def read(text: str, kind: str) -> Listed:
    """Every line of a file of this kind (`READERS`); a file that cannot be read at all has one fault, in line 1."""
    found = Listed([], [], {})
    try:
        READERS[kind](text.removeprefix("\ufeff"), found)
    except _Wrong as wrong:
        found.faults.append(Fault(1, wrong.what, wrong.remedy))
    return found


def _csv(text: str, found: Listed) -> None:
    rows = csv.DictReader(io.StringIO(text, newline=""), strict=False)
    columns = [name.strip().casefold() for name in rows.fieldnames or ()]
    if missing := [name for name in NEEDED if name not in columns]:
        raise _Wrong(
            _("There is no column %(names)s.") % {"names": ", ".join(missing)},
            _("Name the columns in the first line: season, round, player, opponent, points, against, result."),
        )
    rows.fieldnames = columns
    for row in rows:
        cells = {name: (value or "").strip() for name, value in row.items() if isinstance(value, str | None)}
        _take(found, rows.line_num, partial(_from_cells, cells=cells))


def _from_cells(line: int, cells: Mapping[str, str]) -> Past:
    points, against = _number(cells, "points"), _number(cells, "against")
    said = cells.get("result", "")
    result = RESULTS.get(said.casefold()) if said else _by_points(points, against)
    if result is None:
        raise _Wrong(_("“%(said)s” is no result.") % {"said": said}, _("Write won, drawn or lost."))
    return Past(
        line=line,
        season=_name(cells.get("season", "") or _("Before"), "season"),
        round=_number(cells, "round", 9_999),
        player=_name(cells["player"], "player"),
        opponent=_name(cells["opponent"], "opponent"),
        points=points,
        against=against,
        result=result,
    )


def _challonge(text: str, found: Listed) -> None:
    try:
        tournament = _inner(msgspec.json.decode(text), "tournament")
        season = _name(str(tournament["name"]), "name")
        people = [_inner(one, "participant") for one in tournament["participants"]]
        names = {one["id"]: _name(str(one.get("name") or one.get("username") or ""), "name") for one in people}
        ranks = {names[one["id"]]: int(one["final_rank"]) for one in people if one.get("final_rank")}
        matches = [_inner(one, "match") for one in tournament["matches"]]
    except (msgspec.DecodeError, LookupError, TypeError, ValueError, AttributeError):
        raise _Wrong(
            _("This is no tournament of Challonge."),
            _("Export it with its participants and matches."),
        ) from None
    if ranks:
        found.ranks[season] = ranks
    for n, match in enumerate(matches, 1):
        _take(found, n, partial(_from_match, season=season, match=match, names=names))


def _from_match(line: int, season: str, match: Mapping[str, Any], names: Mapping[Any, str]) -> Past:
    first, second = names.get(match.get("player1_id")), names.get(match.get("player2_id"))
    if first is None or second is None or match.get("state", "complete") != "complete":
        raise _Wrong(_("This match was not played."), _("It is left out."))
    points, against = _scores(str(match.get("scores_csv") or ""))
    winner = names.get(match.get("winner_id"))
    result: Result = "drawn" if winner is None else "won" if winner == first else "lost"
    return Past(line, season, abs(int(match.get("round") or 0)), first, second, points, against, result)


def _scores(text: str) -> tuple[int, int]:
    """“3-1” as it is; of several sets how many each has won."""
    sets = [one.strip().partition("-") for one in text.split(",") if one.strip()]
    try:
        pairs = [(int(one), int(other)) for one, _dash, other in sets]
    except ValueError:
        raise _Wrong(_("“%(said)s” is no score.") % {"said": text}, _("Write it as 3-1.")) from None
    if len(pairs) == 1:
        return pairs[0]
    return sum(one > other for one, other in pairs), sum(one < other for one, other in pairs)


def _inner(value: Any, name: str) -> dict[str, Any]:
    """An object by itself, or wrapped in one that names its kind."""
    found: dict[str, Any] = value.get(name, value)
    return found


def _take(found: Listed, line: int, past: Callable[[int], Past]) -> None:
    try:
        one = past(line)
        if one.player.casefold() == one.opponent.casefold():
            raise _Wrong(_("%(name)s meets nobody else.") % {"name": one.player}, _("Name two players."))
    except _Wrong as wrong:
        found.faults.append(Fault(line, wrong.what, wrong.remedy))
    else:
        found.games.append(one)


def _name(said: str, column: str) -> str:
    name = " ".join(said.split())
    if not name or len(name) > LONGEST or not name.isprintable():
        raise _Wrong(
            _("“%(said)s” is no %(column)s.") % {"said": name[:LONGEST], "column": column},
            _("Write a name of up to %(most)d characters.") % {"most": LONGEST},
        )
    return name


def _number(cells: Mapping[str, str], column: str, most: int = MOST) -> int:
    said = cells.get(column, "") or "0"
    if not said.removeprefix("-").isascii() or not said.removeprefix("-").isdigit() or abs(int(said[:9])) > most:
        raise _Wrong(
            _("“%(said)s” is no number of %(column)s.") % {"said": said[:LONGEST], "column": column},
            _("Write a whole number."),
        )
    return int(said)


def _by_points(points: int, against: int) -> Result:
    return "drawn" if points == against else "won" if points > against else "lost"


READERS: Mapping[str, Callable[[str, Listed], None]] = {"csv": _csv, "challonge": _challonge}


# -- who they are ------------------------------------------------------------------------------------------------------


class Matched(NamedTuple):
    """`keys`: of each name, without regard to case; `new`: those who are kept by their name, by key."""

    keys: dict[str, str]
    new: dict[str, str]

    def key(self, name: str) -> str:
        return self.keys[name.casefold()]


def match(desk: Desk, league: League, games: Sequence[Past]) -> Matched:
    """Players by their alias, by the name they had before, or by that of an account of the club or the league; who has
    none of these gets a key of their own. A name that several have is nobody's."""
    club = {str(user.pk): user.get_username() for user in User.objects.filter(clubs=desk.club_id)}
    accounts = club | own_names_of(key for key, one in league.players.items() if not one.name)
    known: dict[str, set[str]] = {}
    for key, name in accounts.items():
        known.setdefault(name.casefold(), set()).add(key)
    for player in league.players.values():
        for name in (player.alias, player.name):
            if name:
                known.setdefault(name.casefold(), set()).add(player.key)
    keys, new = {}, {}
    number = sum(1 for key in league.players if key.startswith("past-"))
    for name in dict.fromkeys(name for one in games for name in (one.player, one.opponent)):
        if name.casefold() in keys:
            continue
        found = known.get(name.casefold(), set())
        if len(found) == 1:
            (keys[name.casefold()],) = found
        else:
            number += 1
            keys[name.casefold()] = f"past-{number}"
            new[f"past-{number}"] = name
    return Matched(keys, new)


def understood(one: Past, matched: Matched) -> str:
    """A line as it is understood."""
    names = {
        which: _("%(name)s (new, kept by this name)") % {"name": name}
        if matched.key(name) in matched.new
        else _("%(name)s (known here)") % {"name": name}
        for which, name in (("player", one.player), ("opponent", one.opponent))
    }
    texts = {
        "won": _("%(season)s, round %(round)d: %(player)s beat %(opponent)s, %(points)d : %(against)d"),
        "lost": _("%(season)s, round %(round)d: %(player)s lost to %(opponent)s, %(points)d : %(against)d"),
        "drawn": _("%(season)s, round %(round)d: %(player)s and %(opponent)s drew, %(points)d : %(against)d"),
    }
    values = {"season": one.season, "round": one.round, "points": one.points, "against": one.against}
    return texts[one.result] % (values | names)


# -- what is told to the league ----------------------------------------------------------------------------------------


def seasons_of(
    stream: str, listed: Listed, matched: Matched, system: str = "", division: str = ""
) -> Iterator[ImportSeason]:
    """A report for each season of the file, in its order. The same file makes the same ids."""
    for title in dict.fromkeys(one.season for one in listed.games):
        games = [one for one in listed.games if one.season == title]
        content = codec.encode([tuple(one) for one in games])
        campaign = str(uuid5(NAMESPACE, f"{stream}/{title}/{content}"))
        played = {matched.key(name) for one in games for name in (one.player, one.opponent)}
        yield ImportSeason(
            campaign=campaign,
            title=title,
            system=system,
            division=division,
            games=tuple(_game(campaign, n, one, matched) for n, one in enumerate(games, 1)),
            places=_places(listed.ranks.get(title, {}), matched, played),
            names={key: name for key, name in matched.new.items() if key in played},
        )


def _game(campaign: str, n: int, one: Past, matched: Matched) -> Game:
    first = Side(players=(matched.key(one.player),), result=one.result, points=one.points)
    second = Side(players=(matched.key(one.opponent),), result=OTHER[one.result], points=one.against)
    return Game(key=f"{campaign}/r{one.round}-{n}", round=one.round, how=HOW, sides=(first, second))


def _places(ranks: Mapping[str, int], matched: Matched, played: set[str]) -> tuple[Place, ...]:
    known = sorted((rank, matched.keys.get(name.casefold(), "")) for name, rank in ranks.items())
    return tuple(Place(players=(key,), rank=rank) for rank, key in known if key in played)

"""What a list would bring to a league, line by line; and taking it in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple
from uuid import NAMESPACE_URL, uuid5

from django.utils.translation import gettext as _

from battles.reports import Report
from leagues import handler
from leagues.history.listing import Fault, Listed, Met, Past, Wrong
from leagues.history.lists import read_challonge, read_csv
from leagues.history.people import Matched, match
from leagues.history.tabbycat import read_tabbycat
from leagues.league import League
from leagues.league.history import HOW, ImportSeason
from leagues.league.refusals import no
from leagues.league.values import Game, Place, Side
from leagues.models import League as Desk
from rules.contract import gettext_noop, ngettext, say
from rules.stream import codec
from rules.stream.decider import Who

LARGEST = 4 * 1024 * 1024  # bytes of a list
MOST_GAMES = 20_000
NAMESPACE = uuid5(NAMESPACE_URL, "leaguer:leagues:history")
REPORTS = uuid5(NAMESPACE_URL, "leaguer:leagues:history:reports")
READERS: Mapping[str, Callable[[str, Listed], None]] = {
    "csv": read_csv,
    "challonge": read_challonge,
    "tabbycat": read_tabbycat,
}
KINDS = tuple(READERS)


class Line(NamedTuple):
    """A line of the list as it is understood. `fault`: why it cannot be taken in. `game`: it comes in as a result."""

    line: int
    text: str
    game: bool = False
    fault: Fault | None = None


class Look(NamedTuple):
    """A list, looked at: of which kind it is, what its lines come to, and the seasons that would be told."""

    kind: str
    listed: Listed
    matched: Matched
    lines: list[Line]
    faults: list[Fault]
    seasons: list[ImportSeason]


def kind_of(text: str) -> str:
    """What a list is, by its content."""
    begin = text.lstrip("\ufeff \t\r\n")[:1]
    return "tabbycat" if begin == "<" else "challonge" if begin in ("{", "[") else "csv"


def read(text: str, kind: str = "") -> Listed:
    """Every line of a file of this kind (`READERS`), or of the kind it seems to be. A file that cannot be read at all
    has one fault."""
    found = Listed([], [], {}, [])
    try:
        if len(text) > LARGEST:
            raise Wrong(_("The file is too large."), _("Split it by seasons."))
        READERS[kind or kind_of(text)](text.removeprefix("\ufeff"), found)
    except Wrong as wrong:
        found.faults.append(Fault(wrong.line, wrong.what, wrong.remedy, wrong.field))
    return found


def look(
    desk: Desk,
    league: League,
    text: str,
    *,
    kind: str = "",
    people: Mapping[str, str] | None = None,
    system: str = "",
    division: str = "",
    listed: Listed | None = None,
) -> Look:
    """Read a list (or take it as `listed`) and match its names; `people` as `match` takes them. `Refused` where they
    cannot be so."""
    kind = kind or kind_of(text)
    listed = listed or read(text, kind)
    matched = match(desk, league, listed.games, people)
    lines, faults = [], [*listed.faults]
    for one in listed.games:
        if matched.out.intersection(side.name.casefold() for side in one.sides):
            lines.append(Line(one.line, _("%(result)s: left out") % {"result": _bare(one)}))
        elif matched.meets_itself(one):
            what = _("%(result)s: both names are the same player.") % {"result": _bare(one)}
            faults.append(Fault(one.line, what, _("Choose another player for one of them.")))
        else:
            lines.append(Line(one.line, understood(one, matched), game=True))
    lines += [Line(one.line, one.what) for one in listed.empty]
    lines += [Line(one.line, one.what, fault=one) for one in faults]
    seasons = list(_seasons(str(desk.stream), listed, matched, system, division))
    return Look(kind, listed, matched, sorted(lines, key=lambda one: one.line), sorted(faults), seasons)


def understood(one: Past, matched: Matched) -> str:
    """A line as it is understood."""
    return _told(one, [_who(side, matched) for side in one.sides])


def _bare(one: Past) -> str:
    return _told(one, [side.name for side in one.sides])


def _who(side: Met, matched: Matched) -> str:
    key = matched.key(side.name)
    called = matched.called.get(key, "")
    if key in matched.new:
        return _("%(name)s (new, kept by this name)") % {"name": side.name}
    if called.casefold() != side.name.casefold():
        return _("%(name)s (%(player)s, known here)") % {"name": side.name, "player": called}
    return _("%(name)s (known here)") % {"name": side.name}


def _told(one: Past, names: list[str]) -> str:
    texts = {
        "won": _("%(season)s, round %(round)d: %(player)s beat %(opponent)s, %(points)s"),
        "lost": _("%(season)s, round %(round)d: %(player)s lost to %(opponent)s, %(points)s"),
        "drawn": _("%(season)s, round %(round)d: %(player)s and %(opponent)s drew, %(points)s"),
    }
    sides = [(side, name) for side, name in zip(one.sides, names, strict=True)]
    ours = [(side, name) for side, name in sides if side.result == one.result]
    theirs = [(side, name) for side, name in sides if side.result != one.result]
    if not theirs:
        ours, theirs = sides[:1], sides[1:]
    values = {
        "season": one.season,
        "round": one.round,
        "points": " : ".join(str(side.points) for side, _n in ours + theirs),
    }
    values |= {"player": ", ".join(name for _s, name in ours), "opponent": ", ".join(name for _s, name in theirs)}
    return texts[one.result] % values


# -- what is told to the league ----------------------------------------------------------------------------------------


def take(stream: str, found: Look, who: Who, via: str, *, despite: bool = False, dry_run: bool = False) -> int:
    """Tell the seasons of a list to the league, all of them or none; how many there are. `Refused` as `check` says."""
    check(found, despite)
    handler.execute(stream, [_report(stream, one) for one in found.seasons], who, via, dry_run=dry_run)
    return len(found.seasons)


def check(found: Look, despite: bool) -> None:
    """`Refused` where there is nothing to take in, or a line is at fault, unless those are left out (`despite`)."""
    if found.faults and not despite:
        n = len(found.faults)
        remedy = say(gettext_noop("Mend the list, or leave out the lines at fault."))
        raise no(ngettext("%(n)d line cannot be taken in.", "%(n)d lines cannot be taken in.", n), remedy, "text")
    if not found.seasons:
        raise no(say(gettext_noop("There is no result to take in.")), field="text")
    if any(len(one.games) > MOST_GAMES for one in found.seasons):
        raise no(say(gettext_noop("A season takes in %(most)d results at most."), most=MOST_GAMES), field="text")


def _report(stream: str, season: ImportSeason) -> Report:
    """The same season of the same list is the same report."""
    told = codec.encode(season)
    return Report(str(uuid5(REPORTS, f"{stream}/{told}")), type(season).__name__, told)


def _seasons(stream: str, listed: Listed, matched: Matched, system: str, division: str) -> Iterator[ImportSeason]:
    """A report for each season of the file, in its order. The same file makes the same ids."""
    for title in dict.fromkeys(one.season for one in listed.games):
        games = [one for one in listed.games if one.season == title and matched.counts(one)]
        if not games:
            continue
        content = codec.encode([one.told for one in games])
        campaign = str(uuid5(NAMESPACE, f"{stream}/{title}/{content}"))
        played = {matched.key(side.name) for one in games for side in one.sides}
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
    sides = [Side(players=(matched.key(side.name),), result=side.result, points=side.points) for side in one.sides]
    return Game(key=f"{campaign}/r{one.round}-{n}", round=one.round, how=HOW, sides=tuple(sides))


def _places(ranks: Mapping[str, int], matched: Matched, played: set[str]) -> tuple[Place, ...]:
    known = sorted((rank, matched.keys.get(name.casefold(), "")) for name, rank in ranks.items())
    return tuple(Place(players=(key,), rank=rank) for rank, key in known if key in played)

"""Lists of results in CSV, and tournaments of Challonge.

CSV, with the names of its columns in the first line: season, round, player, opponent, points, against, result (won,
drawn, lost, or as 1, ½, 0; left out it follows from the points), and any others, which are not read. Commas, semicolons
and tabs part the columns, as spreadsheets save and copy them. Challonge: the JSON of a tournament with its participants
and matches, as its API and its export have it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from leagues.history.listing import LAST_ROUND, LONGEST, MOST, Listed, Past, Wrong, by_points, name_of, take_line
from leagues.league.values import Result

NEEDED = ("player", "opponent")
RESULTS: Mapping[str, Result] = {
    **dict.fromkeys(("won", "win", "w", "1"), "won"),
    **dict.fromkeys(("drawn", "draw", "d", "½", "0.5", "1/2"), "drawn"),
    **dict.fromkeys(("lost", "loss", "l", "0"), "lost"),
}
NOT_THAT = (msgspec.DecodeError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)


def read_csv(text: str, found: Listed) -> None:
    first = text.partition("\n")[0]
    comma = max(",;\t", key=first.count)
    rows = csv.DictReader(io.StringIO(text, newline=""), strict=False, delimiter=comma)
    try:
        columns = [name.strip().casefold() for name in rows.fieldnames or ()]
        if missing := [name for name in NEEDED if name not in columns]:
            raise Wrong(
                _("There is no column %(names)s.") % {"names": ", ".join(missing)},
                _("Name the columns in the first line: season, round, player, opponent, points, against, result."),
                missing[0],
            )
        rows.fieldnames = columns
        for row in rows:
            cells = {name: (value or "").strip() for name, value in row.items() if isinstance(value, str | None)}
            take_line(found, rows.line_num, partial(_from_cells, cells=cells))
    except csv.Error:
        line = max(rows.line_num, 1)
        raise Wrong(_("This line is no row of a table."), _("Save the list as CSV again."), line=line) from None


def _from_cells(line: int, cells: Mapping[str, str]) -> Past:
    points, against = _number(cells, "points"), _number(cells, "against")
    said = cells.get("result", "")
    result = RESULTS.get(said.casefold()) if said else by_points(points, against)
    if result is None:
        raise Wrong(_("“%(said)s” is no result.") % {"said": said[:LONGEST]}, _("Write won, drawn or lost."), "result")
    return Past(
        line=line,
        season=name_of(cells.get("season", "") or _("Before"), "season"),
        round=abs(_number(cells, "round", LAST_ROUND)),
        player=name_of(cells["player"], "player"),
        opponent=name_of(cells["opponent"], "opponent"),
        points=points,
        against=against,
        result=result,
    )


def _number(cells: Mapping[str, str], column: str, most: int = MOST) -> int:
    said = cells.get(column, "") or "0"
    digits = said.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 12) or abs(int(said)) > most:
        raise Wrong(
            _("“%(said)s” is no number of %(column)s.") % {"said": said[:LONGEST], "column": column},
            _("Write a whole number."),
            column,
        )
    return int(said)


def read_challonge(text: str, found: Listed) -> None:
    try:
        tournament = _inner(msgspec.json.decode(text), "tournament")
        season = name_of(str(tournament["name"]), "name")
        people = [_inner(one, "participant") for one in tournament["participants"]]
        names = {one["id"]: name_of(str(one.get("name") or one.get("username") or ""), "name") for one in people}
        ranks = {names[one["id"]]: int(one["final_rank"]) for one in people if one.get("final_rank")}
        matches = [_inner(one, "match") for one in tournament["matches"]]
    except NOT_THAT:
        raise Wrong(
            _("This is no tournament of Challonge."),
            _("Export it with its participants and matches."),
        ) from None
    if ranks:
        found.ranks[season] = {name: rank for name, rank in ranks.items() if 0 < rank <= LAST_ROUND}
    for n, match in enumerate(matches, 1):
        take_line(found, n, partial(_from_match, season=season, match=match, names=names))


def _from_match(line: int, season: str, match: Mapping[str, Any], names: Mapping[Any, str]) -> Past:
    try:
        first, second = names.get(match.get("player1_id")), names.get(match.get("player2_id"))
        over = match.get("state", "complete") == "complete"
        winner = names.get(match.get("winner_id"))
        number = min(abs(int(match.get("round") or 0)), LAST_ROUND)
    except NOT_THAT:
        raise Wrong(_("This is no match of Challonge."), _("Export the tournament again.")) from None
    if first is None or second is None or not over:
        raise Wrong(_("This match was not played."), _("It is left out."), "state")
    points, against = _scores(str(match.get("scores_csv") or ""))
    result: Result = "drawn" if winner is None else "won" if winner == first else "lost"
    return Past(line, season, number, first, second, points, against, result)


def _scores(text: str) -> tuple[int, int]:
    """“3-1” as it is; of several sets how many each has won."""
    sets = [one.strip().partition("-") for one in text.split(",") if one.strip()]
    try:
        pairs = [(int(one[:9]), int(other[:9])) for one, _dash, other in sets]
    except ValueError:
        pairs = [(MOST + 1, 0)]
    if any(abs(one) > MOST for pair in pairs for one in pair):
        raise Wrong(_("“%(said)s” is no score.") % {"said": text[:LONGEST]}, _("Write it as 3-1."), "scores_csv")
    if len(pairs) == 1:
        return pairs[0]
    return sum(one > other for one, other in pairs), sum(one < other for one, other in pairs)


def _inner(value: Any, name: str) -> dict[str, Any]:
    """An object by itself, or wrapped in one that names its kind."""
    found: dict[str, Any] = value.get(name, value)
    return found

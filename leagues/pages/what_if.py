"""The page that asks what if of a league: other results, without a player, rated otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from msgspec.structs import replace

from battles.forms import form_data
from battles.forms.cards import deal
from battles.forms.trouble import REFUSED
from campaigns.season.offers import option_field
from leagues import projections
from leagues.league.state import League
from leagues.league.terms import TERMS
from leagues.league.values import Rating
from leagues.league.what_if import DRAW, RATED_BY, AskLeagueWhatIf, changed, check, compare
from leagues.pages.visit import Visit, framed, visit
from leagues.presenters.names import Names
from rules.contract import Choice, Field, Message, Pick, Refused, say
from rules.contract import gettext_noop as _noop
from rules.messages import verbatim
from rules.stream.codec import CommandCodec

ASKED = CommandCodec((AskLeagueWhatIf,))
GAMES = 60  # that can be turned, the newest


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: HttpRequest, slug: str) -> HttpResponse:
    """The form, and once it was sent how ratings and places would be. Nobody who hides from the reader is named, and no
    game of a campaign that is not theirs to read. Nothing is written."""
    here = visit(request, slug)
    told = here.read()
    names = here.name_people(told.people)
    choice, typed = _form(told.league, here, names), None
    faults: tuple[Refused, ...] = ()
    lines: list[dict[str, Any]] | None = None
    if request.method == "POST":
        typed = replace(form_data.read(request.POST), type=AskLeagueWhatIf.__name__)
        try:
            if not typed.more:
                report = form_data.report(typed)
                asked = ASKED.decode(report.type, report.data)
                assert isinstance(asked, AskLeagueWhatIf)
                check(told.league, asked)
                lines = list(_lines(told.league, asked, names))
        except Refused as refused:
            faults = tuple(refused.faults)
    (card,) = deal([choice], {AskLeagueWhatIf.__name__: AskLeagueWhatIf}, typed, faults)
    context: dict[str, Any] = {**framed(here), "card": card, "faults": faults, "lines": lines}
    return render(request, "leagues/what_if.html", context, status=REFUSED if faults else 200)


def _lines(league: League, asked: AskLeagueWhatIf, names: Names) -> Iterator[dict[str, Any]]:
    then = changed(league, asked)
    for line in compare(league, asked):
        if not names.is_hidden(line.player):
            yield {
                "name": names.name(line.player),
                "line": line,
                "before": _shown(line.before, league),
                "after": _shown(line.after, then),
            }


def _shown(rating: Rating | None, league: League) -> str:
    return str(projections.shown(rating, league).rating) if rating is not None else "–"


def _form(league: League, here: Visit, names: Names) -> Choice:
    known = [key for key in league.players if not names.is_hidden(key)]
    games = [*_games(league, here, names)][-GAMES:][::-1]
    sides = {side: label for _key, _label, each in games for side, label in each}
    blank = verbatim("–")
    winners = (Pick(DRAW, say(_noop("a draw"))), *(Pick(key, verbatim(label)) for key, label in sides.items()))
    turned = (
        Field(
            name="game",
            kind="pick",
            label=say(_noop("Game")),
            picks=tuple(Pick(key, verbatim(label)) for key, label, _sides in games),
            blank=blank,
        ),
        Field(name="winner", kind="pick", label=say(_noop("Won by")), picks=winners, blank=blank),
    )
    players = tuple(Pick(key, verbatim(names.name(key))) for key in known)
    rated = (option_field(one, league.terms.get(one.name)) for one in TERMS if one.name in RATED_BY)
    terms = tuple(replace(one, stays=True) for one in rated)
    fields = (
        Field(name="turned", kind="rows", label=say(_noop("Other results")), fields=turned, most=min(20, len(games))),
        Field(
            name="without_players",
            kind="picks",
            label=say(_noop("Without these players")),
            picks=players,
            most=min(20, len(players)),
        ),
        Field(name="terms", kind="group", label=say(_noop("How ratings are made")), fields=terms),
    )
    label: Message = say(_noop("What if …"))
    shown = tuple(one for one in fields if one.most or one.kind == "group")
    return Choice(command=AskLeagueWhatIf.__name__, label=label, side="", given={}, fields=shown)


def _games(league: League, here: Visit, names: Names) -> Iterator[tuple[str, str, list[tuple[str, str]]]]:
    """Key, what it is called, and its platoons by who plays them; of campaigns that the reader may read, without who
    hides from them."""
    for key, game in league.games.items():
        players = [player for side in game.sides for player in side.players]
        unseen = key.partition("/")[0] in here.unseen or any(map(names.is_hidden, players))
        if unseen or not game.how or len(game.sides) != 2:
            continue
        sides = [(side.platoon, ", ".join(map(names.name, side.players))) for side in game.sides]
        if all(platoon for platoon, _name in sides):
            told = {"round": game.round, "one": sides[0][1], "other": sides[1][1]}
            yield key, _("Round %(round)d: %(one)s against %(other)s") % told, sides

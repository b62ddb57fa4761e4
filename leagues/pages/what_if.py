"""The page that asks what if of a league: other results, without a player, rated otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import msgspec
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from msgspec.structs import replace

from battles.forms import form_data
from battles.forms.cards import deal
from battles.forms.refill import refilled
from battles.forms.trouble import REFUSED
from battles.not_found import or_404, uuid_in
from battles.pages.methods import form_page
from campaigns import scenarios
from campaigns.models import SavedScenario, User
from campaigns.questions import TooMany, asker
from campaigns.season.offers import option_field
from leagues.league.state import League
from leagues.league.terms import TERMS
from leagues.league.what_if import DRAW, RATED_BY, AskLeagueWhatIf, check
from leagues.pages.visit import Visit, framed, visit
from leagues.presenters.names import Names
from leagues.presenters.what_if import Answer, Carried, carried, compared, found, of_seasons
from rules.contract import Choice, Field, Message, Pick, Refused, gettext_noop, say
from rules.messages import verbatim
from rules.stream.codec import CommandCodec

ASKED = CommandCodec((AskLeagueWhatIf,))
LONGEST = 20_000  # characters of a scenario
TOO_OFTEN = 429
GAMES = 60  # that can be turned, the newest


@form_page
def ask(request: HttpRequest, slug: str) -> HttpResponse:
    """The form, and once it was sent how ratings and places would be. Nobody who hides from the reader is named, and no
    game of a campaign that is not theirs to read. Nothing goes to the log; who has an account saves what they asked,
    and opens it again (`?scenario=`). `?of=`: a saved scenario of a season of the league, to begin with, whose
    standings and map are shown, too."""
    here = visit(request, slug)
    if request.method == "POST" and not {"save", "change", "delete", "restore"}.isdisjoint(request.POST):
        return _kept(request, here)
    one, season = _one(request, here), _of_season(request, here)
    of = carried(season) if season is not None else None
    told = here.read()
    names = here.name_people(told.people)
    choice, typed = _form(told.league, here, names), None
    faults: tuple[Refused, ...] = ()
    answer: Answer | None = None
    wait = 0
    asked = msgspec.json.decode(one.changes, type=AskLeagueWhatIf) if one else None
    if asked is not None:
        typed = refilled(choice, asked, told.head)
    if request.method != "POST" and (asked is not None or of is not None):
        answer, faults, wait = _tried(request, here, told.league, asked or AskLeagueWhatIf(), names, of)
    if request.method == "POST":
        typed = replace(form_data.read(request.POST), type=AskLeagueWhatIf.__name__)
        try:
            if not typed.more:
                report = form_data.report(typed)
                told_so = ASKED.decode(report.type, report.data)
                assert isinstance(told_so, AskLeagueWhatIf)
                asked = told_so
                answer, faults, wait = _tried(request, here, told.league, asked, names, of)
        except Refused as refused:
            faults = tuple(refused.faults)
    (card,) = deal([choice], {AskLeagueWhatIf.__name__: AskLeagueWhatIf}, typed, faults)
    context: dict[str, Any] = {
        "card": card,
        "faults": faults,
        "lines": answer.players if answer is not None else None,
        "begun": answer.season if answer is not None else None,
        "changes": msgspec.json.encode(asked).decode() if asked is not None and answer is not None else "",
    }
    status = TOO_OFTEN if wait else REFUSED if faults else 200
    response = render(request, "leagues/what_if.html", context | _frame(request, here, one, season), status=status)
    if wait:
        response["Retry-After"] = str(wait)
    return response


def _frame(
    request: HttpRequest, here: Visit, one: SavedScenario | None, season: SavedScenario | None
) -> dict[str, Any]:
    """What stands around the form: the scenario that was opened, and those that can be."""
    stream = str(here.desk.stream)
    return {
        **framed(here),
        "one": one,
        "season": season,
        "of_seasons": of_seasons(request.user, here.now),
        "mine": one is not None and scenarios.is_mine(request.user, one),
        "readers": SavedScenario.Readers.choices,
        "listed": scenarios.listed(request.user, stream, here.desk.club),
        "deleted": scenarios.deleted(request.user, stream),
    }


def _tried(
    request: HttpRequest, here: Visit, league: League, asked: AskLeagueWhatIf, names: Names, of: Carried | None
) -> tuple[Answer | None, tuple[Refused, ...], int]:
    """What it comes to; or what is wrong with it, and the seconds to wait where it is one question too many."""
    try:
        return compared(asker(request.user, request), here.stream, league, asked, names, request.user, of), (), 0
    except Refused as refused:
        return None, tuple(refused.faults), 0
    except TooMany as many:
        return None, (many.refused,), many.seconds


def _one(request: HttpRequest, here: Visit) -> SavedScenario | None:
    """The saved scenario that the address asks for, if the visitor may see it; `Http404` for any other."""
    if not (key := request.GET.get("scenario", "")):
        return None
    return or_404(scenarios.found(request.user, str(here.desk.stream), here.desk.club, or_404(uuid_in(key))))


def _of_season(request: HttpRequest, here: Visit) -> SavedScenario | None:
    """The scenario of a season that the address asks for; `Http404` for any other."""
    if not (key := request.GET.get("of", "")):
        return None
    return or_404(found(request.user, here.now, or_404(uuid_in(key))))


def _kept(request: HttpRequest, here: Visit) -> HttpResponse:
    """Saved, called otherwise, deleted, or taken back."""
    stream, place = str(here.desk.stream), reverse("league-what-if", args=[here.desk.slug])
    if not isinstance(request.user, User):
        return redirect_to_login(place)
    try:
        if "save" in request.POST:
            asked = msgspec.json.decode(request.POST.get("changes", "")[:LONGEST], type=AskLeagueWhatIf)
            check(here.read().league, asked)
            name, readers = request.POST.get("name", ""), request.POST.get("readers", "")
            one = scenarios.save(request.user, SavedScenario.Kind.LEAGUE, stream, name, asked, readers)
            return redirect(f"{place}?scenario={one.pk}")
        key = UUID(next(request.POST[name] for name in ("change", "delete", "restore") if name in request.POST))
        if "restore" not in request.POST:
            mine = scenarios.found(request.user, stream, here.desk.club, key)
            if mine is None or not scenarios.is_mine(request.user, mine):
                raise Http404
            if "change" in request.POST:
                scenarios.change(mine, request.POST.get("name", ""), request.POST.get("readers", ""))
                return redirect(f"{place}?scenario={mine.pk}")
            scenarios.delete(mine)
        elif scenarios.take_back(request.user, stream, key) is None:
            raise Http404
    except (Refused, ValueError, msgspec.DecodeError):
        return redirect(place)
    return redirect(f"{place}#saved")


def _form(league: League, here: Visit, names: Names) -> Choice:
    known = [key for key in league.players if not names.is_hidden(key)]
    games = [*_games(league, here, names)][-GAMES:][::-1]
    sides = {side: label for _key, _label, each in games for side, label in each}
    blank = verbatim("–")
    winners = (Pick(DRAW, say(gettext_noop("a draw"))), *(Pick(key, verbatim(label)) for key, label in sides.items()))
    turned = (
        Field(
            name="game",
            kind="pick",
            label=say(gettext_noop("Game")),
            picks=tuple(Pick(key, verbatim(label)) for key, label, _sides in games),
            blank=blank,
        ),
        Field(name="winner", kind="pick", label=say(gettext_noop("Won by")), picks=winners, blank=blank),
    )
    players = tuple(Pick(key, verbatim(names.name(key))) for key in known)
    rated = (option_field(one, league.terms.get(one.name)) for one in TERMS if one.name in RATED_BY)
    terms = tuple(replace(one, stays=True) for one in rated)
    fields = (
        Field(
            name="turned",
            kind="rows",
            label=say(gettext_noop("Other results")),
            fields=turned,
            most=min(20, len(games)),
        ),
        Field(
            name="without_players",
            kind="picks",
            label=say(gettext_noop("Without these players")),
            picks=players,
            most=min(20, len(players)),
        ),
        Field(name="terms", kind="group", label=say(gettext_noop("How ratings are made")), fields=terms),
    )
    label: Message = say(gettext_noop("What if …"))
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

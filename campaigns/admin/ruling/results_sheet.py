"""The results of a round on one sheet: filled in row by row or pasted from a spreadsheet, previewed, and reported in
one batch, all of them or none. What was entered last is taken back by one report."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any
from uuid import NAMESPACE_URL, uuid4, uuid5

import msgspec
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.not_found import uuid_in
from battles.presenters.people import own_names_of
from battles.reports import Conflict, Report
from battles.sentences import with_remedy, words
from campaigns import handler
from campaigns.admin.office import OfClubs
from campaigns.admin.ruling import pasted_results, preview, views
from campaigns.admin.ruling.acts import Acts
from campaigns.admin.ruling.pasted_results import Entry, Line, Said
from campaigns.notices import of_held
from campaigns.pages.rounds import numbers
from campaigns.season import Fixture, Season
from campaigns.season.decider import REPORTS
from campaigns.season.results import Adjudicate, WalkOver
from campaigns.second_officer import Held
from rules.contract import Command, Refused
from rules.stream.revision.reports import Undo

ENTERED = (Adjudicate.__name__, WalkOver.__name__)
LONGEST = 40_000  # characters that are pasted


class Row(msgspec.Struct, frozen=True):
    """A fixture that takes a result: its platoons and players, what may be said of it, and what was; what comes of
    that, or why it cannot be."""

    key: str
    names: tuple[str, str]
    players: tuple[str, str]
    choices: tuple[tuple[str, str], ...]
    said: Said
    told: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    asks: bool = False


class Sent(msgspec.Struct, frozen=True):
    """The sheet as it was sent, with the pasted lines read into its rows."""

    said: dict[str, Said]
    reason: str
    id: str
    faults: tuple[Line, ...] = ()
    left: tuple[Line, ...] = ()


def address(stream: Any, number: int) -> str:
    return reverse("admin:campaigns_campaignsheet_results", args=[stream, number])


def page(office: OfClubs, request: HttpRequest, stream: str, number: int) -> HttpResponse:
    """The sheet of the round `number`. What is sent is shown first; with `do` it is reported, once, if the season
    stands as it was shown. `undo` takes the last batch back. `Http404` if there is no such round."""
    at = views.here(office, request, stream)
    season = at.over.season
    if number not in {0, *numbers(season)}:
        raise Http404
    back = reverse("admin:campaigns_campaignsheet_round_of", args=[stream, number])
    if request.method == "POST" and "undo" in request.POST:
        return _undone(request, at, number)
    sent = _sent(request, season, number)
    if request.method != "POST":
        return _shown(request, at, number, sent, {}, "")
    reports = dict(_reports(season, sent))
    if any(views.was_told(at, _report_id(sent, one.key)) for one in fixtures(season, number)):
        return redirect(back)  # it was sent twice
    mark = _mark(at, reports)
    is_ready = bool(reports) and not sent.faults and not any(_unsound(one) for one in sent.said.values())
    stale = False
    if is_ready and "do" in request.POST:
        stale = request.POST.get("mark") != mark
        try:
            done = None if stale else _done(at, list(reports.values()))
        except Held as held:
            return redirect(of_held.page(held.row))
        if done is None:
            count = len(reports)
            told = ngettext("%(n)d result was entered.", "%(n)d results were entered.", count) % {"n": count}
            if not stale:
                messages.success(request, told)
                return redirect(address(stream, number))
        stale = stale or isinstance(done, Conflict)
    return _shown(request, at, number, sent, reports, mark if is_ready else "", stale)


def _done(at: views.Here, reports: list[Report]) -> Conflict | Refused | None:
    """All of them are reported, or none: then why. `Held`."""
    try:
        handler.execute(at.over.stream, reports, at.who, "admin", after=at.head)
    except Held:
        raise
    except (Conflict, Refused) as why:
        return why
    return None


def _mark(at: views.Here, reports: dict[str, Report]) -> str:
    return hashlib.sha256(f"{at.head} {[(one.type, one.data) for one in reports.values()]}".encode()).hexdigest()


# -- what was sent -----------------------------------------------------------------------------------------------------


def _sent(request: HttpRequest, season: Season, number: int) -> Sent:
    """What the pasted lines say outranks what stands in the rows."""
    data = request.POST
    said = {
        key: Said(data.get(f"outcome.{key}", ""), (data.get(f"first.{key}", ""), data.get(f"second.{key}", "")))
        for key in (one.key for one in fixtures(season, number) if not left(one))
    }
    usual = _("Entered by an organiser from the sheet of results.")
    reason = data.get("reason", usual).strip()
    text = data.get("lines", "")[:LONGEST]
    found = pasted_results.read(text, entries(season, number)) if text.strip() else pasted_results.Pasted({})
    return Sent(said | found.said, reason, str(uuid_in(data.get("id", "")) or uuid4()), found.faults, found.left)


def fixtures(season: Season, number: int) -> list[Fixture]:
    return [one for one in season.fixtures.values() if one.round == number]


def entries(season: Season, number: int) -> list[Entry]:
    """The fixtures of a round as pasted lines may name them: by platoon, or by a player."""
    of_round = fixtures(season, number)
    people = own_names_of({one for each in of_round for key in each.platoons for one in season.platoons[key].players})

    def called(key: str) -> tuple[str, ...]:
        platoon = season.platoons[key]
        return (platoon.name, *(people[one] for one in platoon.players if one in people))

    return [Entry(one.key, (called(one.platoons[0]), called(one.platoons[1])), left(one)) for one in of_round]


def left(fixture: Fixture) -> str:
    """Why no result is entered for it here; "" if one is."""
    if fixture.is_fought:
        return _("Its battle is under way: its players report it there.")
    if not fixture.is_open:
        return _("It has a result already.")
    return "" if fixture.announced else _("Its battle was called off.")


def _unsound(said: Said) -> str:
    """What of a row cannot be reported."""
    typed = [one.strip() for one in said.points]
    if not any(typed):
        return ""
    if said.outcome in ("", "absent0", "absent1", "void"):
        return _("Points go with a win or a draw: say which, or leave them out.")
    if not all(one.isascii() and one.isdigit() and len(one) < 6 for one in typed):
        return _("Give the points of both, as whole numbers up to 99,999, or of neither.")
    return ""


def _reports(season: Season, sent: Sent) -> Iterator[tuple[str, Report]]:
    """A report for each row that says something."""
    for key, said in sent.said.items():
        command = None if _unsound(said) else _command(season.fixtures[key], said, sent.reason)
        if command is not None:
            yield key, Report(_report_id(sent, key), *REPORTS.encode(command))


def _report_id(sent: Sent, fixture: str) -> str:
    """The same for the same sheet, however often it is sent."""
    return str(uuid5(NAMESPACE_URL, f"{sent.id} {fixture}"))


def _command(fixture: Fixture, said: Said, reason: str) -> Command | None:
    first, second = fixture.platoons[:2]
    winners = {"won0": first, "won1": second, "drawn": ""}
    if said.outcome in winners:
        points = dict(zip((first, second), map(int, said.points), strict=True)) if any(said.points) else msgspec.UNSET
        return Adjudicate(fixture=fixture.key, winner=winners[said.outcome], points=points, reason=reason)
    if said.outcome in ("absent0", "absent1"):
        return WalkOver(fixture=fixture.key, winner=second if said.outcome == "absent0" else first, reason=reason)
    return Adjudicate(fixture=fixture.key, void=True, reason=reason) if said.outcome == "void" else None


# -- what is shown -----------------------------------------------------------------------------------------------------


def _shown(
    request: HttpRequest,
    at: views.Here,
    number: int,
    sent: Sent,
    reports: dict[str, Report],
    mark: str,
    stale: bool = False,
) -> HttpResponse:
    season = at.over.season
    tried, ranks = preview.batch(at.over.stream, list(reports.values()), at.who) if reports else ([], ())
    rows = list(_rows(at, sent, dict(zip(reports, tried, strict=True))))
    is_wrong = bool(sent.faults) or any(row.faults for row in rows)
    names = {one.fixture: " – ".join(side[0] for side in one.called) for one in entries(season, number)}
    context = {
        "title": _("Results of round %(n)s") % {"n": number},
        "tab": "round",
        "act": "round",
        "number": number,
        "rows": rows,
        "others": [(names[one.key], left(one), one.key) for one in fixtures(season, number) if left(one)],
        "sent": sent,
        "unread": "\n".join(line.text for line in sent.faults),
        "ranks": ranks,
        "mark": "" if is_wrong else mark,
        "count": len(reports),
        "looked": request.method == "POST",
        "stale": stale,
        "last": _last(at),
        "next_round": "" if rows else _next_round(at, number),
        "here": address(at.over.stream, number),
        "back": reverse("admin:campaigns_campaignsheet_round_of", args=[at.over.stream, number]),
    }
    return views.page(request, at, "admin/ruling/results.html", context, 422 if is_wrong else 409 if stale else 200)


def _next_round(at: views.Here, number: int) -> str:
    """Where the round is closed and the next one published, if that is what comes now."""
    season = at.over.season
    now = season.under_way is not None and season.under_way.number == number
    closes = now and views.closes_and_opens(season, Acts(season, at.who).of(""))
    return views.next_round(at.over.stream) if closes else ""


def _rows(at: views.Here, sent: Sent, tried: dict[str, preview.Tried]) -> Iterator[Row]:
    season, acts = at.over.season, Acts(at.over.season, at.who)
    platoons = {key for one in sent.said for key in season.fixtures[one].platoons}
    people = own_names_of({one for key in platoons for one in season.platoons[key].players})
    for key, said in sent.said.items():
        fixture, found = season.fixtures[key], tried.get(key, preview.Tried())
        two = [season.platoons[one] for one in fixture.platoons[:2]]
        faults = found.refused.faults if found.refused is not None else ()
        told = [with_remedy(one.text, one.remedy, at.over.names) for one in faults]
        yield Row(
            key=key,
            names=(two[0].name, two[1].name),
            players=tuple(", ".join(people[one] for one in each.players if one in people) for each in two),  # type: ignore[arg-type]
            choices=tuple(_choices(acts.of("fixture", key), two[0].name, two[1].name)),
            said=said,
            told=found.told,
            faults=tuple(filter(None, (_unsound(said), *told))),
            asks=found.asks,
        )


def _choices(acts: Sequence[str], first: str, second: str) -> Iterator[tuple[str, str]]:
    """What may be entered for a fixture: what the campaign offers to report of it."""
    yield "", _("left open")
    if "adjudicate" in acts:
        yield "won0", _("%(name)s won") % {"name": first}
        yield "drawn", _("a draw")
        yield "won1", _("%(name)s won") % {"name": second}
    if "walk-over" in acts:
        yield "absent0", _("%(name)s did not turn up") % {"name": first}
        yield "absent1", _("%(name)s did not turn up") % {"name": second}
    if "adjudicate" in acts:
        yield "void", _("does not count")


# -- taking back -------------------------------------------------------------------------------------------------------


def _last(at: views.Here) -> tuple[int, ...]:
    """The positions of what this organiser entered at once, while nothing was reported since."""
    newest = at.facts[-1][1]
    found = [fact for fact in at.facts if fact[1].at == newest.at and fact[1].by == at.who.id]
    mine = tuple(fact.position for fact, row in found if row.ordinal == 0)
    entered = all(row.command_type in ENTERED for _fact, row in found)
    return mine if mine and newest.by == at.who.id and entered else ()


def _undone(request: HttpRequest, at: views.Here, number: int) -> HttpResponse:
    """The last is taken back first, so that nothing has to be decided again; all of them or none."""
    last, here = _last(at), address(at.over.stream, number)
    if not last or request.POST.get("undo") != str(last[0]):
        messages.warning(request, _("Something was reported since: correct single results in the log."))
        return redirect(here)
    reason = _("The sheet of results is entered again.")
    undone = (REPORTS.encode(Undo(position=position, reason=reason)) for position in reversed(last))
    why = _done(at, [Report(str(uuid4()), *each) for each in undone])
    if why is None:
        messages.success(request, _("The results are taken back."))
    else:
        told = words(why.text, at.over.names) if isinstance(why, Refused) else _("Someone reported first. Look again.")
        messages.error(request, told)
    return redirect(here)

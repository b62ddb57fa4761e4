"""The page on which results of before come into a league: a list is pasted or chosen, looked at line by line, and taken
in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy, ngettext

import rules
from battles import log
from battles.forms.trouble import Trouble, refusal
from battles.pages.methods import form_page
from battles.reports import Conflict
from leagues import history
from leagues.history import NEW, OUT, Line, Look
from leagues.history.listing import names_in
from leagues.league import League
from leagues.league.refusals import no
from leagues.pages.choice_forms import people_of
from leagues.pages.manage import turned_away
from leagues.pages.visit import Told, Visit, framed, visit
from leagues.presenters.names import Names
from leagues.presenters.seasons import divisions_of
from rules.contract import Refused, gettext_noop, say

LARGEST = 700_000  # bytes of a list that a form carries; longer ones come in by the command line
MOST_NAMES = 500  # that are asked for one by one
MOST_LINES = 2_000  # that are shown
WHO = "who-"
KINDS = {
    "csv": gettext_lazy("a table (CSV)"),
    "challonge": gettext_lazy("a tournament of Challonge"),
    "tabbycat": gettext_lazy("an archive of Tabbycat"),
}


class Draft(msgspec.Struct, frozen=True):
    """What the form says. `people`: who each name of the list is, by the name's place."""

    text: str = ""
    system: str = ""
    division: str = ""
    despite: bool = False
    people: dict[int, str] = {}


class Asked(msgspec.Struct, frozen=True):
    """A name of the list: who it is, `picked` by key; `new`: it would be kept as it is."""

    place: int
    name: str
    picked: str
    new: bool


@form_page
def take_in(request: HttpRequest, slug: str) -> HttpResponse:
    """The form is sent to the same address: `step` "look" shows what would come of it, "do" does it."""
    here = visit(request, slug)
    if (away := turned_away(request, here)) is not None:
        return away
    told = here.read()
    if request.method != "POST":
        return _page(request, here, told, Draft())
    found, draft = None, Draft()
    try:
        draft = _read(request)
        found = _look(here, told.league, draft)
        return _done(request, here, told, draft, found)
    except Refused as refused:
        return _page(request, here, told, draft, found, refusal(refused))
    except (Conflict, log.Unwritable):
        changed = no(
            say(gettext_noop("The league has changed meanwhile.")), say(gettext_noop("Look at the list again."))
        )
        return _page(request, here, told, draft, found, refusal(changed))


def _done(request: HttpRequest, here: Visit, told: Told, draft: Draft, found: Look) -> HttpResponse:
    """The list is taken in; or it is shown what would come of it, lines at fault left out."""
    assert here.who is not None
    doing = request.POST.get("step") == "do"
    despite = draft.despite if doing else True
    seasons = history.take(here.stream, found, here.who, "page", despite=despite, dry_run=not doing)
    if not doing:
        return _page(request, here, told, draft, found)
    results = sum(len(one.games) for one in found.seasons)
    season = ngettext("%(n)d season was taken in,", "%(n)d seasons were taken in,", seasons) % {"n": seasons}
    result = ngettext("with %(n)d result.", "with %(n)d results.", results) % {"n": results}
    messages.success(request, f"{season} {result}")
    return redirect(f"{reverse('league', args=[here.desk.slug])}#years")


def _read(request: HttpRequest) -> Draft:
    """What was chosen; a file counts before what was pasted."""
    sent = request.POST
    upload = request.FILES.get("file")
    text = sent.get("text", "")
    if isinstance(upload, UploadedFile) and upload.size:
        if upload.size > LARGEST:
            raise _too_large()
        try:
            text = upload.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            wrong = say(gettext_noop("The file is no text in UTF-8."))
            raise no(wrong, say(gettext_noop("Save it as “CSV UTF-8”, or paste its lines.")), "text") from None
    if len(text.encode("utf-8", "replace")) > LARGEST:
        raise _too_large()
    people = {
        int(name.removeprefix(WHO)): str(who)
        for name, who in sent.items()
        if name.startswith(WHO) and name.removeprefix(WHO).isdecimal() and len(name) < 12 and who
    }
    return Draft(
        text=text.replace("\r\n", "\n").replace("\0", ""),
        system=sent.get("system", "") if sent.get("system") in rules.all_systems() else "",
        division=sent.get("division", "")[:40],
        despite="despite" in sent,
        people={} if upload else people,  # they were of another list
    )


def _too_large() -> Refused:
    right = say(gettext_noop("Split it by seasons. Whoever runs the server can take in longer ones."))
    return no(say(gettext_noop("The list is too large for this page.")), right, "text")


def _look(here: Visit, league: League, draft: Draft) -> Look:
    if not draft.text.strip():
        raise no(
            say(gettext_noop("There is no list.")), say(gettext_noop("Paste its lines, or choose a file.")), "text"
        )
    listed = history.read(draft.text)
    names = list(names_in(listed.games))
    people = {names[place]: who for place, who in draft.people.items() if place < len(names)}
    return history.look(
        here.desk, league, draft.text, people=people, system=draft.system, division=draft.division, listed=listed
    )


def _page(
    request: HttpRequest,
    here: Visit,
    told: Told,
    draft: Draft,
    found: Look | None = None,
    trouble: Trouble | None = None,
) -> HttpResponse:
    names = here.name_people(told.people)
    context: dict[str, Any] = {
        **framed(here),
        "draft": draft,
        "trouble": trouble,
        "systems": {key: one.name for key, one in rules.all_systems().items()},
        "divisions": divisions_of(here.sheet),
        "under_way": told.league.under_way,
        "may": True,
    }
    if found is not None:
        context |= _foreseen(here, told, names, found)
    return render(request, "leagues/history.html", context, status=trouble.status if trouble else 200)


def _foreseen(here: Visit, told: Told, names: Names, found: Look) -> dict[str, Any]:
    lines: list[Line] = [one for one in found.lines if one.fault is None]
    return {
        "found": found,
        "kind": KINDS[found.kind],
        "lines": lines[:MOST_LINES],
        "more_lines": max(0, len(lines) - MOST_LINES),
        "results": sum(len(one.games) for one in found.seasons),
        "asked": _asked(found),
        "people": _people(here, told, names),
        "NEW": NEW,
        "OUT": OUT,
    }


def _asked(found: Look) -> list[Asked]:
    listed = list(names_in(found.listed.games))[:MOST_NAMES]
    keys = ((place, name, found.matched.key(name)) for place, name in enumerate(listed))
    return [
        Asked(place, name, NEW if key in found.matched.new else key, key in found.matched.new)
        for place, name, key in keys
    ]


def _people(here: Visit, told: Told, names: Names) -> Mapping[str, str]:
    """Who a name can be: the accounts of the club, and everybody who has played in the league."""
    people = people_of(told, here.desk, names)
    people |= {key: names.name(key) for key, one in told.league.players.items() if key not in people}
    return dict(sorted(people.items(), key=lambda one: one[1].casefold()))

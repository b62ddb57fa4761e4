"""The page of a battle: look, report, paste a script, read its log, check the dice.

Who may look and as whom is decided a floor above: `admit(request, stream)` answers with the viewer's `Who` (None for a
spectator) or raises Http404. The handler decides what a viewer may report. `urls` answers 404 where there is no battle.
"""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from battles.forms.trouble import REFUSED, Trouble
from battles.pages import as_of, batches, dice, foretelling, log_page, paste, pushes, report_form, script_page
from battles.pages import draft as drafts
from battles.pages.as_of import position
from battles.pages.battle_context import Sight, sight
from battles.pages.methods import read_page
from battles.pages.opened import Opened
from battles.pages.unchanged import tag_of, tagged, unchanged
from rules.adjudicate import Who
from rules.stream.revision.reports import Undo

Admit = Callable[[HttpRequest, str], Who | None]
WATCH = 30  # seconds between two loads of a page that refreshes by itself


@require_safe
def battle(request: HttpRequest, stream: UUID, admit: Admit) -> HttpResponseBase:
    """The battle as the viewer may see it. `?at=` as it stood at a row, `?as_of=` as it was believed at a time,
    `?ruling=` (and `&to=`), `?watch=1`, `?unit=` whose choices to show, `?square=` or `?target=` that was tapped for
    them. `?page=` of its log, which once stood here, leads to the log. `?push=1`: for a page that is open. With its
    ETag, 304 while it is the same.
    """
    who = admit(request, str(stream))
    if "page" in request.GET:
        return redirect(f"{reverse('battle-log', args=[stream])}?{request.GET.urlencode()}")
    if request.GET.get("push") == "1":
        pushed = pushes.answer(request, str(stream), who, lambda: _seen(request, str(stream), who, pushes.LAYOUT))
        return tagged(request, pushed, "")
    return _seen(request, str(stream), who).made


def _seen(request: HttpRequest, stream: str, who: Who | None, layout: str = "") -> pushes.Page:
    """The page that was asked for."""
    moment, trouble = as_of.asked(request, stream)
    opened = Opened(stream, who, moment)
    asked = opened.stands.battle.proposal is not None  # who is left to answer stands in no log
    tag = "" if trouble or layout or asked else tag_of(request, *opened.made_of(who))
    if same := unchanged(request, tag):
        return pushes.Page(tagged(request, same, tag))
    seen = sight(
        stream,
        who,
        opened=opened,
        ruling=_ruling(request),
        trouble=trouble,
        unit=request.GET.get("unit", ""),
        square=request.GET.get("square", ""),
        target=request.GET.get("target", ""),
    )
    page = answer(request, seen, trouble.status if trouble else 200, layout)
    shared = not (seen.look.mine or seen.look.choices or seen.look.mends)
    return pushes.Page(tagged(request, page, tag), shared, opened.story.named)


@never_cache
def report(request: HttpRequest, stream: UUID, admit: Admit) -> HttpResponse:
    """Report the form of a choice, or check it first. With `report=all` an undo leads to all that it would change."""
    looks = (request.POST.get("report"), request.POST.get("type")) == ("all", Undo.__name__)
    return _take(request, str(stream), admit, report_form.follow if looks else report_form.take)


@never_cache
def draft(request: HttpRequest, stream: UUID, admit: Admit) -> HttpResponse:
    """Forms that are filled in one after the other (`form`, each as a browser sends it), before they are reported.

    Answers with the next step, as a fragment of the page. With `send=one` a single form that is whole is reported at
    once, with `send=all` everything; then, and where nothing can go on from the forms, the whole page is the answer.
    `send=next` is of a form that said dice would follow: it is asked about even where none do, and it is whole.
    `send=look` answers with what the forms come to, and no step; `send=on` with nothing where nothing is open.
    """
    here = reverse("battle", args=[stream])
    if not request.user.is_authenticated:
        return redirect_to_login(here)
    who = admit(request, str(stream)) or Who(str(request.user.pk))
    if request.method != "POST":
        return redirect(here)
    return _drafted(request, str(stream), who, here)


def _drafted(request: HttpRequest, stream: str, who: Who, here: str) -> HttpResponse:
    texts, how = request.POST.getlist("form"), request.POST.get("send", "")
    typed = drafts.read(texts)
    if texts and not typed:
        return answer(request, sight(stream, who, trouble=batches.nobody()), REFUSED)
    if how == "look":
        seen = foretelling.foretold(stream, who, typed)
        if isinstance(seen, Trouble):
            return HttpResponse(status=204)
        return render(request, "battles/_foretold.html", {"seen": seen, "sight": seen.draft})
    found = drafts.draft(stream, who, typed) if how != "all" else None
    if isinstance(found, drafts.Draft):
        if how == "on" and not (found.cards or found.dice or found.is_begun):
            return HttpResponse(status=204)
        alone = found.faults and len(typed) == 1
        at_once = (how == "one" and found.is_whole and len(found.kept) == 1) or _only_draws(found)
        if not alone and not (how in ("one", "next") and at_once):
            return render(request, "battles/_draft.html", {"draft": found, "sight": found})
    done = found if isinstance(found, Trouble) else drafts.send(stream, who, typed)
    if isinstance(done, Trouble) and how == "all" and not done.kept:
        found = drafts.draft(stream, who, typed)
        if isinstance(found, drafts.Draft) and found.dice and found.lines:  # what waited for the network goes on
            return render(request, "battles/_draft.html", {"draft": found, "sight": found})
    if isinstance(done, Trouble):
        return answer(request, sight(stream, who, trouble=done), done.status)
    return redirect(f"{here}?ruling={done[0]}&to={done[1]}#ruling")


def _only_draws(found: drafts.Draft) -> bool:
    """Whether Leaguer draws, and nothing else is told or asked: what the form is called says all of it."""
    return found.draws and not (found.lines or found.before or (found.last and found.last.fields))


@never_cache
def script(request: HttpRequest, stream: UUID, admit: Admit) -> HttpResponse:
    """Report lines of battle script, or check them first; what can be written stands beside them."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.path if request.method != "POST" else reverse("battle", args=[stream]))
    who, trouble = admit(request, str(stream)), None
    if request.method == "POST":
        done = paste.take(request, str(stream), who or Who(str(request.user.pk)))
        if isinstance(done, int):
            return redirect(f"{reverse('battle', args=[stream])}?ruling={done}#ruling")
        trouble = done
    seen = script_page.script_sight(str(stream), who, trouble)
    context = {"sight": seen, "look": seen.look, "trouble": trouble}
    return render(request, "battles/script.html", context, status=trouble.status if trouble else 200)


@never_cache
def batch(request: HttpRequest, stream: UUID, admit: Admit) -> HttpResponse:
    """Report the same of several units."""
    return _take(request, str(stream), admit, batches.take)


@read_page
def whole_log(request: HttpRequest, stream: UUID, admit: Admit) -> HttpResponse:
    """Every report of the battle, newest first. `?page=`; `?at=` and `?as_of=` as on the battle's page."""
    who = admit(request, str(stream))
    moment, _trouble = as_of.asked(request, str(stream))
    told = log_page.log_of(str(stream), who, moment, request.GET.get("page", "1"))
    return render(request, "battles/log.html", {"sight": told, "look": told})


@read_page
def record(request: HttpRequest, stream: UUID, admit: Admit) -> HttpResponse:
    """What a battle is known by, for programs and for those who check it. `?at=` and `?as_of=` as on its page."""
    who = admit(request, str(stream))
    moment, _trouble = as_of.asked(request, str(stream))
    told = log_page.record_of(str(stream), who, moment)
    return render(request, "battles/record.html", {"record": told, "look": told.look})


@read_page
def rolls(request: HttpRequest, stream: UUID, admit: Admit) -> HttpResponse:
    """Every die of the battle with the question it answered, and how to check those Leaguer rolled."""
    who = admit(request, str(stream))
    return render(request, "battles/dice.html", {"dice": dice.dice_of(str(stream), who, request.GET.get("page"))})


Take = Callable[[HttpRequest, str, Who], "int | tuple[int, int] | str | Trouble"]


def _take(request: HttpRequest, stream: str, admit: Admit, take: Take) -> HttpResponse:
    """Post, redirect, get; a form with faults comes back filled in, on the battle's page."""
    here = reverse("battle", args=[stream])
    if not request.user.is_authenticated:
        return redirect_to_login(here)
    who = admit(request, stream)
    if request.method != "POST":
        return redirect(here)
    done = take(request, stream, who or Who(str(request.user.pk)))
    if isinstance(done, int):
        return redirect(f"{here}?ruling={done}#ruling")
    if isinstance(done, tuple):
        return redirect(f"{here}?ruling={done[0]}&to={done[1]}#ruling")
    if isinstance(done, str):
        return redirect(done)
    return answer(request, sight(stream, who, trouble=done), done.status)


def answer(request: HttpRequest, seen: Sight, status: int = 200, layout: str = "") -> HttpResponse:
    """The page of a battle; `layout`: the template around it, where it is not that of all pages."""
    watch = WATCH if request.method == "GET" and request.GET.get("watch") == "1" else None
    context = {"sight": seen, "look": seen.look, "trouble": seen.trouble, "watch": watch, "layout": layout}
    return render(request, "battles/battle.html", context, status=status)


def _ruling(request: HttpRequest) -> tuple[int, int] | None:
    """The rows of the reports to show at the top."""
    first = position(request, "ruling")
    return (first, max(first, position(request, "to") or first)) if first is not None else None

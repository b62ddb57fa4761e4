"""The page where a platoon enlists."""

from __future__ import annotations

from uuid import UUID

import msgspec
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from battles.forms import form_data
from battles.forms.trouble import Trouble
from battles.pages.methods import form_page
from campaigns import rosters
from campaigns.pages import choice_forms
from campaigns.pages.request_context import NOT_A_MEMBER, Visit, framed, not_allowed, visit
from campaigns.pages.roster_upload import Brought, bring, filled
from campaigns.season import legal
from campaigns.season.enlistment import Enlist, Enlisted
from rules.contract import Choice


@form_page
def enlist(request: HttpRequest, stream: UUID) -> HttpResponse:
    """`?nation=` chooses whose models are offered, `?copy=` fills the form with a platoon (campaign/platoon). The
    form is sent to the same address, and shown again with the input if it is refused."""
    here = visit(request, stream)
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path() if request.method != "POST" else request.path)
    if here.who is None:
        return _page(request, here, (), not_allowed(*NOT_A_MEMBER))
    choices = legal(here.season, here.who, Enlist)
    if request.method == "POST":
        return _take(request, here, choices)
    brought = _copied(request, here, choices[0]) if choices else None
    return _page(request, here, choices, Trouble(200, typed=brought.typed) if brought else None, brought)


def _copied(request: HttpRequest, here: Visit, choice: Choice) -> Brought | None:
    """The form filled with a platoon that the visitor may see. Its cards are copied only if they command it."""
    campaign, _slash, key = request.GET.get("copy", "").partition("/")
    try:
        source = here if campaign == here.stream else visit(request, UUID(campaign))
    except (ValueError, Http404):
        return None
    platoon = source.season.platoons.get(key)
    if platoon is None or source.season.opened.system != here.season.opened.system:
        return None
    roster = rosters.roster_of(source.season, platoon)
    if str(request.user.pk) not in platoon.players:
        bare = (msgspec.structs.replace(one, cards=()) for one in roster.vehicles)
        roster = msgspec.structs.replace(roster, vehicles=tuple(bare))
    if any(platoon.name == roster.name for platoon in here.season.platoons.values()):
        roster = msgspec.structs.replace(roster, name="")
    return filled(choice, roster, here.season.head[0])


def _take(request: HttpRequest, here: Visit, choices: tuple[Choice, ...]) -> HttpResponse:
    if "bring" in request.POST and choices and choices[0].files:
        brought = bring(choices[0], form_data.read(request.POST), request.FILES.get("file"), here.season.rules)
        trouble = Trouble(422 if brought.faults else 200, brought.faults, typed=brought.typed)
        return _page(request, here, choices, trouble, brought)
    done = choice_forms.take(request, here, choices)
    if isinstance(done, Trouble):
        return _page(request, here, choices, done)
    assert isinstance(done.event, Enlisted)
    return redirect(f"{reverse('platoon', args=[here.stream, done.event.platoon])}?ruling={done.position}#ruling")


def _page(
    request: HttpRequest,
    here: Visit,
    choices: tuple[Choice, ...],
    trouble: Trouble | None = None,
    brought: Brought | None = None,
) -> HttpResponse:
    nations = choice_forms.nations(choices)
    asked = (brought.nation if brought else "") or request.GET.get("nation", "")
    nation = asked if asked in nations else ""
    shown = [choice_forms.of_nation(one, nation, here.season.rules) for one in choices]
    action = f"?nation={nation}" if nation else request.path
    context = {
        **framed(request, here, trouble),
        **choice_forms.shown(here, shown, action, trouble),
        "may": here.who is not None,
        "nations": nations if len(nations) > 1 else (),
        "undecided": len(nations) > 1 and not nation and not (trouble and trouble.typed and trouble.typed.type),
        "nation": nation,
        "rules": here.season.rules,
        "files": choices[0].files if choices else (),
        "brought": brought if brought and (brought.notes or not brought.faults) else None,
    }
    return render(request, "campaigns/enlist.html", context, status=trouble.status if trouble else 200)

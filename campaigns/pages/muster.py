"""The page that musters a battle, for organisers and for the players of an announced fixture."""

from __future__ import annotations

from uuid import UUID, uuid4

import msgspec
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from battles.forms.trouble import Trouble
from battles.presenters.people import names_of
from campaigns.pages import board_fields, muster_form, result_notes
from campaigns.pages.meeting_ground import field
from campaigns.pages.muster_form import Form
from campaigns.pages.muster_sides import sides_of
from campaigns.pages.request_context import NOT_AN_ORGANISER, Visit, framed, not_allowed, send, spent, told_of, visit
from campaigns.pages.waivers import waivers
from campaigns.presenters import story
from campaigns.season.musters import BattleMustered, may_muster
from campaigns.season.terms import DICE, WHOSE_DICE


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def muster(request: HttpRequest, stream: UUID) -> HttpResponse:
    """`?scenario=` chooses one, `?fixture=` names an announced fixture. The form is sent here, and shown again with
    the input if it is refused. For a fixture on the map it begins with the proposal for its ground, unless
    `?scenario=` is blank."""
    here = visit(request, stream)
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path() if request.method != "POST" else request.path)
    if request.method == "POST":
        return _take(request, here)
    form = _blank(here, request.GET.get("fixture", ""), request.GET.get("scenario"))
    return _page(request, here, form, None if _may(here, form) else not_allowed(*NOT_AN_ORGANISER))


def _blank(here: Visit, key: str, scenario: str | None) -> Form:
    fixture = muster_form.open_fixture(here.season, key)
    if fixture is not None and fixture.ground is not None and scenario in (None, fixture.ground.scenario):
        return muster_form.as_proposed(here.season, fixture)
    asked = scenario or ""
    chosen = muster_form.scenario_of(here.season.rules, fixture.scenario if fixture and fixture.scenario else asked)
    return muster_form.blank(asked, here.season.head[0], fixture, chosen.sides if chosen else ())


def _may(here: Visit, form: Form) -> bool:
    return here.who is not None and may_muster(here.season, here.season.fixtures.get(form.fixture), here.who)


def _take(request: HttpRequest, here: Visit) -> HttpResponse:
    form = muster_form.read(request.POST)
    scenario = muster_form.scenario_of(here.season.rules, form.scenario)
    if not _may(here, form):
        return _page(request, here, form, not_allowed(*NOT_AN_ORGANISER))
    if scenario is None or "show" in request.POST:
        return _page(request, here, form)
    wrong = tuple(muster_form.faults(form, scenario, here.season))
    if wrong:
        return _page(request, here, form, Trouble(422, wrong))
    report = muster_form.command(form, scenario.sides, here.season.rules.board)
    done = send(here, form.id, report, form.after, "check" in request.POST)
    if isinstance(done, Trouble):
        return _page(request, here, form, done)
    assert isinstance(done.event, BattleMustered)
    return redirect("battle", stream=done.event.battle)


def _page(request: HttpRequest, here: Visit, form: Form, trouble: Trouble | None = None) -> HttpResponse:
    if trouble and spent(trouble):
        form = msgspec.structs.replace(form, id=str(uuid4()))
    scenario, may = muster_form.scenario_of(here.season.rules, form.scenario), _may(here, form)
    faults = trouble.faults if trouble else ()
    told = told_of(request, here, trouble)
    people = names_of([*(row.by for _fact, row in told), *(one.player for one in here.season.platoons.values())])
    context = {
        **framed(request, here, trouble, people),
        "may": may,
        "referee": here.referee,
        "fixture": here.season.fixtures.get(form.fixture),
        "called": story.battles_in(here.season).get(form.fixture, ""),
        "ground": field(here.season, here.season.fixtures.get(form.fixture)),
        "crossed": result_notes.crossed(here.season, here.season.fixtures.get(form.fixture), form.platoons),
        "form": msgspec.structs.replace(form, after=here.season.head[0]),
        "scenarios": here.season.rules.scenarios,
        "scenario": scenario,
        "sides": sides_of(here, scenario, form, faults, people) if scenario and may else [],
        "platoons": here.season.platoons,
        "by_id": any(part.type == "text" for part in here.season.rules.board),  # texts name vehicles by their ids
        "board": board_fields.parts(here.season.rules.board, form.board, faults),
        "whose_dice": [(one, DICE.choice_called(one)) for one in DICE.choices],
        "dice": form.dice or here.season.settings(here.season.turn).terms.get(WHOSE_DICE, DICE.default),
        "title_faults": [fault for fault in faults if fault.field == "title"],
        "waivers": waivers(form.waivers, faults, story.names_in(here.season)),
    }
    return render(request, "campaigns/muster.html", context, status=trouble.status if trouble else 200)

"""The page that musters a battle, for organisers and for the players of an announced fixture."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from msgspec.structs import replace

from battles.forms import form_data
from battles.forms.form_data import Typed
from battles.forms.trouble import REFUSED, Trouble
from battles.pages.methods import form_page
from battles.presenters.people import names_of
from campaigns.pages import choice_forms, result_notes
from campaigns.pages.meeting_ground import field as ground_of
from campaigns.pages.request_context import NOT_AN_ORGANISER, Visit, framed, not_allowed, told_of, visit
from campaigns.presenters import story
from campaigns.season import Fixture, legal
from campaigns.season.musters import BattleMustered, MusterBattle, is_beside, may_muster
from rules.contract import Choice, Field, Refused, say
from rules.contract import gettext_noop as _
from rules.declarations import Scenario
from rules.stream.choices import about


@form_page
def muster(request: HttpRequest, stream: UUID) -> HttpResponse:
    """`?scenario=` chooses one, `?fixture=` names an announced fixture. The form is sent to the same address, and shown
    again with the input if it is refused. For a fixture on the map it begins with the proposal for its ground, unless
    `?scenario=` is blank."""
    here = visit(request, stream)
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path() if request.method != "POST" else request.path)
    asked: dict[str, str] = request.GET.dict()
    if request.method == "POST":
        asked = {name: str(value) for name, value in form_data.read(request.POST).given.items()}
    fixture = here.season.fixtures.get(asked.get("fixture", ""))
    if here.who is None or not may_muster(here.season, fixture, here.who):
        return _page(request, here, fixture, None, [], not_allowed(*NOT_AN_ORGANISER))
    scenario = _scenario(here, fixture, asked.get("scenario"))
    choices = _choices(here, fixture, scenario)
    if request.method != "POST":
        return _page(request, here, fixture, scenario, choices)
    done = _changed_sides(here, scenario, form_data.read(request.POST)) or choice_forms.take(request, here, choices)
    if isinstance(done, Trouble):
        return _page(request, here, fixture, scenario, choices, done)
    assert isinstance(done.event, BattleMustered)
    return redirect("battle", stream=done.event.battle)


def _changed_sides(here: Visit, scenario: Scenario | None, typed: Typed) -> Trouble | None:
    """Another platoon was chosen for a side than the one whose vehicles are ticked there: its own are shown first."""
    fields = dict(typed.fields)
    for side in scenario.sides if scenario else ():
        platoon = here.season.platoons.get(fields.get(f"pick:sides.{side}.platoon", [""])[-1])
        key = f"picks-or-none:sides.{side}.vehicles"
        ticked = {*fields.get(key, ())} - {""}
        if platoon is not None and ticked and not ticked & {*platoon.vehicles}:
            del fields[key]
    if typed.more or len(fields) == len(typed.fields):
        return None
    look = say(_("Other platoons were chosen: these are their vehicles.")), say(_("Look at them, and report it again."))
    fault = Refused("campaign", *look, field="sides")
    return Trouble(REFUSED, (fault,), typed=replace(typed, fields=fields))


def _scenario(here: Visit, fixture: Fixture | None, asked: str | None) -> Scenario | None:
    """The one announced or asked for, that of the ground, or the only one there is; None if one has to be chosen."""
    known = here.season.rules.scenarios
    proposed = fixture.ground.scenario if fixture and fixture.ground and asked is None else ""
    key = (fixture.scenario if fixture else "") or asked or proposed
    return known[0] if len(known) == 1 else next((one for one in known if one.key == key), None)


def _choices(here: Visit, fixture: Fixture | None, scenario: Scenario | None) -> list[Choice]:
    """The muster of the fixture, or of a battle beside them, as this scenario. The house rules of one battle, and a
    board that the rulebook does not declare, are for programs."""
    if scenario is None:
        return []
    found = []
    for one in legal(here.season, here.who, MusterBattle):
        mine = about(one, "fixture", fixture.key) if fixture else one if is_beside(one) else None
        if mine and (chosen := about(mine, "scenario", scenario.key)):
            kept = (each for each in chosen.fields if each.name != "options" and each.kind != "data")
            found.append(replace(chosen, fields=tuple(_board(each, fixture, scenario) for each in kept)))
    return found


def _board(field: Field, fixture: Fixture | None, scenario: Scenario) -> Field:
    """Blank as another scenario than the one that is proposed for the ground."""
    if field.name != "board" or fixture is None or fixture.ground is None or fixture.ground.scenario == scenario.key:
        return field
    return replace(field, fields=tuple(replace(one, default=None) for one in field.fields))


def _page(
    request: HttpRequest,
    here: Visit,
    fixture: Fixture | None,
    scenario: Scenario | None,
    choices: list[Choice],
    trouble: Trouble | None = None,
) -> HttpResponse:
    told = told_of(request, here, trouble)
    people = names_of(
        [*(row.by for _fact, row in told), *(one.player for one in here.season.platoons.values())], here.person
    )
    typed = trouble.typed.fields if trouble and trouble.typed else {}
    sides = {side: typed.get(f"pick:sides.{side}.platoon", [""])[-1] for side in (scenario.sides if scenario else ())}
    context = {
        **framed(request, here, trouble, people),
        **choice_forms.shown(here, choices, request.get_full_path(), trouble, people=people),
        "may": here.who is not None and may_muster(here.season, fixture, here.who),
        "fixture": fixture,
        "called": story.battles_in(here.season).get(fixture.key, "") if fixture else "",
        "ground": ground_of(here.season, fixture),
        "crossed": result_notes.crossed(here.season, fixture, sides) if all(sides.values()) else "",
        "scenarios": here.season.rules.scenarios,
        "scenario": scenario,
        "platoons": here.season.platoons,
        "chosen": [here.season.platoons[key] for key in sides.values() if key in here.season.platoons],
    }
    return render(request, "campaigns/muster.html", context, status=trouble.status if trouble else 200)

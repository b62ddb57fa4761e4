"""The page of a friendly battle that a campaign may count: proposed by one player, agreed to by the other, accepted by
an organiser. Each of them sees there what it comes to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from battles import naming
from battles.forms.trouble import refusal
from battles.not_found import or_404
from battles.pages.methods import form_page
from battles.sentences import words
from campaigns import adoption, adoption_requests, handler
from campaigns.adoption_preview import Foreseen, foresee
from campaigns.adoption_requests import Changed, Look, look_at
from campaigns.models import Campaign, User
from campaigns.pages import robots
from campaigns.presenters import story
from campaigns.season import Season
from campaigns.season import names as season_names
from rules.adjudicate import Who
from rules.battle import Battle
from rules.contract import Refused

Admit = Callable[[HttpRequest, str], Who | None]


@form_page
def adopt(request: HttpRequest, stream: UUID, *, admit: Admit) -> HttpResponse:
    """404 for whoever has nothing to do with it, and for battles of campaigns."""
    robots.keep_out(request)
    who = admit(request, str(stream))
    if not isinstance(request.user, User):
        return redirect_to_login(request.path)
    look = or_404(look_at(stream, request.user, who))
    try:
        if request.method == "POST":
            return _act(request, look)
    except Refused as refused:
        return _page(request, look, refused)
    except Changed:
        messages.info(request, _("This proposal is not there any more, or it is another one now. Look again."))
        return redirect("battle-adopt", stream=stream)
    return _page(request, look)


def _act(request: HttpRequest, look: Look) -> HttpResponse:
    proposal = request.POST.get("of", "")
    match request.POST.get("act", ""):
        case "propose":
            adoption_requests.propose(look, *_asked(request.POST, look))
        case "agree":
            adoption_requests.agree(look, proposal)
            messages.success(request, _("You agree. An organiser of the campaign has to accept it now."))
        case "accept":
            campaign, fixture = adoption_requests.accept(look, proposal)
            return redirect("fixture", stream=campaign, fixture=fixture)
        case "end":
            adoption_requests.end(look, proposal)
            messages.info(request, _("The battle stays a friendly one."))
    return redirect("battle-adopt", stream=look.stream)


def _asked(said: Any, look: Look) -> tuple[str, dict[str, str], str]:
    """The campaign, the platoon of each side and the fixture that an address or a form names."""
    sides = {side: said.get(f"platoon-{side}", "") for side in look.battle.muster.sides}
    return said.get("campaign", ""), sides, said.get("fixture", "")


# -- what is shown -----------------------------------------------------------------------------------------------------


def _page(request: HttpRequest, look: Look, refused: Refused | None = None) -> HttpResponse:
    fixture, found = adoption.campaign_of(look.stream), look.found
    context: dict[str, Any] = {
        "stream": look.stream,
        "scenario": naming.scenario_name(look.battle.muster.system, look.battle.muster.scenario),
        "found": found,
        "rules": look.rules,
        "look": look,
        "adopted": fixture,
        "sight": {"names": {}},
    }
    if fixture is None and found is not None:
        context |= {"is_asked": look.user.pk == found.asked_id}
        context |= _foreseen(look, found.campaign, adoption.sides_of(found), found.fixture)
    elif fixture is None:
        context |= _choosing(request, look)
    trouble = refusal(refused) if refused is not None else None
    if trouble is not None:
        context["faults"] = trouble.faults
    return render(request, "campaigns/adopt.html", context, status=trouble.status if trouble is not None else 200)


def _choosing(request: HttpRequest, look: Look) -> dict[str, Any]:
    """The campaign is chosen first, then the platoons; then it is shown what it comes to."""
    said = request.POST if request.method == "POST" else request.GET
    named, sides, fixture = _asked(said, look)
    campaign = adoption_requests.chosen(look, named)
    settled = look.battle.settled
    guest = look.other is None or look.other.guest_of is not None
    context: dict[str, Any] = {
        "settled": settled,
        "guest": guest,
        "campaigns": adoption_requests.campaigns(look),
        "chosen": campaign,
    }
    if campaign is None or guest or not settled:
        return context
    season, _told, _rows = handler.replay(str(campaign.stream))
    rows = [_side_row(season, look, side, sides[side]) for side in look.battle.muster.sides]
    sides = {row["side"]: row["platoon"] for row in rows}
    fixtures = _fixtures(season, look)
    if fixture not in {key for key, _label in fixtures}:
        fixture = ""
    context |= {"rows": rows, "fixtures": fixtures, "fixture": fixture, "looked": "look" in said}
    return context | _foreseen(look, campaign, sides, fixture)


def _side_row(season: Season, look: Look, side: str, chosen: str) -> dict[str, Any]:
    """The platoons that this side's player commands; the one that is chosen, or the first."""
    players = _accounts(look)[side]
    theirs = [one for one in season.platoons.values() if not one.dropped and {*players} & {*one.players}]
    keys = [one.key for one in theirs]
    return {
        "side": side,
        "name": naming.side_name(side),
        "mine": side == look.mine,
        "platoons": [(one.key, one.name) for one in theirs],
        "platoon": chosen if chosen in keys else next(iter(keys), ""),
    }


def _accounts(look: Look) -> dict[str, tuple[str, ...]]:
    """Who has played each side; for a guest, the account that has claimed the seat."""
    return adoption.fought(look.battle).players


def _fixtures(season: Season, look: Look) -> list[tuple[str, str]]:
    """The announced fixtures between the two players that nobody has mustered."""
    players = {one for theirs in _accounts(look).values() for one in theirs}
    waits = (one for one in season.fixtures.values() if one.announced and one.is_open and not one.battle)
    return [
        (one.key, words(season_names.pair(season, one.platoons), story.names_in(season)))
        for one in waits
        if all(players & {*season.platoons[key].players} for key in one.platoons)
    ]


def _foreseen(look: Look, campaign: Campaign, sides: dict[str, str], fixture: str) -> dict[str, Any]:
    """What it comes to, or why it cannot be."""
    season, _told, _rows = handler.replay(str(campaign.stream))
    context: dict[str, Any] = {
        "campaign": campaign,
        "called": words(season_names.pair(season, sides.values()), story.names_in(season)),
        "for_fixture": fixture,
        "sight": {"names": story.names_in_refusals(season, str(look.user.pk))},
    }
    try:
        found = foresee(str(campaign.stream), look.stream, sides, fixture)
    except Refused as refused:
        return context | {"against": refusal(refused).faults}
    return context | _in_words(season, look.battle, found)


def _in_words(season: Season, battle: Battle, found: Foreseen) -> dict[str, Any]:
    models = {unit.id: unit.model for unit in battle.muster.units}
    after = found.season
    return {
        "vehicles": [
            (
                models[unit],
                season_names.vehicle(season, vehicle),
                words(season_names.STATUSES[after.vehicles[vehicle].status]),
            )
            for unit, vehicle in found.units.items()
        ],
        "ranks": [(season.platoons[one.platoon].name, one.before, one.after) for one in found.changes.platoons],
        "possible": True,
    }

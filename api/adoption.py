"""What becomes of a friendly battle afterwards: a campaign adopts it, or an account claims a guest's seat in it."""

from __future__ import annotations

from uuid import UUID

import msgspec
from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.exceptions import Throttled
from rest_framework.request import Request

from api import access, bodies, people, queries
from api import schema_texts as texts
from api.endpoints import Endpoint, answer
from api.problems import Trouble, refusal, trouble
from api.schema_texts import FLAG, describe
from api.shapes import adoption as shapes
from api.shapes.reports import Fault
from campaigns import adoption, adoption_requests, friendly_requests, guests, handler
from campaigns.adoption_preview import Foreseen, foresee
from campaigns.adoption_requests import Changed, Look
from campaigns.friendly_requests import TooOften
from campaigns.models import Adoption, Campaign, Standing, User
from campaigns.presenters import story
from campaigns.roles import user_of
from rules.contract import Refused


class AdoptionView(Endpoint):
    url_name = "battle-adoption"

    @describe("See whether a campaign adopts a battle", shapes.Adoption, problems=(400, 401, 403, 404, 429))
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """The proposal that waits, with what it comes to; else the campaigns in which both players command a platoon.
        For the two players of a friendly battle, and the organisers of the campaign that is asked, or has adopted it.
        """
        look = _look(request, id)
        adopted = adoption.campaign_of(id)
        body = shapes.Adoption(
            settled=bool(look.battle.settled),
            adopted=shapes.AdoptedAs(str(adopted.campaign_id), adopted.fixture) if adopted else None,
            proposal=_waiting(look, look.found) if look.found is not None and adopted is None else None,
            campaigns=_open_to(look) if look.found is None and adopted is None else [],
        )
        return _private(body)

    @describe(
        "Propose that a campaign adopts a battle",
        shapes.AdoptionProposal,
        body=shapes.ProposeAdoption,
        query={"dry_run": (FLAG, "Only answer what it would come to; nothing is proposed, and `id` is empty.")},
        example={"campaign": "…", "sides": {"allies": "bears", "axis": "cats"}},
        status=201,
        problems=(400, 401, 403, 404, 413, 415, 422, 429),
    )
    def post(self, request: Request, id: UUID) -> HttpResponse:
        """By one of its players, once it is settled. The other one agrees; then an organiser accepts it with the report
        `MusterBattle` to the campaign: this `battle`, its `sides` and `fixture`, and `adopted` as `{}`.

        It takes the place of another one of yours. Sent again it is the same one.
        """
        look = _look(request, id)
        dry_run = queries.flag(request._request, "dry_run", False)
        said = bodies.said(request._request, shapes.ProposeAdoption)
        asked = (look, said.campaign.lower(), said.sides, said.fixture)
        try:
            if dry_run:
                return _private(_tried(look, *adoption_requests.tried(*asked), said))
            found = adoption_requests.propose(*asked)
        except Refused as refused:
            raise _named(refused, look, adoption_requests.chosen(look, said.campaign.lower())) from None
        return _private(_waiting(look, found), 201)

    @describe(
        "End the proposal to adopt a battle",
        None,
        query={"proposal": (texts.UUID, "Only this one: a 409 if it is another one by now.")},
        problems=(400, 401, 403, 404, 409, 429),
        status=204,
    )
    def delete(self, request: Request, id: UUID) -> HttpResponse:
        """Who has proposed it takes it back; the other player, or an organiser, declines it. Nothing of it is kept."""
        look = _look(request, id)
        asked = queries.uuid(request._request, "proposal") or (look.found and look.found.pk)
        try:
            adoption_requests.end(look, str(asked or ""))
        except Changed:
            raise _changed() from None
        return HttpResponse(status=204)


class AgreementView(Endpoint):
    url_name = "battle-adoption-agreement"

    @describe(
        "Agree that a campaign adopts a battle",
        shapes.AdoptionProposal,
        body=shapes.AgreeToAdoption,
        example={"proposal": "…"},
        problems=(400, 401, 403, 404, 409, 413, 415, 422, 429),
    )
    def post(self, request: Request, id: UUID) -> HttpResponse:
        """By the player who is asked, to the proposal they have seen. An organiser of the campaign has to accept it
        then. Agreed twice is agreed.
        """
        look = _look(request, id)
        said = bodies.said(request._request, shapes.AgreeToAdoption)
        try:
            adoption_requests.agree(look, said.proposal.lower())
        except Changed:
            raise _changed() from None
        found = adoption.of_battle(id)
        if found is None:
            raise _changed()
        return _private(_waiting(look, found))


class ClaimView(Endpoint):
    url_name = "battle-claim"

    @describe("Read your code as a guest", shapes.GuestCode, problems=(400, 401, 403, 404, 429))
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """For a guest of this battle, while they play it. With the code any account may claim their seat, also when the
        battle is over.
        """
        access.to_battle(request.user, id)
        guest = request.user
        if not isinstance(guest, User) or guest.guest_of != id:
            raise Trouble(
                "not-yours",
                _("Only a guest of this battle has a code here."),
                remedy=_("To claim a seat, send the guest’s code."),
            )
        known = User.objects.get(pk=guest.pk)
        return _private(shapes.GuestCode(guests.code_of(known), known.date_joined + guests.CLAIMED_WITHIN))

    @describe(
        "Claim a guest's seat",
        shapes.ClaimedSeat,
        body=shapes.ClaimSeat,
        example={"code": "7KQX-M2HD"},
        status=201,
        problems=(400, 401, 403, 404, 413, 415, 422, 429),
    )
    def post(self, request: Request, id: UUID) -> HttpResponse:
        """The seat of the guest whose code it is becomes your account's, and what was reported from it reads as yours.
        The guest is logged out, and their key ends. A code works once, for sixty days. Wrong ones are counted.
        """
        access.to_battle(request.user, id)
        said = bodies.said(request._request, shapes.ClaimSeat)
        try:
            friendly_requests.claim(request._request, user_of(request), id, said.code)
        except TooOften as wait:
            raise Throttled(wait.seconds, str(wait)) from None
        return _private(shapes.ClaimedSeat(str(id)), 201)


def _look(request: Request, id: UUID) -> Look:
    asked = access.to_battle(request.user, id)
    look = adoption_requests.look_at(id, user_of(request), asked.who)
    if look is None:
        raise Trouble(
            "not-yours",
            _("This is for the players of a friendly battle, and the organisers who are asked to count it."),
        )
    return look


def _changed() -> Trouble:
    return Trouble(
        "conflict",
        _("This proposal is not there any more, or it is another one now."),
        field="proposal",
        remedy=_("Look again, then answer the one that stands."),
    )


def _open_to(look: Look) -> list[shapes.AdoptingCampaign]:
    """In which it could count, with the platoons of each side's players. Two queries."""
    open_ones = adoption_requests.campaigns(look)
    rows = list(Standing.objects.filter(campaign__in=[one.stream for one in open_ones], dropped=False))
    players = adoption.fought(look.battle).players
    return [
        shapes.AdoptingCampaign(
            id=str(one.stream),
            name=one.name,
            platoons={
                side: [row.platoon for row in rows if row.campaign_id == one.stream and _commands(row, theirs)]
                for side, theirs in players.items()
            },
        )
        for one in open_ones
    ]


def _commands(row: Standing, players: tuple[str, ...]) -> bool:
    return any(f'"{player}"' in row.players for player in players)


def _waiting(look: Look, found: Adoption) -> shapes.AdoptionProposal:
    """The proposal, and what it comes to; or why it cannot be accepted any more."""
    campaign, sides, foreseen, against = found.campaign, adoption.sides_of(found), None, list[Fault]()
    try:
        foreseen = foresee(str(campaign.stream), look.stream, sides, found.fixture)
    except Refused as refused:
        told = _named(refused, look, campaign).problem
        against = told.errors or [Fault(rule=told.rule, detail=told.detail, remedy=told.remedy)]
    by, asked = str(found.proposed_by_id), str(found.asked_id)
    told_of = _proposal(look, campaign, sides, found.fixture, by, asked, foreseen)
    told_of.id, told_of.agreed, told_of.until = str(found.pk), found.agreed, found.made_at + adoption.LASTS
    told_of.against = against
    return told_of


def _tried(look: Look, campaign: Campaign, found: Foreseen, said: shapes.ProposeAdoption) -> shapes.AdoptionProposal:
    by, asked = str(look.user.pk), str(look.other.pk if look.other else "")
    return _proposal(look, campaign, said.sides, said.fixture, by, asked, found)


def _proposal(
    look: Look,
    campaign: Campaign,
    sides: dict[str, str],
    fixture: str,
    by: str,
    asked: str,
    foreseen: Foreseen | None,
) -> shapes.AdoptionProposal:
    return shapes.AdoptionProposal(
        id="",
        campaign=str(campaign.stream),
        name=campaign.name,
        sides=sides,
        fixture=fixture,
        by=by,
        asked=asked,
        agreed=False,
        until=None,
        foreseen=_foreseen(foreseen) if foreseen else None,
        against=[],
        people=people.called([by, asked], str(look.user.pk)),
    )


def _foreseen(found: Foreseen) -> shapes.AdoptionForeseen:
    return shapes.AdoptionForeseen(
        units=found.units,
        conditions={one: found.season.vehicles[one].status for one in found.units.values()},
        platoons=[
            shapes.AdoptionShift(one.platoon, one.before.rank, one.before.score, one.after.rank, one.after.score)
            for one in found.changes.platoons
        ],
    )


def _named(refused: Refused, look: Look, campaign: Campaign | None) -> Trouble:
    """The refusal as the reader may have it: hidden cards' names are not told."""
    names = None
    if campaign is not None:
        season, _told, _rows = handler.replay(str(campaign.stream))
        names = story.names_in_refusals(season, str(look.user.pk))
    return trouble(refusal(refused, names))


def _private(body: msgspec.Struct, status: int = 200) -> HttpResponse:
    response = answer(body, status)
    response["Cache-Control"] = "private, no-store"
    return response

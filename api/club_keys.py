"""The keys of a club: its officers make them, see them and end them."""

from __future__ import annotations

from uuid import UUID

import msgspec
from django.contrib.admin.models import ADDITION, CHANGE, LogEntry
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.request import Request

from api import bodies, keys, people, queries
from api.clubs import readable
from api.endpoints import Endpoint, answer
from api.models import ClubKey
from api.problems import Trouble
from api.schema_texts import describe
from api.shapes import club_keys as shapes
from api.shapes import filled
from battles.not_found import or_404
from battles.presenters.people import reader_of
from campaigns.models import Club, User
from campaigns.roles import Person

PROBLEMS = (400, 401, 403, 404, 429)


class ClubKeysView(Endpoint):
    url_name = "club-keys"

    @describe("List a club's keys", shapes.ClubKeys, problems=PROBLEMS)
    def get(self, request: Request, club: str) -> HttpResponse:
        """The keys of programs that come in for the club: for its officers. What each is written as is never shown
        again."""
        found, _officer = _of_officer(request.user, club)
        kept = list(ClubKey.objects.filter(club=found)[: queries.LARGEST_PAGE])
        called = people.called((str(one.maker_id) for one in kept), reader_of(request.user))
        return answer(shapes.ClubKeys([_key(one) for one in kept], called))

    @describe(
        "Make a key for a club",
        shapes.MadeClubKey,
        body=shapes.NewClubKey,
        example={"name": "Scoreboard in the hall", "scopes": ["read", "results"], "days": 90},
        status=201,
        problems=(*PROBLEMS, 413, 415),
    )
    def post(self, request: Request, club: str) -> HttpResponse:
        """For a program of the club. It may do what its scopes say and an officer of the club may do, both:

        - `read`: read what officers read;
        - `results`: report results of battles, adjudicate fixtures, walk over;
        - `rounds`: open, pair, extend and close rounds, muster battles, set dates;
        - `manage`: everything else that officers report to campaigns and leagues;
        - `webhooks`: set up the club's webhooks, see what they were sent, send it again.

        It never plays, and never sees what lies face down. The log names it by its name, and its maker, for whom it
        acts. It ends when an officer ends it, on the day it expires, and when its maker is no officer any more.
        """
        found, officer = _of_officer(request.user, club)
        said = bodies.said(request._request, shapes.NewClubKey)
        kept, token = keys.make(found, officer, said.name.strip(), said.scopes, said.days)
        LogEntry.objects.log_actions(officer.pk, [kept], ADDITION, change_message="API", single_object=True)
        return answer(shapes.MadeClubKey(token, _key(kept)), status=201)


class ClubKeyView(Endpoint):
    url_name = "club-key"

    @describe("End a club's key", None, status=204, problems=PROBLEMS)
    def delete(self, request: Request, club: str, key: UUID) -> HttpResponse:
        """No program comes in with it from now on. It stays in the list, as the log names it. Ending it again changes
        nothing."""
        found, officer = _of_officer(request.user, club)
        kept = or_404(ClubKey.objects.filter(club=found, pk=key).first())
        if keys.end([kept.pk], timezone.now()):
            ended = _("Ended by the API.")
            LogEntry.objects.log_actions(officer.pk, [kept], CHANGE, change_message=ended, single_object=True)
        return HttpResponse(status=204)


def _of_officer(user: Person, short: str) -> tuple[Club, User]:
    """The club, and the caller, who organises it."""
    club = readable(user, short)
    if not isinstance(user, User) or not (user.is_superuser or user.organises.filter(pk=club.pk).exists()):
        raise Trouble("not-yours", _("Only those who organise the club see and make its keys."))
    return club, user


def _key(one: ClubKey) -> shapes.ClubKey:
    return filled(
        shapes.ClubKey,
        one,
        id=str(one.pk),
        scopes=msgspec.convert(one.scopes.split(), list[shapes.Scope]),
        maker=str(one.maker_id),
        expires=one.expires_at,
        ended=one.ended_at,
    )

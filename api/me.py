"""Who the caller is, and what waits for them."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import HttpResponse
from rest_framework.request import Request

from api.battles import lines, people_in
from api.endpoints import Endpoint, answer
from api.schema_texts import describe
from api.shapes import people as shapes
from battles.models import Sheet
from campaigns import roles
from campaigns.models import Campaign
from campaigns.roles import user_of

MOST = 50


class MeView(Endpoint):
    url_name = "me"

    @describe("Read who you are", shapes.Me, problems=(401, 429))
    def get(self, request: Request) -> HttpResponse:
        """Your account, the campaigns you organise or umpire, and your battles that are not settled."""
        user = user_of(request)
        opened = Campaign.objects.filter(stream__isnull=False).order_by("pk")
        mine = roles.played_by(str(user.pk))
        waiting = mine.exclude(status=Sheet.Status.SETTLED).order_by("-mustered_at", "stream")[:MOST]
        battles = list(lines(waiting))
        return answer(
            shapes.Me(
                id=str(user.pk),
                username=user.get_username(),
                name=user.get_full_name(),
                staff=user.is_staff,
                organises=_ids(roles.organised_by(user).filter(stream__isnull=False).order_by("pk")),
                umpires=_ids(opened.filter(stream__in=roles.umpired_by(user))),
                waiting=battles,
                people=people_in(battles, str(user.pk)),
            )
        )


def _ids(campaigns: QuerySet[Campaign]) -> list[str]:
    return [str(pk) for pk in campaigns.values_list("pk", flat=True)]

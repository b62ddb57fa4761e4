"""Conversations: what people say about a fixture and its battle."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from typing import Any, cast
from uuid import UUID

import msgspec
from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request

from api import access, bodies, queries
from api.endpoints import Endpoint, answer
from api.people import called
from api.problems import Trouble
from api.schema_texts import FILE, PAGED, describe, reference
from api.shapes import conversation as shapes
from api.shapes import filled
from battles.not_found import or_404
from campaigns.conversation import moderating, photos, posts, rights
from campaigns.conversation.rights import Here
from campaigns.models import Photo, Post
from campaigns.presenters import conversation as presenter

JSON, FORM = "application/json", "multipart/form-data"
PHOTOS = {"type": "array", "maxItems": photos.MOST, "items": FILE, "description": "JPEG, PNG or WebP, 8 MB each."}
IN_A_FORM = {
    "body": {"type": "string", "maxLength": 4000},
    "id": {"type": "string", "format": "uuid"},
    "photos": PHOTOS,
}
TO_SAY: dict[str, Any] = {
    JSON: reference(shapes.SaySomething),
    FORM: {"type": "object", "properties": IN_A_FORM, "additionalProperties": False},
}
LARGEST_FORM = photos.LARGEST_POST + 64 * 1024  # with what a form writes around its files
READ, WRITTEN = (400, 401, 403, 404, 429), (400, 401, 403, 404, 413, 415, 422, 429)


class FixturePostsView(Endpoint):
    url_name = "fixture-posts"
    largest = LARGEST_FORM

    @describe("Read the conversation about a fixture", shapes.Posts, query=PAGED, problems=READ)
    def get(self, request: Request, id: UUID, fixture: str) -> HttpResponse:
        """The newest page first, each in the order in which it was written. The club says who reads it: its members and
        the campaign's players, or whoever may read the campaign."""
        access.to_campaign(request.user, id)
        return _read(request, or_404(rights.of_fixture(request.user, id, fixture)))

    @describe(
        "Say something about a fixture",
        shapes.Post,
        body=TO_SAY,
        example={"body": "Well fought, @carol!"},
        status=201,
        problems=WRITTEN,
    )
    def post(self, request: Request, id: UUID, fixture: str) -> HttpResponse:
        """In markdown, without HTML. It stands in no log and can be edited for a quarter of an hour. Photos come with
        it in a form (`multipart/form-data`: `body`, `id`, and `photos`, four at most, of 14 MB together). Each is drawn
        anew: 1600 pixels at most, and nothing of where and by what it was taken."""
        access.to_campaign(request.user, id)
        return _say(request, or_404(rights.of_fixture(request.user, id, fixture)))


class BattlePostsView(Endpoint):
    url_name = "battle-posts"
    largest = LARGEST_FORM

    @describe("Read the conversation about a battle", shapes.Posts, query=PAGED, problems=READ)
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """It is that about its fixture. A friendly battle has none, as it has no club."""
        return _read(request, _of_battle(request, id))

    @describe(
        "Say something about a battle",
        shapes.Post,
        body=TO_SAY,
        example={"body": "What a shot!"},
        status=201,
        problems=WRITTEN,
    )
    def post(self, request: Request, id: UUID) -> HttpResponse:
        """In the conversation about its fixture, with photos as there."""
        return _say(request, _of_battle(request, id))


class PostView(Endpoint):
    url_name = "post"

    @describe("Read a post", shapes.Post, problems=READ)
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """As you may read it."""
        return answer(_one(request, *_post(request, id)))

    @describe("Edit a post", shapes.Post, body=shapes.EditPost, example={"body": "Rather the hill"}, problems=WRITTEN)
    def post(self, request: Request, id: UUID) -> HttpResponse:
        """One of your own, for a quarter of an hour."""
        here, row = _post(request, id)
        return answer(_one(request, here, posts.edit(here, row, bodies.said(request._request, shapes.EditPost).body)))

    @describe("Delete a post", None, problems=READ, status=204)
    def delete(self, request: Request, id: UUID) -> HttpResponse:
        """One of your own, with its photos."""
        posts.delete(*_post(request, id))
        return HttpResponse(status=204)


class PostReactionsView(Endpoint):
    url_name = "post-reactions"

    @describe("React to a post", shapes.Post, body=shapes.React, example={"kind": "shot"}, problems=WRITTEN)
    def post(self, request: Request, id: UUID) -> HttpResponse:
        """Each kind once; asked again, it stays."""
        here, row = _post(request, id)
        said = bodies.said(request._request, shapes.React)
        posts.react(here, row, said.kind, said.on)
        return answer(_one(request, *_post(request, id)))


class PostReportsView(Endpoint):
    url_name = "post-reports"

    @describe(
        "Report a post", None, body=shapes.ReportPost, example={"reason": "It is rude"}, problems=WRITTEN, status=204
    )
    def post(self, request: Request, id: UUID) -> HttpResponse:
        """To the organisers and umpires of the campaign. Its author does not learn by whom."""
        here, row = _post(request, id)
        moderating.report(here, row, bodies.said(request._request, shapes.ReportPost).reason)
        return HttpResponse(status=204)


class PostHidingView(Endpoint):
    url_name = "post-hiding"

    @describe(
        "Hide a post",
        shapes.Post,
        body=shapes.HidePost,
        example={"hidden": True, "reason": "Say it friendlier"},
        problems=WRITTEN,
    )
    def post(self, request: Request, id: UUID) -> HttpResponse:
        """Or show it again: by an organiser or umpire of the campaign, for a reason. What was done stays on record."""
        here, row = _post(request, id)
        said = bodies.said(request._request, shapes.HidePost)
        moderating.hide(here, row, said.hidden, said.reason)
        return answer(_one(request, here, row))


class PostPhotoView(Endpoint):
    url_name = "post-photo"

    @describe("Download a photo", None, files=(photos.TYPE,), problems=READ)
    def get(self, request: Request, id: UUID, number: int) -> HttpResponse:
        """The photo of a post by its number, from 1."""
        here, row = _post(request, id)
        shown = list(row.photos.all())
        if not (rights.may_read(here, row) and 1 <= number <= len(shown)):
            raise Http404
        return _file(shown[number - 1])


def _file(photo: Photo) -> HttpResponse:
    try:
        with photos.opened(photo) as file:
            response = HttpResponse(file.read(), content_type=photos.TYPE)
    except FileNotFoundError:
        raise Http404 from None
    response["Cache-Control"] = "private, max-age=3600"
    return response


# -- where, and who ----------------------------------------------------------------------------------------------------


def _of_battle(request: Request, battle: UUID) -> Here:
    access.to_battle(request.user, battle)
    place = rights.of_battle(battle)
    return or_404(rights.of_fixture(request.user, *place) if place else None)


def _post(request: Request, id: UUID) -> tuple[Here, Post]:
    return or_404(rights.of_post(request.user, id))


# -- answers -----------------------------------------------------------------------------------------------------------


def _read(request: Request, here: Here) -> HttpResponse:
    if not here.reads:
        raise PermissionDenied if request.user.is_authenticated else NotAuthenticated
    place = queries.cursor(request._request, queries.TIME, queries.ID)
    before = (_moment(place[0]), UUID(place[1])) if place else None
    told = presenter.newest(here, before, queries.limit(request._request))
    rest = None
    if told.earlier is not None:
        rest = queries.next_page(request._request, written(told.earlier.made_at), str(told.earlier.pk))
    return answer(
        shapes.Posts(
            [_shape(request, one) for one in told.posts],
            here.writes,
            here.moderates,
            here.muted,
            called({one.author for one in told.posts}, str(request.user.pk or "")),
            rest,
        )
    )


def _moment(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:  # as no page has written it
        return datetime.now(UTC)


def written(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def _say(request: Request, here: Here) -> HttpResponse:
    files: list[Any] = []
    if bodies.media_type(request._request, JSON, FORM) == FORM:
        said = _in_a_form(request)
        files = request._request.FILES.getlist("photos")
    else:
        bodies.bound(request._request)
        said = bodies.said(request._request, shapes.SaySomething)
    post = posts.say_something(here, said.body, partial(photos.all_drawn, files), UUID(said.id) if said.id else None)
    return answer(_one(request, here, post), 201)


def _in_a_form(request: Request) -> shapes.SaySomething:
    """The texts of a form, held against the same shape as JSON. A field of another name is refused, as there."""
    fields, files = request._request.POST, request._request.FILES
    texts: Mapping[str, Any] = {"body": "", **fields.dict()}
    for name in files:
        if name != "photos":
            raise Trouble(
                "malformed",
                _("This form knows no file “%(name)s”.") % {"name": name[:40]},
                field=name[:40],
                remedy=_("Send it as “photos”."),
            )
    return bodies.decoded(msgspec.json.encode(texts).decode(), msgspec.json.Decoder(shapes.SaySomething))


def _one(request: Request, here: Here, post: Post) -> shapes.Post:
    (told,) = presenter.told(here, [post])
    return _shape(request, told)


def _shape(request: Request, one: presenter.PostTold) -> shapes.Post:
    here = request._request.build_absolute_uri
    return filled(
        shapes.Post,
        one,
        made_at=written(one.at),
        edited_at=written(one.edited) if one.edited else None,
        body=one.typed,
        html=one.html[:],  # a plain text: `str` leaves it what it is
        photos=[
            shapes.PostPhoto(here(f"/api/v1/posts/{one.id}/photos/{n}/"), each.width, each.height)
            for n, each in enumerate(one.photos, 1)
        ],
        reactions=[
            shapes.PostReaction(cast(shapes.Reacted, each.kind), each.count, each.mine) for each in one.reactions
        ],
    )

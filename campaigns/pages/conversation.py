"""Pages of a conversation: the thread of a fixture, one post with what can be done with it, and photos.

All works by plain forms. `leaguer/talk.js` shows the thread below a battle, and new posts as they come.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from hashlib import sha256
from typing import Any
from uuid import UUID, uuid4

from django.contrib.auth.views import redirect_to_login
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.http import quote_etag
from django.views.decorators.http import require_http_methods, require_safe

from battles.not_found import or_404, uuid_in
from battles.pages.methods import form_page
from battles.tape import as_read
from campaigns.conversation import moderating, photos, posts, rights
from campaigns.conversation.rights import Here
from campaigns.models import Photo, Post, Reaction
from campaigns.models.conversation import LONGEST_POST, LONGEST_REASON
from campaigns.models.fixtures import Fixture
from campaigns.notices.in_battles import thread_of
from campaigns.notices.mentions import seen
from campaigns.own_words.speaking import speak_as
from campaigns.pages import robots
from campaigns.presenters import conversation as presenter
from campaigns.questions import TooMany
from rules.contract import Refused

STATUS = {"not-yours": 403, "throttled": 429}
NO_SCRIPTS = "default-src 'none'; sandbox"


def section(here: Here, before: Post | None = None) -> dict[str, Any]:
    """What `conversation/_thread.html` shows."""
    place = (before.made_at, before.pk) if before is not None else None
    return {
        "talk": presenter.newest(here, place),
        "new_post": uuid4(),
        "longest": LONGEST_POST,
        "most_photos": photos.MOST,
        "talk_at": address(here),
    }


def address(here: Here) -> str:
    return reverse("conversation", args=[here.desk.pk, here.fixture])


@require_http_methods(["GET", "HEAD", "POST"])
def thread(request: HttpRequest, stream: UUID, fixture: str) -> HttpResponse:
    """The whole conversation, its newest page first (`?before=` a post). With `?part=1` what stands below a fixture or
    a battle, with an ETag; 204 where there is nothing to read."""
    here = or_404(rights.of_fixture(request.user, stream, fixture))
    robots.keep_out(request)
    speak_as(here.desk.club)
    if request.method == "POST":
        return _said(request, here)
    if request.GET.get("part") == "1":
        return _part(request, here)
    return _thread(request, here)


def _part(request: HttpRequest, here: Here) -> HttpResponse:
    """The section, or with `?posts=1` its newest posts, which an open page asks for again and again."""
    if not here.reads:
        return HttpResponse(status=204)
    context, posts_alone = section(here), request.GET.get("posts") == "1"
    tag = quote_etag(sha256(repr((context["talk"].posts, as_read())).encode()).hexdigest()[:32])
    response = HttpResponse(status=304)
    if not (posts_alone and tag in request.headers.get("If-None-Match", "")):
        response = render(request, f"conversation/{'_posts' if posts_alone else '_thread'}.html", context)
    response["ETag"], response["Cache-Control"] = tag, "private, no-cache"
    patch_vary_headers(response, ("Cookie", "Accept-Language"))
    return response


def _thread(request: HttpRequest, here: Here, fault: Refused | None = None, status: int = 200) -> HttpResponse:
    before = None
    if (asked := uuid_in(request.GET.get("before", ""))) and here.thread is not None:
        before = here.thread.posts.filter(pk=asked).first()
    row = Fixture.objects.get(campaign=here.desk.pk, fixture=here.fixture)
    if here.user.is_authenticated and here.reads:
        seen(here.account, thread_of(str(here.desk.pk), here.fixture))
    context = {**section(here, before), "fixture": row, "stream": here.desk.pk, "fault": fault, "alone": True}
    context |= {"typed": request.POST.get("body", ""), "later": before is not None}
    response = render(request, "conversation/thread.html", context, status=status)
    response["Cache-Control"] = "private, no-cache"
    return response


def _said(request: HttpRequest, here: Here) -> HttpResponse:
    if not request.user.is_authenticated:
        return redirect_to_login(address(here))
    try:
        if (mutes := request.POST.get("mute")) is not None:
            posts.mute_thread(here, mutes == "1")
            return redirect(address(here))
        drawn = partial(photos.all_drawn, request.FILES.getlist("photos"))
        post = posts.say_something(here, request.POST.get("body", ""), drawn, uuid_in(request.POST.get("id", "")))
    except Refused as refused:
        return _thread(request, here, refused, STATUS.get(refused.code, 422))
    except TooMany as many:
        return _thread(request, here, many.refused, 429)
    return redirect(f"{address(here)}#post-{post.pk}")


@require_safe
def of_battle(request: HttpRequest, stream: UUID) -> HttpResponse:
    """From a battle to the fixture it was mustered for, or with `?part=1` to their conversation."""
    place = rights.of_battle(stream)
    if place is None or rights.of_fixture(request.user, *place) is None:
        raise Http404
    asked = request.GET.urlencode()
    if "part" in request.GET:
        return redirect(f"{reverse('conversation', args=place)}?{asked}")
    return redirect(f"{reverse('fixture', args=place)}#conversation")


# -- one post ----------------------------------------------------------------------------------------------------------

Act = Callable[[HttpRequest, Here, Post], object]


def _react(request: HttpRequest, here: Here, post: Post) -> None:
    kind = request.POST.get("kind", "")
    if kind not in Reaction.Kind.values:
        raise Http404
    posts.react(here, post, kind, "off" not in request.GET)


def _reason(request: HttpRequest) -> str:
    return request.POST.get("reason", "")


ACTS: dict[str, Act] = {
    "edit": lambda request, here, post: posts.edit(here, post, request.POST.get("body", "")),
    "react": _react,
    "report": lambda request, here, post: moderating.report(here, post, _reason(request)),
    "hide": lambda request, here, post: moderating.hide(here, post, True, _reason(request)),
    "show": lambda request, here, post: moderating.hide(here, post, False, _reason(request)),
    "leave": lambda request, here, post: moderating.leave(here, post, _reason(request)),
    "mute": lambda request, here, post: posts.mute_person(here.account, post.author, request.POST.get("on") == "1"),
    "delete": lambda request, here, post: posts.delete(here, post),
}


@form_page
def one_post(request: HttpRequest, post: UUID) -> HttpResponse:
    """A post alone, with all that its reader can do with it."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    found = or_404(rights.of_post(request.user, post))
    robots.keep_out(request)
    here, row = found
    speak_as(here.desk.club)
    if request.method != "POST":
        return _post(request, here, row)
    act = ACTS.get(request.POST.get("act", ""))
    if act is None:
        return _post(request, here, row, None, 400)
    try:
        act(request, here, row)
    except Refused as refused:
        return _post(request, here, row, refused, STATUS.get(refused.code, 422))
    except TooMany as many:
        return _post(request, here, row, many.refused, 429)
    gone = request.POST["act"] == "delete"
    return redirect(f"{address(here)}{'#conversation' if gone else f'#post-{row.pk}'}")


def _post(request: HttpRequest, here: Here, row: Post, fault: Refused | None = None, status: int = 200) -> HttpResponse:
    (one,) = presenter.told(here, [row])
    reports, acts = presenter.reports_of(here, row)
    context = {"here": here, "post": one, "reports": reports, "acts": acts, "fault": fault, "longest": LONGEST_POST}
    context |= {"talk_at": address(here), "longest_reason": LONGEST_REASON, "typed": request.POST.get("body")}
    return render(request, "conversation/post.html", context, status=status)


@require_safe
def photo(request: HttpRequest, name: str) -> HttpResponseBase:
    """A photo, for who may read its post. Its name is not enough."""
    row = Photo.objects.select_related("post").filter(name=name).first()
    found = rights.of_post(request.user, row.post_id) if row is not None else None
    if row is None or found is None or not rights.may_read(*found):
        raise Http404
    try:
        response = FileResponse(photos.opened(row), content_type=photos.TYPE)
    except FileNotFoundError:
        raise Http404 from None
    response["Cache-Control"] = "private, max-age=3600"
    response["Content-Security-Policy"] = NO_SCRIPTS
    response["Cross-Origin-Resource-Policy"] = "same-origin"
    response["X-Content-Type-Options"] = "nosniff"
    response["X-Robots-Tag"] = "noindex"
    return response

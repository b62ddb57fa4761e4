"""Addresses of the battles floor's pages. The floor above says who may look (`views.Admit`), and who still may."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from django.http import Http404
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path

from battles import log
from battles.live import Presence, Rights
from battles.pages import live, replay_views, systems, views
from battles.pages.corrections import views as mending
from battles.pages.views import Admit


def urls(admit: Admit, rights: Rights, presence: Presence, address_of: live.AddressOf) -> list[URLPattern]:
    def of(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
        """The view of a battle; 404 where there is none."""

        @wraps(view)
        def answered(*args: Any, **asked: Any) -> HttpResponseBase:
            try:
                return view(*args, admit=admit, **asked)
            except log.NoSuchStream:
                raise Http404 from None

        return answered

    follow = partial(live.follow, admit=admit, rights=rights, presence=presence, address_of=address_of)
    return [
        path("battles/<uuid:stream>/", of(views.battle), name="battle"),
        path("battles/<uuid:stream>/report/", of(views.report), name="battle-report"),
        path("battles/<uuid:stream>/draft/", of(views.draft), name="battle-draft"),
        path("battles/<uuid:stream>/script/", of(views.script), name="battle-script"),
        path("battles/<uuid:stream>/batch/", of(views.batch), name="battle-batch"),
        path("battles/<uuid:stream>/log/", of(views.whole_log), name="battle-log"),
        path("battles/<uuid:stream>/record/", of(views.record), name="battle-record"),
        path("battles/<uuid:stream>/live/", follow, name="battle-live"),
        path("battles/<uuid:stream>/replay/", of(replay_views.replay), name="battle-replay"),
        path("battles/<uuid:stream>/replay/frames/", of(replay_views.frames), name="battle-frames"),
        path(
            "battles/<uuid:stream>/after-action/",
            of(replay_views.after_action),
            name="battle-after-action",
        ),
        path("battles/<uuid:stream>/card.png", of(replay_views.card), name="battle-card"),
        path("battles/<uuid:stream>/dice/", of(views.rolls), name="battle-dice"),
        path("battles/<uuid:stream>/correct/<int:at>/", of(mending.correct), name="battle-correct"),
        path("battles/<uuid:stream>/settle/", of(mending.settle), name="battle-settle"),
        path("battles/<uuid:stream>/declare/", of(mending.declare), name="battle-declare"),
        path("battles/<uuid:stream>/amend/", of(mending.amend), name="battle-amend"),
        path("battles/<uuid:stream>/why/", of(mending.why), name="battle-why"),
        path("systems/", systems.index, name="systems"),
        path("systems/<slug:key>/", systems.system, name="system"),
    ]

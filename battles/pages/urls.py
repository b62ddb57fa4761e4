"""Addresses of the battles floor's pages. The floor above says who may look (`views.Admit`), and who still may."""

from __future__ import annotations

from functools import partial

from django.urls import URLPattern, path

from battles.live import Presence, Rights
from battles.pages import live, replay_views, systems, views
from battles.pages.corrections import views as mending
from battles.pages.views import Admit


def urls(admit: Admit, rights: Rights, presence: Presence, address_of: live.AddressOf) -> list[URLPattern]:
    follow = partial(live.follow, admit=admit, rights=rights, presence=presence, address_of=address_of)
    return [
        path("battles/<uuid:stream>/", partial(views.battle, admit=admit), name="battle"),
        path("battles/<uuid:stream>/report/", partial(views.report, admit=admit), name="battle-report"),
        path("battles/<uuid:stream>/draft/", partial(views.draft, admit=admit), name="battle-draft"),
        path("battles/<uuid:stream>/script/", partial(views.script, admit=admit), name="battle-script"),
        path("battles/<uuid:stream>/batch/", partial(views.batch, admit=admit), name="battle-batch"),
        path("battles/<uuid:stream>/log/", partial(views.whole_log, admit=admit), name="battle-log"),
        path("battles/<uuid:stream>/record/", partial(views.record, admit=admit), name="battle-record"),
        path("battles/<uuid:stream>/live/", follow, name="battle-live"),
        path("battles/<uuid:stream>/replay/", partial(replay_views.replay, admit=admit), name="battle-replay"),
        path("battles/<uuid:stream>/replay/frames/", partial(replay_views.frames, admit=admit), name="battle-frames"),
        path(
            "battles/<uuid:stream>/after-action/",
            partial(replay_views.after_action, admit=admit),
            name="battle-after-action",
        ),
        path("battles/<uuid:stream>/card.png", partial(replay_views.card, admit=admit), name="battle-card"),
        path("battles/<uuid:stream>/dice/", partial(views.rolls, admit=admit), name="battle-dice"),
        path("battles/<uuid:stream>/correct/<int:at>/", partial(mending.correct, admit=admit), name="battle-correct"),
        path("battles/<uuid:stream>/settle/", partial(mending.settle, admit=admit), name="battle-settle"),
        path("battles/<uuid:stream>/declare/", partial(mending.declare, admit=admit), name="battle-declare"),
        path("battles/<uuid:stream>/amend/", partial(mending.amend, admit=admit), name="battle-amend"),
        path("battles/<uuid:stream>/why/", partial(mending.why, admit=admit), name="battle-why"),
        path("systems/", systems.index, name="systems"),
        path("systems/<slug:key>/", systems.system, name="system"),
    ]

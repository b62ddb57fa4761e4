"""Addresses of the battles floor's pages. The floor above says who may look (`views.Admit`)."""

from __future__ import annotations

from functools import partial

from django.urls import URLPattern, path

from battles.pages import systems, views
from battles.pages.corrections import views as mending
from battles.pages.views import Admit


def urls(admit: Admit) -> list[URLPattern]:
    return [
        path("battles/<uuid:stream>/", partial(views.battle, admit=admit), name="battle"),
        path("battles/<uuid:stream>/report/", partial(views.report, admit=admit), name="battle-report"),
        path("battles/<uuid:stream>/draft/", partial(views.draft, admit=admit), name="battle-draft"),
        path("battles/<uuid:stream>/script/", partial(views.script, admit=admit), name="battle-script"),
        path("battles/<uuid:stream>/batch/", partial(views.batch, admit=admit), name="battle-batch"),
        path("battles/<uuid:stream>/log/", partial(views.whole_log, admit=admit), name="battle-log"),
        path("battles/<uuid:stream>/record/", partial(views.record, admit=admit), name="battle-record"),
        path("battles/<uuid:stream>/dice/", partial(views.rolls, admit=admit), name="battle-dice"),
        path("battles/<uuid:stream>/correct/<int:at>/", partial(mending.correct, admit=admit), name="battle-correct"),
        path("battles/<uuid:stream>/settle/", partial(mending.settle, admit=admit), name="battle-settle"),
        path("battles/<uuid:stream>/declare/", partial(mending.declare, admit=admit), name="battle-declare"),
        path("battles/<uuid:stream>/amend/", partial(mending.amend, admit=admit), name="battle-amend"),
        path("battles/<uuid:stream>/why/", partial(mending.why, admit=admit), name="battle-why"),
        path("systems/", systems.index, name="systems"),
        path("systems/<slug:key>/", systems.system, name="system"),
    ]

"""The office as a site of Django's admin: its lists are sorted into what organisers prepare, where a club has something
sent, and what was.

Outside `campaigns.admin`, whose modules register their lists at this site as they are imported.
"""

from __future__ import annotations

from typing import Any

from django.contrib.admin import AdminSite
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

# What Leaguer runs by, and no organiser prepares: when the clerk comes by, and groups of Django's own.
MACHINERY = ("django_celery_beat", "auth")
OF_CLUB = ("Club", "Invitation", "WebhookEndpoint", "DiscordChannel")


class OfficeSite(AdminSite):
    # The lists stand on the front page. Beside every other page they would be a column of tables that few want.
    enable_nav_sidebar = False

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """Made where it is shown, on the front page: Django asks for it on every page."""
        return SimpleLazyObject(lambda: self._lists(request, app_label))  # type: ignore[return-value]

    def _lists(self, request: HttpRequest, app_label: str | None) -> list[Any]:
        """What can be changed first, what a club has apart from its campaigns after it, then the records, which can
        only be read: by what they are, not by the app whose they are. The page of one app, which nothing leads to,
        stays as Django has it."""
        apps = super().get_app_list(request, app_label)
        if app_label is not None:
            return apps
        lists = [one for app in apps for one in app["models"]]
        lists.sort(key=lambda one: str(one["name"]).casefold())
        records = [one for one in lists if one["view_only"] or one["model"]._meta.app_label in MACHINERY]
        of_club = [one for one in lists if one["object_name"] in OF_CLUB and one not in records]
        return [
            *_section("desk", _("Prepare"), [one for one in lists if one not in records and one not in of_club]),
            *_section("club", _("The club"), of_club),
            *_section("records", _("Records"), records),
        ]


def _section(key: str, name: str, lists: list[Any]) -> list[Any]:
    address = f"{reverse('admin:index')}#{key}"
    found = {"name": name, "app_label": key, "app_url": address, "has_module_perms": True, "models": lists}
    return [found] if lists else []

"""The office as a site of Django's admin: its lists are sorted into what organisers prepare, where a club has something
sent, and what was.

Outside `campaigns.admin`, whose modules register their lists at this site as they are imported.
"""

from __future__ import annotations

from functools import update_wrapper
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

# What Leaguer runs by, and no organiser prepares: when the clerk comes by, and groups of Django's own.
MACHINERY = ("django_celery_beat", "auth")
OF_CLUB = ("Club", "ClubWords", "Invitation", "WebhookEndpoint", "DiscordChannel")


class OfficeSite(AdminSite):
    # The lists stand on the front page. Beside every other page they would be a column of tables that few want.
    enable_nav_sidebar = False

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """As Django's, but by the page of the site, which asks for the second step."""
        from campaigns.pages.login import LogIn  # models are not there yet when the office is made

        office = reverse("admin:index", current_app=self.name)
        if request.method == "GET" and self.has_permission(request):
            return HttpResponseRedirect(office)
        context = self.each_context(request) | {"title": _("Log in"), "subtitle": None}
        context |= {"app_path": request.get_full_path(), "username": request.user.get_username()}
        if REDIRECT_FIELD_NAME not in request.GET and REDIRECT_FIELD_NAME not in request.POST:
            context[REDIRECT_FIELD_NAME] = office
        request.current_app = self.name
        page = LogIn.as_view(
            authentication_form=self.login_form,
            extra_context=context | (extra_context or {}),
            redirect_authenticated_user=False,
            template_name="admin/login.html",
        )
        return page(request)

    def logout(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """As everywhere on the site, so that this device is told nothing any more and keeps nothing."""
        from campaigns.pages.push import LogOut

        return LogOut.as_view()(request)

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """On the page of the account, where tries are counted and the person is told."""
        return HttpResponseRedirect(reverse("password"))

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """With what waits in all campaigns that the visitor rules over, and those campaigns."""
        from campaigns.admin.evening import evening

        return super().index(request, {"evening": evening(request), **(extra_context or {})})

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Where SECOND_STEP=office, who has come in by a password alone is led to where a second step is set up."""
        from campaigns import second_factor

        inner = super().admin_view(view, cacheable)

        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            asked = settings.SECOND_STEP and self.has_permission(request)
            if asked and not second_factor.was_given(request, request.user):  # type: ignore[arg-type]  # it is an account
                messages.info(request, _("The office takes a second step at login. Set it up first."))
                return HttpResponseRedirect(reverse("second-factor"))
            return inner(request, *args, **kwargs)

        return update_wrapper(guarded, inner)

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

"""Campaigns on the desk: prepare in steps, rehearse, open, clone, forget a test campaign."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns import handler
from campaigns.admin import house_units
from campaigns.admin.desk import clone, forget, map, rehearsal, sheets_of_units
from campaigns.admin.desk.steps import STEPS, form_of, groups, next_url, step_of, step_url, system_of
from campaigns.admin.office import Edited, in_office
from campaigns.admin.ruling.views import rule_url
from campaigns.models import Campaign, User
from campaigns.roles import organised_by
from campaigns.season.edition_moves import untaken
from campaigns.theatre import TERRAINS

OPENED = ("visibility", "club", "name", "system", "test", "drawn", "ruling", "cloned", "forgotten")


@admin.register(Campaign)
class CampaignAdmin(Edited):
    """A campaign can be edited, step by step, until it opens. After that only its visibility can be changed."""

    list_display = ("name", "club", "system", "visibility", "opened", "test", "next")
    list_filter = ("visibility", ("stream", admin.EmptyFieldListFilter), "test", "system")
    list_select_related = ("club",)
    search_fields = ("name", "club__name")
    filter_horizontal = ("umpires",)
    change_form_template = "admin/desk/change_form.html"

    def of_clubs(self, rows: QuerySet[Any], user: User) -> QuerySet[Any]:
        return rows.filter(pk__in=organised_by(user).values("pk"))

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """An open campaign is in the log, and its row says who may read it."""
        return in_office(request) and not (isinstance(obj, Campaign) and obj.is_open)

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Without the action that deletes several: there might be an open one among them."""
        return {name: action for name, action in super().get_actions(request).items() if name != "delete_selected"}

    def get_urls(self) -> list[URLPattern]:
        def page(view: Callable[..., HttpResponse]) -> Any:
            return self.admin_site.admin_view(partial(view, self))

        def named(name: str) -> str:
            return f"campaigns_campaign_{name}"

        return [
            path("<uuid:key>/opening/", page(rehearsal.opening), name=named("opening")),
            path("<uuid:key>/clone/", page(clone.clone), name=named("clone")),
            path("<uuid:key>/map.txt", page(map.download), name=named("map")),
            path("<uuid:key>/forget/", page(forget.forget), name=named("forget")),
            path("systems/<str:key>/house-units.csv", page(sheets_of_units.template), name=named("units_template")),
            path("systems/<str:key>/catalogue.csv", page(sheets_of_units.catalogue), name=named("catalogue")),
            *super().get_urls(),
        ]

    # -- one step of an unopened campaign ------------------------------------------------------------------------------

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        if not (obj and obj.is_open):
            kwargs["form"] = form_of(_step(request, obj), obj)
        return super().get_form(request, obj, change=change, **kwargs)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj and obj.is_open:
            return [(None, {"fields": OPENED})]
        return [(title, {"fields": names}) for title, names in groups(_step(request, obj), obj)]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return tuple(name for name in OPENED if name != "visibility") if obj and obj.is_open else ()

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        """Add the steps, and a table of the house units below their text; of one that is open, which editions of its
        rulebook came out since."""
        obj = kwargs.get("obj")
        if obj and obj.is_open:
            season, _told, _rows = handler.replay(str(obj.pk))
            context |= {"newer": untaken(season), "edition": season.edition, "moves": rule_url(str(obj.pk), "amend")}
        else:
            step = _step(request, obj)
            system = system_of(obj)
            context |= {
                "step": step,
                "steps": [(one, step_url(obj, one) if obj else "", one == step) for one in STEPS],
                "opening": reverse("admin:campaigns_campaign_opening", args=[obj.pk]) if obj else "",
                "show_save_and_add_another": False,
                "show_save": False,
                "csv": system if step.key == "battles" else None,
                "mapping": _mapping(context["original"], context["adminform"]) if step.key == "map" else None,
            }
            if step.key == "battles" and system is not None:
                text = str(context["original"].options.get(house_units.OPTION, ""))
                context["units"] = house_units.table(house_units.units(system, system.edition, text))
        return super().render_change_form(request, context, *args, **kwargs)

    def response_add(self, request: HttpRequest, obj: Any, post_url_continue: str | None = None) -> HttpResponse:
        return HttpResponseRedirect(next_url(obj, STEPS[0]))

    def response_change(self, request: HttpRequest, obj: Any) -> HttpResponse:
        """Go to the next step; with `_continue`, stay at this one."""
        if obj.is_open:
            return super().response_change(request, obj)
        step = _step(request, obj)
        return HttpResponseRedirect(step_url(obj, step) if "_continue" in request.POST else next_url(obj, step))

    # -- what lists and open campaigns show ----------------------------------------------------------------------------

    def view_on_site(self, obj: Campaign) -> str:
        return reverse("campaign", args=[obj.pk])

    @admin.display(boolean=True, description=_("open"), ordering="stream")
    def opened(self, obj: Campaign) -> bool:
        return obj.is_open

    @admin.display(description=_("next"))
    def next(self, obj: Campaign) -> str:
        if obj.is_open:
            return self.ruling(obj)
        address = reverse("admin:campaigns_campaign_opening", args=[obj.pk])
        return format_html('<a href="{}">{}</a>', address, gettext("preview and open"))

    @admin.display(description=_("map"))
    def drawn(self, obj: Campaign) -> str:
        address = map.map_url(obj)
        return format_html('<a href="{}">{}</a>', address, gettext("its text")) if address else "–"

    @admin.display(description=_("rulings"))
    def ruling(self, obj: Campaign) -> str:
        return format_html('<a href="{}">{}</a>', rule_url(obj.stream), gettext("rule over it"))

    @admin.display(description=_("next season"))
    def cloned(self, obj: Campaign) -> str:
        address = reverse("admin:campaigns_campaign_clone", args=[obj.pk])
        saved = reverse("season-template", args=[obj.pk])
        words = (address, gettext("clone it"), saved, gettext("save its template"))
        return format_html('<a href="{}">{}</a> · <a href="{}">{}</a>', *words)

    @admin.display(description=_("forget"))
    def forgotten(self, obj: Campaign) -> str:
        if not obj.test:
            return gettext("It was not marked as a test before it opened, so its log is kept.")
        address = reverse("admin:campaigns_campaign_forget", args=[obj.pk])
        return format_html('<a href="{}">{}</a>', address, gettext("forget it with all its battles"))


def _mapping(campaign: Campaign, form: Any) -> dict[str, Any]:
    """A drawing of the map as saved or as sent, the address of its text, and an example."""
    text = form.form.data.get("map", "") if form.form.is_bound else campaign.map
    return {
        "drawing": map.drawing(campaign, text.replace("\r\n", "\n")),
        "text": map.map_url(campaign),
        "example": map.example(campaign),
        "terrains": ", ".join(TERRAINS),
    }


def _step(request: HttpRequest, obj: Campaign | None) -> Any:
    return step_of(request.GET.get("step", "") if obj else "")

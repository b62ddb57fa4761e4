"""Clubs with their organisers and members."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import NoReverseMatch, URLPattern, path, reverse
from django.utils.translation import gettext

from campaigns import minors
from campaigns.admin.desk import about_person, members
from campaigns.admin.office import OfClubs, in_office
from campaigns.models import Club, User
from campaigns.second_officer import KINDS


@admin.register(Club)
class ClubAdmin(OfClubs):
    """A superuser founds a club and names its first organisers. They do the rest."""

    list_display = ("name", "slug", "visibility")
    search_fields = ("name",)
    prepopulated_fields = {"slug": ("name",)}
    filter_horizontal = ("organisers", "members")
    fields = (
        *("name", "slug", "about", "colour", "visibility", "tape", "talk", "rule_own", "second_officer"),
        *("organisers", "members"),
    )
    change_form_template = "admin/desk/club.html"

    def of_clubs(self, rows: QuerySet[Any], user: User) -> QuerySet[Any]:
        return rows.filter(organisers=user)

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """What a second officer confirms is ticked in a list."""
        if db_field.name != "second_officer":
            return super().formfield_for_dbfield(db_field, request, **kwargs)
        return forms.MultipleChoiceField(
            choices=[(key, one.called) for key, one in KINDS.items()],
            widget=forms.CheckboxSelectMultiple,
            required=False,
            label=db_field.verbose_name,
            help_text=db_field.help_text,
        )

    def to_choose(self, user: User) -> QuerySet[User]:
        """People of the organiser's own clubs. Others come in by an invitation that they accept: over its members a
        club has rights, as to take along what is known of them, or to note that a parent has consented."""
        return super().to_choose(user) if user.is_superuser else minors.of_clubs(user)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return in_office(request)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Whom a superuser names as an organiser may enter the office from then on; of whom somebody else names, they
        are told that a superuser has to let them in."""
        super().save_related(request, form, formsets, change)
        outside = form.instance.organisers.filter(is_staff=False)
        names = ", ".join(outside.order_by("username").values_list("username", flat=True))
        if names and getattr(request.user, "is_superuser", False):
            outside.update(is_staff=True)
            self.message_user(request, gettext("They may enter the office now: %(names)s.") % {"names": names})
        elif names:
            told = gettext("They cannot enter the office yet: %(names)s. Whoever runs this site lets them in.")
            self.message_user(request, told % {"names": names}, messages.WARNING)

    def view_on_site(self, obj: Club) -> str | None:
        with suppress(NoReverseMatch):  # the floor that has the page may be left out
            return reverse("club", args=[obj.slug])
        return None

    def get_urls(self) -> list[URLPattern]:
        about = self.admin_site.admin_view(partial(about_person.about, self))
        people = self.admin_site.admin_view(partial(members.people, self))
        return [
            path("<int:key>/about/", about, name="campaigns_club_about"),
            path("<int:key>/people/", people, name="campaigns_club_people"),
            *super().get_urls(),
        ]

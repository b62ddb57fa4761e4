"""Who may enter the office, and what they find there: a superuser everything, an organiser what their clubs have."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import PermissionDenied
from django.db.models import Model, Q, QuerySet, prefetch_related_objects
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from battles.models import Sheet, name_battles, name_sides
from battles.presenters.people import own_names_of
from battles.sentences import words
from campaigns import minors
from campaigns.admin.counting import CountsAhead
from campaigns.models import Campaign, Club, Fixture, Minor, User, fixtures
from campaigns.roles import organised_by, rules_anywhere, user_of, who_in_battle
from rules.adjudicate import Who
from rules.contract import Refused

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin


def in_office(request: HttpRequest) -> bool:
    """Whether the user is a superuser or organises any club. One query a request, which reads those clubs."""
    known: bool | None = getattr(request, "_in_office", None)  # each list of the office asks
    if known is not None:
        return known
    user = request.user
    if not isinstance(user, User):
        return False
    if not user.is_superuser:
        prefetch_related_objects([user], "organises")
    request._in_office = found = bool(rules_anywhere(user))  # type: ignore[attr-defined]
    return found


def only_club(request: HttpRequest) -> dict[str, Any]:
    """Initial data for a form: the club, if the user organises only one."""
    clubs = list(request.user.organises.all()[:2]) if isinstance(request.user, User) else []
    return {"club": clubs[0].pk} if len(clubs) == 1 else {}


def referee(request: HttpRequest) -> Who:
    """The user as a referee of the campaigns they find here. For a battle, see `of_battle`."""
    return Who(str(request.user.pk), referee=True, needs_case=True)


def of_battle(request: HttpRequest, battle: Any) -> Who:
    """The user as a referee of this battle. They have to take its case first, in the office too, and nobody who
    plays in it may."""
    user = user_of(request)
    who = who_in_battle(user, battle)
    assert who is not None
    return who


class OfClubs(CountsAhead, ModelAdmin):
    """Shows an organiser the rows `of_clubs` picks, and a superuser all."""

    way_to_club = ""  # by which fields a row leads to its club

    def of_clubs(self, rows: QuerySet[Any], user: User) -> QuerySet[Any]:
        """The rows of their clubs. A list whose rows have no club says itself which ones an organiser finds."""
        if not self.way_to_club:
            return rows.none()
        return rows.filter(**{f"{self.way_to_club}__in": user.organises.values("pk")})

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = super().get_queryset(request)
        user = request.user
        if not isinstance(user, User):
            return rows.none()
        return rows if user.is_superuser else self.of_clubs(rows, user)

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.related_model is User:
            kwargs.setdefault("queryset", self.to_choose(user_of(request)))
        return super().formfield_for_manytomany(db_field, request, **kwargs)

    def to_choose(self, user: User) -> QuerySet[User]:
        """Whom `user` may name here: people with an account, as a guest is gone tomorrow. Minors are chosen by who may
        read what their account is called: in their own club, or where they are named already."""
        people = User.objects.filter(guest_of=None)
        if user.is_superuser:
            return people
        named = Campaign.umpires.through._base_manager.filter(campaign__club__in=user.organises.values("pk"))
        known = Q(pk__in=minors.of_clubs(user).values("pk")) | Q(pk__in=named.values("user"))
        return people.filter(known | ~Q(pk__in=Minor.shown_by_first_name().values("pk")))

    def has_module_permission(self, request: HttpRequest) -> bool:
        return in_office(request)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return in_office(request)


class Edited(OfClubs):
    """Rows that organisers make and change; a form begins with their club if they have only one."""

    way_to_club = "club"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return in_office(request)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return in_office(request)

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        return only_club(request) | super().get_changeform_initial_data(request)

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Only clubs that the user organises, and their campaigns."""
        user = request.user
        if isinstance(user, User) and not user.is_superuser:
            if db_field.related_model is Club:
                kwargs["queryset"] = user.organises.all()
            elif db_field.related_model is Campaign:
                kwargs["queryset"] = Campaign.objects.filter(club__in=user.organises.all())
        return super().formfield_for_foreignkey(db_field, request, **kwargs)


class OfOneClub(Edited):
    """Rows of a club, which its organisers make, change and throw away. A row stays with its club."""

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self.has_change_permission(request, obj)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return ("club",) if obj else ()

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Of the languages that the site has."""
        if db_field.name == "language":
            said = {"label": capfirst(db_field.verbose_name), "help_text": db_field.help_text}
            initial = get_language() or settings.LANGUAGE_CODE
            return forms.ChoiceField(choices=settings.LANGUAGES, initial=initial, **said)
        return super().formfield_for_dbfield(db_field, request, **kwargs)


def found_in(office: OfClubs, request: HttpRequest, pk: Any) -> Any:
    """The row of this key, if the user finds it in their office. Others get a 404, whether it exists or not."""
    if not in_office(request):
        raise PermissionDenied
    return get_object_or_404(office.get_queryset(request), pk=pk)


class ReadOnly:
    """Rows that nobody makes or changes in the office."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class Shown(ReadOnly, OfClubs):
    """Read-only lists: what comes from the log is changed by reports alone."""

    people: tuple[str, ...] = ()  # columns that hold a person's id, shown as names

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Only lookups of its filters. With any lookup allowed, a reader could find out every purse by searching."""
        if request is None or not super().lookup_allowed(lookup, value, request):
            return False
        return any(one and (lookup == one or lookup.startswith(f"{one}__")) for one in self._filtered(request))

    def _filtered(self, request: HttpRequest) -> list[str]:
        """The fields that its filters, and links from other pages, use."""
        filters = [one[0] if isinstance(one, tuple) else one for one in self.get_list_filter(request)]
        return [one if isinstance(one, str) else str(getattr(one, "parameter_name", "")) for one in filters]

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return NamedList

    @admin.display(description=gettext_lazy("log"))
    def rows(self, sheet: Any) -> str:
        """The way from a sheet to its rows in the log."""
        address = reverse("admin:battles_logline_changelist")
        return format_html('<a href="{}?stream={}">{}</a>', address, sheet.pk, _("its rows in the log"))


class OfCampaign(Shown):
    """Lists of rows that belong to a campaign."""

    def of_clubs(self, rows: QuerySet[Any], user: User) -> QuerySet[Any]:
        return rows.filter(campaign__in=streams_of(user))


def streams_of(user: User) -> QuerySet[Any]:
    """The streams of the campaigns a user rules over."""
    return organised_by(user).filter(stream__isnull=False).values("stream")


# Reads the names of a list's rows, with a few queries for a page of them.
NAMED: dict[type[Model], Callable[[list[Any]], object]] = {
    Fixture: fixtures.name,
    Sheet: lambda rows: name_sides(name_battles(rows)),
}


class NamedList(ChangeList):
    """A list whose rows know their names and those of their people. One query for a page of them."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        columns = getattr(self.model_admin, "people", ())
        rows = list(self.result_list)
        if self.model in NAMED:
            NAMED[self.model](rows)
        names = own_names_of({getattr(row, column) for row in rows for column in columns})
        for row in rows:
            row.named = {column: names[getattr(row, column)] for column in columns}
        self.result_list = rows


def named(row: Any, column: str) -> str:
    """The name of the person in a column. Works for a row that was read alone, too."""
    known: dict[str, str] = getattr(row, "named", None) or own_names_of([getattr(row, column)])
    return known.get(column) or known[getattr(row, column)]


def tell_refusal(admin: ModelAdmin, request: HttpRequest, row: Model, refused: Refused) -> None:
    """Tell the user which row was refused, everything that is wrong with it, and what would be right."""
    for fault in refused.faults:
        text = _("%(row)s: %(text)s") % {"row": row, "text": words(fault.text)}
        admin.message_user(request, f"{text} {words(fault.remedy) if fault.remedy else ''}".strip(), messages.ERROR)

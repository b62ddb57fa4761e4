"""Battles in the office, with an organiser's rulings. They are not edited: what comes from the log is changed by
reports."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from battles import handler as battle_handler
from battles import log
from battles.handler import BATTLE
from battles.models import Seat, Sheet
from battles.naming import scenario_name
from battles.presenters.people import own_names_of
from battles.reports import Conflict, Report
from battles.verification import unfair
from campaigns import clerk
from campaigns.admin.office import OfCampaign, ReadOnly, named, of_battle, tell_refusal
from campaigns.admin.waiting_filters import WaitsFilter, waits
from rules.contract import Refused, gettext_noop, say
from rules.reports import Confirm
from rules.stream import codec


class SeatInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg] # at run time it takes none
    model = Seat
    fields = ("side", "name")
    readonly_fields = fields
    extra = 0
    can_delete = False

    @admin.display(description=_("player"))
    def name(self, seat: Seat) -> str:
        return named(seat, "player")

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return True  # whoever may see the sheet may see its seats


@admin.register(Sheet)
class SheetAdmin(OfCampaign):
    list_display = ("__str__", "played", "status", "waits", "mending", "round", "won_by", "moved_at", "confirm_by")
    list_filter = (WaitsFilter, "status")
    search_fields = ("title", "scenario", "=stream")
    actions = ("confirm", "settle", "verify")
    inlines = (SeatInline,)
    exclude = ("outcome", "cases")
    readonly_fields = ("mending", "have_case", "passed", "rows")

    def view_on_site(self, obj: Sheet) -> str:
        return reverse("battle", args=[obj.pk])

    @admin.display(description=_("waits"), empty_value="")
    def waits(self, sheet: Sheet) -> str:
        return waits(sheet)

    @admin.display(description=_("scenario"), ordering="scenario")
    def played(self, sheet: Sheet) -> str:
        return scenario_name(sheet.system, sheet.scenario)

    @admin.display(description=_("winner"), ordering="winner", empty_value="–")
    def won_by(self, sheet: Sheet) -> str:
        return sheet.side_called(sheet.winner)

    @admin.display(description=_("corrections"))
    def mending(self, sheet: Sheet) -> str:
        """The way to the battle's page, on which organisers correct as players do."""
        return format_html('<a href="{}">{}</a>', self.view_on_site(sheet), gettext("correct"))

    @admin.display(description=_("who has its case"), empty_value="-")
    def have_case(self, sheet: Sheet) -> str:
        return ", ".join(own_names_of(sheet.have_case).values())

    @admin.display(description=_("let pass by the organiser"), empty_value="-")
    def passed(self, sheet: Sheet) -> str:
        """The faults that were let pass when the battle was mustered, with the reasons."""
        return format_html_join("", "<div>{}: {}</div>", battle_handler.state(str(sheet.pk)).muster.waivers.items())

    @admin.action(description=_("Confirm for the silent sides (an organiser’s ruling)"))
    def confirm(self, request: HttpRequest, battles: QuerySet[Sheet]) -> None:
        for sheet in battles:
            try:
                sides = confirm_for_silent(str(sheet.pk), request)
            except Refused as refused:
                tell_refusal(self, request, sheet, refused)
            except Conflict:
                self.message_user(request, _("%(row)s has just moved on; look again.") % {"row": sheet}, messages.ERROR)
            else:
                said = {"row": sheet, "sides": ", ".join(map(sheet.side_called, sides))}
                self.message_user(request, _("%(row)s is confirmed for: %(sides)s.") % said, messages.SUCCESS)

    @admin.action(description=_("Settle now"))
    def settle(self, request: HttpRequest, battles: QuerySet[Sheet]) -> None:
        """Do now what the clerk would do at the next sweep."""
        for sheet in battles:
            try:
                done = clerk.attend(str(sheet.pk))
            except Refused as refused:
                tell_refusal(self, request, sheet, refused)
                continue
            told = _("%(row)s is settled.") if done else _("%(row)s: there is nothing to settle now.")
            self.message_user(request, told % {"row": sheet}, messages.SUCCESS if done else messages.WARNING)

    @admin.action(description=_("Verify the log and its dice"))
    def verify(self, request: HttpRequest, battles: QuerySet[Sheet]) -> None:
        for sheet in battles:
            stream = str(sheet.pk)
            fault = log.verify_stream(stream) or unfair(stream, BATTLE.name)
            if fault:
                told = _("%(row)s, row %(n)d of its log: %(reason)s")
                said = {"row": sheet, "n": fault.position, "reason": fault.reason}
                self.message_user(request, told % said, messages.ERROR)
            else:
                told = _("%(row)s: all %(n)d rows hold, and Leaguer’s dice are those of its seed.")
                self.message_user(request, told % {"row": sheet, "n": sheet.position}, messages.SUCCESS)


def confirm_for_silent(battle: str, request: HttpRequest) -> list[str]:
    """Confirm the outcome for every side that has not, and return those sides. `Refused` if the battle is not over."""
    state, _told, _rows = battle_handler.replay(battle)
    position, digest = state.fought
    silent = [side for side in state.muster.sides if side not in state.confirmed]
    if not silent:
        raise Refused("battle", say(gettext_noop("Every side has confirmed already.")))
    commands = [Confirm(side=side, position=position, digest=digest) for side in silent]
    reports = [Report(str(uuid4()), "Confirm", codec.encode(command)) for command in commands]
    battle_handler.execute(battle, reports, of_battle(request, battle), "admin")
    return silent

"""A campaign's tables and dates as other programs read them, and the address of one's own calendar."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpResponse
from rest_framework.request import Request

from api import access, as_of, queries
from api.campaigns import MOMENT, READ
from api.endpoints import Endpoint, answer, revalidated, unkept
from api.schema_texts import describe
from api.shapes import people as shapes
from battles.presenters.people import reader_of
from campaigns.presenters import calendars, tables
from campaigns.presenters.as_it_stood import as_it_stood
from campaigns.roles import user_of

AS = {"as": ({"type": "string", "enum": ["csv", "json"], "default": "csv"}, "As what.")}


class CampaignTableView(Endpoint):
    url_name = "campaign-table"

    @describe(
        "Download a table of a campaign",
        None,
        files=("text/csv", "application/json"),
        query={**AS, **MOMENT},
        problems=READ,
    )
    def get(self, request: Request, id: UUID, table: str) -> HttpResponse:
        """`standings`, `fixtures` (with places for who is logged in) or `results`; with `at` or `as_of` as they stood
        then. In CSV the first line names the columns, and a text that a spreadsheet would run as a formula has an
        apostrophe before it.
        """
        sheet, asked = access.read_campaign(request.user, id)
        kind = queries.word(request._request, "as", *tables.TYPES) or "csv"
        until = as_of.of_campaign(request._request, asked)
        if table not in tables.TABLES:
            raise Http404

        def read() -> tuple[HttpResponse, int]:
            stood = as_it_stood(sheet, until())
            who = stood.reader(asked.who)
            rows = tables.rows_of(table, stood, who.id if who else "", asked.reader)
            position = stood.sheet.position
            disposition = {"Content-Disposition": f'attachment; filename="{table}-{position}.{kind}"'}
            response = HttpResponse(tables.written(rows, kind), content_type=tables.TYPES[kind], headers=disposition)
            return response, max(position, asked.position)

        return revalidated(request._request, asked, read)


class CampaignCalendarView(Endpoint):
    url_name = "campaign-calendar"

    @describe("Download a campaign's dates", None, files=("text/calendar",), query=MOMENT, problems=READ)
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Every fixture with a date, as a calendar (RFC 5545); with places for who is logged in; with `at` or `as_of`
        as they stood then."""
        sheet, asked = access.read_campaign(request.user, id)
        then = as_of.of_campaign(request._request, asked)

        def read() -> tuple[HttpResponse, int]:
            stood = as_it_stood(sheet, then())
            text = calendars.of_campaign(stood, bool(reader_of(request.user)))
            return HttpResponse(text, content_type=calendars.TYPE), max(stood.sheet.position, asked.position)

        return revalidated(request._request, asked, read)


class MyCalendarView(Endpoint):
    url_name = "my-calendar"

    @describe("Read your calendar's address", shapes.MyCalendar, problems=(401, 429))
    def get(self, request: Request) -> HttpResponse:
        """The secret address at which a calendar program reads your dates without logging in; "" while you have none.
        Who knows it reads when and where you play.
        """
        return unkept(answer(shapes.MyCalendar(calendars.address(user_of(request)))))

    @describe("Make your calendar another address", shapes.MyCalendar, problems=(401, 429))
    def post(self, request: Request) -> HttpResponse:
        """A new address, or your first; the one before leads nowhere any more. It takes no body."""
        calendars.renew(user_of(request))
        return self.get(request)

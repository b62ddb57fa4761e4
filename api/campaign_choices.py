"""What may be reported to a campaign, by whoever asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from rest_framework.request import Request

from api import access, as_of, people, presenters, queries
from api.as_of import AS_OF_CAMPAIGN
from api.battles import READ
from api.endpoints import Endpoint, revalidated
from api.schema_texts import PAGED, WORD, describe
from api.shapes import filled
from api.shapes import reports as shapes
from api.systems import PICKS, names_in
from battles.reports import Ruled
from battles.sentences import words
from campaigns import handler
from campaigns.presenters import story
from campaigns.presenters.as_it_stood import reader_then
from campaigns.revision_preview import history_of
from campaigns.season import (
    MENDS,
    OF_ORGANISERS,
    OF_PLAYERS,
    Season,
    corrections,
    legal,
    narrate,
    see_event,
)
from campaigns.season.open_items import mends_told
from rules.adjudicate import Who
from rules.contract import Choice, Command, Field
from rules.messages import Message
from rules.stream.revision.reports import Agree, Decline, Proposed

MOST_PICKS = 2000  # on a page, unless its only choice has more: about 200 kB
FEW = 12  # names that are not worth a second request
_COMMANDS: tuple[type[Command], ...] = (*OF_PLAYERS, *OF_ORGANISERS, *MENDS)
COMMANDS = [kind.__name__ for kind in _COMMANDS]


class CampaignChoicesView(Endpoint):
    url_name = "campaign-choices"

    @describe(
        "Read what you may report to a campaign",
        shapes.CampaignChoices,
        query={
            **PAGED,
            **AS_OF_CAMPAIGN,
            "command": ({"type": "string", "enum": COMMANDS}, "Only this kind of report."),
            "platoon": (WORD, "Only reports of this platoon."),
        },
        problems=READ,
    )
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Every report that you may send now, with what each asks for; with `as_of` what you could have sent then. None
        without an account. What comes too late by a deadline is offered until the clerk has been there. A report may be
        refused for what hangs together in it: what the vehicles cost in all, what a platoon may not lack.

        Long lists of models and cards have an address of their own (`catalogue`), the same for every campaign of an
        edition. Send `If-None-Match` to get an answer only if it changed.
        """
        _sheet, asked = access.read_campaign(request.user, id)
        wanted = queries.word(request._request, "command", *COMMANDS)
        platoon = queries.word(request._request, "platoon")
        _request, start, limit = queries.part(request._request)
        then = as_of.of_campaign(request._request, asked)

        def read() -> tuple[shapes.CampaignChoices, int]:
            when = then()
            season, told, rows = handler.replay(asked.stream, when.at if when else None)
            who = reader_then(asked.stream, season, asked.who) if when else asked.who
            history = history_of(told, rows)
            mends = mends_told(history, season, who, history.reports.get(season.last))
            every = (*legal(season, who), *mends)
            offers = [one for one in every if wanted in (None, one.command) and platoon in (None, one.side)]
            page = list(_short(offers[start : start + limit]))
            after = start + len(page)
            rest = queries.next_page(request._request, str(after)) if after < len(offers) else None
            found = _choices(request._request, season, page, asked.reader)
            found.next, found.count, found.position = rest, len(offers), len(rows)
            found.proposals = [*_proposals(season, told, mends, who)]
            return found, max(len(rows), asked.position)

        return revalidated(request._request, asked, read)


def _short(offers: Iterable[Choice]) -> Iterator[Choice]:
    """The first of them, until there are `MOST_PICKS`."""
    picks = 0
    for n, one in enumerate(offers):
        picks += sum(map(_size, one.fields))
        if n and picks > MOST_PICKS:
            return
        yield one


def _size(field: Field) -> int:
    return len(field.picks) + sum(map(_size, field.fields))


def _choices(request: HttpRequest, season: Season, page: Sequence[Choice], reader: str) -> shapes.CampaignChoices:
    players = (each for one in season.platoons.values() for each in one.players)
    asked = (each.person for one in season.fixtures.values() for each in one.asked_for.values())
    known = people.called((*season.offices, *players, *asked), reader)
    names = story.names_in(season) | known
    catalogues = {
        tuple(one.value for one in listed): _address(request, season, name)
        for name in PICKS
        if len(listed := names_in(season.rules, season.edition, name)) > FEW
    }

    def said(message: Message | None) -> str:
        return words(message, names) if message is not None else ""

    choices = [
        filled(
            shapes.CampaignChoice,
            one,
            label=said(one.label),
            platoon=one.side,
            fields=[field(each, said, catalogues) for each in one.fields],
            files=list(one.files),
        )
        for one in page
    ]
    return shapes.CampaignChoices(choices, None, 0, 0, known, [])


def _proposals(
    season: Season, told: Sequence[Ruled], mends: Iterable[Choice], who: Who | None
) -> Iterator[shapes.CampaignProposal]:
    """The open ones that the reader may answer or withdraw."""
    theirs = {one.given["position"] for one in mends if one.command in (Agree.__name__, Decline.__name__)}
    names = story.names_in(season)
    for one in season.proposals:
        seen = see_event(season, told[one.position - 1].event, who.id if who is not None else "")
        if one.position in theirs and isinstance(seen, Proposed):
            text, asks = words(narrate(season, seen), names), list(corrections.asked(one))
            yield shapes.CampaignProposal(
                one.position, one.side, one.type, seen.data, text, asks=asks, agreed=list(one.agreed)
            )


def _address(request: HttpRequest, season: Season, name: str) -> str:
    path = reverse("api:picks", args=[season.rules.key, name])
    return request.build_absolute_uri(f"{path}?edition={season.edition}")


def field(
    one: Field, said: Callable[[Message | None], str], catalogues: Mapping[tuple[str, ...], str]
) -> shapes.CampaignField:
    """`catalogues`: addresses of names that are not repeated here, by the names. A club's own units follow them."""
    picks = () if one.kind in ("person", "people") else one.picks
    values = tuple(pick.value for pick in picks)
    listed = next((known for known in catalogues if values[: len(known)] == known), ())
    return filled(
        shapes.CampaignField,
        one,
        label=said(one.label),
        help=said(one.help),
        picks=[presenters.pick(each, said) for each in picks[len(listed) :]],
        catalogue=catalogues.get(listed),
        fields=[field(each, said, catalogues) for each in one.fields],
        default=msgspec.to_builtins(one.default),
        excluded=[msgspec.to_builtins(each) for each in one.but],
    )

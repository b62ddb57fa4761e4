"""The page on which a campaign is told by lines of script, with what can be written there."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID, uuid4

import msgspec
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from battles import log
from battles.forms.trouble import Trouble
from battles.pages.methods import form_page
from battles.pages.paste import read, report
from battles.presenters.people import names_of
from battles.presenters.script_sheet import Called, Sheet, Source, sheet
from battles.reports import Receipt, Report
from campaigns import scripts
from campaigns.pages.request_context import NOT_A_MEMBER, Visit, foretold, not_allowed, visit
from campaigns.presenters import story
from campaigns.season import Season, heard_from, legal
from campaigns.season.house_rules import Amend
from campaigns.season.mending import mends_of
from campaigns.season.offers import in_command
from campaigns.season.people import HandOver
from campaigns.season.script import REPORTS
from campaigns.season.visibility import as_read_by
from rules.contract import Refused
from rules.stream.script import Line


@form_page
def script(request: HttpRequest, stream: UUID) -> HttpResponse:
    """The lines are sent here, and shown again where one is refused, or they are only to be checked."""
    here = visit(request, stream)
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    if here.who is None:
        return _page(request, here, not_allowed(*NOT_A_MEMBER))
    if request.method != "POST":
        return _page(request, here)
    done = _take(request, here)
    if isinstance(done, Trouble):
        return _page(request, here, done)
    return redirect(f"{reverse('campaign', args=[here.stream])}?ruling={done}#ruling")


def _take(request: HttpRequest, here: Visit) -> int | Trouble:
    who = here.who
    assert who is not None

    def lines(text: str, faults: list[Refused]) -> list[Line]:
        return read(text, lambda text: scripts.read(text, here.stream, here.season, who, faults), faults)

    def tell(reports: Sequence[Report], after: int | None, dry_run: bool, atomic: bool) -> Receipt:
        return scripts.play(here.stream, reports, who, "script", after=after, dry_run=dry_run, atomic=atomic)

    def foresee(trouble: Trouble, receipt: Receipt, reports: Sequence[Report]) -> Trouble:
        season = as_read_by(receipt.state, here.reader, who)
        ruled = (one for answer in receipt.answers for one in answer.events)
        return msgspec.structs.replace(trouble, accepted=tuple(foretold(season, one, here.reader) for one in ruled))

    return report(request, REPORTS, lines, tell, foresee)


def _page(request: HttpRequest, here: Visit, trouble: Trouble | None = None) -> HttpResponse:
    missed = story.since(here.facts, trouble.since) if trouble and trouble.since is not None else []
    context = {
        "campaign": here.season.opened,
        "stream": here.stream,
        "may": here.who is not None,
        "sheet": _sheet(here),
        "script": trouble.script if trouble else "",
        "id": str(uuid4()),
        "after": log.head(here.stream).position,
        "trouble": trouble,
        "sight": {"names": story.names_in_refusals(here.season, here.reader)},
        "missed": story.entries(
            here.season, missed, here.reader, names_of((row.by for _fact, row in missed), here.person)
        ),
    }
    return render(request, "campaigns/script.html", context, status=trouble.status if trouble else 200)


# -- what can be written -----------------------------------------------------------------------------------------------


NO_ID = str(UUID(int=0))
UNFORESEEN = (Amend.__name__, HandOver.__name__)  # each has to change something, and nobody can say what


def _sheet(here: Visit) -> Sheet:
    """Of what is offered, with people by their names. Ids that a client makes are made anew."""
    players = {player for one in here.season.platoons.values() for player in one.players}
    people = {
        id: name for id, name in names_of({*players, *here.season.offices}, here.person).items() if name.isalnum()
    }
    mine = in_command(here.season, here.who) if here.who else ()
    source = Source(
        codec=REPORTS,
        kinds=heard_from(here.who),
        choices=(*legal(here.season, here.who), *mends_of(here.season, here.who)) if here.who else (),
        names=story.names_in(here.season),
        called=_called(here.season),
        sides=tuple((one.key, one.name) for one in mine),
        unforeseen=UNFORESEEN,
        people=people | {NO_ID: str(uuid4())},
    )
    return sheet(source)


def _called(season: Season) -> tuple[Called, ...]:
    """Ids by what people call them: all of it stands on the campaign's page."""
    return (
        Called(_("Sides"), tuple(season.opened.sides.items())),
        Called(_("Platoons"), tuple((one.key, one.name) for one in season.platoons.values())),
        Called(_("Sectors"), tuple(season.opened.sectors.items())),
    )

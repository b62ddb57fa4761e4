"""The office's front page: what waits in all campaigns of an organiser, the oldest first, each with the one thing to do
about it and what comes of that; and the campaigns that are under way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from django.core.paginator import Page, Paginator
from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from battles.models import LogLine, Sheet, name_battles
from battles.presenters.people import own_names_of
from campaigns import waiting as what
from campaigns import waiting_list
from campaigns.admin.office import in_office
from campaigns.models import CampaignSheet, Club, Fixture, HeldRuling, Round, Standing, User, fixtures
from campaigns.models.outbox import uncertain
from campaigns.outgoing import stopped
from campaigns.outgoing.stopped import Stopped
from campaigns.roles import user_of
from campaigns.season.disputes import Disputed
from campaigns.second_officer import KINDS

PAGE = 15  # of what waits
MOST = 100  # of each kind are looked at: the oldest, by their lists
UNDER_WAY = 12  # campaigns, the last moved first
CLUBS = 6


class Words(NamedTuple):
    """What a kind is called, the one thing to do about it, and what comes of that."""

    called: Any
    act: Any
    then: Any
    since: str = ""  # the field that says since when


_SETTLE = gettext_lazy("You say what becomes of each report; then the battle goes on.")
WORDS: dict[Callable[[], Q], Words] = {
    what.disputed: Words(
        gettext_lazy("Dispute"),
        gettext_lazy("Rule on it"),
        gettext_lazy("The result counts as you rule, and both are told."),
    ),
    what.unsettled: Words(gettext_lazy("Correction"), gettext_lazy("Settle it"), _SETTLE, "moved_at"),
    what.uncounted: Words(
        gettext_lazy("Not counted"),
        gettext_lazy("Look at the battle"),
        gettext_lazy("Its campaign cannot count it as it is; correct it, or rule on its fixture."),
        "moved_at",
    ),
    what.proposed: Words(
        gettext_lazy("Proposal"),
        gettext_lazy("Answer it"),
        gettext_lazy("The battle is corrected if you agree, and stays as it is if not."),
        "moved_at",
    ),
    what.left_open: Words(
        gettext_lazy("Correction"),
        gettext_lazy("Settle it"),
        gettext_lazy("You say what becomes of each report; then the season goes on."),
        "moved_at",
    ),
    what.asking: Words(
        gettext_lazy("Proposal"),
        gettext_lazy("Answer it"),
        gettext_lazy("The season is corrected if you agree, and stays as it is if not."),
        "moved_at",
    ),
    what.unconfirmed: Words(
        gettext_lazy("Not confirmed"),
        gettext_lazy("Look at the battle"),
        gettext_lazy("Once every side has confirmed, it counts. You may confirm for a side that is silent."),
        "moved_at",
    ),
    what.faulty: Words(
        gettext_lazy("Platoon"),
        gettext_lazy("See its faults"),
        gettext_lazy("Its player mends them, or you let them pass when it is mustered."),
    ),
    what.between_rounds: Words(
        gettext_lazy("No round"),
        gettext_lazy("Open the next round"),
        gettext_lazy("The pairings are published as you see them first. Or close the season."),
        "moved_at",
    ),
    what.overdue_rounds: Words(
        gettext_lazy("Deadline"),
        gettext_lazy("Go to the round"),
        gettext_lazy("Close it, or give it more time."),
        "deadline",
    ),
    what.all_in: Words(
        gettext_lazy("Results are in"),
        gettext_lazy("Go to the round"),
        gettext_lazy("Close it, and open the next one."),
    ),
    what.overdue: Words(
        gettext_lazy("No result"),
        gettext_lazy("Rule on it"),
        gettext_lazy("The fixture counts as you rule, and both are told."),
        "deadline",
    ),
    what.carried: Words(
        gettext_lazy("Carried over"),
        gettext_lazy("Rule on it"),
        gettext_lazy("Until it counts or is called off, the season cannot close."),
        "deadline",
    ),
    what.contradicted: Words(
        gettext_lazy("Contradiction"),
        gettext_lazy("Rule on it"),
        gettext_lazy("The result counts as you rule, and both are told; its vehicles have fought on since."),
        "moved_at",
    ),
    what.reconsidered: Words(
        gettext_lazy("Retreat"),
        gettext_lazy("Reconsider it"),
        gettext_lazy("The platoon retreats otherwise, or stays where it went."),
        "moved_at",
    ),
    what.orders_overdue: Words(
        gettext_lazy("Orders"),
        gettext_lazy("Go to the round"),
        gettext_lazy("Disclosed, they are shown to everybody and carried out."),
        "orders_by",
    ),
    uncertain: Words(
        gettext_lazy("Mail"),
        gettext_lazy("Look at the message"),
        gettext_lazy("It may have arrived; sent again, it may arrive twice."),
        "claimed_at",
    ),
    what.agreed: Words(
        gettext_lazy("Friendly battle"),
        gettext_lazy("Look at it"),
        gettext_lazy("Accepted, the campaign counts it; both players have agreed."),
        "made_at",
    ),
    what.held: Words(
        gettext_lazy("Second officer"),
        gettext_lazy("Look at it"),
        gettext_lazy("Confirmed, it is done in the name of who asked; until then nothing is."),
        "asked_at",
    ),
}


class Count(msgspec.Struct, frozen=True):
    """How many of a kind wait, and the list that shows them all."""

    label: str
    n: int
    url: str


class Item(msgspec.Struct, frozen=True):
    """One thing that waits. `since`: for how long, "" if nothing tells. `more`: a line of details, as the complaint."""

    called: str
    name: str
    campaign: str
    since: str
    more: tuple[str, ...]
    act: str
    then: str
    url: str


class _Found(NamedTuple):
    at: datetime | None
    kind: waiting_list.Kind
    row: Any


class Beside(msgspec.Struct, frozen=True):
    """Something that goes on beside campaigns: its name, how it stands, and the page where it is ruled over."""

    name: str
    stands: str
    url: str


# What floors above add to the front page, each under its heading: for an organiser, in one query.
BESIDE: list[tuple[Any, Callable[[User], list[Beside]]]] = []


class Evening(NamedTuple):
    """The counts, the items of the page that was asked for, the campaigns under way, the clubs, what goes on beside
    campaigns, and what is not sent any more."""

    counts: list[Count]
    page: Page[Any]
    items: list[Item]
    campaigns: list[CampaignSheet]
    clubs: list[Club]
    beside: list[tuple[str, list[Beside]]]
    stopped: list[Stopped]


def evening(request: HttpRequest) -> Evening:
    """One query for what waits at all, one or two more for each kind that does, and a few for names."""
    user = user_of(request)
    in_office(request)  # reads the clubs that they organise, once
    found, counts = [], []
    for kind in waiting_list.that_wait(user, waiting_list.OFFICE):
        rows, n = waiting_list.rows(kind, user, MOST, _oldest(kind))
        found += [(kind, row) for row in rows if not getattr(row, "with_round", False)]
        if n:
            counts.append(Count(kind.label % {"n": n}, n, waiting_list.address(kind)))
    complained = _complained([row for kind, row in found if kind.where is what.disputed])
    dated = [_Found(_since(kind, row, complained), kind, row) for kind, row in found]
    dated.sort(key=lambda one: (one.at is None, one.at.timestamp() if one.at else 0))
    page = Paginator(dated, PAGE).get_page(request.GET.get("p"))
    shown = list(page.object_list)
    sheets = waiting_list.ruled_over(CampaignSheet, user).filter(status=CampaignSheet.Status.OPEN)
    under_way = list(sheets.order_by("-moved_at", "stream")[:UNDER_WAY])
    clubs = list((Club.objects.all() if user.is_superuser else user.organises.all())[:CLUBS])
    items = list(_items(shown, user, under_way))
    return Evening(counts, page, items, under_way, clubs, _beside(user), stopped.of(user))


def _beside(user: User) -> list[tuple[str, list[Beside]]]:
    every = ((str(heading), found(user)) for heading, found in BESIDE)
    return [(heading, rows) for heading, rows in every if rows]


def _oldest(kind: waiting_list.Kind) -> Callable[[QuerySet[Any]], QuerySet[Any]]:
    """How the rows of a kind are read: with what says since when, the oldest first. Fixtures without a result in a
    round that is open are told with their round."""
    since = WORDS[kind.where].since
    if kind.model is Fixture and since == "deadline":
        ends = Round.objects.filter(campaign=OuterRef("campaign"), number=OuterRef("round")).values("deadline")[:1]
        return lambda rows: rows.annotate(deadline=Subquery(ends), with_round=what.in_open_round())
    if kind.model is Fixture and since:
        return lambda rows: rows.annotate(moved_at=F("campaign__moved_at"))
    return (lambda rows: rows.order_by(since, "pk")) if since else lambda rows: rows


def _complained(rows: Sequence[Fixture]) -> dict[str, str]:
    """Since when each of these fixtures is disputed, by its key in the table. One query of the log."""
    streams = {row.campaign_id for row in rows}
    if not streams:
        return {}
    said = LogLine.objects.filter(stream__in=list(streams), kind="campaign", type=Disputed.__name__)
    since: dict[str, str] = {}
    for stream, data, at in said.order_by("stream", "position").values_list("stream", "data", "at"):
        since[f"{stream}/{msgspec.json.decode(data, type=_Complaint).fixture}"] = at
    return {row.pk: since.get(f"{row.campaign_id}/{row.fixture}", "") for row in rows}


class _Complaint(msgspec.Struct):
    fixture: str = ""


def _since(kind: waiting_list.Kind, row: Any, complained: dict[str, str]) -> datetime | None:
    field = WORDS[kind.where].since
    at = complained[row.pk] if kind.where is what.disputed else getattr(row, field, None) if field else None
    if isinstance(at, str):
        return datetime.fromisoformat(at) if at else None
    return at


def _items(shown: Sequence[_Found], user: User, under_way: Sequence[CampaignSheet]) -> Iterator[Item]:
    rows = [one.row for one in shown]
    battles = _named([row for row in rows if isinstance(row, Sheet)], [row for row in rows if isinstance(row, Fixture)])
    campaigns = waiting_list.campaigns_of(rows, under_way)
    players = _players([*battles.values(), *(row for row in rows if isinstance(row, Fixture))])
    left = _without_result([row for row in rows if isinstance(row, Round)])
    for at, kind, row in shown:
        said, words = waiting_list.in_words(kind, row, user, campaigns), WORDS[kind.where]
        more: list[str] = []
        if fixture := row if isinstance(row, Fixture) else battles.get(row.pk):
            more = list(_of_fixture(fixture, players))
        elif isinstance(row, Round) and (n := left.get(row.pk)):
            more = [ngettext("%(n)d fixture has no result.", "%(n)d fixtures have no result.", n) % {"n": n}]
        elif isinstance(row, HeldRuling) and row.kind in KINDS:
            more = [str(KINDS[row.kind].called)]
        since = timesince(at, depth=1) if at else ""
        yield Item(
            *(str(words.called), said.name, said.campaign, since, tuple(more), str(words.act), str(words.then)),
            url=said.url,
        )


def _named(sheets: Sequence[Sheet], rows: Sequence[Fixture]) -> dict[Any, Fixture]:
    """Give battles and fixtures their names, and find the fixtures of those battles. Three queries."""
    keys = [sheet.pk for sheet in sheets]
    found = {one.battle: one for one in Fixture.objects.filter(battle__in=keys)} if keys else {}
    fixtures.name([*rows, *found.values()])
    for sheet in sheets:
        if sheet.pk in found:
            sheet.called = found[sheet.pk].called
    name_battles([sheet for sheet in sheets if sheet.pk not in found])
    return found


Named = dict[str, tuple[str, str]]  # a platoon by its key in the table: its name, and its players


def _players(rows: Sequence[Fixture]) -> Named:
    """The platoons of these fixtures. Two queries."""
    keys = [f"{row.campaign_id}/{key}" for row in rows for key in _keys(row)]
    if not keys:
        return {}
    found = list(Standing.objects.filter(pk__in=keys).values_list("pk", "name", "players"))
    ids = {key: msgspec.json.decode(players, type=list[str]) for key, _name, players in found}
    people = own_names_of({one for each in ids.values() for one in each})
    return {key: (name, ", ".join(people[one] for one in ids[key])) for key, name, _players in found}


def _keys(row: Fixture) -> list[str]:
    return msgspec.json.decode(row.platoons, type=list[str])


def _of_fixture(row: Fixture, players: Named) -> Iterator[str]:
    """Who plays it, and what they complain of."""
    sides = [players[key] for one in _keys(row) if (key := f"{row.campaign_id}/{one}") in players]
    if len(sides) == 2:
        one, other = (f"{who} ({name})" for name, who in sides)
        yield _("%(one)s against %(other)s") % {"one": one, "other": other}
    if row.disputed:
        for platoon, reason in msgspec.json.decode(row.disputed, type=dict[str, str]).items():
            name = players.get(f"{row.campaign_id}/{platoon}", ("", platoon))[1]
            told = reason or _("(the reason was erased)")
            yield _("%(name)s: “%(reason)s”") % {"name": name, "reason": told}


def _without_result(rows: Sequence[Round]) -> dict[str, int]:
    """How many fixtures of these rounds have none, by the key of the round. One query."""
    if not rows:
        return {}
    waits = (Fixture.Status.ANNOUNCED, Fixture.Status.MUSTERED)
    open_ones = Fixture.objects.filter(campaign__in={row.campaign_id for row in rows}, status__in=waits)
    found: dict[str, int] = {}
    at = {(row.campaign_id, row.number): row.pk for row in rows}
    for campaign, number in open_ones.values_list("campaign", "round"):
        if (campaign, number) in at:
            found[at[campaign, number]] = found.get(at[campaign, number], 0) + 1
    return found

"""What waits for an organiser in all their campaigns. The site's front page and the office show the same list, with
links."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.db.models import Exists, Model, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext_lazy

from battles.models import Sheet, name_battles
from battles.written import Written
from campaigns import roles
from campaigns import waiting as what
from campaigns.models import Adoption, CampaignSheet, Fixture, OutboxMessage, Round, Standing, User, fixtures
from campaigns.models.held import HeldRuling
from campaigns.models.outbox import uncertain
from campaigns.projections import SECOND

SHOWN = 3  # rows shown of each kind; the office's list has all of them
RULE = "admin:campaigns_campaignsheet_rule"
ROUND = "admin:campaigns_campaignsheet_round"  # the newest of a campaign

# -- the list ----------------------------------------------------------------------------------------------------------


class Kind(NamedTuple):
    """A kind of thing that can wait, with its label for `n` of them: the rows of a model, the filter of the office's
    list that shows them ("" for what has none), and the act that a row asks for ("" for its page)."""

    label: Any
    model: type[Model]
    where: Callable[..., Q]
    filter: str
    act: str = ""


class Row(msgspec.Struct, frozen=True):
    """A thing that waits: its name, its campaign ("" for none), and its address."""

    name: str
    campaign: str
    url: str


class Waits(msgspec.Struct, frozen=True):
    """How many of a kind wait: all are in the office at `url`, the first ones in `rows`."""

    label: str
    n: int
    url: str
    rows: tuple[Row, ...]

    @property
    def more(self) -> int:
        return self.n - len(self.rows)


KINDS = (
    Kind(
        ngettext_lazy("dispute to rule on", "disputes to rule on", "n"),
        Fixture,
        what.disputed,
        "dispute=yes",
        "adjudicate",
    ),
    Kind(
        ngettext_lazy(
            "battle with reports to settle after a correction", "battles with reports to settle after a correction", "n"
        ),
        Sheet,
        what.unsettled,
        "waits=unsettled",
    ),
    Kind(
        ngettext_lazy("battle that its campaign cannot count", "battles that their campaigns cannot count", "n"),
        Sheet,
        what.uncounted,
        "waits=uncounted",
    ),
    Kind(
        ngettext_lazy("battle with a proposal to answer", "battles with a proposal to answer", "n"),
        Sheet,
        what.proposed,
        "waits=proposal",
    ),
    Kind(
        ngettext_lazy(
            "campaign with reports to settle after a correction",
            "campaigns with reports to settle after a correction",
            "n",
        ),
        CampaignSheet,
        what.left_open,
        "open=yes",
        "corrections",
    ),
    Kind(
        ngettext_lazy("campaign with a proposal to answer", "campaigns with a proposal to answer", "n"),
        CampaignSheet,
        what.asking,
        "asked=yes",
        "corrections",
    ),
    Kind(
        ngettext_lazy(
            "battle that not every side has confirmed yet", "battles that not every side has confirmed yet", "n"
        ),
        Sheet,
        what.unconfirmed,
        "waits=confirmation",
    ),
    Kind(ngettext_lazy("platoon with faults", "platoons with faults", "n"), Standing, what.faulty, "faults=yes"),
    Kind(
        ngettext_lazy(
            "campaign without an open round: open the next one, or close the season",
            "campaigns without an open round: open the next one, or close the season",
            "n",
        ),
        CampaignSheet,
        what.between_rounds,
        "between=yes",
    ),
    Kind(
        ngettext_lazy("round past its deadline", "rounds past their deadline", "n"),
        Round,
        what.overdue_rounds,
        "overdue=yes",
    ),
    Kind(
        ngettext_lazy("round whose results are all in", "rounds whose results are all in", "n"),
        Round,
        what.all_in,
        "all_in=yes",
    ),
    Kind(
        ngettext_lazy("fixture without a result past the deadline", "fixtures without a result past the deadline", "n"),
        Fixture,
        what.overdue,
        "overdue=yes",
        "adjudicate",
    ),
    Kind(
        ngettext_lazy(
            "battle carried over: until it is counted or called off, its season cannot close",
            "battles carried over: until they are counted or called off, their seasons cannot close",
            "n",
        ),
        Fixture,
        what.carried,
        "carried=yes",
        "adjudicate",
    ),
    Kind(
        ngettext_lazy("fixture with contradicted vehicles", "fixtures with contradicted vehicles", "n"),
        Fixture,
        what.contradicted,
        "contradicted=yes",
        "adjudicate",
    ),
    Kind(
        ngettext_lazy("retreat to reconsider", "retreats to reconsider", "n"),
        Fixture,
        what.reconsidered,
        "reconsider=yes",
        "reconsider",
    ),
    Kind(
        ngettext_lazy("round whose orders are overdue", "rounds whose orders are overdue", "n"),
        Round,
        what.orders_overdue,
        "orders=yes",
    ),
    Kind(
        ngettext_lazy("message that may not have arrived", "messages that may not have arrived", "n"),
        OutboxMessage,
        uncertain,
        "state=uncertain",
    ),
)


# The front page asks organisers for these in a sentence each, beside what waits for them as players.
ADOPTIONS = Kind(
    ngettext_lazy("friendly battle to accept into a campaign", "friendly battles to accept into campaigns", "n"),
    Adoption,
    what.agreed,
    "",
)

_HELD = ngettext_lazy("ruling that waits for a second officer", "rulings that wait for a second officer", "n")
HELD = Kind(_HELD, HeldRuling, what.held, "")  # only the office has the page that answers them
OFFICE = (*KINDS, ADOPTIONS, HELD)


def in_office(user: User) -> list[Waits]:
    """What the office tells `user` of: whatever waits."""
    return waiting(user, OFFICE)


def waiting(user: User, kinds: Sequence[Kind] = KINDS) -> list[Waits]:
    """What waits for `user`, kinds without any left out. One query, one or two more for each kind that waits, and a few
    for names."""
    found = [(kind, *rows(kind, user)) for kind in that_wait(user, kinds)]
    everything = [one for _kind, first, _n in found for one in first]
    fixtures.name([one for one in everything if isinstance(one, Fixture)])
    name_battles([one for one in everything if isinstance(one, Sheet)])
    campaigns = campaigns_of(everything)
    return [
        Waits(kind.label % {"n": n}, n, address(kind), tuple(in_words(kind, one, user, campaigns) for one in first))
        for kind, first, n in found
        if n
    ]


def that_wait(user: User, kinds: Sequence[Kind]) -> list[Kind]:
    """The kinds of which something waits for `user`. One query for all of them but what the mail is uncertain of, which
    is asked for as it is listed."""
    asked = tuple(kind for kind in kinds if kind.model is not OutboxMessage)
    now = {NOW: timezone.now().strftime(SECOND)}
    (found,) = _whether(asked, user.is_superuser).rows([user.pk], now)
    waits = dict(zip(asked, map(bool, found), strict=True))
    return [kind for kind in kinds if waits.get(kind, True)]


NOW = "9999-12-31T23:59:58Z"  # stands for the hour in a query that is written once


@cache
def _whether(kinds: Sequence[Kind], superuser: bool) -> Written[User]:
    """Whether something of each kind waits for somebody: written once, as Django takes longer to write seventeen such
    questions than all the rest of a page."""

    def write(ids: Sequence[UUID]) -> QuerySet[User, Any]:
        somebody = User(pk=ids[0], is_superuser=superuser)
        wheres = [kind.where(NOW) if kind.where in what.BY_THE_CLOCK else kind.where() for kind in kinds]
        some = [ruled_over(kind.model, somebody).filter(where) for kind, where in zip(kinds, wheres, strict=True)]
        return User.objects.filter(pk__in=ids).values_list(*map(Exists, some))

    return Written(write)


def rows(
    kind: Kind, user: User, most: int = SHOWN, read: Callable[[QuerySet[Any]], QuerySet[Any]] | None = None
) -> tuple[list[Any], int]:
    """The first ones, and how many there are. `read`: in which order, and with what beside."""
    every = ruled_over(kind.model, user).filter(kind.where())
    if not kind.filter:  # there is no list of them, so all of them are shown
        since, by = ("asked_at", "by") if kind.model is HeldRuling else ("made_at", "proposed_by")
        found = list(every.select_related("campaign", by).order_by(since, "pk"))
        return found, len(found)
    if kind.model not in (CampaignSheet, OutboxMessage, Sheet):
        every = every.select_related("campaign")
    found = list((read(every) if read else every)[: most + 1])
    n = len(found) if len(found) <= most else every.order_by().count()
    return found[:most], n


def ruled_over(model: type[Model], user: User) -> QuerySet[Any]:
    """The rows that the office shows to an organiser, or to a superuser."""
    rows = model._default_manager.all()
    if user.is_superuser:
        return rows
    if model in (Adoption, HeldRuling):
        return rows.filter(campaign__in=roles.organised_by(user).values("pk"))
    if model is OutboxMessage:
        return rows.filter(club__in=user.organises.values("pk"))
    ours = roles.organised_by(user).filter(stream__isnull=False).values("stream")
    return rows.filter(pk__in=ours) if model is CampaignSheet else rows.filter(campaign__in=ours)


def campaigns_of(rows: list[Any], known: Iterable[CampaignSheet] = ()) -> dict[Any, str]:
    """The names of the campaigns of these battles. One query, or none if all of them are `known`."""
    found = {one.pk: one.name for one in known}
    streams = {row.campaign for row in rows if isinstance(row, Sheet) and row.campaign} - found.keys()
    return found | (dict(CampaignSheet.objects.filter(pk__in=streams).values_list("pk", "name")) if streams else {})


def address(kind: Kind) -> str:
    if not kind.filter:
        return reverse("admin:index") + "#what-waits"
    meta = kind.model._meta
    return f"{reverse(f'admin:{meta.app_label}_{meta.model_name}_changelist')}?{kind.filter}"


def in_words(kind: Kind, row: Any, user: User, campaigns: dict[Any, str]) -> Row:
    """A row with its address: in the office for those who may enter it, else the page that shows it."""
    match row:
        case Sheet():
            return Row(row.called, campaigns.get(row.campaign, ""), reverse("battle", args=[row.pk]))
        case Adoption():
            by = gettext("proposed by %(name)s") % {"name": row.proposed_by.shown}
            return Row(by, row.campaign.name, reverse("battle-adopt", args=[row.battle]))
        case HeldRuling():
            by, keys = gettext("asked for by %(name)s") % {"name": row.by.shown}, [row.campaign.pk, row.pk]
            return Row(by, row.campaign.name, reverse("admin:campaigns_campaignsheet_held", args=keys))
        case Standing():
            url = reverse("platoon", args=[row.campaign_id, row.platoon])
            return Row(row.name, row.campaign.name, url)
        case Fixture():
            at = [row.campaign_id, row.fixture]
            office = kind.act and user.is_staff
            url = reverse(f"{RULE}_about", args=[at[0], kind.act, at[1]]) if office else reverse("fixture", args=at)
            return Row(row.called, row.campaign.name, url)
        case CampaignSheet() if kind.act or not user.is_staff:
            return Row(row.name, "", reverse(kind.act or "campaign", args=[row.pk]))
        case CampaignSheet():
            return Row(row.name, "", f"{reverse(ROUND, args=[row.pk])}?act=open-round")
        case Round():
            at = [row.campaign_id]
            url = reverse(f"{ROUND}_of", args=[*at, row.number]) if user.is_staff else reverse("campaign", args=at)
            called = gettext("Round %(n)s") % {"n": row.number}
            return Row(f"{called}: {row.title}" if row.title else called, row.campaign.name, url)
        case _:
            return Row(str(row), "", reverse("admin:campaigns_outboxmessage_change", args=[row.pk]))

"""What waits for a player in their campaigns: orders, retreats, fixtures, repairs, crews to replace, with deadlines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple
from uuid import UUID

import msgspec
from django.db.models import Count, Exists, OuterRef, Q

from campaigns import roles
from campaigns.models import Campaign, CampaignSheet, Fixture, Round, Standing, User, Vehicle
from campaigns.models.fixtures import name
from campaigns.models.sheets import commanded_by
from campaigns.season.calendar_terms import zone_in

MINE = 30  # platoons of one player; their pages show the rest


class Errand(msgspec.Struct, frozen=True):
    """What waits for a platoon. `fixtures`: announced ones, each with its opponent's name; `broken` vehicles may go
    to the workshop; `crewless` ones have no crew that can fight; `deadline` of the round under way, "" for none. On
    a map, `unordered`: it has no order yet, until `orders_by` ("" for no deadline); `retreat_by`: when the clerk
    chooses its retreat, "" if it has none to make. `asked`: a proposal to correct something waits for its answer.
    `substitutes`: the fixtures in which somebody is to sit in for the opponent, with its name: they wait for an answer.
    `zone`: by whose clocks moments are shown. `challenger`: who has challenged it on the ladder, by name, "" for
    nobody; `answer_by`: until when it answers."""

    standing: Standing
    fixtures: tuple[tuple[Fixture, str], ...]
    broken: int
    crewless: int
    deadline: str
    unordered: bool
    orders_by: str
    retreat_by: str
    asked: bool
    zone: str
    challenger: str = ""
    answer_by: str = ""
    substitutes: tuple[tuple[Fixture, str], ...] = ()

    @property
    def due(self) -> str:
        """Its first deadline; "" for none."""
        orders_by = self.orders_by if self.unordered else ""
        return min(filter(None, (self.retreat_by, self.answer_by, orders_by, self.deadline)), default="")


def errands(user: User) -> list[Errand]:
    """For every platoon that `user` commands in a campaign under way, if anything waits for it; the first deadline
    first."""
    return tasks(user).errands


class Tasks(NamedTuple):
    """`sitting_in`: the announced fixtures in which they sit in for another player, each with what it is called."""

    errands: list[Errand]
    sitting_in: list[tuple[Fixture, str]]


def tasks(user: User) -> Tasks:
    """All that waits for `user` in campaigns under way. Five queries at most, for any number, and those of names where
    they sit in for somebody."""
    mine = _commanded(user)
    fixtures = _fixtures({one.campaign_id for one in mine}, user)
    sits_in = [one for one in fixtures if f'"{user.pk}"' in one.substitutes and one.status == Fixture.Status.ANNOUNCED]
    called = name(sits_in[:MINE]) if sits_in else []
    return Tasks(_errands(mine, fixtures) if mine else [], [(one, one.called) for one in called])


def _errands(mine: list[Standing], fixtures: list[Fixture]) -> list[Errand]:
    campaigns = {one.campaign_id for one in mine}
    deadlines = {one.campaign_id: one for one in Round.objects.filter(campaign__in=campaigns, status=Round.Status.OPEN)}
    rivals = _names(fixtures, mine)
    hurt = _hurt(campaigns)
    found = []
    for one in mine:
        meets = [fixture for fixture in fixtures if fixture.campaign_id == one.campaign_id]
        broken, crewless = hurt.get((one.campaign_id, one.platoon), (0, 0))
        terms = msgspec.json.decode(one.campaign.terms)
        round = deadlines.get(one.campaign_id)
        against = tuple(_against(one, meets, rivals))
        errand = Errand(
            standing=one,
            fixtures=tuple(each for each in against if each[0].status == Fixture.Status.ANNOUNCED),
            substitutes=tuple(each for each in against if _asks(each[0], one.platoon)),
            broken=broken if terms["workshop"] else 0,
            crewless=crewless if terms["crews"] else 0,
            deadline=round.deadline if round else "",
            unordered=round is not None and not round.resolved and _takes_orders(one),
            orders_by=round.orders_by if round else "",
            retreat_by=one.retreat_by,
            asked=bool(one.campaign.asked) and one.platoon in msgspec.json.decode(one.campaign.asked),
            challenger=rivals.get(f"{one.campaign_id}/{one.challenger}", one.challenger),
            answer_by=one.answer_by,
            zone=zone_in(terms),
        )
        awaited = (errand.unordered, errand.retreat_by, errand.asked, errand.challenger, errand.substitutes)
        if any((errand.fixtures, errand.broken, errand.crewless, *awaited)):
            found.append(errand)
    return sorted(found, key=lambda one: (not one.due, one.due, one.standing.key))


def _asks(fixture: Fixture, platoon: str) -> bool:
    """Whether somebody is to sit in for its opponent."""
    return bool(fixture.asked_for) and any(key != platoon for key in msgspec.json.decode(fixture.asked_for))


def _takes_orders(one: Standing) -> bool:
    """Whether it still needs an order: it has none, is in no battle and need not retreat."""
    return bool(one.sector) and not (one.ordered or one.engaged or one.retreat_by)


def _commanded(user: User) -> list[Standing]:
    """Who has an account may read every campaign in which they command a platoon."""
    visible = Campaign.objects.all() if roles.has_account(user) else roles.visible_campaigns(user)
    there = Exists(visible.filter(stream=OuterRef("campaign")))
    open_ones = Standing.objects.filter(there, campaign__status=CampaignSheet.Status.OPEN, dropped=False)
    commanded = open_ones.filter(pk__in=commanded_by(str(user.pk), "pk"))
    return list(commanded.select_related("campaign").order_by("key")[:MINE])


def _fixtures(campaigns: Iterable[UUID], user: User) -> list[Fixture]:
    """Those of these campaigns that are to be played, or in which somebody is to sit in; and in which `user` does."""
    waiting = Q(status=Fixture.Status.ANNOUNCED) | ~Q(asked_for="")
    sits_in = ~Q(substitutes="") & Q(substitutes__contains=f'"{user.pk}"', campaign__status=CampaignSheet.Status.OPEN)
    to_play = Fixture.objects.filter(waiting, campaign__in=campaigns).order_by().values("pk")
    found = Fixture.objects.filter(pk__in=to_play.union(Fixture.objects.filter(sits_in).order_by().values("pk")))
    return list(found.select_related("campaign").order_by("campaign", "number"))


def _names(fixtures: Iterable[Fixture], mine: Iterable[Standing]) -> dict[str, str]:
    """Of whom they meet, and of whom they are challenged by."""
    keys = {f"{one.campaign_id}/{platoon}" for one in fixtures for platoon in msgspec.json.decode(one.platoons)}
    keys |= {f"{one.campaign_id}/{one.challenger}" for one in mine if one.challenger}
    return dict(Standing.objects.filter(pk__in=keys).values_list("key", "name"))


def _against(one: Standing, fixtures: Iterable[Fixture], names: dict[str, str]) -> Iterable[tuple[Fixture, str]]:
    for fixture in fixtures:
        platoons: list[str] = msgspec.json.decode(fixture.platoons)
        if one.platoon in platoons:
            others = (key for key in platoons if key != one.platoon)
            yield fixture, ", ".join(names.get(f"{fixture.campaign_id}/{key}", key) for key in others)


def _hurt(campaigns: Iterable[UUID]) -> dict[tuple[UUID, str], tuple[int, int]]:
    """By platoon: how many vehicles could go to the workshop, and how many have no crew that can fight."""
    broken = Q(status__in=(Vehicle.Status.DAMAGED, Vehicle.Status.WRECKED), held=False)
    there = Q(status__in=(Vehicle.Status.FIT, Vehicle.Status.DAMAGED, Vehicle.Status.WITHDRAWN))
    crewless = there & ~Q(crew=Vehicle.Crew.FIT)
    rows = Vehicle.objects.filter(broken | crewless, campaign__in=campaigns).values_list("campaign", "platoon")
    counted = rows.annotate(broken=Count("pk", filter=broken), crewless=Count("pk", filter=crewless)).order_by()
    return {(campaign, platoon): (n, m) for campaign, platoon, n, m in counted}

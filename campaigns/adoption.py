"""A settled friendly battle is adopted into a campaign: one player proposes it, the other agrees, an organiser accepts.

Until then it is a row on the desk. Accepting is the campaign's own muster of a battle, which says that it was fought
already; the clerk counts it as it counts every battle. Killed anywhere, all is as before, or the clerk goes on.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from battles import handler as battles
from battles import log
from battles.command_handler import wake
from battles.reports import Report
from campaigns import guests, roles
from campaigns.models import Adoption, Campaign, Fixture, Standing, User
from campaigns.models.sheets import commanded_by
from campaigns.season.musters import BattleMustered, MusterBattle
from campaigns.season.refusals import no
from campaigns.season.values import Adoption as Fought
from campaigns.season.values import Forces
from rules.battle import Battle
from rules.contract import gettext_noop as _
from rules.contract import say
from rules.stream import codec

LASTS = timedelta(days=30)  # for which a proposal waits


def as_fought(battle: str) -> Fought:
    """What the battle's own log tells, for the campaign's. `Refused` if there is no such battle."""
    try:
        state = battles.state(battle)
    except log.NoSuchStream:
        raise no(say(_("There is no battle %(battle)s."), battle=battle), field="battle") from None
    return fought(state)


def fought(state: Battle) -> Fought:
    muster, sides = state.muster, state.muster.sides
    accounts = guests.claimants(one for known in sides.values() for one in known.players)
    models: dict[str, dict[str, str]] = {side: {} for side in sides}
    for unit in muster.units:
        models[unit.side][unit.id] = unit.model
    return Fought(
        system=muster.system,
        edition=muster.edition,
        scenario=muster.scenario,
        options=muster.options,
        campaign=muster.campaign,
        settled=bool(state.settled),
        players={side: tuple(accounts.get(one, one) for one in known.players) for side, known in sides.items()},
        models=models,
    )


def campaign_of(battle: UUID | str) -> Fixture | None:
    """The fixture as which a campaign has adopted the battle."""
    return Fixture.objects.filter(battle=battle).first()


def carry_out(campaign: str, event: BattleMustered) -> None:
    """The desk's part, in the transaction that musters it. `Refused` unless it was proposed and agreed to just so, and
    if another campaign was faster. The battle is locked after its campaign, as everywhere."""
    log.lock(event.battle)
    agreed = Adoption.objects.select_for_update().filter(battle=event.battle, campaign__stream=campaign, agreed=True)
    found = agreed.first()
    platoons = {side: forces.platoon for side, forces in event.sides.items()}
    if found is None or (sides_of(found), found.fixture) != (platoons, event.fixture):
        raise no(
            _("Both players of a friendly battle have to agree before it is adopted."),
            _("One of them proposes it on the battle’s page; the other one agrees there."),
            "battle",
        )
    if Fixture.objects.filter(battle=event.battle).exclude(campaign=UUID(campaign)).exists():
        raise no(_("Another campaign has adopted this battle."), field="battle")
    found.delete()
    transaction.on_commit(lambda: wake(event.battle))


# -- on the desk -------------------------------------------------------------------------------------------------------


def of_battle(battle: UUID | str) -> Adoption | None:
    found = Adoption.objects.select_related("campaign", "proposed_by", "asked").filter(battle=battle)
    return found.first()


def waiting_for(user: User) -> list[Adoption]:
    """What waits for `user`: to agree as a player, to accept as an organiser. One query."""
    mine = Q(agreed=False, asked=user) | Q(agreed=True, campaign__in=roles.organised_by(user).values("pk"))
    return list(Adoption.objects.select_related("campaign", "proposed_by").filter(mine).order_by("made_at", "pk"))


def sweep() -> None:
    """What nobody has answered for so long is over."""
    Adoption.objects.filter(made_at__lte=timezone.now() - LASTS).delete()


def sides_of(found: Adoption) -> dict[str, str]:
    return msgspec.json.decode(found.sides, type=dict[str, str])


def report_of(battle: UUID | str, sides: Mapping[str, str], fixture: str) -> MusterBattle:
    """The report by which a campaign adopts the battle; what its log tells is added as the report comes in."""
    forces = {side: Forces(platoon=platoon) for side, platoon in sides.items()}
    return MusterBattle(battle=str(battle), fixture=fixture, sides=forces, adopted=Fought())


def report_as_sent(found: Adoption) -> Report:
    """The report by which an organiser accepts it. The proposal's id is the report's: accepted twice it counts once."""
    command = report_of(found.battle, sides_of(found), found.fixture)
    return Report(str(found.pk), "MusterBattle", codec.encode(command))


def campaigns_for(system: str, *players: str) -> list[Campaign]:
    """The open campaigns of this rulebook in which each of these accounts commands a platoon, by name."""
    found = Campaign.objects.filter(stream__isnull=False, system=system)
    for player in players:
        theirs = Standing.objects.filter(pk__in=commanded_by(player, "pk"), dropped=False)
        found = found.filter(stream__in=theirs.values("campaign"))
    return list(found.order_by("name", "pk"))


def propose(
    battle: UUID, campaign: Campaign, sides: Mapping[str, str], fixture: str, by: User, asked: User
) -> Adoption:
    """It takes the place of another one that the same player has proposed, and is the same one if it was sent twice;
    with somebody else's it is `Refused`."""
    said = msgspec.json.encode(dict(sides), order="sorted").decode()
    with transaction.atomic():
        log.lock(str(battle))  # two proposals at once make one
        found = Adoption.objects.filter(battle=battle).first()
        if found is not None and found.proposed_by_id != by.pk:
            raise no(_("The other player has proposed it meanwhile."), _("Agree to that, or decline it first."))
        if found is not None:
            if (found.campaign_id, found.sides, found.fixture, found.asked_id) == (
                campaign.pk,
                said,
                fixture,
                asked.pk,
            ):
                return found
            found.delete()
        return Adoption.objects.create(
            battle=battle,
            campaign=campaign,
            sides=said,
            fixture=fixture,
            proposed_by=by,
            asked=asked,
        )


def agree(found: Adoption) -> bool:
    """False if it is not there any more as it was shown."""
    return bool(Adoption.objects.filter(pk=found.pk).update(agreed=True))


def end(found: Adoption) -> None:
    """Withdrawn or declined: nothing of it is kept."""
    Adoption.objects.filter(pk=found.pk).delete()

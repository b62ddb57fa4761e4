"""What can wait for an organiser, as lists filter it: conditions on the rows of battles, fixtures, rounds, platoons and
campaigns. `campaigns.waiting_list` says which of them are shown, and in which words."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from battles.models import Sheet
from campaigns.models import CampaignSheet, Fixture, Round, Standing
from campaigns.models.held import HeldRuling
from campaigns.models.sheets import FAULTY
from campaigns.models.uncounted import refused
from campaigns.projections import SECOND

PENDING = (Fixture.Status.ANNOUNCED, Fixture.Status.MUSTERED)  # without a result


def proposed() -> Q:
    """Battles in which a side waits for an answer to its proposal."""
    return Q(proposed__gt="")


def unsettled() -> Q:
    """Battles of which a correction has left reports to settle."""
    return Q(unsettled__gt=0)


def uncounted() -> Q:
    """Battles that were settled anew, and that their campaign refuses to count so."""
    return refused()


def left_open() -> Q:
    """Campaigns of which a correction has left reports to settle."""
    return Q(unsettled__gt=0)


def asking() -> Q:
    """Campaigns in which a player's proposal to correct something waits for an answer."""
    return Q(asked__gt="")


def unconfirmed() -> Q:
    """Battles that are over and not confirmed by every side."""
    return Q(status=Sheet.Status.OVER)


def disputed() -> Q:
    """Fixtures whose result a player disputes."""
    return Q(disputed__gt="")


def contradicted() -> Q:
    """Fixtures whose newest report contradicts what their vehicles have done since."""
    return Q(contradicted__gt="")


def reconsidered() -> Q:
    """Fixtures whose corrected battle contradicts a retreat that was made."""
    return Q(reconsidered__gt="")


def undated() -> Q:
    """Fixtures of a round under way that nobody has begun, and that have no date."""
    return Q(Exists(_rounds_of_fixtures(Q(status=Round.Status.OPEN))), status=Fixture.Status.ANNOUNCED, date="")


def orders_overdue(now: str = "") -> Q:
    """Rounds on a map whose orders should have been disclosed. `now`: another moment than this one."""
    return Q(status=Round.Status.OPEN, orders_by__gt="", orders_by__lte=now or _now(), resolved=False)


def overdue_rounds(now: str = "") -> Q:
    """Rounds that are open past their deadline."""
    return Q(status=Round.Status.OPEN, deadline__gt="", deadline__lte=now or _now())


def all_in(now: str = "") -> Q:
    """Rounds that are open before their deadline though all their results are in; none of a ladder, where the next
    challenge may come at any time."""
    fixtures = Fixture.objects.filter(campaign=OuterRef("campaign"), round=OuterRef("number"))
    return (
        Q(Exists(fixtures.exclude(status=Fixture.Status.CALLED_OFF)), status=Round.Status.OPEN, ladder=False)
        & ~Exists(fixtures.filter(status__in=PENDING))
        & ~overdue_rounds(now)
    )


def overdue(now: str = "") -> Q:
    """Fixtures without a result in a round that is closed or overdue, except for battles carried over."""
    past = Q(status=Round.Status.CLOSED) | overdue_rounds(now)
    waits = Q(status__in=PENDING)
    return Q(Exists(_rounds_of_fixtures(past))) & waits & ~carried()


def carried() -> Q:
    """Fixtures with a battle that is not counted though their round is closed: until it is, the season cannot close."""
    return Q(Exists(_rounds_of_fixtures(Q(status=Round.Status.CLOSED))), status=Fixture.Status.MUSTERED)


def agreed() -> Q:
    """Friendly battles that both players want a campaign to count."""
    return Q(agreed=True)


def held() -> Q:
    """Rulings that wait for a second officer."""
    return Q(state=HeldRuling.State.WAITING)


def faulty() -> Q:
    """Platoons in the campaign that have faults."""
    return FAULTY


def between_rounds() -> Q:
    """Campaigns under way with platoons to pair and no open round, unless they are played without rounds."""
    rounds = Round.objects.filter(campaign=OuterRef("pk"))
    free = ~Exists(rounds) & Exists(Sheet.objects.filter(campaign=OuterRef("pk")))
    return (
        Q(Exists(_two_platoons()), status=CampaignSheet.Status.OPEN, victory="")
        & ~Exists(rounds.filter(status=Round.Status.OPEN))
        & ~free
    )


def _two_platoons() -> QuerySet[Standing]:
    """The second platoon in a campaign; it exists if there is somebody to pair."""
    return Standing.objects.filter(campaign=OuterRef("pk"), dropped=False).order_by("pk")[1:2]


def in_open_round() -> Exists:
    """Fixtures of a round that is open."""
    return Exists(_rounds_of_fixtures(Q(status=Round.Status.OPEN)))


def _rounds_of_fixtures(where: Q) -> QuerySet[Round]:
    return Round.objects.filter(where, campaign=OuterRef("campaign"), number=OuterRef("round"))


# Conditions that depend on the hour, and take it.
BY_THE_CLOCK = (orders_overdue, overdue_rounds, all_in, overdue)


def _now() -> str:
    return timezone.now().strftime(SECOND)

"""A sample to play with: half a season in a club of its own, which whoever made it throws away again.

It is made by ordinary reports, as the demo is. Its organiser plays in it, too: the battle under way is theirs against a
player without an account to log in to, who lends them the seat, so that one phone plays both sides. It is a test, so
that it can be forgotten as one.
"""

from __future__ import annotations

from uuid import UUID, uuid4, uuid5

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from battles import handler as battle_handler
from battles.reports import Report
from campaigns import clerk, erasure, handler
from campaigns.demo import load, season
from campaigns.demo.season import VIA, Stage
from campaigns.models import Campaign, Club, User
from campaigns.models.desk import SAMPLE
from rules.adjudicate import Who
from rules.contract import Refused, say
from rules.contract import gettext_noop as _
from rules.reports import Confirm, LendSeat, command_codec

MINE, THEIRS = "bob", "carol"  # whose seats the organiser has in the battle under way
THEIR_SIDE = next(side for side, name in season.TANKS.items() if name == THEIRS)
NAME, WHY = "Sample", "A sample was thrown away."


class There(Exception):
    """Who asks has a sample already."""


def of(user: User) -> Campaign | None:
    """The campaign of somebody's sample. One query."""
    return Campaign.objects.filter(club__slug=_slug(user), test=True).order_by("pk").first()


def battle_of(campaign: Campaign) -> UUID:
    """The battle that is under way in a sample as it is made."""
    return uuid5(campaign.pk, "alpha 66")


def make(user: User) -> Campaign:
    """Make the sample of an organiser, all of it or nothing. `There` if they have one."""
    try:
        with transaction.atomic():
            club = Club.objects.create(name=_free_name(), slug=_slug(user), visibility=Campaign.Visibility.MEMBERS)
            return _loaded(user, club)
    except IntegrityError:
        if of(user) is None:
            raise
        raise There from None


def _loaded(user: User, club: Club) -> Campaign:
    people = {"alice": user, MINE: user}
    for name in (platoon.player for platoon in season.PLATOONS.values()):
        if name not in people:
            people[name] = _player(name)
    club.organisers.add(user)
    club.members.add(*{person for person in people.values() if person != user})
    campaign = Campaign.objects.create(
        pk=uuid4(), club=club, test=True, visibility=Campaign.Visibility.MEMBERS, **load.DESK
    )
    stage = Stage(campaign.pk, people)
    handler.open_campaign(campaign, stage.who("alice"), VIA)
    battle = battle_of(campaign)
    season.play(stage, uuid5(campaign.pk, "ambush"), battle)
    reports = command_codec(battle_handler.state(str(battle)).rules)
    lent = Report(str(uuid5(battle, "lend")), *reports.encode(LendSeat(side=THEIR_SIDE)))
    battle_handler.execute(str(battle), [lent], stage.who(THEIRS), VIA)
    clerk.attend(str(campaign.pk))
    return campaign


def answer(user: User) -> None:
    """The made-up player of the battle under way confirms how it ended, if that is what it waits for; then the clerk
    counts it. `Refused` if it has changed meanwhile."""
    campaign = of(user)
    if campaign is None:
        return
    battle, side = str(battle_of(campaign)), THEIR_SIDE
    state = battle_handler.state(battle)
    if state.outcome().over and side not in state.confirmed:
        position, digest = state.fought
        said = Confirm(side=side, position=position, digest=digest)
        report = Report(str(uuid4()), *command_codec(state.rules).encode(said))
        (player,) = state.muster.sides[side].players
        battle_handler.execute(battle, [report], Who(player), VIA)
    clerk.attend(battle)


def _player(name: str) -> User:
    """Somebody to play against. Nobody can log in as them, and no message reaches them."""
    taken = set(User.objects.filter(username__startswith=f"{name}-").values_list("username", flat=True))
    free = next(one for n in range(1, len(taken) + 2) if (one := f"{name}-{n}") not in taken)
    user = User(username=free, mail=False)
    user.set_unusable_password()
    user.save()
    return user


def throw_away(user: User) -> None:
    """Remove somebody's sample: the club with all that is in it, and its players. All of it or nothing; nothing if they
    have none. `Refused` if the club has a campaign of theirs that is no test, or a league."""
    with transaction.atomic():
        club = Club.objects.select_for_update().filter(slug=_slug(user)).first()
        if club is None:
            return
        players = list(club.members.filter(password__startswith=UNUSABLE_PASSWORD_PREFIX, email="", last_login=None))
        for campaign in club.campaigns.filter(test=True):
            if campaign.is_open:
                erasure.forget_campaign(campaign, str(user.pk), WHY)
            else:
                campaign.delete()
        try:
            club.delete()
        except ProtectedError:
            text = say(_("The club of the sample has more in it than the sample."))
            remedy = say(_("Move it to another club in the office, then throw the sample away."))
            raise Refused("campaign", text, remedy) from None
        for player in players:
            player.delete()


def _slug(user: User) -> str:
    return f"{SAMPLE}{user.pk.hex[:16]}"


def _free_name() -> str:
    """The name of a club is nobody else's."""
    taken = set(Club.objects.filter(name__startswith=NAME).values_list("name", flat=True))
    return next(one for n in range(1, len(taken) + 2) if (one := f"{NAME} {n}" if n > 1 else NAME) not in taken)

"""What a caller may see of one battle or campaign: all that an unchanged answer costs."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from django.http import Http404

from battles.not_found import or_404
from battles.presenters.people import reader_of
from campaigns import roles
from campaigns.models import CampaignSheet
from campaigns.presenters import public_names
from campaigns.role_queries import BattleFound, battle_found, campaign_found
from campaigns.roles import Person, Role
from leagues import roles as league_roles
from leagues.models import League, LeagueSheet
from rules.adjudicate import Who


class Access(NamedTuple):
    """A battle or a campaign as it stands, and who the caller is to it (None for who may not report to it). `reader`:
    their account, to whom people are named; "" without one."""

    stream: str
    system: str
    position: int
    who: Who | None
    reader: str

    @property
    def viewer(self) -> str:
        """Everything about the caller that an answer may depend on."""
        return (
            f"{self.who.id}/{self.who.referee:d}"
            + "".join(f"/{side}={' '.join(players)}" for side, players in self.who.seats)
            if self.who
            else self.reader
        )


class LeagueAccess(NamedTuple):
    """A league as it stands, and who the caller is to it (None without an account). `belongs`: they read the names of
    who hides from strangers. `names`: what the names depend on that a stranger reads, beside the league's log."""

    stream: str
    position: int
    who: Who | None
    belongs: bool
    names: str = ""

    @property
    def viewer(self) -> str:
        """Everything about the caller that an answer may depend on."""
        known = f"{self.who.id}/{self.who.referee:d}/{self.belongs:d}" if self.who else ""
        return f"{known}/{self.names}" if self.names else known


def to_battle(user: Person, battle: UUID, found: BattleFound | None = None) -> Access:
    """The battle and the caller. `Http404` if it does not exist or the caller may not know of it. One query, unless it
    was `found` with the caller."""
    found = found or or_404(battle_found(user, battle))
    if not roles.sees_battle(found, roles.role_of(user, found.ties)):
        raise Http404
    who = roles.in_battle(user, battle, found)
    return Access(str(battle), found.system, found.position, who, who.id if who else "")


def to_campaign(user: Person, campaign: UUID) -> CampaignSheet:
    """The sheet of an open campaign the caller may read; `Http404` for any other. One query."""
    return _readable(user, campaign)[0]


def read_campaign(user: Person, campaign: UUID) -> tuple[CampaignSheet, Access]:
    """The sheet of an open campaign, and who reads it; `Http404` if they may not. One query."""
    sheet, role = _readable(user, campaign)
    who = roles.reporter(user, role)
    return sheet, Access(str(sheet.stream), sheet.system, sheet.position, who, reader_of(user))


def _readable(user: Person, campaign: UUID) -> tuple[CampaignSheet, Role]:
    found = or_404(campaign_found(user, campaign))
    role = roles.role_of(user, found.ties)
    if role < roles.readers(found.visibility):
        raise Http404
    return found.sheet, role


def read_league(user: Person, league: UUID) -> tuple[League, LeagueSheet, LeagueAccess]:
    """A league on the desk, its sheet, and who reads it; `Http404` if there is none or they may not know of it."""
    desk = League.objects.select_related("club").filter(stream=league).first()
    sheet = LeagueSheet.objects.filter(pk=league).first()
    if desk is None or sheet is None:
        raise Http404
    belongs = league_roles.belongs(user, desk)
    if desk.visibility == League.Visibility.MEMBERS and not belongs:
        raise Http404
    who = league_roles.who_in_league(user, desk)
    names = "" if belongs else public_names.version()
    return desk, sheet, LeagueAccess(str(league), sheet.position, who, belongs, names)

"""Clones a campaign for the next season: a new row on the desk with the settings of the old one."""

from __future__ import annotations

from django.db import transaction

from campaigns import handler
from campaigns.models import Campaign, User
from campaigns.season_templates import template


def clone(campaign: Campaign, name: str) -> Campaign:
    """A new campaign on the desk with the settings of an open or closed one: rulebook, house rules as amended, scoring,
    sides, map, umpires.

    Organisers who were appointed only for the old campaign are not copied, nor are platoons: players copy those when
    they enlist.
    """
    season, _told, _rows = handler.replay(str(campaign.stream))
    desk = template.prepared(template.of(campaign), campaign.club, name, season.opened.system)
    desk.visibility, desk.test = campaign.visibility, campaign.test
    umpires = [person for person, office in season.offices.items() if office == "umpire"]
    with transaction.atomic():
        desk.save()
        desk.umpires.set(User.objects.filter(pk__in=umpires, is_active=True))
    return desk

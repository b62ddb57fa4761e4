"""Clones a campaign for the next season: a new row on the desk with the settings of the old one."""

from __future__ import annotations

from django.db import transaction

from campaigns import handler
from campaigns.models import Campaign, User
from campaigns.season.values import Scoring
from campaigns.theatre import Drawn
from campaigns.theatre.map_text import write


def clone(campaign: Campaign, name: str) -> Campaign:
    """A new campaign on the desk with the settings of an open or closed one: rulebook, house rules as amended, scoring,
    sides, map, umpires.

    Organisers who were appointed only for the old campaign are not copied, nor are platoons: players copy those when
    they enlist.
    """
    season, _told, _rows = handler.replay(str(campaign.stream))
    now, theatre = season.settings(season.turn), season.opened.theatre
    with transaction.atomic():
        desk = Campaign.objects.create(
            club=campaign.club,
            name=name,
            system=season.opened.system,
            options=dict(now.options),
            sides=dict(season.opened.sides),
            terms=dict(now.terms),
            map=write(Drawn(theatre=theatre, names=season.opened.sectors)) if theatre else "",
            breakers=list(now.breakers),
            confirm_within=season.opened.confirm_within,
            visibility=campaign.visibility,
            test=campaign.test,
            **{name: getattr(now.scoring, name) for name in Scoring.__struct_fields__},
        )
        umpires = [person for person, office in season.offices.items() if office == "umpire"]
        desk.umpires.set(User.objects.filter(pk__in=umpires, is_active=True))
    return desk

"""Next season from the last: a new row on the desk with what an open or closed campaign is played by now."""

from __future__ import annotations

from django.db import transaction

from campaigns import handler
from campaigns.models import Campaign, User
from campaigns.season.values import Scoring
from campaigns.theatre import Drawn
from campaigns.theatre.map_text import write


def clone(campaign: Campaign, name: str) -> Campaign:
    """A campaign on the desk like an open one: rulebook, house rules as amended by now, scoring, sides, map, umpires.

    Who was appointed organiser of that campaign alone is not taken over: their office began in its log, and ends there.
    Platoons are not either: their players copy them when they enlist.
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

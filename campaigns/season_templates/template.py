"""A season template, the campaign that is prepared by it, and the template of a campaign that there is."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import msgspec

import rules
from campaigns import handler
from campaigns.models import Campaign, Club
from campaigns.season.terms import terms_of
from campaigns.season.values import Scoring
from campaigns.theatre import Drawn
from campaigns.theatre.generator import generate
from campaigns.theatre.map_text import write


class SeasonTemplate(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a campaign begins with. What is left out is Leaguer's own or the rulebook's.

    `system`: the only rulebook it is for; blank for any. `map` is a map as text; `made_up` sectors instead make a new
    map for each campaign. `scoring`: some of the fields of `Scoring`. `confirm_within`: seconds.
    """

    name: str
    about: str = ""
    system: str = ""
    options: dict[str, Any] = {}
    terms: dict[str, Any] = {}
    scoring: dict[str, int] = {}
    breakers: list[str] = []
    sides: dict[str, str] = {}
    map: str = ""
    made_up: int = 0
    confirm_within: int = 7 * 24 * 60 * 60


def of(campaign: Campaign) -> SeasonTemplate:
    """The template of a campaign: as it is prepared, or, once it is open, with its house rules as they are now."""
    if not campaign.is_open:
        return SeasonTemplate(
            name=campaign.name,
            system=campaign.system,
            options=dict(campaign.options),
            terms=dict(campaign.terms),
            scoring={name: getattr(campaign, name) for name in Scoring.__struct_fields__},
            breakers=list(campaign.breakers),
            sides=dict(campaign.sides),
            map=campaign.map,
            confirm_within=campaign.confirm_within,
        )
    season, _told, _rows = handler.replay(str(campaign.stream))
    now, theatre = season.settings(season.turn), season.opened.theatre
    return SeasonTemplate(
        name=campaign.name,
        system=season.opened.system,
        options=dict(now.options),
        terms=dict(now.terms),
        scoring={name: getattr(now.scoring, name) for name in Scoring.__struct_fields__},
        breakers=list(now.breakers),
        sides=dict(season.opened.sides),
        map=write(Drawn(theatre=theatre, names=season.opened.sectors)) if theatre else "",
        confirm_within=season.opened.confirm_within,
    )


def prepared(template: SeasonTemplate, club: Club, name: str, system: str, seed: str = "") -> Campaign:
    """A campaign for the desk, not saved yet. Terms that this rulebook has not are left out. `seed` makes up the map;
    without one it is another map each time."""
    rulebook = rules.system(template.system or system)
    text = template.map
    if template.made_up and not text:
        text = write(generate(template.made_up, seed or uuid4().hex[:8], tuple(template.sides)))
    known = {term.name for term in terms_of(rulebook, bool(text.strip()))}
    scoring = {"scored": rulebook.upkeep.scored} | template.scoring
    return Campaign(
        club=club,
        name=name,
        system=template.system or system,
        options=dict(template.options),
        terms={term: value for term, value in template.terms.items() if term in known},
        breakers=list(template.breakers),
        sides=dict(template.sides),
        map=text,
        confirm_within=template.confirm_within,
        **scoring,
    )

"""Shapes for clubs."""

from __future__ import annotations

from typing import Annotated

import msgspec

from api.shapes.campaigns import CampaignLine
from api.shapes.kinds import Id, People
from api.shapes.leagues import LeagueLine

Short = Annotated[str, msgspec.Meta(description="The short name of a club, by which its address is known.")]


class ClubLine(msgspec.Struct):
    """A club in a list."""

    short: Short
    name: str
    about: str


class Clubs(msgspec.Struct):
    """A page of clubs, by name. `next` is the address of the next page, null at the end."""

    clubs: list[ClubLine]
    next: str | None


class Club(msgspec.Struct):
    """A club with its leagues and campaigns, as far as you may know of them, those that moved last first: 200 of each
    at most. `officers`: who organises it; `members`: for who does not belong to the club those alone who play in one
    of these leagues. `colour`: of its pages, "" for Leaguer's own."""

    short: Short
    name: str
    about: str
    colour: str
    visibility: str
    leagues: list[LeagueLine]
    campaigns: list[CampaignLine]
    officers: list[Id]
    members: list[Id]
    people: People

"""What one viewer may see of a campaign's events. No public answer goes round `see_event`; `narrate` tells them."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from campaigns.season.enlistment import Enlisted
from campaigns.season.kept_events import BattleReported, Opened, Ordered
from campaigns.season.purchases import Bought, Sold
from campaigns.season.reinforcements import PointsGranted
from campaigns.season.repair_plan import Work
from campaigns.season.state import Season
from campaigns.season.values import Grant
from campaigns.season.workshop import WorkshopEntered, WorkshopWorked
from rules.adjudicate import Who
from rules.contract import Event

HIDDEN: Any = UNSET  # in the place of a figure: the event is told without it


def as_read_by(season: Season, reader: str, who: Who | None = None) -> Season:
    """The season, for who reads it: whoever does not rule over the campaign (any more) has no case in it. In place."""
    if who is None or not who.referee:
        season.cases = {
            platoon: tuple(one for one in people if one != reader) for platoon, people in season.cases.items()
        }
    return season


def see_event(season: Season, event: Event, player: str) -> Event:
    """The event as `player` ("" for a spectator) may see it: cards are for their own players and for who has
    taken the platoon's case, the seed nobody's. Who may not know of cards is told no points either that count them:
    `HIDDEN` stands there."""
    match event:
        case Opened():
            return replace(event, seed="")
        case Enlisted() if not (
            _is_one(player, event.player, *event.partners) or season.known_to(event.platoon, player)
        ):
            return replace(event, cards={})  # who enlisted it chose the cards, whoever commands it now
        case Ordered() if not _is_one(player, *_players(season, event.platoon)):
            return replace(event, do="", to="")  # no case opens an order: nobody rules on it before it is disclosed
        case Bought() if not season.known_to(event.platoon, player):
            return replace(event, cards={}, cost=HIDDEN)
        case Sold() if not season.known_to(event.platoon, player):
            return replace(event, points=HIDDEN)
        case WorkshopEntered() | WorkshopWorked() if not season.known_to(event.platoon, player):
            return replace(event, works=tuple(map(_unpriced, event.works)))
        case PointsGranted():
            grants = tuple(_seen(season, grant, player) for grant in event.grants)
            return replace(event, grants=grants, owed=_debts(season, event.owed, player))
        case BattleReported():
            return replace(event, owed=_debts(season, event.owed, player))
        case _:
            return event


def _is_one(player: str, *players: str) -> bool:
    """A spectator is nobody's player, of a platoon that has none either."""
    return bool(player) and player in players


def _players(season: Season, platoon: str) -> tuple[str, ...]:
    """Who commands it now."""
    return season.platoons[platoon].players


def _unpriced(work: Work) -> Work:
    """What rebuilding a wreck takes may be a share of its price with all its cards."""
    return replace(work, paid=HIDDEN, bays=tuple(replace(bay, paid=HIDDEN) for bay in work.bays))


def _debts(season: Season, owed: tuple[Grant, ...], player: str) -> tuple[Grant, ...]:
    """What a purse could not pay tells what it held."""
    return tuple(debt for debt in owed if season.known_to(debt.platoon, player))


def _seen(season: Season, grant: Grant, player: str) -> Grant:
    """What a platoon lacks of the guarantee tells what the rest of it is worth."""
    known = grant.why != "guarantee" or season.known_to(grant.platoon, player)
    return grant if known else replace(grant, points=HIDDEN)

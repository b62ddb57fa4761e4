"""What one viewer may see of a campaign's events. No public answer goes round `see_event`; `narrating` tells them."""

from __future__ import annotations

import msgspec

from campaigns.narrating import narrate as narrate
from campaigns.reports import Bought, Enlisted, Opened
from campaigns.season import Season
from rules.contract import Event


def see_event(season: Season, event: Event, player: str) -> Event:
    """The event as `player` ("" for a spectator) may see it: cards are their own players', the seed nobody's."""
    match event:
        case Opened():
            return msgspec.structs.replace(event, seed="")
        case Enlisted() | Bought() if not player or player not in _commanders(season, event):
            return msgspec.structs.replace(event, cards={})
        case _:
            return event


def _commanders(season: Season, event: Enlisted | Bought) -> tuple[str, ...]:
    """Who commands the platoon now, and who enlisted it: he chose the cards."""
    now = season.platoons[event.platoon].players
    return (*now, event.player, *event.partners) if isinstance(event, Enlisted) else now

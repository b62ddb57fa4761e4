"""What one viewer may see of a campaign's events, and how each reads. No public answer goes round `see_event`."""

from __future__ import annotations

import msgspec

from campaigns.reports import BattleMustered, BattleReported, Enlisted, Opened
from campaigns.season import Season
from rules.contract import Event, Message, say
from rules.contract import gettext_noop as _


def see_event(event: Event, player: str) -> Event:
    """The event as `player` ("" for a spectator) may see it: cards are their own player's, the seed nobody's."""
    match event:
        case Opened():
            return msgspec.structs.replace(event, seed="")
        case Enlisted() if event.player != player or not player:
            return msgspec.structs.replace(event, cards={})
        case _:
            return event


def narrate(season: Season, event: Event) -> Message:
    """One sentence for the campaign's log, in words to be translated."""
    match event:
        case Opened():
            return say(_("The campaign opens: %(name)s."), name=event.name)
        case Enlisted():
            return Message(
                _("%(platoon)s enlists with %(n)d vehicle."),
                _("%(platoon)s enlists with %(n)d vehicles."),
                len(event.vehicles),
                {"platoon": event.name or event.platoon},
            )
        case BattleMustered():
            return say(
                _("A battle is mustered: %(scenario)s, %(platoons)s."),
                scenario=event.scenario,
                platoons=_platoons(season, event.battle),
            )
        case BattleReported():
            return _reported(season, event)
        case _:
            raise TypeError(f"no narration for {type(event).__name__}")


def _reported(season: Season, event: BattleReported) -> Message:
    platoons = _platoons(season, event.battle)
    forces = season.fixtures[event.battle].sides.get(event.outcome.winner)
    if forces is None:
        return say(_("A battle is counted: %(platoons)s, a draw."), platoons=platoons)
    winner = season.platoons[forces.platoon].name
    return say(_("A battle is counted: %(platoons)s, won by %(winner)s."), platoons=platoons, winner=winner)


def _platoons(season: Season, battle: str) -> str:
    return " – ".join(season.platoons[forces.platoon].name for forces in season.fixtures[battle].sides.values())

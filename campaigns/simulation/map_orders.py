"""Reports about the map in a simulated season: orders, retreats, and the organiser's rulings on both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from campaigns.season import Season
from campaigns.season.map.deployment import Deploy
from campaigns.season.map.disclosure import Disclose
from campaigns.season.map.havens import havens
from campaigns.season.map.links import SetLink
from campaigns.season.map.orders import Choice, Order, choices
from campaigns.season.map.retreat_rulings import Reconsider
from campaigns.season.map.retreats import Retreat
from campaigns.season.positions import lay_of, theatre_of
from campaigns.simulation.chance import Chance
from campaigns.simulation.reporters import Reporters
from campaigns.theatre import RESERVE, Deed
from campaigns.theatre.graph import nx
from rules.adjudicate import Who
from rules.contract import Command

DEEDS: tuple[Deed, ...] = get_args(Deed)
PUSH = 70  # percent of those who can attack do: a season in which nobody meets shows nothing


def order(reporters: Reporters, chance: Chance) -> None:
    """Give most platoons an order, some of them twice, some an illegal one. Then disclose them."""
    for key in chance.shuffled(tuple(reporters.season().platoons)):
        for _time in range(1 + chance.happens(15)):
            season = reporters.season()
            platoon = season.platoons[key]
            if not platoon.dropped and chance.happens(90):
                reporters.tell(Who(chance.one_of(platoon.players)), _order(season, key, chance))
    reporters.tell(reporters.referee, Disclose(round=reporters.season().turn))


def retreat(reporters: Reporters, chance: Chance) -> None:
    """Choose retreats, well or badly, or leave them to the clerk."""
    for key in tuple(reporters.season().retreats):
        season = reporters.season()
        if key in season.retreats and chance.happens(80):
            reporters.tell(Who(chance.one_of(season.platoons[key].players)), _retreat(season, key, chance))


def rule(reporters: Reporters, chance: Chance) -> None:
    """Now and then close or open a link, or deploy a platoon elsewhere."""
    for act in (_link, _deployment):
        if chance.happens(20) and (command := act(reporters.season(), chance)) is not None:
            reporters.tell(reporters.referee, command)


def reconsider(reporters: Reporters, chance: Chance) -> None:
    """Reconsider every retreat that a correction contradicts. That may contradict further ones."""
    while offered := tuple(reporters.season().offered):
        command = Reconsider(fixture=offered[0], apply=chance.happens(60), reason="As it was played in the end")
        if not reporters.tell(reporters.referee, command):
            raise AssertionError(f"the retreat of {offered[0]} could not be reconsidered")


# -- what they say -----------------------------------------------------------------------------------------------------


def _order(season: Season, platoon: str, chance: Chance) -> Order:
    """An order that would be accepted, preferably an attack; sometimes any order."""
    found = choices(season, platoon)
    if not found or chance.happens(8):
        return Order(platoon=platoon, do=chance.one_of(DEEDS), to=chance.one_of(_places(season)))
    chosen = chance.one_of(_preferred(season, platoon, found, chance))
    return Order(platoon=platoon, do=chosen.do, to=chosen.to)


def _preferred(season: Season, platoon: str, found: Sequence[Choice], chance: Chance) -> Sequence[Choice]:
    """Attacks on enemies, or else the marches that end nearest to them."""
    side, lay = season.platoons[platoon].side, lay_of(season)
    held = {one.sector for one in season.platoons.values() if one.side != side} & lay.sectors.keys()
    attacks = [one for one in found if one.do == "attack" and one.to in held]
    steps = nx.multi_source_dijkstra_path_length(lay.graph, held, weight=None) if held else {}
    marches = [one for one in found if one.do in ("attack", "move") and one.to in steps]
    nearest = min((steps[one.to] for one in marches), default=0)
    forward = [one for one in marches if steps[one.to] == nearest]
    return (attacks or forward or found) if chance.happens(PUSH) else found


def _retreat(season: Season, platoon: str, chance: Chance) -> Retreat:
    ways = [haven.sector for haven in havens(season, platoon) if not haven.why]
    to = chance.one_of(ways) if ways and chance.happens(85) else chance.one_of(("", *_places(season)))
    return Retreat(platoon=platoon, to=to)


def _link(season: Season, chance: Chance) -> Command | None:
    link = chance.one_of(theatre_of(season).links)
    shut = (link.one, link.other) in season.closed_links
    return SetLink(one=link.one, other=link.other, open=shut, reason="The engineers were there")


def _deployment(season: Season, chance: Chance) -> Command | None:
    there = [key for key, one in season.platoons.items() if not one.dropped]
    if not there:
        return None
    key = chance.one_of(there)
    captured = tuple(id for id in season.platoons[key].vehicles if season.vehicles[id].status == "captured")
    return Deploy(platoon=key, sector=chance.one_of(_places(season)), restored=captured, reason="As at the table")


def _places(season: Season) -> tuple[str, ...]:
    return (*(sector.key for sector in theatre_of(season).sectors), RESERVE)

"""What makes a war of a season on a map: sides of like strength whose platoons march on each other, battles that come
from orders, and people who look once more at a battle before its beaten leave the field.

It weighs offers and leaves some out; nothing is told that was not offered. Left to chance alone most platoons are of
one side, have no order, or have sold what could fight: hardly anybody meets, and who is beaten has nothing left that
could retreat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from campaigns.season import Season
from campaigns.season.positions import lay_of
from campaigns.season.vehicles import can_fight
from campaigns.simulation.chance import Chance
from campaigns.theatre import RESERVE
from campaigns.theatre.graph import nx
from rules.contract import Choice, Field

WEAKER = 9000  # how readily a new platoon is of a side that has fewest, against 1000 for each other one
FORWARD = 8000  # how readily a platoon goes towards its enemies, against 1000 for everything else but an attack
BY_HAND = 100  # of 1000 rounds that are opened, how many have battles beside those that orders bring
SCRAPS = 5  # percent of offers to sell or to write off in which what can fight is given up, too
VOID = 150  # of 1000 rulings on a fixture, how many have it not count at all: the field of such a battle is nobody's
REMEMBERED = 90  # percent of platoons that have no order yet get one before all are disclosed
AT_STAKE = 40  # percent of steps in which a battle is corrected whose beaten are about to leave
Steps = Mapping[str, int]  # how far enemies are from each sector, in links


def inclined(season: Season, offers: Sequence[Choice], chance: Chance) -> list[Choice]:
    """The same offers, taken as readily as in a war; as they are where there is no map."""
    if season.opened.theatre is None:
        return [*offers]
    fit = {one.given["platoon"] for one in offers if one.command == "Order" and one.given["do"] == "entrench"}
    steps = {side: _steps(season, side) for side in season.opened.sides} if fit else {}
    return [found for one in offers for found in _inclined(season, one, fit, steps, chance)]


def _inclined(
    season: Season, choice: Choice, fit: set[str], steps: Mapping[str, Steps], chance: Chance
) -> Iterator[Choice]:
    match choice.command:
        case "Order":
            yield _marching(season, choice, fit, steps)
        case "Enlist":
            yield _with(choice, "side", lambda field: _evened(season, field))
        case "OpenRound":
            yield _with(choice, "pairings", lambda field: replace(field, readily=BY_HAND))
        case "Adjudicate":
            yield _with(choice, "void", lambda field: replace(field, readily=VOID))
        case "Sell" | "WriteOff" if not chance.happens(SCRAPS):
            yield from _kept(season, choice)
        case _:
            yield choice


def without_orders(season: Season, chance: Chance) -> Iterator[tuple[str, str]]:
    """The platoons whose players remember that they have given no order, each after who gives it now."""
    for key, platoon in season.platoons.items():
        if key not in season.orders and platoon.sector and chance.happens(REMEMBERED):
            yield chance.one_of(platoon.players), key


def at_stake(season: Season, chance: Chance) -> str:
    """A counted battle to look at once more: somebody has to retreat from it, and has not gone yet. "" for none."""
    fought = [*_with_retreats_due(season)]
    return chance.one_of(fought) if fought and chance.happens(AT_STAKE) else ""


def _with_retreats_due(season: Season) -> Iterator[str]:
    for due in season.retreats.values():
        fixture = season.fixtures.get(due.fixture)
        if fixture is not None and fixture.battle and fixture.reported is not None:
            yield fixture.battle


def _steps(season: Season, side: str) -> Steps:
    lay = lay_of(season)
    held = {one.sector for one in season.platoons.values() if one.side != side} & lay.sectors.keys()
    return nx.multi_source_dijkstra_path_length(lay.graph, held, weight=None) if held else {}


def _marching(season: Season, choice: Choice, fit: set[str], steps: Mapping[str, Steps]) -> Choice:
    """Out of the reserve, or nearer to the enemies. Who cannot fight has nothing to do there."""
    platoon, (to,) = season.platoons[choice.given["platoon"]], choice.fields
    if choice.given["do"] not in ("move", "attack"):
        return choice
    nearer = {pick.value for pick in to.picks}
    if platoon.sector != RESERVE:
        there = steps[platoon.side] if platoon.key in fit else {}
        here = there.get(platoon.sector, len(there))
        nearer = {one for one in nearer if there.get(one, len(there)) < here}
    picks = (replace(one, readily=max(one.readily, FORWARD)) if one.value in nearer else one for one in to.picks)
    return replace(choice, readily=FORWARD, fields=(replace(to, picks=tuple(picks)),)) if nearer else choice


def _kept(season: Season, choice: Choice) -> Iterator[Choice]:
    """Nobody gives up what can fight: only what cannot is left to pick, where there is any."""
    field = next(one for one in choice.fields if one.name == "vehicles")
    picks = tuple(pick for pick in field.picks if not can_fight(season.vehicles[pick.value]))
    if picks:
        yield _with(choice, "vehicles", lambda one: replace(one, picks=picks, most=len(picks)))


def _evened(season: Season, field: Field) -> Field:
    """The weaker a side, the more readily somebody joins it."""
    there = Counter(one.side for one in season.platoons.values() if not one.dropped)
    fewest = min(there[pick.value] for pick in field.picks)
    picks = (replace(pick, readily=WEAKER) if there[pick.value] == fewest else pick for pick in field.picks)
    return replace(field, picks=tuple(picks))


def _with(choice: Choice, name: str, changed: Callable[[Field], Field]) -> Choice:
    fields = (changed(field) if field.name == name else field for field in choice.fields)
    return replace(choice, fields=tuple(fields))

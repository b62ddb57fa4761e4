"""What a preview of a battle may not tell: cards that lie face down, though they would be turned up if it were done.

A card is known by where it lies ("unit/fitting") and not by its name: others may bear the same. It lies open for a
viewer when they would see another battle without it; and whatever follows from a card does so once it lies open.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import msgspec

from rules import adjudicate, cases, visibility
from rules.battle import Battle, History
from rules.contract import Command, Event, Mustered, Refused, View
from rules.reports import TURNS, Amend, DepthChanged
from rules.stream import facts
from rules.stream.codec import encode
from rules.stream.revision.redaction import Redaction
from rules.stream.revision.reports import Declare

NAMELESS = "?"  # a card that no catalogue knows: rulebooks take it for one that does nothing


class HiddenCards(Redaction[Battle, str]):
    """What `side` ("" is a spectator) may not know of a battle as it stands at `now`.

    `hidden`: the cards of others that lie face down, by unit/fitting. What was turned up before a correction that is
    not settled yet is known.
    """

    def __init__(self, history: History, now: Battle, side: str) -> None:
        super().__init__(history.decider, now, side)
        self._owners = _owners(now)
        self.hidden = face_down(side, now, *([history.state(now.corrected - 1)] if now.waiting else []))
        self.hides = bool(self.hidden)

    def _owner(self, key: str) -> str:
        return self._owners[key.partition("/")[0]]

    def lifted(self, state: Battle) -> bool:
        """Whether a hidden card lies open in `state`."""
        return bool(self.hidden) and lies_open(state, self.reader, self.hidden)

    def guards(self, state: Battle, command: Command) -> bool:
        """Whether a report is told for a side with hidden cards: that it is refused might tell which they are."""
        if not self.hidden or isinstance(command, Declare | Amend):
            return False
        try:
            return adjudicate.reporter(state, command) in set(map(self._owner, self.hidden))
        except Refused:
            return False

    def without(self, state: Battle) -> Battle:
        return laid_out(state, self.hidden) if self.hidden else state

    def blind(self, history: History) -> History:
        first, *rows = history.rows
        assert isinstance(first.event, Mustered)
        mustered = msgspec.structs.replace(first.event, secrets=_secrets(first.event, self.hidden))
        return history.of([msgspec.structs.replace(first, event=mustered), *rows])

    def seen(self, events: Iterable[Event]) -> tuple[Event, ...]:
        return tuple(event for event in super().seen(events) if not self._names(event))

    def _names(self, event: Event) -> bool:
        """Whether the rules tell in it what a hidden card is; what people say of one may be a guess."""
        if not self.hidden or isinstance(event, TURNS):
            return False
        said = encode(event)
        return any(self._named(key, said) for key in self.hidden)

    def _named(self, key: str, said: str) -> bool:
        """Whether that hidden card is named. A card that lies open beside it may bear the same name: where that one is
        told of, and the hidden one is not, the name is its own."""
        unit, _slash, card = key.partition("/")
        name = self.now.muster.secrets[key]
        if encode(unit) not in said or encode(name) not in said:
            return False
        return encode(card) in said or all(encode(other) not in said for other in self._open(unit, name))

    def _open(self, unit: str, name: str) -> set[str]:
        """The fittings of that name that lie open on the unit."""
        muster = self.now.muster
        shown = {one.id for other in muster.units if other.id == unit for one in other.fittings if one.name == name}
        turned_up = muster.secrets.keys() - self.hidden
        named = [key.partition("/") for key in turned_up if muster.secrets[key] == name]
        return shown | {card for other, _slash, card in named if other == unit}


def _owners(battle: Battle) -> dict[str, str]:
    return {unit.id: unit.side for unit in battle.muster.units}


def face_down(side: str, *stood: Battle) -> frozenset[str]:
    """The cards of others that `side` ("" is a spectator) does not know in any of these states of a battle."""
    owners = _owners(stood[0])
    secrets = stood[0].muster.secrets
    hidden = {key for key, name in secrets.items() if name and owners[key.partition("/")[0]] != side}
    for battle in stood if hidden else ():
        table = _Table(battle)
        hidden = _unseen(table, side, table.seen(side), sorted(hidden))
    return frozenset(hidden)


def _unseen(table: _Table, side: str, whole: View, cards: Sequence[str]) -> set[str]:
    """Those of the cards without which the `whole` looks the same. Most lie face down, or most do not: they are tried
    together, and by halves only where some lie open."""
    if not cards or whole == table.seen(side, cards):
        return set(cards)
    if len(cards) == 1:
        return set()
    half = len(cards) // 2
    return _unseen(table, side, whole, cards[:half]) | _unseen(table, side, whole, cards[half:])


def unknown(battle: Battle, who: adjudicate.Who) -> frozenset[str]:
    """The cards that lie face down for somebody: none for who may know those of every side."""
    known = cases.knows(battle, who)
    if set(known) >= set(battle.muster.sides):
        return frozenset()
    mine = adjudicate.sides_of(battle, who)
    return face_down(mine[0] if mine else "", battle)


def laid_out(battle: Battle, hidden: Collection[str]) -> Battle:
    """The battle set up anew as it stands, with cards that are none that is known for those that are hidden."""
    return _Table(battle).laid_out(hidden)


def lies_open(battle: Battle, side: str, hidden: Collection[str]) -> bool:
    """Whether `side` sees one of these cards."""
    table = _Table(battle)
    return table.seen(side) != table.seen(side, hidden)


def _secrets(mustered: Mustered, without: Collection[str]) -> dict[str, str]:
    return {key: NAMELESS if key in without else name for key, name in mustered.secrets.items()}


class _Table:
    """A battle that can be set up anew as it stands, with cards that are none that is known."""

    def __init__(self, battle: Battle) -> None:
        self._battle, self._stands = battle, facts.facts(battle.play)

    def seen(self, side: str, without: Collection[str] = ()) -> View:
        """What `side` sees of it; another sight without a card means that it lies open."""
        return visibility.see(self.laid_out(without), side)

    def laid_out(self, without: Collection[str]) -> Battle:
        battle = self._battle
        muster = msgspec.structs.replace(battle.muster, secrets=_secrets(battle.muster, without))
        play = battle.rules.start(muster)
        if battle.depth != "shots":
            battle.rules.evolve(play, DepthChanged(depth=battle.depth))
        begun = facts.facts(play)
        changed = {path: value for path, value in self._stands.items() if path not in begun or begun[path] != value}
        facts.declare(play, changed)
        return msgspec.structs.replace(battle, muster=muster, play=play)

"""The dice page: every die of a battle, and how to check those that Leaguer rolled."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from django.core.paginator import Page, Paginator

from battles import handler, naming, viewer
from rules.adjudicate import Who
from rules.contract import Roll
from rules.stream import decks
from rules.stream.dice import faces_shown, holds, rolls_of
from rules.stream.revision.reports import Retold

PAGE = 50


class Cast(msgspec.Struct, frozen=True):
    """Rolled dice, or a deck that was sealed or disclosed, in the row at `position`.

    `holds` is None for table dice, and until the roll can be checked: a deck as soon as it is disclosed, dice once the
    seed is.
    """

    position: int
    roll: Roll
    holds: bool | None

    @property
    def shows(self) -> str:
        """What the dice may show, if it is not 1 to n. (For a deck these are its cards, which its order shows.)"""
        return "" if self.roll.sealed else faces_shown(self.roll.shows)

    @property
    def faces_as_code(self) -> str:
        """The faces of each die, as Python writes them."""
        return repr([list(faces) for faces in self.roll.shows])


class DiceView(msgspec.Struct, frozen=True):
    """The dice a viewer may see, newest first. `seed` is "" until the battle is settled.

    `example`: dice Leaguer rolled, for the proof. `decks`: those Leaguer shuffled, disclosed if they have been.
    """

    stream: str
    title: str
    commitment: str
    seed: str
    casts: Page[Cast]
    example: Cast | None
    decks: tuple[Cast, ...]

    @property
    def checked(self) -> bool:
        """Whether anything on this page can be checked."""
        return bool(self.seed) or any(cast.holds is not None for cast in self.casts.object_list)


def dice_of(stream: str, who: Who | None, page: str | None = "1") -> DiceView:
    """The dice of a battle. `NoSuchStream` if there is none."""
    battle, told, rows = handler.replay(stream)
    look = viewer.look_at(stream, battle, who)
    seen = viewer.tell(battle, zip(told, rows, strict=True), who)
    fell = _fallen(seen)
    casts = [Cast(position, roll, _holds(look.seed, roll)) for position, roll in reversed(fell)]
    return DiceView(
        stream=stream,
        title=naming.name_of(stream, look.title, look.system, look.scenario),
        commitment=look.commitment,
        seed=look.seed,
        casts=Paginator(casts, PAGE).get_page(page),
        example=next((cast for cast in casts if cast.roll.by == "leaguer" and not cast.roll.sealed), None),
        decks=_decks(casts),
    )


def _fallen(told: Iterable[viewer.SeenRow]) -> list[tuple[int, Roll]]:
    """Every roll in its original row: a report decided again shows the dice it had, and leftover dice are no roll."""
    found: dict[Roll, int] = {}
    for line in told:
        if line.event is not None and not isinstance(line.event, Retold):
            for roll in rolls_of(line.event):
                if roll.told:
                    found.setdefault(roll, line.position)
    return [(position, roll) for roll, position in found.items()]


def _decks(casts: Iterable[Cast]) -> tuple[Cast, ...]:
    """Every deck once: as it was disclosed, else as it was sealed."""
    sealed = [cast for cast in casts if cast.roll.sealed]
    disclosed = {decks.face_down(cast.roll) for cast in sealed if cast.roll.values}
    return tuple(cast for cast in sealed if cast.roll not in disclosed)


def _holds(seed: str, roll: Roll) -> bool | None:
    """Whether Leaguer's dice are those its seed gives; for a deck, without the seed, whether its order is the sealed
    one.
    """
    if not seed and roll.sealed and roll.values:
        return decks.matches(roll)
    if not seed or roll.by != "leaguer":
        return None
    return holds(seed, roll)

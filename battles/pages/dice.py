"""The dice page: every die of a battle, and how to check those that Leaguer rolled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from django.core.paginator import Page, Paginator

from battles import handler, naming, viewer
from rules.adjudicate import Who
from rules.contract import Roll
from rules.stream import decks
from rules.stream.dice import commitment, faces_shown, holds, rolls_of
from rules.stream.revision.reports import Reseeded, Retold

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


class LaterSeed(msgspec.Struct, frozen=True):
    """A new seed, committed to in the row at `position`; `seed` is "" until it is disclosed."""

    position: int
    commitment: str
    seed: str


class DiceView(msgspec.Struct, frozen=True):
    """The dice a viewer may see, newest first. `seed` is "" until the battle is settled.

    `later`: the seeds after it, oldest first. `example`: dice Leaguer rolled, for the proof. `decks`: those Leaguer
    shuffled, disclosed if they have been.
    """

    stream: str
    title: str
    commitment: str
    seed: str
    later: tuple[LaterSeed, ...]
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
    later = _later(seen)
    casts = [
        Cast(position, roll, _holds(_known(look.seed, later, position), roll)) for position, roll in reversed(fell)
    ]
    return DiceView(
        stream=stream,
        title=naming.name_of(stream, look.title, look.system, look.scenario),
        commitment=look.commitment,
        seed=look.seed,
        later=later,
        casts=Paginator(casts, PAGE).get_page(page),
        example=next((cast for cast in casts if cast.roll.by == "leaguer" and not cast.roll.sealed), None),
        decks=_decks(casts),
    )


def _later(told: Iterable[viewer.SeenRow]) -> tuple[LaterSeed, ...]:
    """Each new seed once; it is disclosed as the next one follows."""
    new: dict[str, tuple[int, Reseeded]] = {}
    for line in told:
        if isinstance(line.event, Reseeded):
            new.setdefault(line.event.commitment, (line.position, line.event))
    known = {commitment(event.disclosed): event.disclosed for _position, event in new.values() if event.disclosed}
    return tuple(LaterSeed(position, one, known.get(one, "")) for one, (position, _event) in new.items())


def _known(seed: str, later: Sequence[LaterSeed], position: int) -> tuple[str, ...]:
    """The seeds that a roll in this row may follow from; none where one of them is not known yet."""
    seeds = (seed, *(one.seed for one in later if one.position < position))
    return seeds if all(seeds) else ()


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


def _holds(seeds: Sequence[str], roll: Roll) -> bool | None:
    """Whether Leaguer's dice are those that one of its seeds gives; for a deck, without seeds, whether its order is the
    sealed one. `manage.py verify` looks which of the seeds it has to be.
    """
    if not seeds and roll.sealed and roll.values:
        return decks.matches(roll)
    if not seeds or roll.by != "leaguer":
        return None
    return any(holds(seed, roll) for seed in seeds)

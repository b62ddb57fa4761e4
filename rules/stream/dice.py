"""Dice that cannot be shopped for: a die answers a named question, whoever asks and however often.

Leaguer's own die for a question follows from the battle's seed (`rules.stream.seeds`), and so does the order of a deck
he shuffles (`rules.stream.decks`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, get_args

import msgspec

from rules.messages import gettext_noop as _
from rules.messages import say
from rules.stream import decks
from rules.stream.contract import Event, Refused, Roll, Shown, Unfallen
from rules.stream.seeds import commitment as commitment
from rules.stream.seeds import derived_seed as derived_seed
from rules.stream.seeds import die as die

TABLE_FACES = 100  # no die at a table has more


def is_draw(faces: int) -> bool:
    """Does a die of so many faces stand for a draw, of a card from a deck? What it came to its event tells; the number
    itself says nothing to anybody but who checks it.
    """
    return faces > TABLE_FACES


def rolled(seed: str, question: str, count: int, faces: int, shows: tuple[tuple[Shown, ...], ...] = ()) -> Roll:
    """Leaguer's dice for `question`, and what they show."""
    fell = [die(seed, question, n + 1, faces) for n in range(count)]
    values = tuple(shown[face - 1] for shown, face in zip(shows, fell, strict=True)) if shows else tuple(fell)
    return Roll(question, faces, values, "leaguer", shows)


def given(seed: str, roll: Roll) -> Roll:
    """What Leaguer's dice for the question of `roll` show; in numbers where it does not say `faces` faces of each. Of a
    deck its seal, and the order where `roll` discloses one."""
    if roll.sealed:
        return decks.given(seed, roll)
    whole = len(roll.shows) == len(roll.values) and all(len(shown) == roll.faces for shown in roll.shows)
    return rolled(seed, roll.question, len(roll.values), roll.faces, roll.shows if whole else ())


def holds(seed: str, roll: Roll) -> bool:
    """Whether these are Leaguer's dice, and show what the seed gives."""
    return roll == given(seed, roll)


def faces_shown(shows: Sequence[Sequence[Shown]]) -> str:
    """The faces of dice that do not show 1 to n, in a line: "0, 1, hit"; of different dice "0, 1 | hit, miss"."""
    return " | ".join(dict.fromkeys(", ".join(map(str, dict.fromkeys(faces))) for faces in shows))


def check(
    reported: Sequence[Shown],
    count: int,
    faces: int,
    field: str,
    shows: tuple[tuple[Shown, ...], ...] = (),
    may: tuple[Shown, ...] = (),
) -> tuple[Shown, ...]:
    """The reported faces, if they are `count` faces of such dice; else `Refused`."""
    if len(reported) != count:
        raise Refused(
            "dice",
            say(_("%(found)s dice were reported where %(count)s are rolled."), found=len(reported), count=count),
            say(_("Report %(count)s dice, or leave them out and Leaguer rolls."), count=count),
            field=field,
        )
    for place, face in enumerate(reported):
        if shows and face not in (known := (*shows[place], *may)):
            raise Refused(
                "dice",
                say(_("This die cannot show %(face)s."), face=face),
                say(_("It shows one of: %(faces)s."), faces=faces_shown([known])),
                field=field,
            )
        if not shows and not (isinstance(face, int) and 1 <= face <= faces):
            raise Refused(
                "dice",
                say(_("A die of %(faces)s faces cannot show %(face)s."), faces=faces, face=face),
                say(_("Report faces from 1 to %(faces)s."), faces=faces),
                field=field,
            )
    return tuple(reported)


class SeededDice:
    """Reported dice as reported, Leaguer's from the seed. `fallen`: what Leaguer has rolled, by question.

    A question Leaguer has once answered is answered, undone or not: other dice for it are refused.
    """

    earnest = True

    def __init__(self, seed: str, fallen: Mapping[str, Roll] | None = None) -> None:
        self.seed, self.fallen = seed, fallen or {}

    def roll(
        self,
        question: str,
        count: int,
        *,
        faces: int = 6,
        shows: tuple[tuple[Shown, ...], ...] = (),
        may: tuple[Shown, ...] = (),
        reported: Sequence[Shown] | None = None,
        field: str = "dice",
        near: Sequence[int] = (),
    ) -> Roll:
        if reported is not None:
            values = check(reported, count, faces, field, shows, may)
            return _reported(question, faces, values, shows, field, self.fallen)
        return self.leaguers(question, count, faces, shows)

    def leaguers(self, question: str, count: int, faces: int, shows: tuple[tuple[Shown, ...], ...]) -> Roll:
        """The dice that Leaguer rolls himself."""
        return rolled(self.seed, question, count, faces, shows)

    def shuffle(self, question: str, cards: Sequence[str]) -> Roll:
        return decks.face_down(decks.shuffled(self.seed, question, cards))

    def disclose(self, question: str, cards: Sequence[str]) -> Roll:
        return decks.shuffled(self.seed, question, cards)


class FallenDice:
    """For a dry run: Leaguer's dice that have fallen are shown again, others are only asked for (`Unfallen`).

    `earnest`: it is none, but something that others have still to agree to.
    """

    def __init__(self, fallen: Mapping[str, Roll] | None = None, earnest: bool = False) -> None:
        self.fallen, self.earnest = fallen or {}, earnest

    def roll(
        self,
        question: str,
        count: int,
        *,
        faces: int = 6,
        shows: tuple[tuple[Shown, ...], ...] = (),
        may: tuple[Shown, ...] = (),
        reported: Sequence[Shown] | None = None,
        field: str = "dice",
        near: Sequence[int] = (),
    ) -> Roll:
        if reported is not None:
            values = check(reported, count, faces, field, shows, may)
            return _reported(question, faces, values, shows, field, self.fallen)
        known = self.fallen.get(question)
        if known is not None and answers(known, count, faces, shows):
            return msgspec.structs.replace(known, values=known.values[:count], shows=known.shows[:count])
        if count == 0:
            return Roll(question, faces, (), "leaguer")
        raise self.lacking(Unfallen(question, count, faces, field, shows, near, may))

    def shuffle(self, question: str, cards: Sequence[str]) -> Roll:
        known = self.fallen.get(question)
        if decks.is_of(known, cards):
            return decks.face_down(known)
        raise self.lacking(decks.unsettled(question, cards))

    def disclose(self, question: str, cards: Sequence[str]) -> Roll:
        known = self.fallen.get(question)
        if decks.is_of(known, cards) and known.values:
            return known
        raise self.lacking(decks.unsettled(question, cards))

    def lacking(self, die: Unfallen) -> Exception:
        """What is raised where a die would have to fall."""
        return die


def answers(known: Roll, count: int, faces: int, shows: tuple[tuple[Shown, ...], ...]) -> bool:
    """Whether dice that fell are enough of these dice. Those of a table may have shown what Leaguer's have not."""
    same = known.shows[:count] == shows or (not count and not shows)
    return not known.sealed and known.faces == faces and len(known.values) >= count and same


def _reported(
    question: str,
    faces: int,
    values: tuple[Shown, ...],
    shows: tuple[tuple[Shown, ...], ...],
    field: str,
    fallen: Mapping[str, Roll],
) -> Roll:
    """Table dice, unless Leaguer has rolled for this question already and they are not the same."""
    known = fallen.get(question)
    if known is None or not values:
        return Roll(question, faces, values, "table", shows)
    if known.values[: len(values)] == values:
        return Roll(question, faces, values, known.by, shows)
    if not known.values:
        raise Refused(
            "dice",
            _("Leaguer rolls for this: it has answered already, with no die to roll."),
            _("Leave these dice out and Leaguer rolls. If the table played otherwise, have it declared."),
            field=field,
        )
    raise Refused(
        "dice",
        say(_("Leaguer has rolled for this already: %(dice)s."), dice=", ".join(map(str, known.values))),
        _("Leave these dice out: a die that fell stays fallen. If the table played otherwise, have it declared."),
        field=field,
    )


def rolls_of(event: Event) -> Iterator[Roll]:
    """Every roll an event carries, in the order of its fields, and of the fields of its parts."""
    yield from _rolls_in(event)


def _rolls_in(whole: msgspec.Struct) -> Iterator[Roll]:
    for name in roll_fields(type(whole)):
        value = getattr(whole, name)
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, Roll):
                yield item
            elif isinstance(item, msgspec.Struct):
                yield from _rolls_in(item)


@cache
def roll_fields(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields of an event that are annotated with a roll: every report looks through all events before it."""
    return tuple(info.name for info in msgspec.structs.fields(kind) if _names_a_roll(info.type, frozenset((kind,))))


def _names_a_roll(shape: Any, within: frozenset[type[msgspec.Struct]]) -> bool:
    """`within`: the structs it is a part of; what is made of parts of its own kind is looked at once."""
    if shape is Roll or any(_names_a_roll(part, within) for part in get_args(shape)):
        return True
    if not isinstance(shape, type) or not issubclass(shape, msgspec.Struct) or shape in within:
        return False
    return any(_names_a_roll(info.type, within | {shape}) for info in msgspec.structs.fields(shape))


def fallen(events: Iterable[Event]) -> dict[str, Roll]:
    """The dice Leaguer rolled, by question, whether they count or not: a die that fell stays fallen, and the longest
    roll of each is kept. (Of a deck the disclosed one.)"""
    return longest(roll for event in events for roll in rolls_of(event))


def longest(rolls: Iterable[Roll]) -> dict[str, Roll]:
    """Of Leaguer's rolls the longest for each question; the first of several as long."""
    found: dict[str, Roll] = {}
    for roll in rolls:
        known = found.get(roll.question)
        if roll.by == "leaguer" and (known is None or len(known.values) < len(roll.values)):
            found[roll.question] = roll
    return found

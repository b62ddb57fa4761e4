"""The dice of a report that is told again, found by their questions. No die falls here that had not fallen before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from rules.messages import gettext_noop as _
from rules.messages import say
from rules.stream import decks
from rules.stream.contract import Dice, Refused, Roll, Shown, Unfallen
from rules.stream.dice import answers, check, faces_shown, is_draw


class ReplayedDice:
    """`mine`: the report's own dice. `fallen`: all that Leaguer has ever rolled. `roll` raises `Unfallen` for what
    nobody has rolled, unless `otherwise` may.

    A report's own dice come first: under their question, else as they were reported, when the same dice are asked for
    under another (a turn later, say); but not for a question that Leaguer has answered otherwise. The table's dice of
    other reports are theirs: they were rolled for what those said.

    `otherwise` adds no die to those of the table: the report is refused then, before any die falls. But once one has
    (`fell`) a refusal would tell it, so the question is rolled for anew and the table's dice are left over.
    """

    def __init__(self, mine: Iterable[Roll], fallen: Mapping[str, Roll], otherwise: Dice | None = None) -> None:
        rolls = tuple(mine)
        self.mine = {roll.question: roll for roll in rolls if not roll.sealed}
        self.decks = [roll for roll in rolls if roll.sealed]
        self.fallen, self.otherwise = fallen, otherwise
        self.asked: dict[str, int] = {}
        self.fell: list[Roll] = []

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
        own, fallen = self.mine.get(question), self.fallen.get(question)
        if own is not None and answers(own, count, faces, shows):
            self.asked[question] = max(count, self.asked.get(question, 0))
            return Roll(question, faces, own.values[:count], own.by, shows)
        if own is None and reported is not None and len(reported) == count and not _contradicts(fallen, reported):
            values = check(reported, count, faces, field, shows, may)
            self._moved(values)
            return Roll(question, faces, values, "table", shows)
        if fallen is not None and answers(fallen, count, faces, shows):
            return Roll(question, faces, fallen.values[:count], "leaguer", shows)
        if count == 0:
            return Roll(question, faces, (), "leaguer")
        said = own.values if own is not None and own.by == "table" else reported if own is None else None
        if said and not self.fell:
            raise _two_hands(len(said), count, field)
        if self.otherwise is None:
            raise Unfallen(question, count, faces, field, shows, near, may)
        self.fell.append(self.otherwise.roll(question, count, faces=faces, shows=shows, may=may, field=field))
        return self.fell[-1]

    def shuffle(self, question: str, cards: Sequence[str]) -> Roll:
        """A report told again has its own seal, whatever has been shuffled since."""
        known = self._deck(question, cards, disclosed=False)
        if known is not None:
            return decks.face_down(known)
        if self.otherwise is None:
            raise decks.unsettled(question, cards)
        return self.otherwise.shuffle(question, cards)  # a seal tells nothing: what is refused after it may be refused

    def disclose(self, question: str, cards: Sequence[str]) -> Roll:
        known = self._deck(question, cards, disclosed=True)
        if known is not None:
            return known
        if self.otherwise is None:
            raise decks.unsettled(question, cards)
        self.fell.append(self.otherwise.disclose(question, cards))
        return self.fell[-1]

    def _deck(self, question: str, cards: Sequence[str], disclosed: bool) -> Roll | None:
        """The deck of these cards as the report itself, or else any other, has told it."""
        fallen = self.fallen.get(question)
        told = (*self.decks, fallen)
        found = (deck for deck in told if decks.is_of(deck, cards) and deck.question == question)
        return next((deck for deck in found if deck.values or not disclosed), None)

    def _moved(self, reported: Sequence[Shown]) -> None:
        """The report's own dice answer another question now."""
        for question, roll in self.mine.items():
            if question not in self.asked and roll.by == "table" and roll.values == tuple(reported):
                self.asked[question] = len(reported)
                return

    def left(self) -> tuple[Roll, ...]:
        """Of the report's own dice, those nobody has asked for. A deck is none: nobody has to settle an order."""
        over = ((roll, roll.values[self.asked.get(roll.question, 0) :]) for roll in self.mine.values())
        return tuple(
            msgspec.structs.replace(roll, values=values, shows=roll.shows[-len(values) :])
            for roll, values in over
            if values
        )


def _contradicts(known: Roll | None, reported: Sequence[Shown]) -> bool:
    """Whether Leaguer has rolled for this, and not these dice."""
    return known is not None and known.values[: len(reported)] != tuple(reported)


def at_table(rolls: Iterable[Roll]) -> tuple[Roll, ...]:
    return tuple(roll for roll in rolls if roll.by == "table" and roll.values)


def _two_hands(told: int, count: int, field: str) -> Refused:
    return Refused(
        "dice",
        say(_("%(count)s dice are asked for; the table has told %(n)s others."), count=count, n=told),
        _("Report it again with its dice, keep what the table played, or strike it: Leaguer adds none to those."),
        field=field,
    )


def unanswered(die: Unfallen) -> Refused:
    text = say(
        _("%(count)s dice of %(faces)s faces are asked for that nobody has rolled."), count=die.count, faces=die.faces
    )
    if die.shows:
        text = say(
            _("%(count)s dice that show one of %(faces)s are asked for that nobody has rolled."),
            count=die.count,
            faces=faces_shown(die.shows),
        )
    if is_draw(die.faces) or not die.field:
        text = say(_("Something is to be drawn that nobody has drawn."))
    return Refused(
        "dice",
        text,
        _("Report it again with its dice, let Leaguer roll, keep what the table played, or strike it."),
        field=die.field,
        code="unanswered",
    )


def orphaned(over: Iterable[Roll]) -> Refused:
    return Refused(
        "dice",
        say(
            _("Dice were rolled that nobody asks for now: %(dice)s."),
            dice=", ".join(str(value) for roll in over for value in roll.values),
        ),
        _("Accept it without them, or report it again with the dice that count."),
        code="orphaned",
    )

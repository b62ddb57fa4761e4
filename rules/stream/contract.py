"""What every stream is made of: commands, events, pieces of a state, dice and refusals.

Pure: no clock, no randomness, no database. `rules.contract` has all of it for rulebooks.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any, ClassVar, Literal, Protocol

import msgspec

from rules.messages import Sentence, as_message


class Refused(Exception):
    """The rules say no. Nothing has happened.

    `rule` is the rulebook's number ("003 R26") or the house's ("battle"); `text` says what is wrong, `remedy` what
    would be right, `field` which field of the command is at fault ("" when it is the command as such).
    `code` is a short machine-readable kind: "refused", "not-yours", "unknown", "malformed", "over", "reused"; of a
    correction that is not finished "unsettled", of dice that nobody has rolled "unanswered", of a report told again for
    whose dice nobody asks "orphaned", of a report in a batch that somebody else's came before "conflict". `report` is
    the id of the report refused, once the door has seen it.
    `__cause__` is the fault of a rulebook that broke on what people declared: refused all the same, for operators to
    log and its author to mend.

    Where a report has several faults it is refused for the first, and `also` has the others, in order (`at_once`).
    `fault` is a name that a fault of the forces always has ("R3/points/americans"; nothing hidden is in it, and no
    dot); an organiser may let it pass by that name where it is `waivable`.
    """

    also: tuple[Refused, ...] = ()

    def __init__(
        self,
        rule: str,
        text: Sentence,
        remedy: Sentence | None = None,
        field: str = "",
        code: str = "refused",
        fault: str = "",
        waivable: bool = False,
        report: str = "",
    ) -> None:
        self.rule, self.field, self.code, self.text = rule, field, code, as_message(text)
        self.remedy = None if remedy is None else as_message(remedy)
        super().__init__(f"{rule}: {self.text.text()}")
        self.fault, self.waivable, self.report = fault, waivable, report

    @property
    def faults(self) -> tuple[Refused, ...]:
        """Everything that is wrong, this first."""
        return (self, *self.also)


def refuses(check: Callable[..., object], *asked: Any) -> bool:
    """Whether a check refuses this."""
    try:
        check(*asked)
    except Refused:
        return True
    return False


def at_once(faults: Iterable[Refused]) -> None:
    """Refuse what has faults, naming all of them; nothing happens where there are none."""
    found = tuple(faults)
    if found:
        found[0].also = found[1:]
        raise found[0]


class Spoken(msgspec.Struct, frozen=True):
    """What a report says in the name of another side: its `field`, for the sides of the units that its field `of`
    names, or for these sides. With `beside`, only where it tells that field too. `rule`: the number of the rule by
    which it is theirs to say ("R5"). `alone`: the field that says the same of the reporter's own side alone; it is
    offered where those seats are not held.

    With `field` "" the whole report is said in the name of every side. Then `of` and `beside` are "", and `alone` is
    the report that says the same of one side ("InvokeCommander").
    """

    field: str
    of: str
    rule: str
    beside: str = ""
    alone: str = ""


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a player reports, in the imperative. Carries only what the table alone can show.

    `positional`: the fields written without their name in a battle script, in order.
    `sealed`: top-level fields that hold secrets or free text; the log keeps them apart and erasable.
    `mends`: it is about what was reported before, whatever that was about.
    `opens`: the command that the same unit reports next, as people do both in one go: a shot that was announced is
    fired. Pages ask for both on one form; several may be announced first.
    `own_word`: whoever it is for says it themselves, and not who reports for them on a seat that was lent.
    `spoken`: what it says in the name of other sides. Who does not hold their seats is refused, and not offered those
    fields, or that report.
    """

    positional: ClassVar[tuple[str, ...]] = ()
    sealed: ClassVar[tuple[str, ...]] = ()
    mends: ClassVar[bool] = False
    opens: ClassVar[str] = ""
    own_word: ClassVar[bool] = False
    spoken: ClassVar[tuple[Spoken, ...]] = ()


class DiceCommand(Command, frozen=True, kw_only=True):
    """A report that may bring dice of the table.

    `rolls`: the fields that bring them, in the order in which they fall; each left out is rolled within this report.
    `leaguer`: one of these; from there on Leaguer rolls what the report leaves out, "" for none. It matters where the
    table rolls its own dice (`Muster.dice`). It goes on from there, for a refusal after his die would tell what it
    shows.

    `shared`: what its side does not decide but the table shows, beside the dice ("unit"). A choice of it that asks for
    nothing else may be told by the other side's players too: who sees the dice of others may say what they show. It
    is () where its side decides when these dice fall; where it does so at times, choices say it (`Choice.decides`).
    """

    rolls: ClassVar[tuple[str, ...]] = ()
    shared: ClassVar[tuple[str, ...]] = ()
    leaguer: str | msgspec.UnsetType = msgspec.UNSET


class Event(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A ruled fact in the past tense. Report and ruling together, so that `evolve` needs no tables.

    A tree of plain values, so the collector of reference cycles need not look at it: hundreds are read at a time.
    `rules`: the numbers of the rules it was ruled by ("R20", "A9"), for explanations. `by_hand`: people set facts with
    it. `talk`: people only speak with one another (asked, agreed); no correction takes that back or tells it again.
    `mends`: it changes what was reported before, whatever that was about.
    """

    version: ClassVar[int] = 1
    sealed: ClassVar[tuple[str, ...]] = ()
    rules: ClassVar[tuple[str, ...]] = ()
    talk: ClassVar[bool] = False
    by_hand: ClassVar[bool] = False
    mends: ClassVar[bool] = False


class Piece(msgspec.Struct):
    """A mutable part of a State with a name of its own: a tank, a card.

    `fixed` names the fields the muster settles and no event ever sets; all the others are facts that can be declared
    (see `rules.stream.facts`). Their annotations are the bounds of what may be declared.
    """

    fixed: ClassVar[tuple[str, ...]] = ()


class State(Piece):
    """A battle as one rule system sees it. Mutable, owned by the fold; nobody keeps one past a call.

    The fold sets `report` to the log position of the first event of the report being applied, before `evolve`;
    feats and kills cite it.
    """

    report: int = 0


Shown = int | str  # what a face shows: a number, or a symbol in words


class Roll(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Dice that fell: the named question they answer, what they show, and whose they were.

    `shows`: the faces of each die, in order, where they are not 1 to `faces`.

    With `sealed` it is the order of a deck of `faces` cards that Leaguer has shuffled: `shows` has the cards alone, as
    they were given, and `sealed` commits to their order. Face down `values` and `salt` are empty; disclosed they are
    the order, top first, and what the commitment is salted with (see `rules.stream.decks`).
    """

    question: str
    faces: int
    values: tuple[Shown, ...]
    by: Literal["table", "leaguer"]
    shows: tuple[tuple[Shown, ...], ...] = ()
    sealed: str = ""
    salt: str = ""

    @property
    def numbers(self) -> tuple[int, ...]:
        """What they show, of dice with numbers on them."""
        return tuple(value for value in self.values if isinstance(value, int))

    @property
    def told(self) -> bool:
        """Whether there is anything to tell: dice have fallen, or a deck has been sealed."""
        return bool(self.values or self.sealed)


class Dice(Protocol):
    """Where `decide` gets its dice. A question is named in the game's terms: "t2/shooting/alpha/attack"."""

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
        """`count` dice for `question`: the reported ones, checked, else Leaguer's.

        Dice that do not show 1 to `faces` have their faces in `shows`, one tuple a die, all of `faces` faces; `may` are
        what dice at a table may show besides. Raises `Refused` naming `field` on a wrong number of dice or a face the
        die has not, and `Unfallen` in a dry run when Leaguer would have to roll. A die that no field of the report can
        bring is asked for with `field` "": it is a draw, and Leaguer's. `near`: the numbers that their total is read
        against, for the random player's dice of the table (`rules.player`); nobody else is told.
        """
        ...

    def shuffle(self, question: str, cards: Sequence[str]) -> Roll:
        """A deck that Leaguer has shuffled, face down: another question for every shuffle of a battle.

        Its n-th card from the top is drawn as `roll(f"{question}/{n}", 1, faces=left, field="")`, which numbers the
        cards that are left, as they were given. No card has a space in its name (`ValueError`). Raises `Unfallen` in a
        dry run, with the question alone, unless this very deck has been sealed before.
        """
        ...

    def disclose(self, question: str, cards: Sequence[str]) -> Roll:
        """The order of such a deck, top first, and the salt: anybody can check it against what was sealed.

        Of the same cards, as they were given. Raises `Unfallen` in a dry run unless it has been disclosed before.
        """
        ...


class Unfallen(Exception):
    """A dry run came to dice nobody has rolled yet: `question` wants `count` dice of `faces` faces (`Roll.shows`).

    `field` is where a report brings them; "" where none does, and Leaguer draws or shuffles. `near` is for the random
    player, and so is `may`, faces that dice of a table may show besides (`Dice.roll`).
    """

    def __init__(
        self,
        question: str,
        count: int,
        faces: int,
        field: str,
        shows: tuple[tuple[Shown, ...], ...] = (),
        near: Sequence[int] = (),
        may: tuple[Shown, ...] = (),
    ) -> None:
        super().__init__(question)
        self.question, self.count, self.faces, self.field, self.shows = question, count, faces, field, shows
        self.near, self.may = tuple(near), may


Decision = Generator[Event, None, None]

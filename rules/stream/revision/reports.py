"""What may be reported to mend a stream, and the events that follow.

A mistake is mended by appending. `Revised(from_position)` takes everything from that row on off the line of events
that counts; what should have been there is told again after it (`Retold`). Which rows count: `rules.stream.history`.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec

from rules.bounds import Text
from rules.stream.contract import Command, Event, Roll

Later = Annotated[int, msgspec.Meta(ge=2, le=10_000_000)]  # the muster at position 1 stands
Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=500, pattern=r"^[^\x00-\x08\x0b\x0c\x0e-\x1f]*$")]
Type = Annotated[str, msgspec.Meta(max_length=60)]
Path = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
NewSeed = Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{64})?$(?!\n)")]  # "" for none
Place = Annotated[str, msgspec.Meta(pattern=r"^[1-9][0-9]{0,7}$(?!\n)")]  # a position as the key of an object

Authority = Literal["own", "consent", "referee"]
Settling = Literal["keep", "strike", "replace", "roll", "accept", "owe", "replay", "terms"]
Rest = Literal["", "keep", "strike", "terms"]
# played: it cannot be told again, and stands as it was played until somebody settles it. waiting: nor can it stand so.
Told = Literal[
    "told",
    "changed",
    "inserted",
    "replaced",
    "rolled",
    "accepted",
    "kept",
    "struck",
    "voided",
    "played",
    "waiting",
]


class Undo(Command, frozen=True, kw_only=True):
    """Take back every report from `position` on. On a revision's own position it is taken back: redo.

    Your own reports, as long as nobody has answered them and Leaguer has rolled no die for them; else the other side
    is asked, and an organiser may do it without asking.
    """

    mends: ClassVar = True
    sealed: ClassVar = ("reason",)
    position: Later
    reason: Text = ""


class Settlement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What becomes of a report that cannot simply be told again.

    keep: what it came to at the table stands, as declared facts. strike: it is taken out. replace: `type` and `data`
    stand in its place. roll: Leaguer rolls the dice it lacks. accept: it stands without the dice nobody asks for.
    Of campaigns alone: owe, what it costs is paid later. replay: the battle it called is fought again. terms: what the
    campaign's terms have for it.
    """

    how: Settling
    type: Type = ""
    data: dict[str, Any] = {}


class Correct(Command, frozen=True, kw_only=True):
    """Change or strike the report at `position`, or insert one before it; what came later is decided again.

    `type` and `data` are the report as it should have been. Later reports that cannot stand are settled as `settle`
    says by their position, else as `rest` says, else they wait for a `Resolve` before the battle goes on. `roll`: where
    they lack only dice that nobody has rolled, Leaguer rolls them.
    """

    mends: ClassVar = True
    sealed: ClassVar = ("reason", "data", "settle")
    positional: ClassVar = ("position", "how")
    position: Later
    how: Literal["change", "insert", "strike"]
    type: Type = ""
    data: dict[str, Any] = {}
    reason: Reason
    settle: dict[Place, Settlement] = {}
    rest: Rest = ""
    roll: bool | msgspec.UnsetType = msgspec.UNSET


class Resolve(Command, frozen=True, kw_only=True):
    """Settle the first report a correction left over, the one at `position`; see `Settlement`. `rest` and `roll`
    as in Correct.

    `settle`: others that were left over, by position, settled with it: all of them or none. Only where the stream goes
    on whatever is left over.
    """

    mends: ClassVar = True
    sealed: ClassVar = ("reason", "data", "settle")
    positional: ClassVar = ("position", "how")
    position: Later
    how: Settling
    type: Type = ""
    data: dict[str, Any] = {}
    reason: Text = ""
    rest: Rest = ""
    roll: bool | msgspec.UnsetType = msgspec.UNSET
    settle: dict[Place, Settlement] | msgspec.UnsetType = msgspec.UNSET


class Declare(Command, frozen=True, kw_only=True):
    """Set facts as they are at the table, whatever the rules would say: "models.alpha.damage": 3."""

    mends: ClassVar = True
    sealed: ClassVar = ("reason",)
    facts: Annotated[dict[Path, Any], msgspec.Meta(min_length=1, max_length=100)]
    reason: Reason


class Agree(Command, frozen=True, kw_only=True):
    """Agree to what was proposed at `position`. `by_default`: for those who are gone; only the clerk says so."""

    mends: ClassVar = True
    positional: ClassVar = ("position",)
    position: Later
    by_default: bool | msgspec.UnsetType = msgspec.UNSET


class Decline(Command, frozen=True, kw_only=True):
    """Decline what was proposed at `position`, or withdraw it."""

    mends: ClassVar = True
    sealed: ClassVar = ("reason",)
    positional: ClassVar = ("position",)
    position: Later
    reason: Text = ""


class Reseed(Command, frozen=True, kw_only=True):
    """Commit Leaguer to a new seed, once that of the stream is known: a question that was never answered takes it.

    A new seed that stood before is disclosed by that. `next_seed` is Leaguer's own: whatever is sent gives way to it.
    """

    mends: ClassVar = True
    sealed: ClassVar = ("next_seed",)
    next_seed: NewSeed = ""


class Carried(msgspec.Struct, frozen=True):
    """An open proposal that a revision leaves open: where it was made, by which side, what it is, who has agreed, and
    whom it asks (see `Proposed`)."""

    position: int
    side: str
    type: str
    agreed: tuple[str, ...] = ()
    asks: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET


class Kept(msgspec.Struct, frozen=True):
    """Rows `first` to `last`, whole reports of before, that stand on the line right behind row `after` of the revision
    that keeps them."""

    after: int
    first: int
    last: int


class Revised(Event, frozen=True, kw_only=True):
    """Nothing from `from_position` on counts. `later`: where the reports stand that are to be told again, in order.

    `keeps`: but for these. Decided again they come out with the very same events, and they are not written again; in
    the order of the line, unset where there are none.

    What one side has asked the other stays asked (`carried`, and `data` is what was asked) as long as the row it names
    counts; else it has lapsed (`lapsed`: where it was asked, 0 for none). Where several are open, `beside` has the
    others that stay, `data_beside` what they ask, by where it was asked, and `lapsed_beside` the others that lapse.

    `reopened`: reports that people had settled, and that can stand so no longer; they are left open again.

    `disclosed`: the seed is known already. `cases`: who has the case of the battle, with the row in which they took
    it. `lent`: the sides that have lent their seats. `manned`: who was mustered for battles of a season, by battle and
    side, where others would be by what comes before. `published`: who meets whom, and where, by the key of a season's
    fixture, where keys would mean others by what comes before. `seeds`: the new seeds there have been, the newest last,
    which is secret. Unset where there are none.
    """

    mends: ClassVar = True
    sealed: ClassVar = ("reason", "data", "data_beside", "seeds")
    from_position: Later
    act: Literal["undo", "redo", "correction"]
    reason: str = ""
    authority: Authority
    later: tuple[int, ...] = ()
    carried: Carried | None = None
    data: dict[str, Any] = {}
    lapsed: int = 0
    disclosed: bool = False
    cases: dict[str, int] | msgspec.UnsetType = msgspec.UNSET
    lent: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    keeps: tuple[Kept, ...] | msgspec.UnsetType = msgspec.UNSET
    seeds: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    beside: tuple[Carried, ...] | msgspec.UnsetType = msgspec.UNSET
    data_beside: dict[Place, Any] | msgspec.UnsetType = msgspec.UNSET
    lapsed_beside: tuple[int, ...] | msgspec.UnsetType = msgspec.UNSET
    reopened: tuple[int, ...] | msgspec.UnsetType = msgspec.UNSET
    manned: dict[str, dict[str, tuple[str, ...]]] | msgspec.UnsetType = msgspec.UNSET
    published: dict[str, tuple[str, ...]] | msgspec.UnsetType = msgspec.UNSET


class Reseeded(Event, frozen=True, kw_only=True):
    """Leaguer is committed to a new seed: `commitment` is SHA-256 of its bytes. `disclosed`: the new seed of before, ""
    where there was none."""

    talk: ClassVar = True
    sealed: ClassVar = ("seed",)
    commitment: str
    seed: str
    disclosed: str = ""


class Retold(Event, frozen=True, kw_only=True):
    """The report at position `of` (0: a new one) is told again: the events after this one are what follows from it now.

    `type` and `data` are there when it is not what it was. After struck and voided (a confirmation or a step of the
    aftermath whose ground is gone) nothing follows. `orphans`: dice of the table that nobody asks for any more.
    """

    mends: ClassVar = True
    sealed: ClassVar = ("data",)
    of: int
    how: Told
    type: str = ""
    data: dict[str, Any] = {}
    orphans: tuple[Roll, ...] = ()


class Declared(Event, frozen=True, kw_only=True):
    """Facts set by people. `kept`: the report whose consequences they are, 0 for none."""

    mends: ClassVar = True
    by_hand: ClassVar = True
    rules: ClassVar = ("declared",)
    sealed: ClassVar = ("reason",)
    facts: dict[Path, Any]
    reason: str
    authority: Authority
    kept: int = 0


class Proposed(Event, frozen=True, kw_only=True):
    """`side` asks the others to agree to a report that needs it. `asks`: which others, where that follows from what is
    asked; unset where it is everybody else. `beside`: where the proposals were made that stay open beside it; unset
    where a stream has one at a time."""

    talk: ClassVar = True
    sealed: ClassVar = ("data",)
    side: str
    type: Literal["Undo", "Correct", "Resolve", "Declare"]
    data: dict[str, Any]
    asks: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    beside: tuple[int, ...] | msgspec.UnsetType = msgspec.UNSET


class Agreed(Event, frozen=True, kw_only=True):
    """`by_default`: nobody of that side is left to answer."""

    talk: ClassVar = True
    side: str
    position: int
    by_default: bool | msgspec.UnsetType = msgspec.UNSET


class Declined(Event, frozen=True, kw_only=True):
    """`side` declines what was proposed at `position`; its proposer withdraws it."""

    talk: ClassVar = True
    sealed: ClassVar = ("reason",)
    side: str
    position: int
    reason: str = ""

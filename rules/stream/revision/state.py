"""What a stream that people mend keeps in its state, and how what mends it changes that.

The state of a kind of stream is a `StreamState` with fields of its own; its fold calls these functions, and adds what
is its own to it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any, ClassVar

import msgspec

from rules.stream.contract import Piece
from rules.stream.revision.reports import Agreed, Declined, Proposed, Reseeded, Retold, Revised

OPEN = ("played", "waiting")  # how reports stand that are still to be settled, though the stream goes on


class Proposal(msgspec.Struct, frozen=True):
    """What `side` asked the others to agree to, at `position`; `agreed`: those that have. `asks` as in `Proposed`."""

    position: int
    side: str
    type: str
    data: dict[str, Any]
    agreed: tuple[str, ...] = ()
    asks: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET


class StreamState(Piece, kw_only=True):
    """`head`: (position, digest) of the last row.

    `last` is where the last report begins (0: only the stream's first), `retold` the last `Retold`. `redo` is the undo
    that can be taken back, `corrected` the correction that can: 0 when something was reported since. `waiting`: the
    reports a correction has still to tell again. `items`: those that stand as they were played, or wait beside the
    stream, until somebody settles them, each by where it was told again. `proposals`: what waits for others' consent,
    the oldest first. `declared`: the facts people have set, with the position of the newest. `disclosed`: the seed of
    its dice is known. `seeds`: the new seeds there have been since, the newest last; that one is secret.
    """

    fixed: ClassVar[tuple[str, ...]] = (
        *("head", "last", "retold", "redo", "corrected", "waiting", "items"),
        *("proposals", "declared", "disclosed", "seeds"),
    )

    head: tuple[int, str] = (0, "")
    last: int = 0
    retold: int = 0
    redo: int = 0
    corrected: int = 0
    waiting: tuple[int, ...] = ()
    items: tuple[int, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    declared: dict[str, int] = {}
    disclosed: bool = False
    seeds: tuple[str, ...] = ()

    @property
    def proposal(self) -> Proposal | None:
        """Where a stream has one at a time: the one that is open."""
        return self.proposals[0] if self.proposals else None

    def proposed_at(self, position: int) -> Proposal | None:
        """The open proposal that was made there."""
        return next((one for one in self.proposals if one.position == position), None)

    @property
    def spent(self) -> bool:
        """Whether nothing is secret any more from which dice could follow."""
        return self.disclosed and not (self.seeds and self.seeds[-1])


def reported(state: StreamState, report: int) -> None:
    """A row of the report that begins at `report`, or at the newest `Retold` when it is told again."""
    if report > state.retold:
        state.redo = state.corrected = 0
        state.last = report
    else:
        state.last = state.retold


def revised(state: StreamState, event: Revised) -> None:
    """The state has been rewound to before the row it names; a redo restores what stood there, all of it. Only what
    one side has asked the other stays as it is, or lapses."""
    state.proposals = tuple(_carried(event))
    state.disclosed, state.seeds = event.disclosed, event.seeds or ()
    if event.act == "undo":
        state.waiting, state.redo = (), state.head[0]
    elif event.act == "correction":
        state.waiting, state.redo, state.corrected = event.later, 0, state.head[0]


def _carried(event: Revised) -> Iterator[Proposal]:
    """What was erased of them reads as nothing."""
    carried = ((event.carried, event.data),) if event.carried is not None else ()
    data = event.data_beside or {}
    for one, asked in (*carried, *((one, data.get(str(one.position)) or {}) for one in event.beside or ())):
        yield Proposal(one.position, one.side, one.type, asked, one.agreed, one.asks)


def retold(state: StreamState, event: Retold) -> None:
    """Where an undo tells later reports again, a correction before it is not the newest any more: taking it back would
    take back what has been reported since."""
    state.retold = state.head[0]
    if state.corrected < state.redo:
        state.corrected = 0
    if state.waiting and state.waiting[0] == event.of:
        state.waiting = state.waiting[1:]
    if event.how in OPEN:
        state.items = (*state.items, state.head[0])


def reseeded(state: StreamState, event: Reseeded) -> None:
    """One that stood before is not new again, where what committed to it is told again."""
    if event.seed not in state.seeds:
        state.seeds = (*state.seeds, event.seed)


def declared(state: StreamState, facts: Iterable[str]) -> None:
    """People have set these facts."""
    state.declared = {**state.declared, **dict.fromkeys(facts, state.head[0])}


def proposed(state: StreamState, event: Proposed) -> None:
    """All others give way to it but those that it names."""
    beside = event.beside or ()
    stay = (one for one in state.proposals if one.position in beside)
    state.proposals = (*stay, Proposal(state.head[0], event.side, event.type, event.data, asks=event.asks))


def agreed(state: StreamState, event: Agreed, parties: Collection[str]) -> None:
    """`parties`: all that are asked, or have asked. What they all have agreed to is no proposal any more."""
    state.proposals = tuple(_agreed(state, event, parties))


def _agreed(state: StreamState, event: Agreed, parties: Collection[str]) -> Iterator[Proposal]:
    for one in state.proposals:
        if one.position != event.position:
            yield one
            continue
        so_far = (*one.agreed, event.side)
        if set(parties).difference(so_far, (one.side,)):
            yield msgspec.structs.replace(one, agreed=so_far)


def declined(state: StreamState, event: Declined) -> None:
    state.proposals = tuple(one for one in state.proposals if one.position != event.position)

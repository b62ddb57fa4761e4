"""A kind of stream as it is kept: its Decider, its name in the log, and the read tables that follow it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from battles import log
from rules.stream.contract import Command
from rules.stream.decider import Decider, S


def as_told(state: object, command: Command) -> Command:
    return command


@dataclass(frozen=True)
class StreamKind(Generic[S]):
    """`name`: the log's for this kind. `save` brings the read tables of a stream up to date, from its state and rows.

    `complete` adds to a report what rulings may not ask for, the time and how other logs stand, and refuses what comes
    too late: it is asked once, before the report is decided, and the row keeps what was added. The state is None
    before the first event.
    """

    name: str
    decider: Decider[S, Any, Any, Any]
    save: Callable[[str, S, Sequence[log.Row]], None]
    complete: Callable[[S | None, Command], Command] = as_told

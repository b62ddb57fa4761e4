"""A new seed for a stream whose seed is known: who may commit to it, and what the log says of it."""

from __future__ import annotations

from collections.abc import Iterator

from rules.messages import gettext_noop as _
from rules.stream.contract import Refused
from rules.stream.decider import R, Who
from rules.stream.dice import commitment
from rules.stream.revision.contract import M, Mending
from rules.stream.revision.reports import Reseed, Reseeded
from rules.stream.revision.state import StreamState


def reseed(mending: Mending[M, R], state: M, command: Reseed, who: Who) -> Iterator[Reseeded]:
    """`Refused` while the seed is secret, and for anybody but those who rule over the stream."""
    if not who.referee:
        raise Refused(
            mending.rule,
            _("Only an organiser commits Leaguer to a new seed."),
            _("Ask one."),
            field="by",
            code="not-yours",
        )
    if not state.disclosed:
        raise Refused(
            mending.rule,
            _("The seed of these dice is secret still."),
            _("A new one is for what is corrected after it was disclosed."),
        )
    yield from committed(state, command.next_seed)


def committed(state: StreamState, seed: str) -> Iterator[Reseeded]:
    """What is told with a disclosure, or after it. Nothing without a seed, as logs of before have it, nor for one that
    another has followed since."""
    if not seed:
        return
    if state.seeds[-1:] == (seed,):  # what committed to it is told again
        yield Reseeded(commitment=commitment(seed), seed=seed, disclosed=next(iter(state.seeds[-2:-1]), ""))
    elif seed not in state.seeds:
        yield Reseeded(commitment=commitment(seed), seed=seed, disclosed=next(iter(state.seeds[-1:]), ""))

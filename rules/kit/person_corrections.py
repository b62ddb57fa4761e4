"""What mends a stream to which people report as persons (`rules.stream.revision`), as a part of its chapter of
corrections: how its events are folded and told.

    CHAPTER = Chapter("Corrections")
    corrects(CHAPTER, declarables(League), kept=_("The report of row %(position)s stands as it was told."))

Where something can be proposed, too, `proposes` has that.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeVar

from msgspec.structs import replace

from rules.contract import Event, Message, say
from rules.contract import gettext_noop as _
from rules.kit.person_chapters import PersonChapter
from rules.stream import facts
from rules.stream.facts import Vocabulary
from rules.stream.revision import sentences
from rules.stream.revision import state as fold
from rules.stream.revision.reports import Agreed, Declared, Declined, Proposed, Reseeded, Retold, Revised
from rules.stream.revision.state import Proposal, StreamState

M = TypeVar("M", bound=StreamState)
Retells = Callable[[M, Retold], None]
TakesBack = Callable[[M, Revised], None]
# They are about reports, and part of none.
ASIDE: frozenset[type[Event]] = frozenset((Revised, Retold, Proposed, Agreed, Declined, Reseeded))


def corrects(
    chapter: PersonChapter[M],
    words: Vocabulary,
    *,
    kept: str,
    told_again: Retells[M] = lambda state, event: None,
    taken_back: TakesBack[M] = lambda state, event: None,
    undisclosed: str = "",
    own_reasons: Collection[str] = (),
) -> None:
    """Undo, correct, resolve, declare. `words`: what facts are called that may be declared; `kept`: how it reads that
    a report of row %(position)s stands as it was; `told_again`: what a report that is told again changes beside, and
    `taken_back` what a revision does; `undisclosed`: how it reads that facts were declared of which the reader is told
    none; `own_reasons`: those that the house itself gives."""

    @chapter.evolves
    def _retold(state: M, event: Retold) -> None:
        fold.retold(state, event)
        told_again(state, event)

    @chapter.narrates
    def _tell_retold(state: M, event: Retold) -> Message:
        if event.how == "voided":
            return say(
                _("The report of row %(position)s no longer holds: what it was about is gone."), position=event.of
            )
        return say(kept, position=event.of) if event.how == "kept" else sentences.narrate(words, event)

    @chapter.narrates
    def _tell_declared(state: M, event: Declared) -> Message:
        if undisclosed and not event.facts:
            return sentences.because(say(undisclosed), event.reason)
        return sentences.narrate(words, event)

    @chapter.narrates
    def _tell_revised(state: M, event: Revised) -> Message:
        reason = say(event.reason) if event.reason in own_reasons else event.reason
        if event.act != "undo":
            return sentences.because(sentences.narrate(words, replace(event, reason="")), reason)
        row = event.from_position
        told = say(_("The report of row %(position)s is taken back; later ones are decided again."), position=row)
        return sentences.because(sentences.with_lapsed(told, event), reason)

    @chapter.evolves
    def _revised(state: M, event: Revised) -> None:
        fold.revised(state, event)
        taken_back(state, event)

    chapter.evolves(_declared)


def _declared(state: StreamState, event: Declared) -> None:
    facts.declare(state, event.facts)
    fold.declared(state, event.facts)


def proposes(chapter: PersonChapter[M], words: Vocabulary, asked: Callable[[Proposal], tuple[str, ...]]) -> None:
    """What waits for the consent of others. `asked`: the parties that an open proposal asks."""

    @chapter.evolves
    def _agreed(state: M, event: Agreed) -> None:
        proposal = state.proposed_at(event.position)
        fold.agreed(state, event, asked(proposal) if proposal is not None else ())

    @chapter.narrates
    def _tell(state: M, event: Proposed | Agreed | Declined | Reseeded) -> Message:
        return sentences.narrate(words, event)

    for function in (fold.proposed, fold.declined, fold.reseeded):
        chapter.evolves(function)

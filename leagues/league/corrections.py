"""What mends a league (`rules.stream.revision`): how its events are folded and told. `mending` has the rest."""

from __future__ import annotations

from leagues.league.chapters import Chapter
from leagues.league.state import League
from rules.contract import Event, Message, say
from rules.contract import gettext_noop as _
from rules.kit.declarable import declarables
from rules.stream import facts
from rules.stream.revision import sentences
from rules.stream.revision import state as fold
from rules.stream.revision.reports import Declared, Retold, Revised

CHAPTER = Chapter("Corrections")
ASIDE: frozenset[type[Event]] = frozenset((Revised, Retold))  # about reports, and part of none

WORDS = declarables(League)


@CHAPTER.evolves
def _revised(league: League, event: Revised) -> None:
    fold.revised(league, event)


@CHAPTER.evolves
def _retold(league: League, event: Retold) -> None:
    fold.retold(league, event)


@CHAPTER.evolves
def _declared(league: League, event: Declared) -> None:
    facts.declare(league, event.facts)
    fold.declared(league, event.facts)


@CHAPTER.narrates
def _tell_revised(league: League, event: Revised) -> Message:
    if event.act != "undo":
        return sentences.narrate(WORDS, event)
    told = say(
        _("The report of row %(position)s is taken back; later ones are decided again."), position=event.from_position
    )
    return sentences.because(sentences.with_lapsed(told, event), event.reason)


@CHAPTER.narrates
def _tell_retold(league: League, event: Retold) -> Message:
    if event.how == "voided":
        return say(_("The report of row %(position)s no longer holds: what it was about is gone."), position=event.of)
    if event.how == "kept":
        return say(_("The report of row %(position)s stands as it was told."), position=event.of)
    return sentences.narrate(WORDS, event)


@CHAPTER.narrates
def _tell_declared(league: League, event: Declared) -> Message:
    return sentences.narrate(WORDS, event)

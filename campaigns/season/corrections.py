"""What mends a season (`rules.stream.revision`): how its events are folded, told, and seen. `mending` has the rest."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import replace

from campaigns.season.chapters import CREW, PENALTY, PURSE, SCORE, STATUS, TOTAL, Cause, Chapter, ruled
from campaigns.season.state import Season
from rules.contract import Event, Message, say
from rules.contract import gettext_noop as _
from rules.kit.declarable import declarables
from rules.stream import facts
from rules.stream.revision import sentences
from rules.stream.revision import state as fold
from rules.stream.revision.reports import Agreed, Declared, Declined, Proposed, Reseeded, Retold, Revised
from rules.stream.revision.state import Proposal

CHAPTER = Chapter("Corrections")
# They are about reports, and part of none.
ASIDE: frozenset[type[Event]] = frozenset((Revised, Retold, Proposed, Agreed, Declined, Reseeded))


# What the facts are called that an organiser may declare: it stands at the fields of the State that hold them.
WORDS = declarables(Season)


# -- what it changes ---------------------------------------------------------------------------------------------------


@CHAPTER.evolves
def _revised(season: Season, event: Revised) -> None:
    fold.revised(season, event)


@CHAPTER.evolves
def _retold(season: Season, event: Retold) -> None:
    """A round whose end is taken back has no deadline any more: an organiser closes it, or names another moment."""
    fold.retold(season, event)
    if event.how == "struck" and event.type == "CloseRound" and season.under_way is not None:
        season.under_way.deadline = ""


@CHAPTER.evolves
def _declared(season: Season, event: Declared) -> None:
    facts.declare(season, event.facts)
    fold.declared(season, event.facts)


@CHAPTER.evolves
def _proposed(season: Season, event: Proposed) -> None:
    fold.proposed(season, event)


@CHAPTER.evolves
def _agreed(season: Season, event: Agreed) -> None:
    proposal = season.proposed_at(event.position)
    fold.agreed(season, event, asked(proposal) if proposal is not None else ())


@CHAPTER.evolves
def _declined(season: Season, event: Declined) -> None:
    fold.declined(season, event)


@CHAPTER.evolves
def _reseeded(season: Season, event: Reseeded) -> None:
    fold.reseeded(season, event)


def asked(proposal: Proposal) -> tuple[str, ...]:
    """The platoons that an open proposal asks, whether their players have agreed or not."""
    return proposal.asks if proposal.asks is not UNSET else ()


# -- how it reads ------------------------------------------------------------------------------------------------------


@CHAPTER.narrates
def _tell_revised(season: Season, event: Revised) -> Message:
    if event.act != "undo":
        return sentences.narrate(WORDS, event)
    told = say(
        _("The report of row %(position)s is taken back; later ones are decided again."), position=event.from_position
    )
    return sentences.because(sentences.with_lapsed(told, event), event.reason)


@CHAPTER.narrates
def _tell_retold(season: Season, event: Retold) -> Message:
    if event.how == "voided":
        return say(_("The report of row %(position)s no longer holds: what it was about is gone."), position=event.of)
    if event.how == "kept":
        return say(_("The report of row %(position)s stands as it was played."), position=event.of)
    return sentences.narrate(WORDS, event)


@CHAPTER.narrates
def _tell_declared(season: Season, event: Declared) -> Message:
    if not event.facts:  # all of it is for others to know
        return sentences.because(say(_("An organiser has declared facts of a platoon.")), event.reason)
    return sentences.narrate(WORDS, event)


@CHAPTER.narrates
def _tell_proposed(season: Season, event: Proposed) -> Message:
    return sentences.narrate(WORDS, event)


@CHAPTER.narrates
def _tell_agreed(season: Season, event: Agreed) -> Message:
    return sentences.narrate(WORDS, event)


@CHAPTER.narrates
def _tell_declined(season: Season, event: Declined) -> Message:
    return sentences.narrate(WORDS, event)


@CHAPTER.narrates
def _tell_reseeded(season: Season, event: Reseeded) -> Message:
    return sentences.narrate(WORDS, event)


# -- what of it is seen ------------------------------------------------------------------------------------------------


@CHAPTER.sees
def _see_revised(season: Season, event: Revised, player: str) -> Revised:
    """What the proposal carries was shown when it was made."""
    return replace(event, data={}, data_beside=UNSET, seeds=UNSET)


@CHAPTER.sees
def _see_reseeded(season: Season, event: Reseeded, player: str) -> Reseeded:
    return replace(event, seed="")


@CHAPTER.sees
def _see_retold(season: Season, event: Retold, player: str) -> Retold:
    """What a report says is for its sender: it may be an order, or cards. The events after it say what followed."""
    return replace(event, data={})


@CHAPTER.sees
def _see_proposed(season: Season, event: Proposed, player: str) -> Proposed:
    """All of it is for those who ask and those who are asked."""
    heard = (event.side, *(event.asks if event.asks is not UNSET else ()))
    if any(player in season.platoons[key].players for key in heard if player and key in season.platoons):
        return event
    return replace(event, data={name: event.data[name] for name in ("position", "how") if name in event.data})


@CHAPTER.sees
def _see_declared(season: Season, event: Declared, player: str) -> Declared:
    """What a purse holds is its players' to know."""
    return replace(event, facts={path: value for path, value in event.facts.items() if known(season, path, player)})


def known(season: Season, path: str, player: str) -> bool:
    """Whether a fact is for this reader to know: what a purse holds is its players'."""
    kind, key, name = [*path.split("."), "", ""][:3]
    return (kind, name) != ("platoons", "purse") or (key in season.platoons and season.known_to(key, player))


# -- why ---------------------------------------------------------------------------------------------------------------


@CHAPTER.explains(SCORE, PENALTY, PURSE, STATUS, CREW)
def _why_declared(season: Season, event: Declared, key: str) -> Iterator[Cause]:
    if any(key in path.split(".") for path in event.facts):
        yield ruled(event.reason)


@CHAPTER.explains(TOTAL)
def _why_total(season: Season, event: Declared, key: str) -> Iterator[Cause]:
    yield ruled(event.reason)

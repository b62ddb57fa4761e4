"""What mends a season (`rules.kit.person_corrections`), what is seen of it, and what it explains. `mending` has who
does it, and what follows."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import replace

from campaigns.season.chapters import CREW, PENALTY, PURSE, SCORE, STATUS, TOTAL, Cause, Chapter, ruled
from campaigns.season.state import Season
from rules.contract import gettext_noop as _
from rules.kit.declarable import declarables
from rules.kit.person_corrections import corrects, proposes
from rules.stream.revision.reports import Declared, Proposed, Reseeded, Retold, Revised
from rules.stream.revision.state import Proposal

CHAPTER = Chapter("Corrections")
# What the facts are called that an organiser may declare: it stands at the fields of the State that hold them.
WORDS = declarables(Season)
SETTLED_ANEW = _("Its battle was corrected, and is settled anew.")  # the reason that the clerk gives


def _told_again(season: Season, event: Retold) -> None:
    """A round whose end is taken back has no deadline any more: an organiser closes it, or names another moment."""
    if event.how == "struck" and event.type == "CloseRound" and season.under_way is not None:
        season.under_way.deadline = ""


def _taken_back(season: Season, event: Revised) -> None:
    if event.manned is not UNSET:
        season.manned = (season.manned or {}) | event.manned
    if event.published is not UNSET:
        season.published = season.published | event.published


def asked(proposal: Proposal) -> tuple[str, ...]:
    """The platoons that an open proposal asks, whether their players have agreed or not."""
    return proposal.asks if proposal.asks is not UNSET else ()


corrects(
    CHAPTER,
    WORDS,
    kept=_("The report of row %(position)s stands as it was played."),
    told_again=_told_again,
    taken_back=_taken_back,
    undisclosed=_("An organiser has declared facts of a platoon."),
    own_reasons=(SETTLED_ANEW,),
)
proposes(CHAPTER, WORDS, asked)


# -- what of it is seen ------------------------------------------------------------------------------------------------


@CHAPTER.sees
def _see_revised(season: Season, event: Revised, player: str) -> Revised:
    """What the proposal carries was shown when it was made."""
    return replace(event, data={}, data_beside=UNSET, seeds=UNSET, manned=UNSET)


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

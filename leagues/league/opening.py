"""A league is founded, called otherwise, and given other terms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

import msgspec

from campaigns.season.offers import option_field
from leagues.league import terms
from leagues.league.chapters import WHY, Chapter, choice
from leagues.league.divisions import check_divisions
from leagues.league.ratings import rated_anew
from leagues.league.refusals import no, organiser
from leagues.league.state import Founded, League
from leagues.league.values import Division, Id, Terms
from rules.bounds import Name
from rules.contract import Choice, Command, Decision, Dice, Event, Field, Message, say
from rules.contract import gettext_noop as _
from rules.declarations import Option
from rules.messages import listed, verbatim
from rules.stream.decider import Who
from rules.stream.revision.reports import Reason

CHAPTER = Chapter("Founding")
OF_RATINGS = ("rating", "elo_k", "rates", "rates_history")


class Found(Command, frozen=True, kw_only=True):
    """Found a league: the first report of every one. `club`: whose it is. `terms`: those that differ from the
    defaults (`leagues.league.terms`). `divisions`, the highest first; none for a league in which all play together."""

    sealed: ClassVar[tuple[str, ...]] = ("name",)

    name: Name
    club: Id
    terms: Terms = {}
    divisions: Annotated[tuple[Division, ...], msgspec.Meta(max_length=20)] = ()


class Rename(Command, frozen=True, kw_only=True):
    """Call the league otherwise."""

    sealed: ClassVar[tuple[str, ...]] = ("name", "reason")

    name: Name
    reason: Reason


class SetTerms(Command, frozen=True, kw_only=True):
    """Change terms of the league. Those of ratings make all ratings anew, from the first game on."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    terms: Terms
    reason: Reason


class Renamed(Event, frozen=True, kw_only=True):
    sealed: ClassVar[tuple[str, ...]] = ("name", "reason")

    name: str
    reason: str = ""


class TermsSet(Event, frozen=True, kw_only=True):
    """The terms that changed, each with its new value."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    terms: Terms
    reason: str = ""


def found(command: Found, who: Who) -> Founded:
    """Complete and frozen. Raises `Refused`."""
    organiser(who)
    check_divisions(command.divisions)
    return Founded(
        name=command.name,
        club=command.club,
        terms=terms.settle_terms(command.terms),
        divisions=command.divisions,
    )


@CHAPTER.decides
def rename(league: League, command: Rename, who: Who, dice: Dice) -> Decision:
    organiser(who)
    if command.name == league.name:
        raise no(_("The league is called that already."), field="name")
    yield Renamed(name=command.name, reason=command.reason)


@CHAPTER.decides
def set_terms(league: League, command: SetTerms, who: Who, dice: Dice) -> Decision:
    organiser(who)
    terms.settle_terms(command.terms)
    changed = {name: value for name, value in command.terms.items() if league.terms.get(name) != value}
    if not changed:
        raise no(_("The terms are so already."), _("Name a term with another value."), "terms")
    yield TermsSet(terms=changed, reason=command.reason)
    if not changed.keys().isdisjoint(OF_RATINGS):
        yield from rated_anew(league, since=0)


@CHAPTER.offers(Rename)
def _offer_name(league: League, who: Who) -> Iterator[Choice]:
    if who.referee:
        name = Field(name="name", kind="text", label=say(_("Name")), most=80, required=True, but=(league.name,))
        yield choice(Rename, say(_("Rename the league")), name, WHY)


@CHAPTER.offers(SetTerms)
def _offer_terms(league: League, who: Who) -> Iterator[Choice]:
    if who.referee:
        for option in terms.TERMS:
            field = option_field(option, league.terms.get(option.name), readily=1000)
            other = msgspec.structs.replace(field, required=True, but=(field.default,))
            group = Field(name="terms", kind="group", label=say(option.called), fields=(other,), required=True)
            yield choice(SetTerms, say(_("Change “%(term)s”"), term=say(option.called)), group, WHY)


@CHAPTER.evolves
def _renamed(league: League, event: Renamed) -> None:
    league.name = event.name


@CHAPTER.evolves
def _terms_set(league: League, event: TermsSet) -> None:
    league.terms = {**league.terms, **event.terms}


@CHAPTER.narrates
def _tell_founded(league: League, event: Founded) -> Message:
    return say(_("The league is founded: %(name)s."), name=event.name)


@CHAPTER.narrates
def _tell_renamed(league: League, event: Renamed) -> Message:
    return say(_("The league is called %(name)s from here on. %(reason)s"), name=event.name, reason=event.reason)


@CHAPTER.narrates
def _tell_terms(league: League, event: TermsSet) -> Message:
    return say(_("Terms of the league change: %(terms)s. %(reason)s"), terms=in_words(event.terms), reason=event.reason)


def in_words(changed: Terms) -> Message:
    """Each term as people call it, with its value."""
    known = {option.name: option for option in terms.TERMS}
    return listed([_in_words(name, value, known) for name, value in changed.items()] or [verbatim("–")])


def _in_words(name: str, value: bool | int | str, known: dict[str, Option]) -> Message:
    option = known.get(name)
    if option is None:  # a later release does without it
        return verbatim(f"{name}: {value}")
    shown = say(option.choice_called(value)) if option.type == "choice" and isinstance(value, str) else _plain(value)
    return say(_("%(term)s: %(value)s"), term=say(option.called), value=shown)


def _plain(value: bool | int | str) -> Message:
    if isinstance(value, bool):
        return say(_("yes")) if value else say(_("no"))
    return verbatim(str(value))

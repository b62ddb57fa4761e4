"""A platoon changes its platoon card: what was left blank or picked wrongly is mended until it first fights."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from campaigns.season.cases import opened
from campaigns.season.chapters import Chapter
from campaigns.season.offers import WAIVERS, article_field, known, of_platoon
from campaigns.season.refusals import no
from campaigns.season.roster import BUDGET, faults_of, not_in_catalogue, not_passed
from campaigns.season.state import Platoon, Season
from campaigns.season.values import PlatoonKey, Short, Waivers
from campaigns.season.vehicles import present
from rules.adjudicate import Who
from rules.contract import Choice, Command, Decision, Dice, Event, Message, Refused, at_once, pgettext, say
from rules.contract import gettext_noop as _
from rules.messages import verbatim
from rules.upkeep import Flaw

CHAPTER = Chapter("Platoon cards")


class ChangeCard(Command, frozen=True, kw_only=True):
    """Another platoon card of the rulebook for a platoon, "" for none: until it is first called to a battle. By one of
    its players, or an organiser, who may let faults pass (`waivers`)."""

    positional: ClassVar[tuple[str, ...]] = ("platoon",)
    sealed: ClassVar[tuple[str, ...]] = ("waivers",)

    platoon: PlatoonKey
    card: Short = ""
    waivers: Waivers = {}


class CardChanged(Event, frozen=True, kw_only=True):
    """A platoon has another platoon card, "" for none; `flaws`: names of the faults of the platoon as it is now."""

    sealed: ClassVar[tuple[str, ...]] = ("waivers",)

    platoon: str
    card: str
    flaws: tuple[str, ...] = ()
    waivers: dict[str, str] = {}


@CHAPTER.decides
def change_card(season: Season, command: ChangeCard, who: Who, dice: Dice) -> Decision:
    """Another card of the rulebook, or none; by its players, or an organiser who has taken its case: what the rulebook
    has against it may turn on cards that lie face down."""
    platoon = opened(season, command.platoon, who)
    unknown = tuple(not_in_catalogue(season, None, command.card))
    flaws = () if unknown else flaws_with(season, platoon, command.card)
    known = {flaw.key for flaw in flaws}.difference(flaw.key for flaw in new_flaws(season, platoon, command.card))
    wrong = [*_not_changing(season, platoon, command.card), *unknown]
    at_once([*wrong, *not_passed(season, flaws, command.waivers, who, known)])
    yield CardChanged(
        platoon=platoon.key,
        card=command.card,
        flaws=(*(key for key in platoon.flaws if key == BUDGET), *(flaw.key for flaw in flaws)),
        waivers=dict(sorted(command.waivers.items())),
    )


def flaws_with(season: Season, platoon: Platoon, card: str) -> tuple[Flaw, ...]:
    """The faults of the platoon as it is, with that platoon card."""
    return faults_of(season, card, [season.owned(one) for one in present(season, platoon)])


def new_flaws(season: Season, platoon: Platoon, card: str) -> tuple[Flaw, ...]:
    """Those it does not have already: one of the same name that says something else is another one."""
    had = flaws_with(season, platoon, platoon.card)
    return tuple(flaw for flaw in flaws_with(season, platoon, card) if flaw not in had)


def may_change(season: Season, platoon: Platoon) -> bool:
    """Whether it has not been called to a battle yet; one that was called off is none."""
    called = (forces.platoon for one in season.fixtures.values() for forces in one.sides.values())
    return not platoon.dropped and platoon.key not in called


def _not_changing(season: Season, platoon: Platoon, card: str) -> Iterator[Refused]:
    if not may_change(season, platoon):
        yield no(
            say(_("%(platoon)s has been called to a battle: its platoon card stands."), platoon=platoon.key),
            _("Leave it as it is, or enlist another platoon."),
            "platoon",
        )
    elif card == platoon.card:
        yield no(
            say(_("That is its platoon card already.")) if card else say(_("It has no platoon card now.")),
            _("Choose another one."),
            "card",
        )


@CHAPTER.offers(ChangeCard)
def _offered(season: Season, who: Who) -> Iterator[Choice]:
    """Those that the rulebook has nothing new against, where the terms refuse that; an organiser lets it pass."""
    waivers = (WAIVERS,) if who.referee else ()
    for platoon in known(season, who):
        if not may_change(season, platoon):
            continue
        refused = season.terms["roster_check"] == "refuse" and not who.referee
        field = article_field(season, "card", say(_("Platoon card")), season.rules.platoon_kinds)
        picks = tuple(one for one in field.picks if not refused or not new_flaws(season, platoon, one.value))
        others = field.kind == "text" or any(one.value != platoon.card for one in picks)
        to_none = bool(platoon.card) and not (refused and new_flaws(season, platoon, ""))
        if others or to_none:
            readily = field.readily if others else 0
            card = replace(
                field, picks=picks, required=not to_none, readily=readily, blank=say(pgettext("a platoon card", "none"))
            )
            card = replace(card, default=platoon.card, but=(platoon.card,))
            help_ = say(_("It can be changed until the platoon is first called to a battle."))
            fields = (card, *waivers)
            yield of_platoon(season, ChangeCard, _("Change the card of %(platoon)s"), platoon, *fields, help=help_)


@CHAPTER.evolves
def _card_changed(season: Season, event: CardChanged) -> None:
    platoon = season.platoons[event.platoon]
    platoon.card, platoon.flaws = event.card, event.flaws
    platoon.waivers = platoon.waivers | event.waivers


@CHAPTER.narrates
def _tell_card_changed(season: Season, event: CardChanged) -> Message:
    if not event.card:
        return say(_("%(platoon)s has no platoon card any more."), platoon=event.platoon)
    return say(_("%(platoon)s has another platoon card: %(card)s."), platoon=event.platoon, card=verbatim(event.card))


@CHAPTER.warns
def _warned(season: Season, command: ChangeCard) -> tuple[Flaw, ...]:
    platoon = season.platoons.get(command.platoon)
    if platoon is None or tuple(not_in_catalogue(season, None, command.card)):
        return ()
    return new_flaws(season, platoon, command.card)

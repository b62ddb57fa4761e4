"""What would mend a fault of a platoon, found by trying: another platoon card, or a vehicle less. Each is a report that
the campaign offers its reader anyhow."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from django.utils.translation import gettext as _

from campaigns.admin.ruling.acts import Acts
from campaigns.season import Platoon, Season, names
from campaigns.season.platoon_cards import ChangeCard
from campaigns.season.roster import faults_of
from campaigns.season.sales import Sell
from campaigns.season.vehicles import present
from rules.contract import Command

MOST = 4  # of one platoon: they are ways to choose from, and no list


class Fix(msgspec.Struct, frozen=True):
    """The ruling that would mend something, what it says, and its button."""

    act: str
    to: str
    label: str


def filled_in(act: str, platoon: str, to: str) -> Command | None:
    """The report that a fix comes to."""
    match act:
        case "change-card":
            return ChangeCard(platoon=platoon, card=to)
        case "sell":
            return Sell(platoon=platoon, vehicles=(to,))
    return None


def fixes(season: Season, platoon: Platoon, acts: Acts) -> list[Fix]:
    """The single reports after which the rulebook has less against it and nothing new. None for who may not know its
    cards: what is offered would tell them."""
    tried = (*_other_cards(season, platoon, acts), *_sales(season, platoon, acts))
    had = _faults(season, platoon, platoon.card)
    return [fix for fix, left in tried if left < had][:MOST]


def _other_cards(season: Season, platoon: Platoon, acts: Acts) -> Iterator[tuple[Fix, set[str]]]:
    for card in _offered(acts, "change-card", platoon.key, "card"):
        label = _("Give it the card %(card)s") % {"card": card}
        yield Fix("change-card", card, label), _faults(season, platoon, card)


def _sales(season: Season, platoon: Platoon, acts: Acts) -> Iterator[tuple[Fix, set[str]]]:
    """Not of its last vehicle: nothing can be wrong with a platoon that has none."""
    offered = _offered(acts, "sell", platoon.key, "vehicles") if len(present(season, platoon)) > 1 else ()
    for id in offered:
        label = _("Sell %(vehicle)s") % {"vehicle": names.vehicle(season, id)}
        yield Fix("sell", id, label), _faults(season, platoon, platoon.card, without=id)


def _offered(acts: Acts, act: str, platoon: str, name: str) -> list[str]:
    """What may be picked in that field of the report, if it may be reported of the platoon."""
    found = [one for one in acts.offered[act] if one.given.get("platoon") == platoon]
    return [pick.value for one in found for field in one.fields if field.name == name for pick in field.picks]


def _faults(season: Season, platoon: Platoon, card: str, without: str = "") -> set[str]:
    """The names of what the rulebook has against it, with that card and without that vehicle."""
    owned = [season.owned(one) for one in present(season, platoon) if one.id != without]
    return {flaw.key for flaw in faults_of(season, card, owned)}

"""Orders, places and supply on the map, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from battles.sentences import words
from campaigns.season import Season, names
from campaigns.season.positions import Allowance
from campaigns.theatre import SUPPLY_LABELS, Supply


def place(season: Season, key: str) -> str:
    """The name of a sector, or of the reserve."""
    return words(names.place(season, key))


def order_in_words(season: Season, do: str, to: str) -> str:
    """An order in words: attack Bury."""
    texts = {
        "hold": _("hold"),
        "entrench": _("entrench"),
        "move": _("move to %(sector)s"),
        "attack": _("attack %(sector)s"),
        "support": _("support %(sector)s"),
        "withdraw": _("withdraw to %(sector)s"),
    }
    return texts.get(do, do) % {"sector": place(season, to)}


def heading(do: str) -> str:
    """The heading over orders of this kind."""
    texts = {
        "hold": _("Stay"),
        "entrench": _("Stay"),
        "move": pgettext("orders", "March"),  # without a context it would be the month
        "attack": _("Attack"),
        "support": _("Support"),
        "withdraw": _("Withdraw"),
    }
    return texts[do]


def supply_in_words(supply: Supply) -> str:
    return words(SUPPLY_LABELS[supply])


def allowed_in_words(allowed: Allowance) -> list[str]:
    """What a platoon's supply allows it, a sentence each."""
    workshop = {
        "all": _("The workshop works on everything."),
        "one": _("The workshop works on one vehicle at a time."),
        "none": _("The workshop does nothing."),
    }
    march = _("It marches as far as %(n)s: rail 1, road 2, river 3.") if allowed.march else _("It does not march.")
    return [
        march % {"n": allowed.march},
        workshop[allowed.workshop],
        _("It may buy.") if allowed.purchases else _("It may not buy."),
    ]

"""The rulings an organiser can make, each by its key in the address, and which of them are possible now."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from campaigns.admin.ruling.choice_form import Act
from campaigns.season import Season, legal
from campaigns.season.appointments import SetDate
from campaigns.season.cases import LeavePlatoonCase, TakePlatoonCase
from campaigns.season.house_rules import Amend
from campaigns.season.map.deployment import Deploy
from campaigns.season.map.disclosure import Disclose
from campaigns.season.map.links import SetLink
from campaigns.season.map.retreat_rulings import Reconsider
from campaigns.season.map.retreats import Retreat
from campaigns.season.musters import CallOff
from campaigns.season.pairings import Pair
from campaigns.season.penalties import Penalise
from campaigns.season.people import Appoint, Dismiss, Drop, HandOver
from campaigns.season.platoon_cards import ChangeCard
from campaigns.season.results import Adjudicate, WalkOver
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import Extend, OpenRound
from campaigns.season.sales import Sell
from campaigns.season.season_end import CloseSeason
from campaigns.season.substitutes.answers import AcceptSubstitute
from campaigns.season.substitutes.naming import Substitute, WithdrawSubstitute
from campaigns.season.veterans import CallVeterans
from rules.adjudicate import Who

# The most likely one first.
FORMS: dict[str, Act] = {
    "disclose": Act(Disclose, _("Disclose the orders")),
    "close-round": Act(CloseRound, _("Close the round")),
    "open-round": Act(OpenRound, _("Open the next round")),
    "close-season": Act(CloseSeason, _("Close the season")),
    "pair": Act(Pair, _("Pair further fixtures")),
    "extend": Act(Extend, _("Move the deadline")),
    "set-link": Act(SetLink, _("Close or open a link")),
    "amend": Act(Amend, _("Amend house rules")),
    "call-veterans": Act(CallVeterans, _("Call the veterans of a season")),
    "appoint": Act(Appoint, _("Appoint an organiser or an umpire")),
    "reconsider": Act(Reconsider, _("Reconsider a retreat"), "fixture"),
    "adjudicate": Act(Adjudicate, _("Adjudicate a fixture"), "fixture"),
    "walk-over": Act(WalkOver, _("Give a walk-over"), "fixture"),
    "set-date": Act(SetDate, _("Set the date of a fixture"), "fixture"),
    "substitute": Act(Substitute, _("Let somebody sit in for a player"), "fixture"),
    "accept-substitute": Act(AcceptSubstitute, _("Accept a substitute"), "fixture"),
    "withdraw-substitute": Act(WithdrawSubstitute, _("Take a substitute back"), "fixture"),
    "call-off": Act(CallOff, _("Call a battle off"), "battle"),
    "retreat": Act(Retreat, _("Choose a retreat"), "platoon"),
    "penalise": Act(Penalise, _("Penalise a platoon"), "platoon"),
    "change-card": Act(ChangeCard, _("Change a platoon’s card"), "platoon"),
    "sell": Act(Sell, _("Sell vehicles of a platoon"), "platoon"),
    "hand-over": Act(HandOver, _("Hand a platoon over"), "platoon"),
    "deploy": Act(Deploy, _("Put a platoon elsewhere on the map"), "platoon"),
    "drop": Act(Drop, _("Take a platoon out of the campaign"), "platoon"),
    "take-case": Act(TakePlatoonCase, _("Take the case of a platoon"), "platoon"),
    "leave-case": Act(LeavePlatoonCase, _("Give the case of a platoon back"), "platoon"),
    "dismiss": Act(Dismiss, _("End somebody’s office"), "person"),
}
OF_THE_MAP = ("disclose", "reconsider", "retreat", "deploy", "set-link")


class Acts:
    """The acts that `who` may do now: those that the campaign offers them."""

    def __init__(self, season: Season, who: Who) -> None:
        self.season = season
        self.offered = {act: legal(season, who, form.command) for act, form in FORMS.items()}

    def of(self, kind: str, subject: str = "") -> tuple[str, ...]:
        """Those that are about a fixture, a platoon or a person, or about the whole campaign ("")."""
        kinds = ("fixture", "battle") if kind == "fixture" else (kind,)
        found = ((act, form) for act, form in FORMS.items() if form.about in kinds and self.offered[act])
        return tuple(act for act, form in found if form.of(self.season, self.offered[act], subject))


def is_there(season: Season, act: str, subject: str) -> bool:
    """Whether the subject of an act exists."""
    known = {
        "": ("",),
        "fixture": season.offered if act == "reconsider" else season.fixtures,
        "battle": season.fixtures,
        "platoon": season.retreats if act == "retreat" else season.platoons,
        "person": season.offices,
    }
    on_map = season.opened.theatre is not None or act not in OF_THE_MAP
    return act in FORMS and on_map and subject in known[FORMS[act].about]

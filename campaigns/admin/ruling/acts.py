"""The rulings an organiser can make, each by its key in the address, and which of them are possible now."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from campaigns.admin.ruling.choice_form import Act
from campaigns.season import Fixture, Season
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
from campaigns.season.platoon_cards import ChangeCard, has_cards, may_change
from campaigns.season.results import Adjudicate, WalkOver
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import Extend, OpenRound
from campaigns.season.season_end import CloseSeason

FORMS: dict[str, Act] = {
    "open-round": Act(OpenRound, _("Open the next round")),
    "pair": Act(Pair, _("Pair further fixtures")),
    "extend": Act(Extend, _("Move the deadline")),
    "disclose": Act(Disclose, _("Disclose the orders")),
    "close-round": Act(CloseRound, _("Close the round")),
    "amend": Act(Amend, _("Amend house rules")),
    "appoint": Act(Appoint, _("Appoint an organiser or an umpire")),
    "close-season": Act(CloseSeason, _("Close the season")),
    "adjudicate": Act(Adjudicate, _("Adjudicate a fixture"), "fixture"),
    "walk-over": Act(WalkOver, _("Give a walk-over"), "fixture"),
    "call-off": Act(CallOff, _("Call a battle off"), "battle"),
    "reconsider": Act(Reconsider, _("Reconsider a retreat"), "fixture"),
    "retreat": Act(Retreat, _("Choose a retreat"), "platoon"),
    "penalise": Act(Penalise, _("Penalise a platoon"), "platoon"),
    "hand-over": Act(HandOver, _("Hand a platoon over"), "platoon"),
    "change-card": Act(ChangeCard, _("Change a platoon’s card"), "platoon"),
    "take-case": Act(TakePlatoonCase, _("Take the case of a platoon"), "platoon"),
    "leave-case": Act(LeavePlatoonCase, _("Give the case of a platoon back"), "platoon"),
    "drop": Act(Drop, _("Take a platoon out of the campaign"), "platoon"),
    "dismiss": Act(Dismiss, _("End somebody’s office"), "person"),
    "deploy": Act(Deploy, _("Put a platoon elsewhere on the map"), "platoon"),
    "set-link": Act(SetLink, _("Close or open a link")),
}
OF_THE_MAP = ("disclose", "reconsider", "retreat", "deploy", "set-link")


def of_the_campaign(season: Season) -> tuple[str, ...]:
    """The acts that concern the whole campaign and can be done now, the most likely one first."""
    if season.closed is not None:
        return ()
    on_map = ("set-link",) if season.opened.theatre is not None else ()
    if season.under_way is not None:
        first = "disclose" if on_map and not season.under_way.resolved else "close-round"
        return (first, "pair", "extend", *on_map, "amend", "appoint")
    if season.won is not None:
        return ("close-season", *on_map, "amend", "appoint")
    closed = ("close-season",) if season.rounds or season.battles else ()
    return ("open-round", *on_map, "amend", "appoint", *closed)


def of_a_fixture(season: Season, fixture: Fixture) -> tuple[str, ...]:
    if len(fixture.platoons) < 2:
        return ()
    if season.closed is not None:
        return ("adjudicate",)
    walked = ("walk-over",) if fixture.is_open else ()
    called = ("call-off",) if fixture.is_fought else ()
    offered = ("reconsider",) if fixture.key in season.offered else ()
    return (*offered, "adjudicate", *walked, *called)


def of_a_platoon(season: Season, key: str, person: str) -> tuple[str, ...]:
    """The acts that `person` can do to a platoon now."""
    case = "leave-case" if person in season.cases.get(key, ()) else "take-case"
    cases = () if person in season.platoons[key].players else (case,)
    if season.closed is not None:
        return cases
    if season.platoons[key].dropped:
        return ("penalise", *cases)
    beaten = ("retreat",) if key in season.retreats else ()
    on_map = ("deploy",) if season.opened.theatre is not None else ()
    carded = ("change-card",) if may_change(season, season.platoons[key]) and has_cards(season) else ()
    return (*beaten, "penalise", *carded, "hand-over", *on_map, "drop", *cases)


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

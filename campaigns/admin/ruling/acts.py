"""The rulings an organiser can make, each by its key in the address, and which of them are possible now."""

from __future__ import annotations

from campaigns.admin.ruling.amend import AmendForm
from campaigns.admin.ruling.forms import ActForm
from campaigns.admin.ruling.map import DeployForm, DiscloseForm, ReconsiderForm, RetreatForm, SetLinkForm
from campaigns.admin.ruling.people import (
    AppointForm,
    ChangeCardForm,
    DismissForm,
    DropForm,
    HandOverForm,
    LeaveCaseForm,
    PenaliseForm,
    TakeCaseForm,
)
from campaigns.admin.ruling.results import AdjudicateForm, CallOffForm, WalkOverForm
from campaigns.admin.ruling.rounds import CloseRoundForm, CloseSeasonForm, ExtendForm, OpenRoundForm, PairForm
from campaigns.season import Fixture, Season
from campaigns.season.platoon_cards import has_cards, may_change

FORMS: dict[str, type[ActForm]] = {
    "open-round": OpenRoundForm,
    "pair": PairForm,
    "extend": ExtendForm,
    "disclose": DiscloseForm,
    "close-round": CloseRoundForm,
    "amend": AmendForm,
    "appoint": AppointForm,
    "close-season": CloseSeasonForm,
    "adjudicate": AdjudicateForm,
    "walk-over": WalkOverForm,
    "call-off": CallOffForm,
    "reconsider": ReconsiderForm,
    "retreat": RetreatForm,
    "penalise": PenaliseForm,
    "hand-over": HandOverForm,
    "change-card": ChangeCardForm,
    "take-case": TakeCaseForm,
    "leave-case": LeaveCaseForm,
    "drop": DropForm,
    "dismiss": DismissForm,
    "deploy": DeployForm,
    "set-link": SetLinkForm,
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

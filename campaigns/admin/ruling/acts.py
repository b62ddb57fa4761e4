"""What organisers can rule, each by its key in the address, and which of it is to be done now."""

from __future__ import annotations

from campaigns.admin.ruling.amending import AmendForm
from campaigns.admin.ruling.forms import ActForm
from campaigns.admin.ruling.people import AppointForm, DismissForm, DropForm, HandOverForm, PenaliseForm
from campaigns.admin.ruling.results import AdjudicateForm, CallOffForm, WalkOverForm
from campaigns.admin.ruling.rounds import CloseRoundForm, CloseSeasonForm, ExtendForm, OpenRoundForm, PairForm
from campaigns.season import Fixture, Season

FORMS: dict[str, type[ActForm]] = {
    "open-round": OpenRoundForm,
    "pair": PairForm,
    "extend": ExtendForm,
    "close-round": CloseRoundForm,
    "amend": AmendForm,
    "appoint": AppointForm,
    "close-season": CloseSeasonForm,
    "adjudicate": AdjudicateForm,
    "walk-over": WalkOverForm,
    "call-off": CallOffForm,
    "penalise": PenaliseForm,
    "hand-over": HandOverForm,
    "drop": DropForm,
    "dismiss": DismissForm,
}


def of_the_campaign(season: Season) -> tuple[str, ...]:
    """The acts that are about the campaign as such and can be done now, the one that is next first."""
    if season.closed is not None:
        return ()
    if season.under_way is not None:
        return ("close-round", "pair", "extend", "amend", "appoint")
    return ("open-round", "amend", "appoint", *(("close-season",) if season.rounds or season.battles else ()))


def of_a_fixture(season: Season, fixture: Fixture) -> tuple[str, ...]:
    if season.closed is not None or len(fixture.platoons) < 2:
        return ()
    walked = ("walk-over",) if fixture.is_open else ()
    called = ("call-off",) if fixture.is_fought else ()
    return ("adjudicate", *walked, *called)


def of_a_platoon(season: Season, key: str) -> tuple[str, ...]:
    if season.closed is not None:
        return ()
    return ("penalise",) if season.platoons[key].dropped else ("penalise", "hand-over", "drop")


def is_there(season: Season, act: str, subject: str) -> bool:
    """Whether there is what an act would be about."""
    known = {
        "": ("",),
        "fixture": season.fixtures,
        "battle": season.fixtures,
        "platoon": season.platoons,
        "person": season.offices,
    }
    return act in FORMS and subject in known[FORMS[act].about]

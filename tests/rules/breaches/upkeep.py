"""Rulebooks that answer campaigns wrongly between battles. A toy's condition is its damage, and whether it is lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rules.contract import RuleSystem, say
from rules.declarations import Option
from rules.upkeep import Flaw, Job
from tests.rules.breaches.kinds import Broken

OVERHAUL = Job(key="overhaul", label=say("overhaul"))


def _but(**wrong: Any) -> Broken:
    """A breach that changes these functions of the rulebook's upkeep."""
    return lambda system: replace(system, upkeep=replace(system.upkeep, **wrong))


def work_without_end(system: RuleSystem) -> RuleSystem:
    return _but(mend=lambda condition, job: dict(condition))(system)


def jobs_of_one_name(system: RuleSystem) -> RuleSystem:
    jobs = system.upkeep.jobs
    return _but(jobs=lambda terms, owned: (*jobs(terms, owned), *jobs(terms, owned)))(system)


def work_on_what_is_whole(system: RuleSystem) -> RuleSystem:
    return _but(jobs=lambda terms, owned: (OVERHAUL,))(system)


def mended_whatever_is_asked(system: RuleSystem) -> RuleSystem:
    return _but(mend=lambda condition, job: {})(system)


def crews_that_stay_in_bed(system: RuleSystem) -> RuleSystem:
    return _but(crew=lambda condition: "wounded" if condition.get("damage") else "fit")(system)


def crews_that_mend(system: RuleSystem) -> RuleSystem:
    return _but(heal=lambda condition: {})(system)


def grades_nobody_agreed_on(system: RuleSystem) -> RuleSystem:
    return _but(post=lambda terms, grade, condition: {**condition, "damage": int(grade == "ace")})(system)


def wrecks_that_are_sent_to_fight(system: RuleSystem) -> RuleSystem:
    """All that can be done has been done, it says, and it is lost."""
    return _but(jobs=lambda terms, owned: (), heal=lambda condition: {"lost": True})(system)


def prices_of_the_known_alone(system: RuleSystem) -> RuleSystem:
    prices = {article.name: article.points for article in system.catalogue(system.edition)}
    return _but(price=lambda terms, edition, model, cards: prices[model])(system)


def a_fault_with_a_dot(system: RuleSystem) -> RuleSystem:
    def flaws(*asked: Any) -> Iterator[Flaw]:
        yield Flaw("R3.points", "900 R3", say("Too dear."))

    return _but(flaws=flaws)(system)


def a_term_like_an_option(system: RuleSystem) -> RuleSystem:
    term = Option(name="pace", type="flag", default=False, help="The pace.", rule="house")
    return replace(_but(terms=(term,))(system), options=(*system.options, term))


def a_term_that_has_to_be_there(system: RuleSystem) -> RuleSystem:
    term = Option(name="pace", type="number", default=1, help="The pace.", rule="house")
    return _but(terms=(term,), jobs=lambda terms, owned: [OVERHAUL][: 0 * terms["pace"]])(system)

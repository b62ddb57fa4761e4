"""Faults of a platoon as such: told, refused, or let pass by an organiser with a reason; by the term `roster_check`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from campaigns.prices import price
from campaigns.ruling.checks import no
from campaigns.season import Season
from rules.adjudicate import Who
from rules.contract import Refused, say
from rules.contract import gettext_noop as _
from rules.upkeep import Flaw, Owned

BUDGET = "budget"


def faults_of(season: Season, card: str, vehicles: Sequence[Owned]) -> tuple[Flaw, ...]:
    """What the rulebook has against these vehicles as a platoon, each fault once; nothing where nobody checks."""
    if season.terms["roster_check"] == "off":
        return ()
    flaws = season.rules.upkeep.flaws(season.house, season.opened.edition, card, vehicles)
    return tuple({flaw.key: flaw for flaw in flaws}.values())


def over_budget(season: Season, vehicles: Iterable[Owned]) -> tuple[Flaw, ...]:
    """Of a platoon that enlists for more than `muster_points`; what it buys later it pays for."""
    most = int(season.terms["muster_points"])
    if not most or season.terms["roster_check"] == "off":
        return ()
    points = sum(price(season.rules, season.house, one.edition, one.model, one.cards) for one in vehicles)
    if points <= most:
        return ()
    text = say(_("The platoon costs %(points)s points of %(most)s."), points=points, most=most)
    return (Flaw(BUDGET, "campaign", text, say(_("Leave something out, or have an organiser let it pass."))),)


def not_passed(
    season: Season, flaws: Sequence[Flaw], waivers: Mapping[str, str], who: Who, known: Collection[str] = ()
) -> Iterator[Refused]:
    """Why a platoon with these faults is refused: each that nobody lets pass where the terms have it so, but for those
    that are `known`; waivers of someone who is no organiser; waivers that let nothing pass."""
    if waivers and not who.referee:
        yield no(
            say(_("Only an organiser lets faults of a platoon pass.")),
            say(_("Leave the waivers out, or ask an organiser.")),
            "waivers",
            "not-yours",
        )
    keys = [flaw.key for flaw in flaws]
    for key in sorted(set(waivers).difference(keys)):
        yield no(
            say(_("There is no fault “%(fault)s” to let pass."), fault=key),
            say(_("What can be let pass here: %(faults)s."), faults=", ".join(keys) or "-"),
            f"waivers.{key}",
        )
    for flaw in flaws if season.terms["roster_check"] == "refuse" else ():
        if flaw.key not in waivers and flaw.key not in known:
            yield Refused(flaw.rule, flaw.text, flaw.remedy, field="vehicles", fault=flaw.key, waivable=True)

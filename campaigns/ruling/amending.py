"""House rules are amended from a round on, and penalties given."""

from __future__ import annotations

from collections.abc import Iterator

from campaigns import purchases
from campaigns.reports import Amend, Amended, Penalise, Penalised, Terms
from campaigns.ruling.cases import knows, not_taken
from campaigns.ruling.checks import keys, no, organiser, platoon_of
from campaigns.ruling.opening import settled, unknown_breakers
from campaigns.season import Season, Settings
from campaigns.terms import settle_terms
from rules.adjudicate import Who
from rules.contract import Decision, Dice, Refused, at_once, say
from rules.contract import gettext_noop as _


def amend(season: Season, command: Amend, who: Who, dice: Dice) -> Decision:
    """What is as it is asked for already is left out of the event; `Refused` when that is everything."""
    organiser(who)
    at_once(_wrong(season, command))
    rules = _from(season, command.round)
    breakers, scoring = command.breakers, command.scoring
    amended = Amended(
        round=command.round,
        options=_new(command.options, [one.options for one in rules]),
        terms=_new(command.terms, [one.terms for one in rules]),
        scoring=None if all(one.scoring == scoring for one in rules) else scoring,
        breakers=None if all(one.breakers == breakers for one in rules) else breakers,
        reason=command.reason,
    )
    if not (amended.options or amended.terms) and amended.scoring is None and amended.breakers is None:
        raise no(
            say(_("Nothing changes from round %(round)d on."), round=command.round),
            say(_("Name an option, a term, the scoring or the tie-breakers with a new value.")),
        )
    yield amended


def _wrong(season: Season, command: Amend) -> Iterator[Refused]:
    if command.round < season.turn:
        yield no(
            say(_("Round %(round)d is closed: what counted in it stays."), round=command.round),
            say(_("Amend from round %(round)d on."), round=season.turn),
            "round",
        )
    yield from unknown_breakers(command.breakers or ())
    options = season.settings(command.round).options | command.options
    try:
        settled(season.rules, season.opened.edition, options)
    except Refused as refused:
        yield from refused.faults
    try:
        settle_terms(season.rules, command.terms, season.opened.theatre is not None)
    except Refused as refused:
        yield from refused.faults
    else:
        yield from _no_capitals(season, command)
        if purchases.TERM in command.terms:
            text, opened = str(command.terms[purchases.TERM]), season.opened
            yield from purchases.faults(text, season.rules, opened.edition, options, opened.sides)


def _no_capitals(season: Season, command: Amend) -> Iterator[Refused]:
    """The map is frozen: what has no capital by now has none to win or lose."""
    opened = season.opened
    if opened.theatre is None or command.terms.get("victory") != "capital":
        return
    seats = {sector.base for sector in opened.theatre.sectors if sector.capital}
    if lacking := [side for side in opened.sides if side not in seats]:
        yield no(
            say(_("The map has no capital of %(sides)s."), sides=keys(lacking)),
            say(_("Leave victory as it is, or choose points or rounds.")),
            "terms.victory",
        )


def _from(season: Season, round: int) -> list[Settings]:
    """The house rules of the round, and of each later one from which they were amended before."""
    later = {one.round for one in season.amended if one.round > round}
    return [season.settings(number) for number in sorted({round, *later})]


def _new(asked: Terms, rules: list[Terms]) -> Terms:
    return {name: value for name, value in asked.items() if any(one.get(name) != value for one in rules)}


def penalise(season: Season, command: Penalise, who: Who, dice: Dice) -> Decision:
    """Of the purse what there is: the event says what was taken. A platoon that has left may still lose score."""
    organiser(who)
    platoon = season.platoons.get(command.platoon) or platoon_of(season, command.platoon)
    if not command.score and not command.points:
        raise no(say(_("The penalty takes nothing.")), say(_("Name score, or points of its purse.")), "score")
    if command.points and not knows(season, platoon, who):
        raise not_taken(platoon)
    points = min(command.points, platoon.purse)
    if not command.score and not points:
        raise no(
            say(_("The penalty takes nothing.")),
            say(_("Name score, or points of a purse that holds some: %(points)d."), points=platoon.purse),
            "points",
        )
    yield Penalised(platoon=platoon.key, score=command.score, points=points, reason=command.reason)

"""A campaign goes by another edition of its rulebook: from a round on that is not open yet. Pure.

A running campaign stays with the edition it opened with, unless an organiser amends it; battles stay with that of
their muster, whatever becomes of the campaign.
"""

from __future__ import annotations

from collections.abc import Iterator

from campaigns.season.refusals import no, no_edition
from campaigns.season.state import GONE, Season
from campaigns.season.values import Terms
from rules.contract import Message, Refused, say
from rules.contract import gettext_noop as _
from rules.kit.catalogue import articles
from rules.messages import verbatim

NAMED = 10  # articles that a refusal names


def untaken(season: Season) -> tuple[str, ...]:
    """The editions that came out after the campaign's, oldest first, and that it is not to move to; none once it is
    closed."""
    last = max((season.turn, *(one.round for one in season.amended)))
    editions, mine = season.rules.editions, season.settings(last).edition
    return editions[editions.index(mine) + 1 :] if mine in editions and season.closed is None else ()


def faults(season: Season, edition: str, round: int, options: Terms) -> Iterator[Refused]:
    """Why the campaign cannot go by that edition from the round on. `options`: of its battles by then."""
    rules = season.rules
    if edition not in rules.editions:
        yield no_edition(rules, edition)
        return
    if season.rounds and round <= season.rounds[-1].number:
        yield no(
            say(_("Round %(round)d is open: its edition stays."), round=round),
            say(_("Move at its end, from round %(round)d on."), round=season.rounds[-1].number + 1),
            "edition",
        )
    if lacking := _lacking(season, edition, options):
        yield no(
            say(
                _("Edition “%(edition)s” does not have what platoons have: %(names)s."),
                edition=edition,
                names=verbatim(", ".join(lacking[:NAMED])),
            ),
            _("Have it sold or written off first, or stay with the edition."),
            "edition",
        )


def _lacking(season: Season, edition: str, options: Terms) -> list[str]:
    """Models that the catalogue of the campaign's edition has, and that of the other one has not. Cards lie face down:
    one that is not there any more is no ground for a refusal."""
    before, after = (
        {word for one in articles(season.rules, each, options) for word in (one.key, one.name)}
        for each in (season.edition, edition)
    )
    models = dict.fromkeys(one.model for one in season.vehicles.values() if one.status not in GONE)
    return [model for model in models if model in before and model not in after]


# -- what of it is offered ---------------------------------------------------------------------------------------------


def offered(season: Season) -> Iterator[tuple[str, int, Message]]:
    """The editions that it may go by, each with the first round, and what that is called."""
    options = season.settings(season.turn).options
    first = season.rounds[-1].number + 1 if season.rounds else season.turn
    last = season.settings(max((first, *(one.round for one in season.amended)))).edition
    for edition in season.rules.editions:
        if edition != last and not _lacking(season, edition, options):
            yield edition, first, say(_("Move to edition %(edition)s of the rulebook"), edition=verbatim(edition))

"""Who is not there when a round is paired: they have no fixture by a method, and no bye. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from campaigns.season.offers import platoon_picks
from campaigns.season.pairing_methods import METHODS
from campaigns.season.refusals import no, platoon_of
from campaigns.season.state import Season
from campaigns.season.values import Pairing
from rules.contract import Field, Refused, say
from rules.contract import gettext_noop as _
from rules.stream.choices import NEVER


def wrongly_absent(season: Season, method: str, absent: Sequence[str]) -> Iterator[Refused]:
    """A method that goes by a bracket or by rungs leaves nobody out: who does not come loses there."""
    if absent and season.opened.theatre is not None:
        yield no(_("On a map nobody is paired, so nobody is left out."), _("Name nobody as not there."), "absent")
    elif absent and method in METHODS and METHODS[method].still_in is not None:
        yield no(
            _("In a knock-out nobody who is due can be left out."),
            _("Pair them, and give a walk-over to who is there."),
            "absent",
        )
    for n, key in enumerate(absent):
        try:
            platoon_of(season, key, f"absent.{n}")
        except Refused as refused:
            yield refused


def not_there(pairings: Sequence[Pairing], absent: Sequence[str]) -> tuple[str, ...]:
    """Those of them that nobody paired by hand all the same."""
    paired = {key for one in pairings for key in (one.home, one.away)}
    return tuple(key for key in dict.fromkeys(absent) if key not in paired)


def byes_of_round(season: Season, method: str, pairings: Sequence[Pairing], absent: Sequence[str]) -> tuple[str, ...]:
    """Who is there and in no pair; of a knock-out who is still in it."""
    return tuple(resting(season, method, {key for one in pairings for key in (one.home, one.away)}.union(absent)))


def resting(season: Season, method: str, taken: Collection[str]) -> list[str]:
    """Who is there, of a knock-out still in it, and none of those that are `taken`."""
    still_in = METHODS[method].still_in if method else None
    there = season.platoons if still_in is None else still_in(season)
    return [key for key, one in season.platoons.items() if not one.dropped and key not in taken and key in there]


def absent_field(season: Season) -> Field:
    there = [key for key, one in season.platoons.items() if not one.dropped]
    return Field(
        name="absent",
        kind="picks",
        label=say(_("Not there")),
        help=say(_("They are not paired, and it counts as no bye.")),
        picks=platoon_picks(season, there),
        most=len(there),
        readily=NEVER,  # whoever plays at random goes on by the numbers they drew before there was this
    )

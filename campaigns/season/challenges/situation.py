"""Whom a platoon may challenge on the ladder, and why not others; what the clerk has to do on it, and when. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from campaigns.season import names
from campaigns.season.ladder import Challenge, Cost
from campaigns.season.standings import is_of_ladder, results_in, rungs
from campaigns.season.state import Season
from campaigns.season.terms import staged
from rules.contract import Message, ngettext, say
from rules.contract import gettext_noop as _

MOMENT = "%Y-%m-%dT%H:%M:%SZ"
UNTOLD = "0"  # sorts before every moment: the clerk has still to say until when


@dataclass(frozen=True)
class Situation:
    """The ladder at one moment: `rungs` from the top; who has a challenge or a fixture (`busy`); who rests, and which
    two do not challenge each other, each until when, `UNTOLD` where the clerk has not said it yet."""

    season: Season
    rungs: Sequence[str]
    busy: frozenset[str]
    rests: Mapping[str, str]
    rematches: Mapping[frozenset[str], str]

    @property
    def range(self) -> int:
        """By how many rungs a challenge goes up at most."""
        return int(staged(self.season.terms, "ladder_range"))

    def why_not(self, challenger: str, other: str) -> Message | None:
        """Why the one may not challenge the other; None where it may."""
        above = self.rungs.index(challenger) - self.rungs.index(other)
        if above < 1:
            return say(_("It does not stand above %(platoon)s."), platoon=self._name(challenger))
        if above > (most := self.range):
            return ngettext(
                "It stands %(above)d rungs above, and a challenge goes up by %(n)d rung at most.",
                "It stands %(above)d rungs above, and a challenge goes up by %(n)d rungs at most.",
                most,
                above=above,
            )
        players = ({*self.season.platoons[key].players} for key in (challenger, other))
        if set.intersection(*players):
            return say(_("One player has both platoons."))
        return next(filter(None, self._bound(challenger, other)), None)

    def _bound(self, challenger: str, other: str) -> Iterator[Message | None]:
        for key in (challenger, other):
            if key in self.busy:
                yield say(_("%(platoon)s has a challenge to settle first."), platoon=self._name(key))
            if until := self.rests.get(key, ""):
                yield self._until(say(_("%(platoon)s rests after its last battle"), platoon=self._name(key)), until)
        if until := self.rematches.get(frozenset((challenger, other)), ""):
            yield self._until(say(_("They have met a short time ago")), until)

    def targets(self, challenger: str) -> list[str]:
        """Whom it may challenge, the highest first."""
        if challenger not in self.rungs:
            return []
        return [other for other in self.rungs if self.why_not(challenger, other) is None]

    def out_of_reach(self, challenger: str) -> list[tuple[str, Message]]:
        """Who stands within its range and may not be challenged now, each with why."""
        at = self.rungs.index(challenger)
        near = ((key, self.why_not(challenger, key)) for key in self.rungs[max(0, at - self.range) : at])
        return [(key, why) for key, why in near if why is not None]

    def _name(self, key: str) -> Message:
        return names.platoon(self.season, key)

    def _until(self, why: Message, moment: str) -> Message:
        if moment == UNTOLD:
            return say(_("%(why)s."), why=why)
        return say(_("%(why)s, until %(moment)s."), why=why, moment=names.moment(self.season, moment))


def situation(season: Season) -> Situation:
    """Of a season that has a ladder."""
    assert season.ladder is not None
    now = season.ladder.now
    busy = {key for one in waiting(season) for key in one.pair}
    for fixture in season.fixtures.values():
        if (fixture.is_fought or fixture.is_open) and is_of_ladder(season, fixture):
            busy |= {*fixture.platoons}
    rests, rematches = dict[str, str](), dict[frozenset[str], str]()
    for one in _fought(season):
        rest, again = (one.rests, one.rematch) if one.told else _untold(season, one)
        if rest > now or rest == UNTOLD:
            rests |= dict.fromkeys(one.pair, rest)
        if again > now or again == UNTOLD:
            rematches[one.pair] = again
    return Situation(season, rungs(season), frozenset(busy), rests, rematches)


def _fought(season: Season) -> Iterator[Challenge]:
    """Challenges whose fixture has a result that counts."""
    for one in season.ladder.challenges if season.ladder is not None else ():
        if one.fixture and results_in(season.fixtures[one.fixture]):
            yield one


def _untold(season: Season, one: Challenge) -> tuple[str, str]:
    rest, again = days_after(season, one)
    return UNTOLD if rest else "", UNTOLD if again else ""


def days_after(season: Season, one: Challenge) -> tuple[int, int]:
    """For how many days both rest after it, and do not challenge each other, by the terms of its round."""
    terms = season.settings(one.round).terms
    return int(staged(terms, "rest_days")), int(staged(terms, "rematch_days"))


def cost_of(season: Season, challenged: str) -> Cost:
    """What it would cost the challenged to refuse now."""
    assert season.ladder is not None
    assert season.under_way is not None
    number, terms = season.under_way.number, season.terms
    refused = (one for one in season.ladder.challenges if one.answer in ("refused", "lapsed"))
    times = sum(one.round == number and one.challenged == challenged for one in refused)
    if times < int(staged(terms, "free_refusals")):
        return ""
    return {"place": "place", "swap": "swap"}.get(str(staged(terms, "refusal_costs")), "")  # type: ignore[return-value]


# -- what the clerk has to do ------------------------------------------------------------------------------------------


def untold(season: Season) -> list[Challenge]:
    """Of whose battle the clerk has still to say until when both rest."""
    return [one for one in _fought(season) if not one.told and any(days_after(season, one))]


def waiting(season: Season) -> list[Challenge]:
    """Challenges that can be answered: while a round of the ladder is under way."""
    if season.ladder is None or season.under_way is None or not season.under_way.ladder:
        return []
    return [one for one in season.ladder.challenges if one.is_open]


def challenge_to(season: Season, platoon: str) -> Challenge | None:
    """The challenge that the platoon has to answer."""
    return next((one for one in waiting(season) if one.challenged == platoon), None)


def overdue(season: Season, at: str) -> list[Challenge]:
    """Those whose time to answer has passed."""
    return [one for one in waiting(season) if one.due and one.due <= at]


def later(at: str, days: int) -> str:
    """So many days after a moment; "" for none, or where nobody has told the moment."""
    if not at or not days:
        return ""
    return (datetime.fromisoformat(at) + timedelta(days=days)).strftime(MOMENT)


def next_due(season: Season) -> str:
    """When the clerk has to look at the ladder again; "" for never, and a moment long past for at once."""
    if season.ladder is None or season.closed is not None:
        return ""
    return min(_moments(season), default="")


def _moments(season: Season) -> Iterator[str]:
    assert season.ladder is not None
    if untold(season):
        yield UNTOLD
    yield from (one.due for one in waiting(season) if one.due)
    yield from ends(season.ladder.challenges, season.ladder.now)


def ends(challenges: Iterable[Challenge], now: str) -> Iterator[str]:
    """When rests end that go on."""
    for one in challenges:
        yield from (moment for moment in (one.rests, one.rematch) if moment > now)

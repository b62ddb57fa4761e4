"""How a platoon can still come to a rank, in sentences: pages and API show the same. Nothing secret goes in, so it is
the same for every reader, but for a league's ratings, which only its readers have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import msgspec
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.models import Campaign
from campaigns.questions import Asker
from campaigns.roles import Person
from campaigns.season import Season
from campaigns.season.chances.answer import Answer, Group, answer
from campaigns.season.chances.remaining import Game, Odds, Schedule, remaining

MOST_SEED = 999_999
SHOWN = 100  # fixtures that are left


class Model(msgspec.Struct, frozen=True):
    """Where chances come from: in words, and by home and away."""

    text: str
    odds: Odds


# The floors above know how strong players are: each for one campaign, its fixtures that are left and one reader.
MODELS: list[Callable[[Campaign, Season, list[tuple[str, str]], Person], Model | None]] = []


class Share(msgspec.Struct, frozen=True):
    """A rank, and how often it came up, in tenths of a percent."""

    rank: int
    permille: int


class Chances(msgspec.Struct, frozen=True):
    """`verdict` in a sentence; `ways`: each is enough by itself; `notes`: what it was counted by. `model`: where the
    chances come from, where seasons were drawn by `seed`."""

    answer: Answer
    schedule: Schedule
    seed: int
    verdict: str
    ways: tuple[str, ...]
    notes: tuple[str, ...]
    left: tuple[str, ...]
    ranks: tuple[Share, ...] = ()
    model: str = ""


def chances(
    desk: Campaign,
    season: Season,
    platoon: str,
    rank: int,
    schedule: Schedule,
    seed: int,
    reader: Person,
    mine: bool,
    asker: Asker,
) -> Chances:
    """`mine`: the reader commands it, and is spoken to. `TooMany` for one question too many."""
    pairs = [(home, away) for _key, home, away, _round in remaining(season, schedule)]
    told = (one(desk, season, pairs, reader) for one in MODELS)
    model = next((one for one in told if one is not None), None)
    odds = model.odds if model else None
    found = asker.answer(
        str(desk.pk),
        ("chances", platoon, rank, schedule, seed, odds and sorted(odds.items())),
        lambda: answer(season, platoon, rank, schedule, lambda: Random(seed), odds),
    )
    tell = Telling(season, found, mine, schedule)
    estimate = found.estimate
    return Chances(
        answer=found,
        schedule=schedule,
        seed=seed,
        verdict=tell.verdict(),
        ways=tuple(map(tell.way, found.groups)),
        notes=tuple(tell.notes()),
        left=tuple(tell.game(game) for game in found.games[:SHOWN]),
        ranks=tuple(Share(one, round(1000 * n / estimate.seasons)) for one, n in estimate.ranks.items())
        if estimate
        else (),
        model="" if estimate is None else model.text if model else _("every result is as likely as any other"),
    )


class Telling:
    """One answer in words, of a platoon of the reader's (`mine`) or another."""

    def __init__(self, season: Season, found: Answer, mine: bool, schedule: Schedule) -> None:
        self.season, self.found, self.mine, self.schedule = season, found, mine, schedule
        self.name = season.platoons[found.platoon].name
        # rounds that nobody has announced may still change what is sure by those that are
        self.so_far = schedule == "announced" and season.closed is None

    def verdict(self) -> str:
        found, told = self.found, {"platoon": self.name, "rank": self._rank()}
        match found.verdict:
            case "certain" if self.so_far:
                text = (
                    _("By the fixtures announced so far you are %(rank)s, whatever happens.")
                    if self.mine
                    else _("By the fixtures announced so far %(platoon)s is %(rank)s, whatever happens.")
                )
            case "impossible" if self.so_far:
                text = (
                    _("By the fixtures announced so far you cannot be %(rank)s.")
                    if self.mine
                    else _("By the fixtures announced so far %(platoon)s cannot be %(rank)s.")
                )
            case "certain":
                text = (
                    _("You are %(rank)s, whatever happens.")
                    if self.mine
                    else _("%(platoon)s is %(rank)s, whatever happens.")
                )
            case "impossible":
                text = (
                    _("You cannot be %(rank)s any more.")
                    if self.mine
                    else _("%(platoon)s cannot be %(rank)s any more.")
                )
            case "drawn":
                text = self._drawn()
                assert found.estimate is not None
                low, high = found.estimate.interval
                told |= {
                    "share": _percent(found.estimate.share),
                    "low": _percent(low),
                    "high": _percent(high),
                    "error": _percent(found.estimate.error),
                    "n": number_format(found.estimate.seasons, force_grouping=True),
                }
            case _:
                text = _("You can still be %(rank)s.") if self.mine else _("%(platoon)s can still be %(rank)s.")
        return text % told

    def _drawn(self) -> str:
        assert self.found.estimate is not None
        if not self.found.estimate.hits:
            return _(
                "In none of %(n)s drawn seasons %(platoon)s is %(rank)s: at most in %(high)s of all, with 95 percent"
                " confidence."
            )
        return _(
            "%(platoon)s is %(rank)s in %(share)s of %(n)s drawn seasons (standard error %(error)s; with 95 percent"
            " confidence in %(low)s to %(high)s)."
        )

    def _rank(self) -> str:
        rank = self.found.rank
        return _("first") if rank == 1 else _("at rank %(n)d or better") % {"n": rank}

    # -- what is enough ------------------------------------------------------------------------------------------------

    def way(self, group: Group) -> str:
        needs = [self._need(self.found.games[n], results) for n, results in group.needs]
        told = {"platoon": self.name, "rank": self._rank(), "needs": _(" and ").join(needs)}
        if not needs:
            return _("It turns on points and tie-breakers alone.")
        if self.found.hoped:
            text = (
                _("You can be %(rank)s if %(needs)s.") if self.mine else _("%(platoon)s can be %(rank)s if %(needs)s.")
            )
        else:
            text = _("You are %(rank)s if %(needs)s.") if self.mine else _("%(platoon)s is %(rank)s if %(needs)s.")
        return text % told

    def _need(self, game: Game, results: tuple[str, ...]) -> str:
        """From the asker's side, else from that of who is at home."""
        at_home = self.found.platoon != game.away
        own = {*results} if at_home else {{"won": "lost", "lost": "won"}.get(one, one) for one in results}
        one, other = (game.home, game.away) if at_home else (game.away, game.home)
        told = {"one": self.season.platoons[one].name, "other": self.season.platoons[other].name}
        spoken = self.mine and one == self.found.platoon
        return (_you(own) if spoken else _they(own)) % told

    # -- what it was counted by ----------------------------------------------------------------------------------------

    def game(self, game: Game) -> str:
        told = {"one": self.season.platoons[game.home].name, "other": self.season.platoons[game.away].name}
        text = _("%(one)s against %(other)s") if game.key else _("%(one)s against %(other)s, not announced yet")
        return text % told

    def notes(self) -> Iterator[str]:
        found = self.found
        yield _left(len(found.games), len(found.matter))
        if self.schedule == "announced":
            yield _("Only fixtures that are announced are counted: nobody knows the rounds to come.")
        elif self.season.terms.get("bye_score"):
            yield _("Byes of rounds to come are not counted.")
        if found.points and found.verdict != "drawn":
            yield _(
                "What a result brings besides (points, objectives, vehicles) is taken between the least and the most"
                " that such a result has brought in this season: “are” holds with the least, “can be” with the most."
            )
        elif found.points:
            yield _("What a result brings besides is drawn from the battles of this season that ended so.")
        if found.more:
            yield ngettext(
                "%(n)d further way in which the fixtures can end is enough, too.",
                "%(n)d further ways in which the fixtures can end are enough, too.",
                found.more,
            ) % {"n": found.more}


def _left(n: int, matter: int) -> str:
    """How many fixtures are left, and how many of them can change the answer."""
    if not n:
        return _("No announced fixture is left.")
    if n == 1:
        return (
            _("One fixture is left, and it can change this.")
            if matter
            else _("One fixture is left; it changes nothing.")
        )
    text = ngettext(
        "%(n)d fixtures are left; one of them can change this.",
        "%(n)d fixtures are left; %(m)d of them can change this.",
        matter,
    )
    return text % {"n": n, "m": matter}


def _percent(share: float) -> str:
    return (_("%(n)s %%") % {"n": number_format(100 * share, 1)}).replace(" ", "\u00a0")


def _you(results: set[str]) -> str:
    return {
        frozenset({"won"}): _("you beat %(other)s"),
        frozenset({"drawn"}): _("you draw with %(other)s"),
        frozenset({"lost"}): _("you lose to %(other)s"),
        frozenset({"won", "drawn"}): _("you do not lose to %(other)s"),
        frozenset({"drawn", "lost"}): _("you do not beat %(other)s"),
    }.get(frozenset(results), _("you and %(other)s do not draw"))


def _they(results: set[str]) -> str:
    return {
        frozenset({"won"}): _("%(one)s beats %(other)s"),
        frozenset({"drawn"}): _("%(one)s draws with %(other)s"),
        frozenset({"lost"}): _("%(other)s beats %(one)s"),
        frozenset({"won", "drawn"}): _("%(other)s does not beat %(one)s"),
        frozenset({"drawn", "lost"}): _("%(one)s does not beat %(other)s"),
    }.get(frozenset(results), _("%(one)s and %(other)s do not draw"))

"""The house rules of a campaign for its page: what holds now, and all amendments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec
from django.utils.translation import gettext as _

from battles.sentences import option_in_words
from campaigns.presenters.story import Fact
from campaigns.season import Season, Settings, start
from campaigns.season.amendments import SCORES
from campaigns.season.kept_events import Amended
from campaigns.season.standings import BREAKERS, HOUSE
from campaigns.season.terms import house_rules, terms_of
from campaigns.season.values import Scoring, Terms
from rules.declarations import Option


class Rule(msgspec.Struct, frozen=True):
    """A house rule and its value in the reader's language. `word`: people wrote the value. `since`: the round of its
    last amendment, None if there was none."""

    name: str
    value: str
    help: str
    since: int | None = None
    word: bool = False


class Change(msgspec.Struct, frozen=True):
    """How an amendment changed one house rule."""

    name: str
    before: str
    after: str


class Amendment(msgspec.Struct, frozen=True):
    """An amendment: from which round on, by whom (an id of the log), why."""

    round: int
    position: int
    by: str
    reason: str
    changes: tuple[Change, ...]


class House(msgspec.Struct, frozen=True):
    """All house rules of the round under way, or of the next one."""

    scoring: tuple[Rule, ...]
    breakers: tuple[Rule, ...]
    terms: tuple[Rule, ...]
    options: tuple[Rule, ...]
    amendments: tuple[Amendment, ...]


def house(season: Season, facts: Iterable[Fact]) -> House:
    now = season.settings(season.turn)
    return House(
        scoring=tuple(Rule(_(SCORES[name]), str(value), "") for name, value in _scoring(now.scoring).items()),
        breakers=tuple(
            Rule(_(BREAKERS[key].label), "", _(BREAKERS[key].help)) for key in now.breakers or HOUSE if key in BREAKERS
        ),
        terms=tuple(
            _rules(terms_of(season.rules, season.opened.theatre is not None), now.terms, _since(season, "terms"))
        ),
        options=tuple(_rules(season.rules.options, now.options, _since(season, "options"))),
        amendments=tuple(_amendments(season, facts)),
    )


def _scoring(scoring: Scoring) -> dict[str, int]:
    """The scoring without zeros, except for win, draw and loss."""
    counts: dict[str, int] = msgspec.structs.asdict(scoring)
    return {name: value for name, value in counts.items() if value or name in ("win", "draw", "loss")}


def _rules(declared: Sequence[Option], values: Terms, since: dict[str, int]) -> Iterator[Rule]:
    for option in declared:
        if option.name in values:
            yield Rule(
                name=_(option.called),
                value=_short(option_in_words(option, values[option.name])),
                help=_(option.help),
                since=since.get(option.name),
                word=option.type == "text",
            )


def _since(season: Season, kind: str) -> dict[str, int]:
    """The round of the last amendment of each rule."""
    held = (one for one in season.amended if one.round <= season.turn)
    return {name: one.round for one in held for name in getattr(one, kind)}


def _amendments(season: Season, facts: Iterable[Fact]) -> Iterator[Amendment]:
    """The amendments in order, each compared with the rules before it."""
    then = start(season.opened)
    for ruled, row in facts:
        if isinstance(ruled.event, Amended):
            amended = ruled.event
            before = then.settings(amended.round)
            then.amended.append(amended)
            changes = tuple(
                _changes(
                    house_rules(season.rules, season.opened.theatre is not None), before, then.settings(amended.round)
                )
            )
            yield Amendment(amended.round, ruled.position, row.by, amended.reason, changes)


def _changes(declared: Mapping[str, Option], before: Settings, after: Settings) -> Iterator[Change]:
    was, now = before.terms | before.options, after.terms | after.options
    for name in now:
        if now[name] != was.get(name):
            yield Change(
                name=_(declared[name].called),
                before=_short(option_in_words(declared[name], was.get(name, ""))),
                after=_short(option_in_words(declared[name], now[name])),
            )
    scored, scores = msgspec.structs.asdict(before.scoring), msgspec.structs.asdict(after.scoring)
    for name in scores:
        if scores[name] != scored[name]:
            yield Change(_(SCORES[name]), str(scored[name]), str(scores[name]))
    if before.breakers != after.breakers:
        yield Change(_("tie-breakers"), _listed(before.breakers), _listed(after.breakers))


def _listed(breakers: Sequence[str]) -> str:
    return ", ".join(_(BREAKERS[key].label) if key in BREAKERS else key for key in breakers or HOUSE)


def _short(said: str) -> str:
    """The beginning of a text, which may be a whole sheet of units."""
    return f"{said[:60]}…" if len(said) > 60 else said

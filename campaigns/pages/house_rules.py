"""The house rules of a campaign for its page: what holds now, and all amendments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher

import msgspec
from django.utils.translation import gettext as _

from battles.sentences import option_in_words, words
from campaigns.presenters.story import Fact, battles_in
from campaigns.season import Season, start
from campaigns.season.amendments import SCORES, Changed, before_of, changes
from campaigns.season.kept_events import Amended
from campaigns.season.standings import BREAKERS, HOUSE
from campaigns.season.terms import terms_of
from campaigns.season.values import Reread, Scoring, Terms
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
    """How an amendment changed one house rule. `lines`: of a text that people wrote, what was taken out (False) and
    what was put in."""

    name: str
    before: str
    after: str
    lines: tuple[tuple[bool, str], ...] = ()


class Amendment(msgspec.Struct, frozen=True):
    """An amendment: from which round on (0: from the start), when and by whom (an id of the log), why; and the battles
    that stand as they were fought although rulings would be others by it, by their names."""

    round: int
    position: int
    at: str
    by: str
    reason: str
    changes: tuple[Change, ...]
    reread: Reread | None = None
    battles: tuple[tuple[str, str], ...] = ()


class House(msgspec.Struct, frozen=True):
    """All house rules of the round under way, or of the next one."""

    scoring: tuple[Rule, ...]
    breakers: tuple[Rule, ...]
    terms: tuple[Rule, ...]
    options: tuple[Rule, ...]
    amendments: tuple[Amendment, ...]
    edition: str


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
        edition=now.edition,
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
    """The amendments in order, each with what was so before it."""
    then = start(season.opened)
    names = battles_in(season) if any(one.reread for one in season.amended) else {}
    for ruled, row in facts:
        if isinstance(amended := ruled.event, Amended):
            before = amended.before or before_of(amended, then.settings(amended.round))
            then.amended.append(amended)
            known = amended.reread or None
            yield Amendment(
                amended.round,
                ruled.position,
                row.at,
                row.by,
                amended.reason,
                tuple(_change(one) for one in changes(season, amended, before)),
                known,
                tuple((one, names.get(one, one)) for one in (known.differ if known else ())),
            )


def _change(one: Changed) -> Change:
    lines = tuple(_differing(*one.texts)) if one.texts else ()
    return Change(words(one.label), words(one.before), words(one.after), lines)


def _differing(before: str, after: str) -> Iterator[tuple[bool, str]]:
    """Line by line: what was taken out, and what was put in."""
    was, now = before.splitlines(), after.splitlines()
    for what, a, b, c, d in SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
        if what != "equal":
            yield from ((False, line) for line in was[a:b])
            yield from ((True, line) for line in now[c:d])


def _short(said: str) -> str:
    """The beginning of a text, which may be a whole sheet of units."""
    return f"{said[:60]}…" if len(said) > 60 else said

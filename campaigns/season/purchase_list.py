"""What platoons may buy, by side and round: the term `purchase_list`, an article a line. Pure.

    Tiger; side=axis; from=3; to=5
    m4-sherman

An article is written by its name or key, a model as well as a card. `side` is a side of the campaign (left out: every
side), `from` and `to` are rounds (left out: always). The same article may stand on several lines. A blank text is no
list: everything is for sale. A text that was once accepted may never be refused later: campaigns replay from it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice, takewhile
from typing import Any

import msgspec

from rules.contract import Message, Refused, RuleSystem, say
from rules.contract import gettext_noop as _
from rules.declarations import Article
from rules.kit.catalogue import articles
from rules.stream.normalization import nearest

TERM = "purchase_list"
FIELD = f"terms.{TERM}"
WORDS = ("side", "from", "to")
LATEST = 9_999
LONGEST = 20_000  # characters, as the term has it
MOST_FAULTS = 60  # told at once


class Offer(msgspec.Struct, frozen=True):
    """A line as it was read; `line` counts from 1."""

    line: int
    article: str
    side: str = ""
    first: int = 0
    last: int = LATEST


def faults(
    text: str, system: RuleSystem, edition: str, options: Mapping[str, Any], sides: Collection[str] | None = None
) -> Iterator[Refused]:
    """All that is wrong with a list, each by its line, field "terms.purchase_list".

    `options` may name units of a club's own (`rules.house_units`). `sides`: of the campaign, None where they do not
    matter.
    """
    if len(text) > LONGEST:
        what = say(_("The list has more than %(most)s characters."), most=LONGEST)
        yield Refused("campaign", what, say(_("Leave some of it out: a blank list sells everything.")), field=FIELD)
        return
    yield from sorted(islice(_wrong(text, system, edition, options, sides), MOST_FAULTS), key=_line)


def _wrong(
    text: str, system: RuleSystem, edition: str, options: Mapping[str, Any], sides: Collection[str] | None
) -> Iterator[Refused]:
    """What cannot be read, then what is not for sale or for no side."""
    wrong: list[Refused] = []
    offers = read(text, wrong)
    yield from wrong
    articles = sold(system, edition, options)
    known = {word for article in articles for word in (article.name, article.key)}
    for offer in offers:
        if known and offer.article not in known:
            like = ", ".join(nearest(offer.article, (article.name for article in articles)))
            yield _at(
                offer.line,
                say(_("%(system)s sells no “%(name)s”."), system=system.name, name=offer.article[:80]),
                say(_("Write a name as the page of the rulebook has it, for example %(names)s."), names=like),
            )
        if sides is not None and offer.side and offer.side not in sides:
            yield _at(
                offer.line,
                say(_("There is no side “%(side)s”."), side=offer.side[:40]),
                say(_("Sides: %(sides)s."), sides=", ".join(sides) or "-"),
            )


def read(text: str, wrong: list[Refused] | None = None) -> tuple[Offer, ...]:
    """The lines of a list; what cannot be read adds to `wrong`, and is left out."""
    faults: list[Refused] = [] if wrong is None else wrong
    lines = ((number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip())
    told = takewhile(lambda _line: len(faults) < MOST_FAULTS, lines)  # what was accepted has none
    return tuple(offer for number, line in told if (offer := _offer(number, line, faults)))


def sold(system: RuleSystem, edition: str, options: Mapping[str, Any]) -> Sequence[Article]:
    """What could be on a list: models, and cards for them."""
    kinds = (*system.model_kinds, *system.card_kinds)
    return [article for article in articles(system, edition, options) if article.kind in kinds]


def on_sale(offers: Iterable[Offer], side: str, round: int) -> tuple[str, ...]:
    """The articles, as the list writes them, that a platoon of this side may buy in this round."""
    open = (one for one in offers if one.side in ("", side) and one.first <= round <= one.last)
    return tuple(dict.fromkeys(one.article for one in open))


# ---------------------------------------------------------------------------------------------------------- lines


def _offer(number: int, line: str, faults: list[Refused]) -> Offer | None:
    article, *parts = (part.strip() for part in line.split(";"))
    before = len(faults)
    if not article:
        faults.append(_at(number, say(_("No article is named.")), say(_("Begin the line with a model or a card."))))
    said = _said(number, parts, faults)
    first, last = _round(number, said, "from", 0, faults), _round(number, said, "to", LATEST, faults)
    if first > last:
        faults.append(
            _at(
                number,
                say(_("It ends in round %(last)s, before it begins in round %(first)s."), first=first, last=last),
                say(_("Write the earlier round after “from=”.")),
            )
        )
    if len(faults) > before:
        return None
    return Offer(number, article, said.get("side", ""), first, last)


def _said(number: int, parts: Iterable[str], faults: list[Refused]) -> dict[str, str]:
    said: dict[str, str] = {}
    for part in filter(None, parts):
        word, equals, value = (piece.strip() for piece in part.partition("="))
        if word not in WORDS or not equals or not value:
            faults.append(
                _at(
                    number,
                    say(_("“%(part)s” says nothing here."), part=part[:40]),
                    say(_("After the article come side=…, from=… and to=…, with a semicolon before each.")),
                )
            )
        elif word in said:
            faults.append(_at(number, say(_("“%(word)s” is there twice."), word=word), say(_("Write it once."))))
        else:
            said[word] = value
    return said


def _round(number: int, said: Mapping[str, str], word: str, default: int, faults: list[Refused]) -> int:
    value = said.get(word)
    if value is None:
        return default
    if value.isascii() and value.isdigit() and len(value) <= len(str(LATEST)):
        return int(value)
    faults.append(
        _at(
            number,
            say(_("“%(value)s” is no round."), value=value[:40]),
            say(_("Write a number from 0 to %(most)s."), most=LATEST),
        )
    )
    return default


def _at(line: int, what: Message, remedy: Message) -> Refused:
    return Refused("campaign", say(_("Line %(line)s: %(what)s"), line=line, what=what), remedy, field=FIELD)


def _line(fault: Refused) -> int:
    return int(str(fault.text.values["line"]))

"""What platoons may buy, by side and round: the term `purchase_list`, an article a line. Pure.

    Tiger; side=axis; from=3; to=5
    m4-sherman

An article is written by its name or key, a model as well as a card. `side` is a side of the campaign (left out: every
side), `from` and `to` are rounds (left out: always). The same article may stand on several lines. A blank text is no
list: everything is for sale. A text that was once accepted may never be refused later: campaigns replay from it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

import msgspec

from campaigns.theatre.map_text import Faults
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
        yield Refused("campaign", what, _("Leave some of it out: a blank list sells everything."), field=FIELD)
        return
    found = Faults(FIELD)
    offers, articles = read(text, found), sold(system, edition, options)
    for offer in offers:
        for what, remedy in _wrong(offer, system, articles, sides):
            if not found.enough:
                found.add(offer.line, what, remedy)
    yield from found.in_order()


def _wrong(
    offer: Offer, system: RuleSystem, articles: Sequence[Article], sides: Collection[str] | None
) -> Iterator[tuple[Message, Message]]:
    """That it is not for sale, or for no side."""
    if articles and not any(offer.article in (article.name, article.key) for article in articles):
        like = ", ".join(nearest(offer.article, (article.name for article in articles)))
        what = say(_("%(system)s sells no “%(name)s”."), system=system.name, name=offer.article[:80])
        yield what, say(_("Write a name as the page of the rulebook has it, for example %(names)s."), names=like)
    if sides is not None and offer.side and offer.side not in sides:
        what = say(_("There is no side “%(side)s”."), side=offer.side[:40])
        yield what, say(_("Sides: %(sides)s."), sides=", ".join(sides) or "-")


def read(text: str, faults: Faults | None = None) -> tuple[Offer, ...]:
    """The lines of a list; what cannot be read adds to `faults`, and is left out."""
    wrong = Faults(FIELD) if faults is None else faults
    lines = ((number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip())
    told = takewhile(lambda _line: not wrong.enough, lines)  # what was accepted has none
    return tuple(offer for number, line in told if (offer := _offer(number, line, wrong)))


def sold(system: RuleSystem, edition: str, options: Mapping[str, Any]) -> Sequence[Article]:
    """What could be on a list: models, and cards for them."""
    kinds = (*system.model_kinds, *system.card_kinds)
    return [article for article in articles(system, edition, options) if article.kind in kinds]


def on_sale(offers: Iterable[Offer], side: str, round: int) -> tuple[str, ...]:
    """The articles, as the list writes them, that a platoon of this side may buy in this round."""
    open = (one for one in offers if one.side in ("", side) and one.first <= round <= one.last)
    return tuple(dict.fromkeys(one.article for one in open))


# ---------------------------------------------------------------------------------------------------------- lines


def _offer(number: int, line: str, faults: Faults) -> Offer | None:
    article, *parts = (part.strip() for part in line.split(";"))
    before = len(faults)
    if not article:
        faults.add(number, say(_("No article is named.")), say(_("Begin the line with a model or a card.")))
    said = _said(number, parts, faults)
    first, last = _round(number, said, "from", 0, faults), _round(number, said, "to", LATEST, faults)
    if first > last:
        what = say(_("It ends in round %(last)s, before it begins in round %(first)s."), first=first, last=last)
        faults.add(number, what, say(_("Write the earlier round after “from=”.")))
    if len(faults) > before:
        return None
    return Offer(number, article, said.get("side", ""), first, last)


def _said(number: int, parts: Iterable[str], faults: Faults) -> dict[str, str]:
    said: dict[str, str] = {}
    for part in filter(None, parts):
        word, equals, value = (piece.strip() for piece in part.partition("="))
        if word not in WORDS or not equals or not value:
            remedy = say(_("After the article come side=…, from=… and to=…, with a semicolon before each."))
            faults.add(number, say(_("“%(part)s” says nothing here."), part=part[:40]), remedy)
        elif word in said:
            faults.add(number, say(_("“%(word)s” is there twice."), word=word), say(_("Write it once.")))
        else:
            said[word] = value
    return said


def _round(number: int, said: Mapping[str, str], word: str, default: int, faults: Faults) -> int:
    value = said.get(word)
    if value is None:
        return default
    if value.isascii() and value.isdigit() and len(value) <= len(str(LATEST)):
        return int(value)
    remedy = say(_("Write a number from 0 to %(most)s."), most=LATEST)
    faults.add(number, say(_("“%(value)s” is no round."), value=value[:40]), remedy)
    return default

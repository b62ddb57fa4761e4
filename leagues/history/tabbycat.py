"""Archives of Tabbycat: the XML of a whole tournament (DebateXML), as its page "Export" gives it.

Of rounds in their order each debate becomes a game. Who stands first on the ballots of the majority has won, the others
have lost; equal ranks are a draw; without ranks the score says it. The points are the mean of the scores that count, as
a whole number. A team is one opponent, by its name; a team of one speaker is that person, by theirs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from decimal import ROUND_HALF_UP, Decimal
from functools import partial
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl, Locator

from defusedxml import DefusedXmlException
from defusedxml.sax import parseString
from django.utils.translation import gettext as _

from leagues.history.listing import LAST_ROUND, LONGEST, MOST, Fault, Listed, Met, Past, Wrong, name_of, take_line
from leagues.league.values import Result

KEPT = {"tournament", "round", "debate", "side", "ballot", "participants", "team", "speaker"}  # what else is, is passed
MOST_ELEMENTS = 400_000
MOST_SIDES = 20
DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")  # it names an encoding that the text does not have any more
NUMBER = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?", re.ASCII)


class Element:
    """An element, with the line at which it begins."""

    __slots__ = ("attributes", "children", "line", "name", "text")

    def __init__(self, name: str, attributes: Mapping[str, str], line: int) -> None:
        self.name, self.attributes, self.line = name, attributes, line
        self.children: list[Element] = []
        self.text = ""

    def of(self, name: str) -> list[Element]:
        return [one for one in self.children if one.name == name]

    def get(self, name: str) -> str:
        return self.attributes.get(name, "").strip()

    def says(self, name: str) -> bool:
        return self.get(name).casefold() in ("true", "1")


class _Builder(ContentHandler):
    def __init__(self) -> None:
        super().__init__()
        self.root: Element | None = None
        self.open: list[Element] = []
        self.passed = 0  # how deep it is in what is passed over
        self.seen = 0
        self.where: Locator | None = None

    def setDocumentLocator(self, locator: Locator) -> None:
        self.where = locator

    def startElement(self, name: str, attrs: AttributesImpl) -> None:
        line = (self.where.getLineNumber() if self.where else None) or 1
        self.seen += 1
        if self.seen > MOST_ELEMENTS:
            raise Wrong(_("The file is too large."), _("Split it by rounds."), line=line)
        if self.passed or name not in KEPT:
            self.passed += 1
            return
        one = Element(name, dict(attrs.items()), line)
        if self.open:
            self.open[-1].children.append(one)
        elif self.root is None:
            self.root = one
        self.open.append(one)

    def characters(self, content: str) -> None:
        if not self.passed and self.open and self.open[-1].name in ("ballot", "speaker"):
            self.open[-1].text += content

    def endElement(self, name: str) -> None:
        if self.passed:
            self.passed -= 1
        else:
            self.open.pop()


def read_tabbycat(text: str, found: Listed) -> None:
    root = _parsed(text)
    if root is None or root.name != "tournament" or not root.of("round"):
        raise Wrong(_("This is no archive of Tabbycat."), _("Export the whole tournament, with its rounds."))
    try:
        season = name_of(root.get("name")[:LONGEST], "name")
    except Wrong as wrong:
        raise Wrong(wrong.what, wrong.remedy, "tournament name", root.line) from None
    names = _called(team for part in root.of("participants") for team in part.of("team"))
    for number, one in enumerate(root.of("round"), 1):
        for debate in one.of("debate"):
            _take(found, season, min(number, LAST_ROUND), debate, names)


def _parsed(text: str) -> Element | None:
    builder = _Builder()
    try:
        parseString(DECLARATION.sub("", text, count=1).encode("utf-8", "replace"), builder, forbid_dtd=True)
    except DefusedXmlException:
        what = _("The file begins with a document type, which no archive of Tabbycat has. It is not read.")
        raise Wrong(what, _("Export the tournament from Tabbycat again, and change nothing in the file.")) from None
    except SAXParseException as error:
        line = error.getLineNumber() or 1
        raise Wrong(_("The file is damaged."), _("Export the tournament from Tabbycat again."), line=line) from None
    return builder.root


def _called(teams: Iterable[Element]) -> dict[str, str]:
    """What each team is called, by its id: a single speaker by their name, else the team by its own. Where several
    would be called alike, each by the team's name, and then with its id."""
    listed = {one.get("id"): one for one in teams if one.get("id")}
    own = {id: one.get("name") or one.get("code") or id for id, one in listed.items()}
    speakers = {id: one.of("speaker") for id, one in listed.items()}
    names = {id: (some[0].text.strip() if len(some) == 1 else "") or own[id] for id, some in speakers.items()}
    for clearer in (own, {id: f"{name} ({id})" for id, name in own.items()}):
        often = Counter(name.casefold() for name in names.values())
        names = {id: clearer[id] if often[name.casefold()] > 1 else name for id, name in names.items()}
    return names


def _take(found: Listed, season: str, number: int, debate: Element, names: Mapping[str, str]) -> None:
    sides = debate.of("side")
    if not sides:
        found.empty.append(Fault(debate.line, _("This debate has no result."), "", "side"))
    elif len(sides) == 1:
        who = names.get(sides[0].get("team"), sides[0].get("team"))[:LONGEST]
        found.empty.append(Fault(debate.line, _("%(name)s had a bye.") % {"name": who}, "", "side"))
    else:
        take_line(found, debate.line, partial(_from_sides, season=season, number=number, sides=sides, names=names))


def _from_sides(line: int, season: str, number: int, sides: list[Element], names: Mapping[str, str]) -> Past:
    if len(sides) > MOST_SIDES:
        raise Wrong(_("Too many teams meet in this debate."), _("Leave it out."), "side")
    ended = list(zip(_results(sides), sides, strict=True))
    ended.sort(key=lambda one: ("won", "drawn", "lost").index(one[0]))  # a winner first, then who has lost
    first, second, *others = [ended[0], ended[-1], *ended[1:-1]]
    one, other, *more = [Met(_name(side, names), _score(side), result) for result, side in (first, second, *others)]
    return Past(line, season, number, one.name, other.name, one.points, other.points, one.result, tuple(more))


def _name(side: Element, names: Mapping[str, str]) -> str:
    team = side.get("team")
    if team not in names:
        raise Wrong(
            _("There is no team “%(team)s”.") % {"team": team[:LONGEST]},
            _("Export the tournament with its participants."),
            "team",
        )
    return name_of(names[team], "team")


def _results(sides: list[Element]) -> list[Result]:
    """Who forfeited has lost. Else the lower rank is better; of a debate without ranks the higher score."""
    gone = [side.says("forfeit") for side in sides]
    if all(gone):
        raise Wrong(_("Nobody came to this debate."), _("Leave it out."), "forfeit")
    if any(gone):
        return ["lost" if one else "won" for one in gone]
    ranks = [_rank(side) for side in sides]
    known = [one for one in ranks if one is not None]
    if len(known) < len(ranks):
        known = [-one for one in map(_mean_score, sides) if one is not None]
    if len(known) < len(ranks):
        raise Wrong(
            _("The ballots of this debate do not say who has won."), _("Enter its result, and export again."), "ballot"
        )
    best = min(known)
    if known.count(best) == len(known):
        return ["drawn" for _one in known]
    return ["won" if one == best else "lost" for one in known]


def _rank(side: Element) -> Decimal | None:
    """The mean of its ranks by those who judged as the majority; None where one says none."""
    ranks = [_as_number(one.get("rank")) for one in side.of("ballot") if not one.says("minority")]
    known = [one for one in ranks if one is not None]
    return sum(known, Decimal()) / len(known) if known and len(known) == len(ranks) else None


def _mean_score(side: Element) -> Decimal | None:
    """The mean of the scores that count; None where there are none. “True” says only that a team went on."""
    found = list(_scores(side))
    return sum(found, Decimal()) / len(found) if found else None


def _scores(side: Element) -> Iterator[Decimal]:
    for ballot in side.of("ballot"):
        if not ballot.says("ignored"):
            said = ballot.text.strip()
            number = _as_number({"true": "1", "false": "0"}.get(said.casefold(), said))
            if number is not None:
                yield number


def _score(side: Element) -> int:
    told = [one.text.strip().casefold() for one in side.of("ballot")]
    if {*told} <= {"true", "false", ""}:
        return 0
    mean = _mean_score(side)
    if mean is None or abs(mean) > MOST:
        raise Wrong(
            _("“%(said)s” is no score.") % {"said": told[0][:LONGEST]}, _("Write a number such as 75.5."), "ballot"
        )
    return int(mean.quantize(Decimal(1), ROUND_HALF_UP))


def _as_number(said: str) -> Decimal | None:
    return Decimal(said) if NUMBER.fullmatch(said) else None

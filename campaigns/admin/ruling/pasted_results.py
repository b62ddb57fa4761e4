"""Results of an evening as pasted from a spreadsheet: two names and a result on a line. Pure.

A name is one of a platoon or of its player, in any case of letters. Nothing is guessed: what names nobody is said, with
the names that are nearest to it."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterator, Sequence
from difflib import get_close_matches

import msgspec
from django.utils.translation import gettext as _

LINES, LONGEST = 500, 300  # lines read, and the characters of one
UNBROKEN = str.maketrans("\u00a0\u202f", "  ")  # the spaces that French has before a colon
SCORE = re.compile(r"(\d{1,5})\s*[:/–—-]\s*(\d{1,5})")
ABSENT = re.compile(
    r"no[- ]?show|nicht angetreten|(?:est )?absente?\b|forfait|no se present(?:ó|a)|incomparecencia(?: de)?|"
    r"non (?:si è )?presentat[oa]|assente|nie staw(?:ił|iła|ia) się|nieobecn[ya]",
    re.IGNORECASE,
)
WON_BY = re.compile(
    r"^(?:won by|victoire de|victoria de|vittoria di|wygrana)\s+|"
    r"\s+(?:won|wins|gewinnt|gewann|gagne|a gagné|gana|ganó|vince|ha vinto|wygrywa|wygrał|wygrała)$",
    re.IGNORECASE,
)
# What people write in a column of results, in the languages that Leaguer speaks.
WORDS = {
    **dict.fromkeys(("draw", "drawn", "tie", "tied", "unentschieden", "remis"), "drawn"),
    **dict.fromkeys(("nul", "match nul", "égalité", "empate", "tablas", "pareggio", "patta"), "drawn"),
    **dict.fromkeys(("won", "win", "w", "gewonnen", "sieg", "gagné", "victoire", "ganado", "victoria"), "won0"),
    **dict.fromkeys(("vinto", "vittoria", "wygrana", "zwycięstwo"), "won0"),
    **dict.fromkeys(("lost", "loss", "l", "verloren", "niederlage", "perdu", "défaite", "perdido", "derrota"), "won1"),
    **dict.fromkeys(("perso", "sconfitta", "przegrana", "porażka"), "won1"),
    **dict.fromkeys(("void", "does not count", "zählt nicht", "ne compte pas", "no cuenta", "non conta"), "void"),
    **dict.fromkeys(("nie liczy się",), "void"),
    **dict.fromkeys(("open", "left open", "offen", "ouvert", "sin decidir", "aperto", "otwarte", "-", "–"), ""),
}
OTHER_WAY = {"won0": "won1", "won1": "won0", "absent0": "absent1", "absent1": "absent0"}


class Entry(msgspec.Struct, frozen=True):
    """A fixture that lines can name: what each of its two sides answers to, the platoon's name first; `left`: why no
    result is entered for it, "" for one that takes it."""

    fixture: str
    called: tuple[tuple[str, ...], tuple[str, ...]]
    left: str = ""


class Said(msgspec.Struct, frozen=True):
    """What is entered for a fixture, of its sides in the order of the fixture: "won0", "won1", "drawn", "absent0",
    "absent1", "void", or "" for left open; and the points of both as they were typed."""

    outcome: str = ""
    points: tuple[str, str] = ("", "")


class Line(msgspec.Struct, frozen=True):
    """A line that enters nothing, with its number and what is to be said of it."""

    number: int
    text: str
    why: str


class Pasted(msgspec.Struct, frozen=True):
    """What the lines said by fixture, the `faults` of lines that cannot be read, and the lines that name a fixture
    whose result is not entered here."""

    said: dict[str, Said]
    faults: tuple[Line, ...] = ()
    left: tuple[Line, ...] = ()


class Unread(Exception):
    """Why a line cannot be read."""


class Left(Exception):
    """The line names a fixture that takes no result here."""


def read(text: str, entries: Sequence[Entry]) -> Pasted:
    said: dict[str, Said] = {}
    faults, left = [], []
    lines = text.replace("\0", "").splitlines()
    for number, line in enumerate(lines[:LINES], 1):
        if not line.strip():
            continue
        try:
            fixture, what = _line(line, entries)
            if fixture in said:
                raise Unread(_("Another line has a result for this fixture already."))
            said[fixture] = what
        except Unread as why:
            faults.append(Line(number, line, str(why)))
        except Left as why:
            left.append(Line(number, line, str(why)))
    if len(lines) > LINES:
        more = _("Up to %(n)d lines are read at once.") % {"n": LINES}
        faults.append(Line(LINES + 1, "\n".join(lines[LINES:]), more))
    return Pasted(said, tuple(faults), tuple(left))


def _line(line: str, entries: Sequence[Entry]) -> tuple[str, Said]:
    if len(line) > LONGEST:
        raise Unread(_("The line is too long."))
    delimiter = next((one for one in "\t;" if one in line), ",")
    cells = [cell.strip() for cell in next(csv.reader([line.translate(UNBROKEN)], delimiter=delimiter), [])]
    if len(cells) < 2:
        raise Unread(_("Write two names and a result, with tabs or commas between them."))
    entry, turned = _fixture_of(cells[0], cells[1], entries)
    if entry.left:
        raise Left(entry.left)
    called = entry.called[::-1] if turned else entry.called
    return entry.fixture, _turned(_result([one for one in cells[2:] if one], called), turned)


# -- names -------------------------------------------------------------------------------------------------------------


def plain(name: str) -> str:
    """A name as it is compared."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def _fixture_of(one: str, other: str, entries: Sequence[Entry]) -> tuple[Entry, bool]:
    """The fixture in which the two named meet; whether the line has them the other way round."""
    for name in (one, other):
        _known(name, entries)
    found = [
        (entry, turned)
        for entry in entries
        for turned in (False, True)
        if _is(one, entry.called[turned]) and _is(other, entry.called[not turned])
    ]
    names = {"one": one, "other": other}
    if not found:
        raise Unread(_("“%(one)s” and “%(other)s” do not meet in this round.") % names)
    if len(found) > 1:
        raise Unread(_("“%(one)s” and “%(other)s” can be more than one fixture: enter it below.") % names)
    return found[0]


def _is(name: str, called: Sequence[str]) -> bool:
    return plain(name) in map(plain, called)


def _known(name: str, entries: Sequence[Entry]) -> None:
    every = list(dict.fromkeys(called for entry in entries for side in entry.called for called in side))
    if _is(name, every):
        return
    near = get_close_matches(plain(name), map(plain, every), n=2, cutoff=0.6)
    meant = [one for one in every if plain(one) in near]
    unknown = _("Nobody in this round is called “%(name)s”.") % {"name": name}
    perhaps = _("Near to it: %(names)s.") % {"names": ", ".join(meant)}
    raise Unread(f"{unknown} {perhaps}" if meant else unknown)


# -- results -----------------------------------------------------------------------------------------------------------


def _result(cells: list[str], called: Sequence[Sequence[str]]) -> Said:
    """As the line has the two. By points alone who has more has won."""
    points, others = _points(cells)
    outcomes = list(dict.fromkeys(_outcome(cell, called) for cell in others))
    if len(outcomes) > 1:
        raise Unread(_("The line says two results."))
    if outcomes:
        return Said(outcomes[0], points)
    if points == ("", ""):
        return Said()
    first, second = map(int, points)
    return Said("drawn" if first == second else "won0" if first > second else "won1", points)


def _points(cells: list[str]) -> tuple[tuple[str, str], list[str]]:
    """The points of both, in one cell or in two, and the other cells."""
    numbers = [cell for cell in cells if cell.isascii() and cell.isdigit() and len(cell) < 6]
    scores = [match for cell in cells if (match := SCORE.fullmatch(cell))]
    others = [cell for cell in cells if cell not in numbers and not SCORE.fullmatch(cell)]
    if len(scores) == 1 and not numbers:
        return (scores[0][1], scores[0][2]), others
    if len(numbers) == 2 and not scores:
        return (numbers[0], numbers[1]), others
    if numbers or scores:
        raise Unread(_("Write the points of both, as 3:1 or in two columns."))
    return ("", ""), others


def _outcome(cell: str, called: Sequence[Sequence[str]]) -> str:
    if (word := WORDS.get(plain(cell))) is not None and not any(_is(cell, one) for one in called):
        return word
    if ABSENT.search(cell):
        name = ABSENT.sub("", cell).strip(" :-–")
        if not name:
            raise Unread(_("Say who did not turn up, as “no-show: %(name)s”.") % {"name": called[1][0]})
        return f"absent{_side(name, called)}"
    return f"won{_side(WON_BY.sub('', cell).strip(), called)}"


def _side(name: str, called: Sequence[Sequence[str]]) -> int:
    found = list(_sides(name, called))
    if len(found) != 1:
        text = _("“%(name)s” is no result, and neither of the two. Write a name, “draw”, or points as 3:1.")
        raise Unread(text % {"name": name})
    return found[0]


def _sides(name: str, called: Sequence[Sequence[str]]) -> Iterator[int]:
    return (n for n, one in enumerate(called) if _is(name, one))


def _turned(said: Said, turned: bool) -> Said:
    if not turned:
        return said
    first, second = said.points
    return Said(OTHER_WAY.get(said.outcome, said.outcome), (second, first))

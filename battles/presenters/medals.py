"""Medals: drawn badges for what the log tells of a vehicle or a platoon.

A medal is a shape on a ribbon: the ribbon's colours tell its kind, the shape how it is won, the number on it its level.
`drawing` is its picture; what it is for stands beside it in words, or is its text alternative.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import msgspec
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.contract import UnitOutcome
from rules.course import OUT

Kind = Literal["kills", "first", "damage", "survivor", "service", "crew"]
# Each kind: its shape, and the classes of the two colours of its ribbon.
LOOKS: dict[Kind, tuple[str, str, str]] = {
    "kills": ("star", "red", "white"),
    "first": ("cross", "red", "black"),
    "damage": ("star", "brass", "black"),
    "survivor": ("shield", "green", "white"),
    "service": ("disc", "blue", "white"),
    "crew": ("cross", "blue", "brass"),
}
SHAPES = {
    "star": "m14 17 2.7 6 6.5.6-4.9 4.3 1.5 6.4-5.800-3.4-5.8 3.4 1.5-6.4-4.9-4.3 6.5-.6z",
    "cross": "M10.500 17h7l-.800 5.700 5.800-.800v7l-5.800-.800.800 5.900h-7l.800-5.900-5.800.800v-7l5.800.800z",
    "shield": "M6 18.500q5 0 8-2 3 2 8 2v6.500q0 6.500-8 9.500-8-3-8-9.500z",
    "disc": "M14 17a8.500 8.500 0 1 1 0 17 8.500 8.500 0 1 1 0-17z",
}
MOST = 6  # in a row
RINGS = 10  # on a gun
LEVELS = {"kills": (1, 3, 5, 10, 20), "service": (3, 6, 10, 20, 40)}  # how many it takes for each level


class Medal(msgspec.Struct, frozen=True):
    """`title` says what it is called, `text` what it is for; `level` from 1, 0 for one that has no levels. `of`: whose
    it is, where it stands in a list of several."""

    kind: Kind
    title: str
    text: str
    level: int = 0
    of: str = ""

    @property
    def says(self) -> str:
        """All of it in one line, for who does not see the picture."""
        named = _("%(title)s, level %(n)s") % {"title": self.title, "n": self.level} if self.level else self.title
        return f"{named}: {self.text}"


def drawing(medal: Medal, *, alone: bool = True) -> SafeString:
    """Its picture as SVG. `alone`: nothing beside it says what it is, so the picture does."""
    shape, outer, inner = LOOKS[medal.kind]
    head = format_html('role="img" aria-label="{}"', medal.says) if alone else SafeString('aria-hidden="true"')
    return format_html(
        '<svg class="medal" viewBox="0 0 28 36" width="28" height="36" {}>{}'
        '<path class="{}" d="M7 0h14v13l-7 4-7-4z"/><path class="{}" d="M12 0h4v15.900l-2 1.100-2-1.100z"/>'
        '<path class="metal" d="{}"/>{}</svg>',
        head,
        format_html("<title>{}</title>", medal.says) if alone else "",
        outer,
        inner,
        SHAPES[shape],
        format_html('<text x="14" y="29">{}</text>', medal.level) if medal.level else "",
    )


def barrel(kills: int) -> SafeString:
    """A gun with a ring for each kill, `RINGS` at most, as SVG; "" without any."""
    if not kills:
        return SafeString("")
    says = ngettext("%(n)s vehicle destroyed", "%(n)s vehicles destroyed", kills) % {"n": kills}
    rings = "".join(f"M{60 - 5 * place} 6v8" for place in range(min(kills, RINGS)))
    return format_html(
        '<svg class="medal" viewBox="0 0 84 20" width="84" height="20" role="img" aria-label="{}"><title>{}</title>'
        '<path class="gun" d="M0 2h8v16H0zM8 6h60V4h8v12h-8v-2H8z"/><path class="rung" d="{}"/></svg>',
        says,
        says,
        rings,
    )


def level(kind: str, n: int) -> int:
    """The level that `n` comes to; 0 below the first."""
    return sum(n >= needed for needed in LEVELS[kind])


def of_career(kills: int, battles: int, grade: str = "", grade_called: str = "") -> list[Medal]:
    """What a vehicle has for all it did in a campaign. `grade` of its crew, as the campaign writes it."""
    found = []
    if reached := level("kills", kills):
        text = ngettext("%(n)s vehicle destroyed", "%(n)s vehicles destroyed", kills) % {"n": kills}
        found.append(Medal("kills", _("Kills"), text, reached))
    if reached := level("service", battles):
        text = ngettext("%(n)s battle fought", "%(n)s battles fought", battles) % {"n": battles}
        found.append(Medal("service", _("Long service"), text, reached))
    if grade in ("veteran", "ace"):
        found.append(Medal("crew", _("Crew"), grade_called, 2 if grade == "ace" else 1))
    return found


def of_battle(units: Sequence[UnitOutcome], names: dict[str, str]) -> list[Medal]:
    """What the vehicles of one battle have earned, most telling first: first blood, most kills, most damage, and who
    lasted to the end of a side that lost others. Where several are alike nobody is better."""
    return [*_first_blood(units, names), *_most(units, names), *_survivors(units, names)][:MOST]


def _first_blood(units: Iterable[UnitOutcome], names: dict[str, str]) -> Iterator[Medal]:
    told = sorted((feat.report, unit.id) for unit in units for feat in unit.feats if feat.kind == "kill")
    if told and len({unit for report, unit in told if report == told[0][0]}) == 1:
        yield Medal("first", _("First blood"), _("the first kill of the battle"), of=names.get(told[0][1], told[0][1]))


def _most(units: Iterable[UnitOutcome], names: dict[str, str]) -> Iterator[Medal]:
    for kind, title in (("kill", _("Most kills")), ("damage", _("Most damage dealt"))):
        done = {unit.id: sum(feat.n for feat in unit.feats if feat.kind == kind) for unit in units}
        best = [unit for unit, n in done.items() if n and n == max(done.values())]
        if len(best) == 1 and kind == "kill":
            n = done[best[0]]
            text = ngettext("%(n)s vehicle destroyed", "%(n)s vehicles destroyed", n) % {"n": n}
            yield Medal("kills", title, text, of=names.get(best[0], best[0]))
        elif len(best) == 1:
            yield Medal("damage", title, str(done[best[0]]), of=names.get(best[0], best[0]))


def _survivors(units: Iterable[UnitOutcome], names: dict[str, str]) -> Iterator[Medal]:
    sides: dict[str, list[UnitOutcome]] = {}
    for unit in units:
        sides.setdefault(unit.side, []).append(unit)
    for force in sides.values():
        left = [unit.id for unit in force if unit.fate in ("fit", "damaged")]
        if len(left) == 1 and sum(unit.fate in OUT for unit in force) >= 2:
            yield Medal("survivor", _("Survivor"), _("the last of its side in play"), of=names.get(left[0], left[0]))

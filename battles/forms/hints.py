"""Hints beside a control: what may be entered."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.sentences import words
from battles.tape import pad
from rules import lengths
from rules.contract import Field

FEW = 7  # this many fit under each other on a phone as large buttons; more become a list
NOTED = 60  # so many picks with notes are buttons where they stand under headings, which fold; more are a list
NOTED_FLAT = 14  # without headings
MANY = 60  # so many are no bound that anybody meets


def hint(field: Field, example: str, ours: bool = False) -> str:
    """What to enter, if the control does not show it. `example`: of a value of many parts. `ours`: dice are left to
    Leaguer by saying so."""
    match field.kind:
        case "dice":
            return _shown_hint(field, ours) if field.picks else _dice_hint(field, ours)
        case "path":
            return _path_hint(field)
        case "number" if field.measure:
            return _length_hint(field)
        case "number" if field.most - field.least >= FEW:
            return _("From %(least)s to %(most)s.") % {"least": field.least, "most": field.most}
        case "picks":
            return _picks_hint(field)
        case "data":
            told = _("One fact per line, for example %(example)s")
            return told % {"example": example} if example else _("One fact per line: its name, =, and its value.")
        case _:
            return ""


def _length_hint(field: Field) -> str:
    least, most = (words(lengths.told(length, field.measure)) for length in (field.least, field.most))
    if pad(field)[0] == "in":
        return _("From %(least)s to %(most)s. Type it as you measure: 9.5 or 9 1/2.") % {"least": least, "most": most}
    return _("From %(least)s to %(most)s. Type it as you measure: 15 or 15.5.") % {"least": least, "most": most}


def _how_many(field: Field) -> str:
    count = {"n": field.most, "least": field.least}
    if field.least == field.most:
        return ngettext("%(n)s die.", "%(n)s dice.", field.most) % count
    return _("%(least)s to %(n)s dice.") % count


def _shown_hint(field: Field, ours: bool) -> str:
    if field.least == field.most or ours:
        return _how_many(field)  # its lists already begin with an entry that says that Leaguer rolls
    return _how_many(field) + " " + _("Leave all of them blank and Leaguer rolls.")


def _path_hint(field: Field) -> str:
    if field.most == 1:
        return ""
    example = " ".join(pick.value for pick in field.picks[:2])
    return _("Pick the first step and type the others, or type them all, for example %(example)s.") % {
        "example": example
    }


def _dice_hint(field: Field, ours: bool) -> str:
    what = _how_many(field)
    example = _("Type the faces rolled, for example 2 5 6 6 or 2566.")
    if field.most == 1:
        example = _("Type the face rolled.")
    if field.faces > 9:
        example = _("Type the numbers rolled, from 1 to %(faces)s.") % {"faces": field.faces}
    return f"{what} {example}" if ours else f"{what} {example} " + _("Leave it blank and Leaguer rolls.")


def _picks_hint(field: Field) -> str:
    """Empty if all may be picked, or none."""
    if field.least == 0 and (field.most >= MANY or (field.most == len(field.picks) and not field.repeats)):
        return ""
    most = field.most if field.repeats else min(field.most, len(field.picks))
    if field.least == most:
        return ngettext("Choose %(n)s.", "Choose %(n)s.", most) % {"n": most}
    if field.least:
        return _("Choose %(least)s to %(most)s.") % {"least": field.least, "most": most}
    return ngettext("Choose up to %(n)s.", "Choose up to %(n)s.", most) % {"n": most}


def fits_buttons(field: Field) -> bool:
    """Whether its picks are few enough for buttons. Notes are read better on them than in a list."""
    if not any(pick.notes for pick in field.picks):
        return len(field.picks) <= FEW
    return len(field.picks) <= (NOTED if any(pick.under for pick in field.picks) else NOTED_FLAT)

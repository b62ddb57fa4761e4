"""Which shape the control of a field has, and what its key in a form is."""

from __future__ import annotations

from typing import Any

import msgspec

from battles.forms import moments
from battles.forms.hints import FEW, fits_buttons
from rules.contract import Field

MOST_LISTS = 12  # how many lists one field may have if a value may be given several times


def is_composed(field: Field) -> bool:
    """Whether it has fields of its own that a form asks for, one control each."""
    return field.kind in ("group", "rows", "keyed") or (field.kind == "data" and bool(field.fields) and not field.by)


def shape_of(field: Field, path: str, default: Any) -> tuple[str, str]:
    """The control's key and which of the template's shapes it has."""
    if field.made_of:
        return f"made-{field.made_of}:{path}", "id"
    match field.kind:
        case "pick" if len(field.picks) == 1 and field.default == field.picks[0].value:
            return f"pick:{path}", "id"  # nothing to choose
        case "pick" | "person":
            blank = any(pick.value == "" for pick in field.picks)
            return f"{'pick-or-blank' if blank else 'pick'}:{path}", "radios" if fits_buttons(field) else "list"
        case "text" if field.lines:
            return f"{'lines-or-none' if field.stays else 'lines'}:{path}", "lines"
        case "flag" if field.blank:
            return f"some-flag:{path}", "radios"
        case "picks" if field.ordered:
            return f"{'rank-or-none' if field.stays else 'rank'}:{path}", "ranks"
        case "picks" if field.coded:
            return f"coded:{path}", "lists"
        case "picks":
            none = default is msgspec.NODEFAULT or ("." in path and field.default is not None)
            listed = field.repeats and field.most <= MOST_LISTS
            return f"{'picks-or-none' if none else 'picks'}:{path}", "lists" if listed else "ticks"
        case "people":
            return f"picks:{path}", "lists"
        case "number" if field.measure:
            return f"length-{field.measure}:{path}", "length"
        case "number":
            return f"number:{path}", "radios" if field.most - field.least < FEW else "number"
        case "dice" if field.picks:
            return f"{'shown-dice' if field.least == field.most else 'some-shown-dice'}:{path}", "shown"
        case "dice":
            return f"{'dice' if field.faces <= 9 else 'large-dice'}:{path}", "dice"
        case "moment":
            plain = "moment-or-none" if field.required or field.default is not None else "moment"
            return f"{moments.kind_of(field, plain)}:{path}", "moment"
        case kind:
            return f"{kind}:{path}", kind

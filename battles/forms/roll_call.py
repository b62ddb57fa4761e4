"""A form that tells the condition of several units: a report for each of them that has changed."""

from __future__ import annotations

from uuid import UUID, uuid5

import msgspec

from battles import log
from battles.forms import form_data as forms
from battles.forms.form_data import Typed
from battles.reports import Report
from rules.contract import Refused, say
from rules.contract import gettext_noop as _
from rules.reports import ReportStatus

FIELD = "condition"


def reports(typed: Typed) -> list[Report]:
    """The reports that a form stands for; `Refused` if there are none, or one cannot be read. Their ids follow from the
    form's, so that a form sent twice counts once."""
    if typed.type != ReportStatus.__name__ or "unit" in typed.given:
        return [forms.report(typed)]
    data = msgspec.json.decode(forms.report(typed).data)
    if "unit" in data:  # of one unit, named in a field
        return [forms.report(typed)]
    found = data.get(FIELD)
    if not isinstance(found, dict) or not found:
        wrong, right = say(_("No unit is reported otherwise than it stands.")), say(_("Tap what has become of one."))
        raise Refused("form", wrong, right, code="malformed")
    return [
        Report(_id(typed, unit), typed.type, msgspec.json.encode({"unit": unit, FIELD: told}).decode())
        for unit, told in found.items()
    ]


def at_its_unit(refused: Refused, typed: Typed) -> Refused:
    """The refusal of one of these reports, with its field as the form has it: "condition.alpha.damage"."""
    units = {key.partition(":")[2].split(".")[1] for key in typed.fields if f":{FIELD}." in key}
    unit = next((unit for unit in units if refused.report == _id(typed, unit)), "")
    if unit:
        name, dot, rest = refused.field.partition(".")
        refused.field = f"{FIELD}.{unit}{dot}{rest}" if name == FIELD else f"{FIELD}.{unit}"
    return refused


def _id(typed: Typed, unit: str) -> str:
    return str(uuid5(UUID(log.rows.uuid_text(typed.id, "id")), unit))

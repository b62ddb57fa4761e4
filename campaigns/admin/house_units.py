"""A club's own units and the published catalogue as CSV: uploaded, pasted, checked line by line, downloaded."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Any

from django import forms
from django.http import HttpResponse
from django.utils.translation import gettext as _

from rules.contract import Refused, RuleSystem
from rules.declarations import Article
from rules.house_units import MOST_CHARACTERS
from rules.house_units import OPTION as OPTION

UPLOAD = "_csv"  # the control beside the text
FIXED = ("key", "name", "kind", "nation", "points")
ORIGIN = ("status", "source")


def beside(fields: dict[str, forms.Field], start: str, system: RuleSystem) -> dict[str, forms.Field]:
    """The controls, with one to upload a file after the text of house units."""
    if start + OPTION not in fields or system.house is None:
        return fields
    upload = forms.FileField(
        label=_("House units as a CSV file"), required=False, help_text=_("In place of the text above.")
    )
    upload.widget.attrs["accept"] = ".csv,text/csv"
    made: dict[str, forms.Field] = {}
    for name, field in fields.items():
        made[name] = field
        if name == start + OPTION:
            made[name + UPLOAD] = upload
    return made


def take_upload(form: forms.Form | forms.ModelForm[Any], start: str, cleaned: dict[str, Any]) -> None:
    """Put the text of an uploaded file in place of the typed one."""
    control = start + OPTION
    file = cleaned.pop(control + UPLOAD, None)
    if file is None:
        return
    if file.size > 4 * MOST_CHARACTERS:
        form.add_error(control + UPLOAD, _("The file is too long: at most %(n)d characters.") % {"n": MOST_CHARACTERS})
        return
    try:
        text = file.read().decode("utf-8-sig")
    except UnicodeDecodeError:
        form.add_error(control + UPLOAD, _("The file is no text in UTF-8: save it as “CSV UTF-8”."))
        return
    cleaned[control] = text.replace("\r\n", "\n")
    typed: Any = form.data  # so that the form shows it again if something is wrong
    form.data = typed = typed.copy()
    typed[form.add_prefix(control)] = cleaned[control]


def units(system: RuleSystem, edition: str, text: str) -> tuple[Article, ...]:
    """The units of a text; none if it cannot be read, for the form shows its faults."""
    if system.house is None or not text.strip():
        return ()
    try:
        return tuple(system.house(edition, text))
    except Refused:
        return ()


def table(articles: tuple[Article, ...]) -> dict[str, Any]:
    """The units as a table: the names of its columns, and the rows."""
    if not articles:
        return {}
    names = columns(articles)
    rows = [[one.name, one.nation, str(one.points), *cells(one, names)] for one in articles]
    head = [_("Name"), _("Nation"), _("Points"), *(name.replace("_", " ").capitalize() for name in names)]
    return {"columns": head, "rows": rows}


def columns(articles: Iterable[Article]) -> tuple[str, ...]:
    """The names of all figures of these articles, in order."""
    return tuple(dict.fromkeys(name for article in articles for name in article.figures))


def cells(article: Article, names: Iterable[str]) -> list[str]:
    return ["" if (value := article.figures.get(name)) is None else _said(value) for name in names]


def _said(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def template(system: RuleSystem) -> HttpResponse:
    """An empty sheet of house units: the header, and nothing below it."""
    return _csv(f"{system.key}-house-units.csv", [[column.name for column in system.house_columns]])


def catalogue(system: RuleSystem, edition: str) -> HttpResponse:
    """The published catalogue of an edition, with a column for each figure."""
    articles = tuple(system.catalogue(edition))
    names = columns(articles)
    rows = (
        [
            *(str(getattr(one, field)) for field in FIXED),
            *cells(one, names),
            *(str(getattr(one, field)) for field in ORIGIN),
        ]
        for one in articles
    )
    return _csv(f"{system.key}-{edition}-catalogue.csv", [[*FIXED, *names, *ORIGIN], *rows])


def _csv(name: str, rows: Iterable[list[str]]) -> HttpResponse:
    sheet = io.StringIO()
    csv.writer(sheet, lineterminator="\r\n").writerows(rows)
    response = HttpResponse(sheet.getvalue(), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response

"""What the templates of every floor use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from urllib.parse import quote

from django import template
from django.template import Context, defaultfilters
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, pgettext, pgettext_lazy

from battles.forms.controls import Control, Option
from battles.forms.paths import part_of
from battles.naming import side_name
from battles.sentences import option_in_words, words
from rules.declarations import Option as HouseOption
from rules.stream.revision.choices import HOW

register = template.Library()
register.filter("words", words)
register.filter("side_name", side_name)


@register.filter
def moment(at: str) -> datetime | None:
    """A time as the log writes it (ISO-8601 text, UTC), for the `date` filter; None for ""."""
    return datetime.fromisoformat(at) if at else None


FORMATS = (
    pgettext_lazy("format of a date", "l, j F Y, H:i"),
    pgettext_lazy("format of a date", "l, j F, H:i"),
    pgettext_lazy("format of a date", "j F Y, H:i"),
    pgettext_lazy("format of a date", "j F Y"),
    pgettext_lazy("format of a date", "j M Y, H:i"),
    pgettext_lazy("format of a date", "j M Y"),
)


@register.filter
def date(at: datetime | None, format: str) -> str:
    """Django's `date`, with each of `FORMATS` in the reader's language: “3 January”, “3. Januar”."""
    return defaultfilters.date(at, pgettext("format of a date", format))


@register.filter
def in_words(text: str) -> str:
    """A text the rules marked for translation, translated."""
    return gettext(text) if text else ""


@register.filter
def option_words(option: HouseOption, value: bool | int | str) -> str:
    """A value of an option, in words."""
    return option_in_words(option, value)


@register.filter
def settling(how: str) -> str:
    """How a report that could not stand is settled, in words."""
    return words(HOW[how]) if how in HOW else gettext("left to settle")


@register.filter
def called(id_: str, names: Mapping[str, str]) -> str:
    """The name of an id."""
    return names.get(id_, id_)


@register.filter
def as_part(value: str) -> str:
    """The end of a control's name, for one key of an object."""
    return part_of("", value)


@register.filter
def as_moment(at: str) -> str:
    """A time as the log writes it, as a browser's control for moments takes it."""
    return at.replace(" ", "T").removesuffix("Z")[:16]


LINE = '<div><dt>{}</dt><dd><a class="why" href="{}?of={}{}" aria-label="{}">{}</a>{}</dd></div>'
MARK = ' <a class="mark" href="{}?ruling={}#ruling">{}</a>'
MARKED = "<div><dt>{}</dt><dd>{}</dd></div>"


@register.simple_tag(takes_context=True)
def sheet_lines(context: Context, sheet: Any) -> SafeString:
    """The lines of a sheet (`battles.pages.corrections.declared.Sheet`), each with its way to why; what people have set
    is marked. A page has hundreds of them: in a template, they would take longer than all the rest of it.
    """
    if not sheet.lines and not sheet.marks:
        return mark_safe("")
    names, then, stream = context["sight"].names, context["sight"].then, context["look"].stream
    here, why, declared = reverse("battle", args=[stream]), reverse("battle-why", args=[stream]), gettext("declared")
    asks = gettext("%(label)s: %(value)s. Why?")
    found = []
    for of, fact, at in sheet.lines:
        label, value = words(fact.label, names), words(fact.value, names)
        asked, mark = asks % {"label": label, "value": value}, format_html(MARK, here, at, declared) if at else ""
        found.append(format_html(LINE, label, why, quote(of), then, asked, value, mark))
    for one in sheet.marks:
        mark = format_html(MARK, here, one.position, declared)
        found.append(format_html(MARKED, words(one.label, names), mark))
    return format_html('<dl class="facts">{}</dl>', mark_safe("".join(found)))


OPTION = '<label{}><input type="{}" name="{}" value="{}"{}{}><span>{}{}{}{}</span></label>'


@register.simple_tag
def offered(control: Control, options: Sequence[Option]) -> SafeString:
    """What can be ticked, or picked by one button each: in a template, these take longest of a form."""
    kind = "checkbox" if control.shape == "ticks" else "radio"
    must = " required" if control.field.required and control.shape == "radios" else ""
    return mark_safe("".join(_option(one, control.key, kind, must) for one in options))


def _option(one: Option, key: str, kind: str, must: str) -> str:
    costs = format_html(' data-costs="{}"', one.costs) if one.costs else ""
    checked = mark_safe(f"{' checked' if one.chosen else ''}{must}")
    name = format_html("<b{}>{}</b>" if one.notes else "<span{}>{}</span>", NAMED if one.named else "", one.label)
    apart = format_html(' <span class="apart" translate="no">{}</span>', one.value) if one.apart else ""
    paid = format_html(' <span class="apart">{}</span>', one.costs) if one.costs else ""
    notes = format_html('<br><span class="quiet">{}</span>', " · ".join(one.notes)) if one.notes else ""
    blank = "" if one.value else BLANK
    return format_html(OPTION, blank, kind, key, one.value, costs, checked, name, apart, paid, notes)


NAMED, BLANK = mark_safe(' translate="no"'), mark_safe(' class="blank"')

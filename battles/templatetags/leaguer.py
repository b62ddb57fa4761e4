"""What the templates of every floor use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django import template
from django.template import Context, defaultfilters, loader
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, pgettext

from battles.forms.cards import Card
from battles.forms.labels import label_at
from battles.forms.moments import is_over
from battles.fragments import fragment
from battles.kept import kept, names_key
from battles.naming import side_name
from battles.presenters.medals import Medal, barrel, drawing
from battles.sentences import option_in_words, speaker, words
from rules import zones
from rules.contract import RuleSystem
from rules.declarations import Option as HouseOption
from rules.stream.revision.choices import HOW

register = template.Library()
register.filter("words", words)
register.filter("is_over", is_over)
register.filter("side_name", side_name)


@register.simple_tag
def medal(medal: Medal, alone: bool = True) -> SafeString:
    """The picture of a medal; `alone` where no words stand beside it."""
    return drawing(medal, alone=alone)


@register.simple_tag
def kill_rings(kills: int) -> SafeString:
    """A gun with a ring for each kill; "" without any."""
    return barrel(kills)


@register.filter
def numbered(name: str) -> SafeString:
    """A name where there is little room: what tells namesakes apart, a number at its end, is never cut off."""
    stem, _space, last = name.rpartition(" ")
    if not stem or not last.isdecimal():
        return format_html("<span>{}</span>", name)
    return format_html("<span>{}</span> {}", stem, last)


@register.filter
def clock(at: str, zone: str) -> datetime | None:
    """A time as the log writes it, by the clocks of a time zone ("" for UTC), for a control that asks for one."""
    return zones.local(at, zone) if at else None


@register.filter
def result_letter(letter: str) -> str:
    """A result in one letter."""
    letters = {"W": pgettext("a result", "W"), "D": pgettext("a result", "D"), "L": pgettext("a result", "L")}
    return letters.get(letter, letter)


@register.filter
def date(at: datetime | None, format: str) -> str:
    """Django's `date`, with each of `times.FORMATS` in the reader's language. For mail; pages have `time_at`."""
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
def nation(key: str, system: RuleSystem) -> str:
    """A nation of a rulebook's catalogue, as people call it."""
    return in_words(system.nations.get(key, key))


@register.filter
def called(id_: str, names: Mapping[str, str]) -> str:
    """The name of an id."""
    return names.get(id_, id_)


class Around(NamedTuple):
    """What stands around all cards of a page: where they are sent, and what the page was made of."""

    action: str
    csrf: str
    position: Any
    names: Mapping[str, str]
    several: bool
    step: bool
    theirs: bool
    all_open: bool
    shown_by: str  # the pass by which its owner lets somebody fill in a card, "" for none
    foretells: bool  # a report can be checked to learn what it changes, also where it asks nothing


@register.simple_tag(takes_context=True)
def choice_card(context: Context) -> SafeString:
    """The `card` of the context, as a form."""
    return _card(context["card"], _around(context))


@register.simple_tag(takes_context=True)
def choice_cards(context: Context, cards: Iterable[Card], position: int, several: bool) -> SafeString:
    """Some cards of a battle's page, each as a form."""
    around = _around(context)._replace(position=position, several=several)
    return mark_safe("".join(_card(card, around) for card in cards))


def _around(context: Context) -> Around:
    token = context.get("csrf_token")
    return Around(
        action=context.get("action") or "",
        csrf=format_html('<input type="hidden" name="csrfmiddlewaretoken" value="{}">', token) if token else "",
        position=context.get("position", ""),
        names=_names(context),
        several=bool(context.get("several")),
        step=bool(context.get("step")),
        theirs=bool(context.get("theirs")),
        all_open=bool(context.get("all_open")),
        shown_by=context.get("pass") or "",
        foretells=bool(context.get("foretells")),
    )


def _card(card: Card, around: Around) -> SafeString:
    file = loader.render_to_string("forms/_file.html", _file(card)) if card.choice.files else ""
    return fragment("forms", "a_card", card, around, file, _inside(card, around))


def _inside(card: Card, around: Around) -> str:
    """What a card asks, where nobody has filled it in."""
    if not card.made_of or card.heeded or card.choice.files:
        return ""
    values = (card.made_of, card.help, around.step, around.theirs, around.shown_by, around.foretells)
    return kept("card", values, lambda: fragment("forms", "a_card_inside", card, around, ""))


def _file(card: Card) -> dict[str, Any]:
    return {"files": card.choice.files, "faults": card.faults}


@register.simple_tag(takes_context=True)
def form_control(context: Context) -> SafeString:
    """The `control` of the context."""
    control, names = context["control"], _names(context)

    def made() -> str:
        return fragment("forms", "a_control", control, names)

    return mark_safe(made()) if control.is_wrong else kept("control", control, made)


@register.simple_tag(takes_context=True)
def fault_told(context: Context) -> SafeString:
    """The `fault` of the context in words; `where`: with the field it is about, by the `fields` of its form."""
    fault, names, fields = context["fault"], _names(context), context.get("fields") or ()
    where = label_at(fields, fault.field, names) if context.get("where") else ""
    return fragment("forms", "a_fault", fault, names, id=context.get("id") or "", where=where)


def _names(context: Context) -> Mapping[str, str]:
    """Of the ids in refusals."""
    sight = context.get("sight")
    return (sight.get("names") if isinstance(sight, dict) else getattr(sight, "names", None)) or {}


@register.simple_tag(takes_context=True)
def sheet_lines(context: Context, sheet: Any) -> SafeString:
    """The lines of a sheet (`battles.pages.corrections.declared.Sheet`), each with its way to why."""
    return _sheets(context, "a_sheet", [sheet])[0]


@register.simple_tag(takes_context=True)
def side_sheets(context: Context) -> SafeString:
    """The `side` of the context with its units."""
    side = context["side"]
    return fragment("sheets", "a_side", side, _sheets(context, "a_unit", side.units))


def _sheets(context: Context, macro: str, things: Iterable[Any]) -> list[SafeString]:
    """What the macro makes of each, with `then`, `here`, `why` and `say`."""
    sight, where = context["sight"], [context["look"].stream]
    around = (sight.then, reverse("battle", args=where), reverse("battle-why", args=where))
    names, say = names_key(sight.names), speaker(sight.names)

    def made(thing: Any) -> SafeString:
        return kept(macro, (thing, around, names), lambda: fragment("sheets", macro, thing, *around, say))

    return [made(thing) for thing in things]

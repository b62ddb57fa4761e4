"""Turns the rules' messages into sentences in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

import msgspec
from django.utils import translation
from django.utils.translation import gettext_noop, trans_real

from battles.own_words import Spoken
from battles.tape import tape
from rules.declarations import Option
from rules.lengths import retold
from rules.messages import VERBATIM, Message, without_context

MOST_KNOWN = 20_000  # texts of one language


def words(message: Message | str | int | bool, names: Mapping[str, str] | None = None) -> str:
    """`message` in the active language; a bare value unchanged, but yes and no in words.

    The log names units by id, as their names may be erased: `names` replaces these ids.
    """
    return speaker(names)(message)


def speaker(names: Mapping[str, str] | None = None) -> Callable[[Message | str | int | bool], str]:
    """`words` for many messages: the active language is asked for once."""
    text, with_ = _translator(), tape()

    def say(message: Message | str | int | bool) -> str:
        if isinstance(message, Message):
            if not (message.values or message.plural):
                return text(message.singular)
            if with_ is not None:
                message = retold(message, with_)
            return (_called(message, names) if names else message).text(text, _counted)
        if isinstance(message, bool):
            return translation.gettext("yes") if message else translation.gettext("no")
        return str(message)

    return say


# What refusals go by that are no rulebook's: a word each, as reports have it.
HOUSE_RULES = {
    "battle": gettext_noop("battles"),
    "campaign": gettext_noop("campaigns"),
    "declared": gettext_noop("what is declared"),
    "dice": gettext_noop("the dice"),
    "explain": gettext_noop("explanations"),
    "form": gettext_noop("what a form needs"),
    "friendly": gettext_noop("friendly battles"),
    "league": gettext_noop("leagues"),
    "log": gettext_noop("the log"),
    "photo": gettext_noop("photos"),
    "push": gettext_noop("what devices are told"),
    "report": gettext_noop("what a report needs"),
    "reread": gettext_noop("battles decided again"),
    "script": gettext_noop("what a line of script needs"),
    "system": gettext_noop("rulebooks"),
    "talk": gettext_noop("conversations"),
    "webhook": gettext_noop("webhooks"),
}


def rule_in_words(rule: str) -> str:
    """What a refusal goes by: a rule of a rulebook by its number, one of the house by what it is about."""
    if rule[:1].isdigit():
        return translation.gettext("Rule %(rule)s") % {"rule": rule}
    if rule in ("", "house"):
        return translation.gettext("House rule")
    return translation.gettext("House rule: %(rule)s") % {"rule": translation.gettext(HOUSE_RULES.get(rule, rule))}


def with_remedy(text: Message, remedy: Message | None, names: Mapping[str, str] | None = None) -> str:
    """What is wrong, and what would be right where anything would."""
    return " ".join(words(one, names) for one in (text, remedy) if one is not None)


def translated(text: str) -> str:
    """A text of a page in the active language."""
    return _translator()(text)


def _translator() -> Callable[[str], str]:
    """`gettext` of the active language. Django's own asks anew which language that is for each of a page's hundreds."""
    here = trans_real.catalog()
    if not isinstance(here, Spoken):
        return _known(here.gettext)
    said, ours = here.said, _known(here.beneath.gettext)
    return lambda text: said.get(text) or ours(text)


@lru_cache(maxsize=8)
def _known(gettext: Callable[[str], str]) -> Callable[[str], str]:
    """`gettext` of one language's catalogue, which looks through two for each text, with what it has found before.

    A text with a context that has no translation is its own, without the context.
    """
    known = lru_cache(maxsize=MOST_KNOWN)(lambda text: without_context(gettext(text)))
    return lambda text: known(text) if text else ""


def option_in_words(option: Option, value: bool | int | str) -> str:
    """A value of an option: yes or no, a choice by its name, a figure or a text as it stands."""
    if option.type == "choice" and value:
        return translation.gettext(option.choice_called(str(value)))
    return words(value)


def _called(message: Message, names: Mapping[str, str]) -> Message:
    """The message with ids among its values replaced, at any depth. Figures and verbatim texts stay."""
    if message.singular == VERBATIM:
        return message
    values: dict[str, str | int | Message] = {}
    for key, value in message.values.items():
        if isinstance(value, Message):
            values[key] = _called(value, names)
        else:
            values[key] = names.get(value, value) if isinstance(value, str) else value
    return msgspec.structs.replace(message, values=values)


def _counted(one: str, many: str, n: int) -> str:
    """The form for `n`. Rulebooks of others may have marked the two forms one by one, without `ngettext`."""
    english = one if n == 1 else many
    found = translation.ngettext(one, many, n)
    return translation.gettext(english) if found == english else found


def fault_in_words(fault: str, names: Mapping[str, str]) -> str:
    """The readable name of a fault (`rules.contract.Refused.fault`), with the names of what it is about."""
    return " · ".join(names.get(part, part) for part in fault.split("/"))


def fate_in_words(fate: str) -> str:
    """The fate of a unit (`rules.contract.UnitOutcome.fate`) in words."""
    fates = {
        "fit": translation.gettext("fit"),
        "damaged": translation.gettext("damaged"),
        "withdrawn": translation.gettext("withdrawn"),
        "wrecked": translation.gettext("wrecked"),
        "lost": translation.gettext("lost"),
    }
    return fates.get(fate, fate)

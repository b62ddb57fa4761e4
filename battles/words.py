"""The rules' messages as sentences in the reader's language."""

from __future__ import annotations

from django.utils import translation

from rules.contract import Message


def words(message: Message | str | int | bool) -> str:
    """`message` written in the language that is active now; a bare value as it is, yes and no in words."""
    if isinstance(message, Message):
        return message.text(translation.gettext, translation.ngettext)
    if isinstance(message, bool):
        return translation.gettext("yes") if message else translation.gettext("no")
    return str(message)

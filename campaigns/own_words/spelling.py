"""How a word of a club may be spelt. It stands in pages, in mail and in channels of Discord: so it has letters, digits
and a few signs, and nothing that a browser, a mail program or an eye could take for anything else."""

from __future__ import annotations

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

LONGEST = 24  # characters
SIGNS = frozenset(" -–.’·/")
BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]")  # letters unseen
MARKS = 2  # above and below one letter


def spelt(text: str) -> str:
    """The word as it is stored: composed (NFC), with single spaces and a typographic apostrophe. `ValidationError` for
    one that cannot be taken."""
    word = " ".join(unicodedata.normalize("NFC", text).replace("'", "’").split())
    if len(word) > LONGEST:
        raise ValidationError(_("Take at most %(n)d characters."), code="long", params={"n": LONGEST})
    wrong = next((one for one in word if not _is_taken(one)), "")
    if wrong:
        raise ValidationError(
            _("“%(sign)s” cannot stand in a word. Take letters, digits, spaces and - – . ’ · /"),
            code="sign",
            params={"sign": wrong if wrong.isprintable() else f"U+{ord(wrong):04X}"},
        )
    if word and (not any(map(str.isalpha, word)) or _is_heaped(word)):
        raise ValidationError(_("Write it with letters, as it is read."), code="unread")
    return word


def is_spelt(text: str) -> bool:
    """Whether it can be shown as it is: a row may have come from elsewhere than the office's form."""
    try:
        return bool(text) and spelt(text) == text
    except ValidationError:
        return False


def _is_taken(one: str) -> bool:
    return one in SIGNS or (unicodedata.category(one)[0] in "LMN" and not BLANK.match(one))


def _is_heaped(word: str) -> bool:
    """Whether more marks stand on one letter than any language writes: they would grow out of the line."""
    marks = 0
    for one in word:
        marks = marks + 1 if unicodedata.combining(one) else 0
        if marks > MARKS:
            return True
    return unicodedata.category(word[0])[0] == "M"

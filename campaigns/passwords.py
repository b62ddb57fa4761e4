"""Which words alone make no password here: those that everybody would try first at a site like this; and dates."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.auth.password_validation import get_default_password_validators, password_validators_help_texts
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

import rules

# docs/security.md lists them, too.
WORDS = (
    *("leaguer", "tank", "wargame", "wargames", "wargaming", "the", "club", "league", "campaign", "platoon", "battle"),
    *("battles", "player", "umpire", "organiser", "office", "admin", "administrator", "clerk", "password", "passwort"),
    *("login", "secret", "geheim"),
)

DATES = ("%d%m%Y", "%m%d%Y", "%Y%m%d", "%Y%d%m")


def words() -> set[str]:
    """These, the parts of the rulebooks' names, and those of the site's own."""
    host = urlsplit(settings.SITE_URL).hostname or ""
    parts = [*host.replace("-", ".").split("."), *(part for key in rules.all_systems() for part in key.split("_"))]
    return {*WORDS, *filter(str.isalpha, parts)}


def at_least() -> int:
    """The characters of the shortest password that is taken."""
    return max((getattr(one, "min_length", 0) for one in get_default_password_validators()), default=0)


def told() -> list[str]:
    """What is asked of a password, in sentences."""
    return [text for text in password_validators_help_texts() if text]


class OnNewPassword:
    """One of AUTH_PASSWORD_VALIDATORS that takes every password: Django calls these whenever one changes. (Its
    rehashing an old password is no change.)"""

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """Accept any password."""

    def get_help_text(self) -> str:
        return ""


class NotOurWords:
    """One of AUTH_PASSWORD_VALIDATORS: refuses what is made of such words, digits and signs alone."""

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        letters = "".join(filter(str.isalpha, password.casefold()))
        if letters and _is_made_of(letters, words()):
            raise ValidationError(
                _("This password is made of words that everybody here would guess. Add others of your own."),
                code="password_of_our_words",
            )

    def get_help_text(self) -> str:
        return _("Your password has to have more in it than the name of this site and words of the game.")


class NoDate:
    """One of AUTH_PASSWORD_VALIDATORS: refuses a date in digits alone, which are few and known to others. Other numbers
    are taken as all else is."""

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        digits = "".join(sign for sign in password if sign not in " .-/")
        if len(digits) == 8 and digits.isascii() and digits.isdecimal() and any(_is_date(digits, how) for how in DATES):
            raise ValidationError(
                _("This password is a date. Others find it out, or try all there are."), code="password_date"
            )

    def get_help_text(self) -> str:
        return _("Your password can’t be a date.")


def _is_date(digits: str, how: str) -> bool:
    with suppress(ValueError):
        return 1900 <= datetime.strptime(digits, how).year < 2100  # noqa: DTZ007  a day has no zone
    return False


def _is_made_of(letters: str, some: set[str]) -> bool:
    reached = {0}  # places that a row of words leads to
    for at in range(len(letters)):
        if at in reached:
            reached |= {at + len(word) for word in some if letters.startswith(word, at)}
    return len(letters) in reached

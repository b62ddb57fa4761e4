"""Which passwords are taken: long ones of whatever kind, and none that everybody would try first."""

from __future__ import annotations

import pytest
from django.conf import global_settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from pytest_django import Settings

from campaigns.models import User
from deploy import settings as settings_of_production


@pytest.mark.parametrize(
    "password",
    ["leaguer2026", "Panzer-Strike!", "TankTanks1", "iron-bridge-1985", "theclub.admin", "Leaguer Leaguer Leaguer"],
)
def test_words_of_the_house_alone_are_refused(password: str, settings: Settings) -> None:
    settings.SITE_URL = "https://iron-bridge.example"
    with pytest.raises(ValidationError) as caught:
        validate_password(password, User(username="bob"))
    assert [one.code for one in caught.value.error_list] == ["password_of_our_words"]


@pytest.mark.parametrize(
    "password",
    [
        "nine wet tanks",
        "leaguer and a mule",
        "onlysmallletters",
        "NUR GROSSE MIT ÄÖÜ",
        " begins with a space",
        "x9" * 64,
        "2718281829",
        "31 41 59 26",
        "99999999999999999999",
        "戦車と橋と川と山",
    ],
)
def test_anything_else_of_eight_characters_is_taken(password: str) -> None:
    validate_password(password, User(username="bob"))


@pytest.mark.parametrize("password", ["seven77", "password123", "iloveyou1", "bob-the-builder"])
def test_short_and_common_ones_and_ones_own_name_are_refused(password: str) -> None:
    with pytest.raises(ValidationError):
        validate_password(password, User(username="bob-the-builder"))


@pytest.mark.parametrize("password", ["19851224", "24.12.1985", "12/24/1985", "2014-07-13", "1 3 0 7 2 0 1 4"])
def test_a_date_is_refused(password: str) -> None:
    """There are few, and others know those that matter to somebody."""
    with pytest.raises(ValidationError) as caught:
        validate_password(password, User(username="bob"))
    assert [one.code for one in caught.value.error_list] == ["password_date"]


@pytest.mark.django_db
def test_a_password_counts_to_its_last_character() -> None:
    user = User.objects.create_user("bob", password="ü" + "x" * 127)
    assert user.check_password("ü" + "x" * 127)
    for other in ("ü" + "x" * 126, "Ü" + "x" * 127, "ü" + "x" * 127 + " "):
        assert not user.check_password(other)


def test_a_password_is_kept_as_a_slow_digest() -> None:
    """By Django's own choice, which each of its releases makes slower."""
    assert not hasattr(settings_of_production, "PASSWORD_HASHERS")
    assert global_settings.PASSWORD_HASHERS[0] == "django.contrib.auth.hashers.PBKDF2PasswordHasher"
    assert (PBKDF2PasswordHasher.algorithm, PBKDF2PasswordHasher.iterations >= 600_000) == ("pbkdf2_sha256", True)

"""Whose address a request is counted by: what the proxies said that we trust, and never what a client says itself."""

from __future__ import annotations

import pytest
from django.test import RequestFactory
from pytest_django import Settings

from campaigns.addresses import address_of

NEAR = "10.0.0.1"  # who connects to us


def counted(settings: Settings, proxies: int, forwarded: str | None, connected: str = NEAR) -> str:
    settings.PROXIES = proxies
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    return address_of(RequestFactory(REMOTE_ADDR=connected).get("/", headers=headers))


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, None, NEAR),
        (0, "192.0.2.1", NEAR),
        (1, None, NEAR),
        (1, "", NEAR),
        (1, "192.0.2.1", "192.0.2.1"),
        (1, "203.0.113.9, 192.0.2.1", "192.0.2.1"),
        (2, "203.0.113.9, 192.0.2.1, 10.0.0.2", "192.0.2.1"),
        (2, "192.0.2.1", "192.0.2.1"),
        (1, "192.0.2.1, not an address", NEAR),
        (1, "192.0.2.1,,", "192.0.2.1"),
    ],
)
def test_the_word_of_so_many_proxies_is_taken(
    settings: Settings, proxies: int, forwarded: str | None, address: str
) -> None:
    assert counted(settings, proxies, forwarded) == address


@pytest.mark.parametrize(
    ("said", "address"),
    [
        ("192.0.2.1:4711", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::/64"),
        ("[2001:db8::2]:4711", "2001:db8::/64"),
        ("fe80::1%eth0", "fe80::/64"),
    ],
)
def test_one_client_has_one_address_however_it_is_written(settings: Settings, said: str, address: str) -> None:
    assert counted(settings, 1, said) == address
    assert counted(settings, 0, None, said) == address


def test_a_socket_has_no_address(settings: Settings) -> None:
    assert counted(settings, 0, None, "") == ""

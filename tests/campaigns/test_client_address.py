"""Whose address a request is counted by: what the proxies said that we trust, and never what a client says itself."""

from __future__ import annotations

from ipaddress import ip_network

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from pytest_django import Settings

from campaigns.client_address import address_of
from deploy.middleware import believe_proxies_alone

NEAR = "10.0.0.1"  # who connects to us
TRUSTED = (ip_network("10.0.0.0/8"), ip_network("fd00::/8"))


def counted(settings: Settings, proxies: int, forwarded: str | None, connected: str = NEAR) -> str:
    settings.PROXIES = proxies
    settings.TRUSTED_PROXIES = TRUSTED
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


@pytest.mark.parametrize("connected", ["192.0.2.66", "11.0.0.1", "2001:db8::1", "nonsense"])
def test_who_is_no_proxy_is_counted_by_their_own_address(settings: Settings, connected: str) -> None:
    heard = {counted(settings, 1, said, connected) for said in ("192.0.2.1", "192.0.2.2", "10.0.0.1", None)}
    assert len(heard) == 1
    assert heard.isdisjoint({"192.0.2.1", "192.0.2.2", NEAR})


@pytest.mark.parametrize("connected", ["10.9.9.9", "::ffff:10.0.0.1", "fd00::7", ""])
def test_a_proxy_is_one_by_its_address_or_its_socket(settings: Settings, connected: str) -> None:
    assert counted(settings, 1, "192.0.2.1", connected) == "192.0.2.1"


def test_what_a_stranger_forwards_is_dropped_and_logged_once(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.PROXIES, settings.TRUSTED_PROXIES = 1, TRUSTED
    seen: list[list[str]] = []

    def view(request: HttpRequest) -> HttpResponse:
        seen.append(sorted(name for name in request.headers if name.startswith("X-Forwarded")))
        return HttpResponse()

    site = believe_proxies_alone(view)
    headers = {f"X-Forwarded-{name}": "https" for name in ("For", "Proto", "Host", "Port")}
    for connected in (NEAR, "192.0.2.66", "192.0.2.66"):
        site(RequestFactory(REMOTE_ADDR=connected).get("/", headers=headers))
    assert seen == [sorted(headers), [], []]
    assert [message.split()[0] for message in caplog.messages] == ["192.0.2.66"]

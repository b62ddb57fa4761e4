"""Where requests may go that somebody has asked for, and that they go where was looked."""

from __future__ import annotations

import os
import socket
from contextlib import nullcontext
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from pytest_django import Settings

from campaigns.outgoing import addresses, sender, threads
from campaigns.webhooks import endpoints
from deploy import environment
from tests.campaigns.test_webhooks_killed import in_child
from tests.receiver import listening

INNER = (
    *("127.0.0.1", "127.8.8.8", "0.0.0.0", "10.0.0.5", "172.16.3.1", "192.168.1.1", "169.254.169.254", "100.64.0.1"),
    *("192.0.0.8", "192.0.2.7", "198.18.0.1", "203.0.113.9", "224.0.0.1", "239.1.2.3", "240.0.0.1", "255.255.255.255"),
    *("::", "::1", "fe80::1", "fe80::1%eth0", "fec0::1", "fc00::1", "fd12:3456::1", "ff02::1", "2001:db8::1"),
    *("::ffff:127.0.0.1", "::ffff:10.0.0.5", "::ffff:a9fe:a9fe", "::127.0.0.1", "::10.0.0.5"),
    *(
        "64:ff9b::7f00:1",
        "64:ff9b::a00:5",
        "64:ff9b:1::1",
        "2002:7f00:1::1",
        "2002:a00:5::1",
        "2002:808:808::1",
        "no address",
        "",
    ),
    "2001:0:4136:e378:8000:63bf:f5ff:fffa",  # Teredo, of 10.0.0.5
)
OUTER = ("93.184.215.14", "8.8.8.8", "2606:4700:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808")
BAD = (
    *(
        "http://hooks.example/",
        "ftp://hooks.example/",
        "file:///etc/passwd",
        "gopher://hooks.example/",
        "https://",
        "x",
    ),
    *(
        "https://user@hooks.example/",
        "https://user:secret@hooks.example/",
        "https://hooks.example/#part",
        "https:///in",
    ),
    *("https://hooks.example:22/", "https://hooks.example:25/", "https://hooks.example:99999/", "//hooks.example/"),
    *("https://hooks.example/in out", "https://hooks.example/\r\nX: 1", "https://höoks.example/", "https://a\\@b/"),
    *("https://hooks.example/" + "a" * 500, "javascript:alert(1)", "https://[::1", "unix:/run/redis.sock", ""),
)


def answering(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[str]:
    """Names resolve to these, the last from then on; what was asked."""
    asked, left = [], list(answers)

    def getaddrinfo(host: str, port: int, *args: Any, **named: Any) -> list[Any]:
        asked.append(host)
        found = left.pop(0) if len(left) > 1 else left[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in found]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return asked


@pytest.mark.parametrize("inner", INNER)
def test_an_inner_address_is_refused(inner: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not addresses.is_public(inner)
    answering(monkeypatch, [inner])
    with pytest.raises(addresses.Forbidden, match="not on the public network"):
        sender.send("POST", "https://hooks.example/in", b"x")
    answering(monkeypatch, ["8.8.8.8", inner])  # one of them is enough
    with pytest.raises(addresses.Forbidden):
        addresses.resolve(addresses.parse("https://hooks.example/in"))


@pytest.mark.parametrize("outer", OUTER)
def test_an_address_of_the_internet_is_taken(outer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert addresses.is_public(outer)
    answering(monkeypatch, [outer])
    assert addresses.resolve(addresses.parse("https://hooks.example/in")) == [outer]


@pytest.mark.parametrize("url", BAD)
def test_what_is_no_address_of_a_receiver_is_refused(url: str) -> None:
    with pytest.raises(addresses.Forbidden):
        addresses.parse(url)


@pytest.mark.parametrize("url", ["https://2130706433/", "https://0177.0.0.1/", "https://0x7f.1/", "https://localhost/"])
def test_however_this_machine_is_written(url: str) -> None:
    with pytest.raises((addresses.Forbidden, addresses.Unreachable)):
        addresses.resolve(addresses.parse(url))


def test_a_good_address() -> None:
    place = addresses.parse("https://hooks.example:8443/in?key=1")
    assert place == ("https", "hooks.example", 8443, "/in?key=1")
    assert addresses.parse("https://hooks.example").origin == "https://hooks.example"
    assert addresses.parse("https://[2606:4700:4700::1111]/").origin == "https://[2606:4700:4700::1111]"


def test_what_was_checked_is_what_is_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that answers otherwise the second time is not asked a second time."""
    asked = answering(monkeypatch, ["93.184.215.14"], ["127.0.0.1"])
    to: list[Any] = []

    def connect(address: Any, timeout: float) -> socket.socket:
        to.append(address)
        raise ConnectionRefusedError("not today")

    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(addresses.Unreachable, match="not today"):
        sender.send("POST", "https://hooks.example/in", b"x")
    assert to == [("93.184.215.14", 443)]
    assert asked == ["hooks.example"]


def test_a_network_of_ones_own_is_named_whole() -> None:
    with listening() as receiver:
        url = f"{receiver.origin}/in"
        assert sender.send("POST", url, b"{}", own=[receiver.origin]).status == 204
        for own in ([], ["http://127.0.0.1"], [f"https://127.0.0.1:{receiver.port}"], ["127.0.0.1"]):
            with pytest.raises(addresses.Forbidden):
                sender.send("POST", url, b"{}", own=own)
        assert len(receiver.got) == 1


def test_origins_of_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WEBHOOK_HOSTS", raising=False)
    assert environment.webhook_hosts(production=True) == []
    monkeypatch.setenv("WEBHOOK_HOSTS", "https://hooks.lan:8443, https://ci.lan/")
    assert environment.webhook_hosts(production=True) == ["https://hooks.lan:8443", "https://ci.lan"]
    monkeypatch.setenv("WEBHOOK_HOSTS", "http://hooks.lan:8080")
    assert environment.webhook_hosts(production=False) == ["http://hooks.lan:8080"]
    for wrong in (
        "http://hooks.lan:8080",
        "hooks.lan",
        "https://",
        "https://a@b",
        "https://*.lan",
        "https://hooks.lan/in",
    ):
        monkeypatch.setenv("WEBHOOK_HOSTS", wrong)
        with pytest.raises(ImproperlyConfigured, match="WEBHOOK_HOSTS names"):
            environment.webhook_hosts(production=True)


def test_a_process_that_is_forked_sends_by_threads_of_its_own() -> None:
    """Those of its parent are not there any more: it would wait for them for ever."""
    threads._pool().submit(int).result()
    reads, writes = os.pipe()
    child = in_child(lambda: os.write(writes, str(threads._pool().submit(int).result(timeout=20)).encode()))
    os.close(writes)
    os.waitpid(child, 0)
    with open(reads, "rb") as said:
        assert said.read() == b"0"


def test_clubs_have_events_sent_to_hosts_that_the_site_names_and_nowhere_else(settings: Settings) -> None:
    settings.WEBHOOK_HOSTS = ["https://hooks.lan:8443"]
    named = ("https://hooks.example/in", "https://a.club.example:8443/", "https://hooks.lan:8443/x")
    others = (
        "https://club.example/",
        "https://hooks.example.evil.example/",
        "https://evilclub.example/",
        "https://1.1.1.1/",
    )
    settings.WEBHOOK_PUBLIC = ["hooks.example", ".club.example"]
    for url in (*named, *others):
        place = addresses.parse(url, settings.WEBHOOK_HOSTS)
        with pytest.raises(addresses.Forbidden, match="names alone") if url in others else nullcontext():
            addresses.refuse_unlisted(place, settings.WEBHOOK_HOSTS, settings.WEBHOOK_PUBLIC)
    settings.WEBHOOK_PUBLIC = []
    with pytest.raises(addresses.Forbidden, match="names alone"):
        endpoints.check("https://hooks.example/in")


def test_production_names_no_host_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WEBHOOK_PUBLIC", raising=False)
    assert (environment.webhook_public(True), environment.webhook_public(False)) == ([], ["*"])
    monkeypatch.setenv("WEBHOOK_PUBLIC", "hooks.example, .club.example")
    assert environment.webhook_public(True) == ["hooks.example", ".club.example"]

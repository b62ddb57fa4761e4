"""A stream on which nothing happens says so now and then: proxies close a connection that is silent for a minute."""

from __future__ import annotations

import socket
from time import monotonic

import pytest

from battles import live
from battles.live import Live, Watch


def test_an_idle_stream_sends_a_comment_every_so_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """To every page that is open, without a look at the database, and no event with it."""
    assert live.HEARTBEAT <= 30.0, "half of what proxies wait"
    monkeypatch.setattr(live, "HEARTBEAT", 0.02)
    monkeypatch.setattr(Live, "_watch", lambda *_of: None)
    ours = Live()
    pairs = [socket.socketpair() for _one in range(2)]
    for n, (server, _browser) in enumerate(pairs):
        watch = Watch("battle", "", "", f"here {n}", 0)
        ours.take(lambda watches: watches, watch, server, b"", chunked=False, presence=lambda here, gone: None)
    try:
        for _server, browser in pairs:
            browser.settimeout(5)
            said, began = b"", monotonic()
            while said.count(b":\n\n") < 3:
                said += browser.recv(1024)
            assert monotonic() - began < 5
            assert said.replace(b":\n\n", b"") == b"retry: 2000\n\n"
    finally:
        for _server, browser in pairs:
            browser.close()

"""Sends one request over HTTP, to a checked address, within a time and a size.

The connection goes to the address that `addresses.resolve` has found, under the host's name for TLS. Nothing is
followed: a redirect is an answer like any other. The time counts for all of it, so a receiver that answers a byte at a
time is given up, too.
"""

from __future__ import annotations

import http.client
import io
import socket
import ssl
from collections.abc import Collection, Mapping
from functools import cache
from time import monotonic
from typing import IO, Any, NamedTuple

from campaigns.outgoing.addresses import Place, Unreachable, parse, resolve

SECONDS = 10.0  # for all of a request
TO_CONNECT = 5.0  # of these
MOST_SENT = 1_000_000  # bytes of a request
MOST_READ = 64 * 1024  # bytes of an answer


class Unanswered(Exception):
    """It has left, and nobody knows whether it arrived."""


class Answer(NamedTuple):
    """`headers`: by their names in small letters. `body`: its first `MOST_READ` bytes."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def send(
    method: str,
    url: str,
    body: bytes = b"",
    headers: Mapping[str, str] | None = None,
    *,
    own: Collection[str] = (),
    seconds: float = SECONDS,
) -> Answer:
    """The answer, whatever it is. `addresses.Forbidden`, `addresses.Unreachable`, or `Unanswered`."""
    if len(body) > MOST_SENT:
        raise ValueError(f"{len(body)} bytes are too many")
    place = parse(url, own)
    until = monotonic() + seconds
    connected = _connect(place, resolve(place, own), until)
    kind = http.client.HTTPSConnection if place.scheme == "https" else http.client.HTTPConnection
    connection = kind(place.host, place.port)
    connection.sock = connected
    try:
        connection.request(method, place.path, body=body or None, headers={**(headers or {}), "Connection": "close"})
        answer = connection.getresponse()
        found = {name.lower(): value for name, value in answer.getheaders()}
        return Answer(answer.status, found, answer.read(MOST_READ))
    except (OSError, http.client.HTTPException) as error:
        raise Unanswered(str(error) or type(error).__name__) from error
    finally:
        connection.close()
        connected.end()


def _connect(place: Place, addresses: list[str], until: float) -> _Bounded:
    """A connection to the first of the addresses that takes one."""
    trouble: Exception | None = None
    for address in addresses:
        plain = None
        try:
            plain = socket.create_connection((address, place.port), timeout=min(_left(until), TO_CONNECT))
            if place.scheme == "https":
                plain = _tls().wrap_socket(plain, server_hostname=place.host)
            return _Bounded(plain, until)
        except OSError as error:  # also what TLS does not like, and a time that is over
            trouble = error
            if plain is not None:
                plain.close()
    raise Unreachable(f"{place.host}: {trouble}") from trouble


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


def _left(until: float) -> float:
    left = until - monotonic()
    if left <= 0:
        raise TimeoutError("the time is over")
    return left


class _Bounded:
    """A connected socket that is given up at a moment, however little comes at a time."""

    def __init__(self, connected: socket.socket, until: float) -> None:
        self._connected = connected
        self._until = until

    def sendall(self, data: Any) -> None:
        self._connected.settimeout(_left(self._until))
        self._connected.sendall(data)

    def makefile(self, *_mode: Any) -> IO[bytes]:
        return io.BufferedReader(_Reader(self._connected, self._until))

    def close(self) -> None:
        """http.client closes it before it has read the answer, as real sockets stay open for their files."""

    def end(self) -> None:
        self._connected.close()


class _Reader(io.RawIOBase):
    def __init__(self, connected: socket.socket, until: float) -> None:
        self._connected = connected
        self._until = until

    def readable(self) -> bool:
        return True

    def readinto(self, into: Any) -> int:
        self._connected.settimeout(_left(self._until))
        return self._connected.recv_into(into)

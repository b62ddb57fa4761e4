"""Where a request may go that somebody has asked this site for.

An address is refused unless it is https at a host of the public network. What a name resolves to counts, not how it is
written, and who sends connects to what was checked here (`resolve`): a name that resolves to something else a moment
later leads nowhere. Whoever runs the site may name whole origins on a network of their own.
"""

from __future__ import annotations

import socket
from collections.abc import Collection
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

LONGEST = 500  # characters
NAT64 = IPv6Network("64:ff9b::/96")  # RFC 6052: an IPv4 address stands in the last 32 bits


class Forbidden(Exception):
    """A request may not go there."""


class Unreachable(Exception):
    """No connection came about, so nothing has left."""


class Place(NamedTuple):
    """An address taken apart. `path`: with its query."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        """As people write it: without the scheme's usual port."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        usual = {"https": 443, "http": 80}.get(self.scheme)
        return f"{self.scheme}://{host}" + ("" if self.port == usual else f":{self.port}")


def parse(url: str, own: Collection[str] = ()) -> Place:
    """`Forbidden` unless it is https at a usual port, without a name and password, or at one of the `own` origins."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise Forbidden("no address") from None
    if not host or len(url) > LONGEST or not url.isascii() or not url.isprintable() or " " in url or "\\" in url:
        raise Forbidden("no address")
    if "@" in parts.netloc or parts.fragment:
        raise Forbidden("no name, password or fragment may stand in the address")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    place = Place(parts.scheme, host, port or (80 if parts.scheme == "http" else 443), path)
    if place.origin in own and place.scheme in ("https", "http"):
        return place
    if place.scheme != "https":
        raise Forbidden("only https")
    if place.port != 443 and place.port < 1024:
        raise Forbidden("only port 443, or one from 1024 on")
    return place


def refuse_unlisted(place: Place, own: Collection[str], public: Collection[str]) -> None:
    """`Forbidden` unless it is one of the `own` origins, or its host is `public`: named, below a `.name`, or by *."""
    known = "*" in public or any(place.host == one or (one[0] == "." and place.host.endswith(one)) for one in public)
    if place.origin not in own and not known:
        raise Forbidden(f"this site sends to hosts that it names alone, and {place.host} is none of them")


def resolve(place: Place, own: Collection[str] = ()) -> list[str]:
    """The addresses of its host, all of them public unless it is one of the `own` origins.

    `Unreachable` if it has none, `Forbidden` if any of them is not public: an honest name leads to no inner network.
    """
    try:
        answers = socket.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Unreachable(f"{place.host}: {error}") from error
    found = list(dict.fromkeys(str(answer[4][0]) for answer in answers))
    if not found:
        raise Unreachable(f"{place.host} has no address")
    if place.origin not in own and not all(is_public(one) for one in found):
        raise Forbidden(f"{place.host} is not on the public network")
    return found


def is_public(text: str) -> bool:
    """Whether an IP address is one of the public network. An IPv6 address that carries one of IPv4, mapped or by NAT64,
    is what that is; tunnels of old (6to4, Teredo) lead nowhere that is meant."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None or address in NAT64:
            return is_public(str(IPv4Address(int(address) & 0xFFFFFFFF)))
        if int(address) >> 32 == 0 or address.sixtofour or address.teredo or address.is_site_local:
            return False
    inner = address.is_private or address.is_loopback or address.is_link_local or address.is_multicast
    return address.is_global and not (inner or address.is_reserved or address.is_unspecified)

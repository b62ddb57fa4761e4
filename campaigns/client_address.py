"""The address a request comes from, for all limits that count by it."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest


def is_proxy(connected: str) -> bool:
    """Whether this address is one of TRUSTED_PROXIES. A socket, which only this machine reaches, is "", or
    "localhost" as Waitress says it; of TCP it says numbers."""
    if connected in ("", "localhost"):
        return True
    try:
        address = ip_address(connected.partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return any(address in network for network in settings.TRUSTED_PROXIES)


def address_of(request: HttpRequest) -> str:
    """The client's address, as the trusted proxies before us (`PROXIES` of them) report it; "" over a socket.

    Each proxy appends the address it was called from to X-Forwarded-For, so the n-th from the end is what the outermost
    of n proxies saw. Anything before that comes from the client itself, and so does the whole header without a proxy.
    """
    connected, seen = _seen(request)
    return _counted(seen) or _counted(connected) or connected


def came_from(request: HttpRequest) -> IPv4Address | IPv6Address | None:
    """The same as an address; None over a socket, and if a proxy reports what is none."""
    _connected, seen = _seen(request)
    return _read(seen)


def _seen(request: HttpRequest) -> tuple[str, str]:
    """The address that is connected, and the one that the trusted proxies before us report, if there are any."""
    connected = str(request.META.get("REMOTE_ADDR", ""))
    if not settings.PROXIES or not is_proxy(connected):
        return connected, connected
    heard = [one for one in str(request.META.get("HTTP_X_FORWARDED_FOR", "")).split(",") if one.strip()]
    return connected, heard[-settings.PROXIES :][0] if heard else connected


def _read(text: str) -> IPv4Address | IPv6Address | None:
    """The address in it, without a port; None if it is no address."""
    host = text.strip().removeprefix("[").partition("]")[0]
    if host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


def _counted(text: str) -> str:
    """The address that counts as one client: for IPv6 the /64 network, because each client has 2^64 addresses there. ""
    if it is no address."""
    address = _read(text)
    if isinstance(address, IPv6Address):
        return str(ip_network((address, 64), strict=False))
    return str(address) if address else ""

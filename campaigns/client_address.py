"""Where a request comes from, for whatever counts by it: pages and API alike."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest


def is_proxy(connected: str) -> bool:
    """Whether who connected from there is one of TRUSTED_PROXIES; "" is a socket, which only this machine reaches."""
    if not connected:
        return True
    try:
        address = ip_address(connected.partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return any(address in network for network in settings.TRUSTED_PROXIES)


def address_of(request: HttpRequest) -> str:
    """The client's address, by the word of the `PROXIES` before us, if one of TRUSTED_PROXIES brought it; "" over
    a socket.

    Each proxy adds whom it heard to the end of X-Forwarded-For, so that the n-th from the end is what the outermost of
    n saw. What stands before that is the client's own word, and so is the whole header where there is no proxy.
    """
    connected = str(request.META.get("REMOTE_ADDR", ""))
    if not settings.PROXIES or not is_proxy(connected):
        return _counted(connected) or connected
    heard = [one for one in str(request.META.get("HTTP_X_FORWARDED_FOR", "")).split(",") if one.strip()]
    seen = heard[-settings.PROXIES :][:1]
    return (_counted(seen[0]) if seen else "") or _counted(connected) or connected


def _counted(text: str) -> str:
    """An address as one client has it: without a port, and of IPv6 the network, for each has 2^64 there to choose from;
    "" for what is no address."""
    host = text.strip().removeprefix("[").partition("]")[0]
    if host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(address, IPv6Address):
        mapped = address.ipv4_mapped
        return str(mapped or ip_network((address, 64), strict=False))
    return str(address)

"""The address a request comes from, for all limits that count by it."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest


def is_proxy(connected: str) -> bool:
    """Whether this address is one of TRUSTED_PROXIES. "" is a socket, which only this machine reaches."""
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
    """The client's address, as the trusted proxies before us (`PROXIES` of them) report it; "" over a socket.

    Each proxy appends the address it was called from to X-Forwarded-For, so the n-th from the end is what the outermost
    of n proxies saw. Anything before that comes from the client itself, and so does the whole header without a proxy.
    """
    connected = str(request.META.get("REMOTE_ADDR", ""))
    if not settings.PROXIES or not is_proxy(connected):
        return _counted(connected) or connected
    heard = [one for one in str(request.META.get("HTTP_X_FORWARDED_FOR", "")).split(",") if one.strip()]
    seen = heard[-settings.PROXIES :][:1]
    return (_counted(seen[0]) if seen else "") or _counted(connected) or connected


def _counted(text: str) -> str:
    """The address that counts as one client: without a port, and for IPv6 the /64 network, because each client has
    2^64 addresses there. "" if it is no address."""
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

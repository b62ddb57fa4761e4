"""Rate limits: requests a minute, by account, or by address without one.

The count is in the cache that all processes share. If that does not answer, each process counts for itself.
"""

from __future__ import annotations

import math
import time

from django.conf import settings
from django.core.cache.backends.locmem import LocMemCache
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from campaigns.client_address import address_of
from campaigns.shared_cache import one_more, shared

MINUTE = 60
NOTED = "_rate"  # where a request keeps its count
own_count = LocMemCache("throttles", {})


class PerMinute(BaseThrottle):
    """`settings.API_RATES[scope]` requests in a minute of the clock; 0 for no limit."""

    scope: str

    def allow_request(self, request: Request, view: APIView) -> bool:
        rate: int = settings.API_RATES[self.scope]
        if not rate:
            return True
        now = time.time()
        self.left = MINUTE - now % MINUTE
        used = counted(f"throttle:{self.scope}:{self.whose(request)}:{int(now // MINUTE)}")
        setattr(request._request, NOTED, (self.scope, rate, max(0, rate - used), math.ceil(self.left)))
        return used <= rate

    def wait(self) -> float:
        return self.left

    def whose(self, request: Request) -> str:
        return str(request.user.pk) if request.user.is_authenticated else address_of(request._request)


class Passwords(PerMinute):
    """Password attempts, by address."""

    scope = "passwords"

    def whose(self, request: Request) -> str:
        return address_of(request._request)


class Reports(PerMinute):
    scope = "reports"


class Reads(PerMinute):
    scope = "reads"


def headers(request: Request) -> dict[str, str]:
    """Headers with the requests of this kind left until the minute ends (draft-ietf-httpapi-ratelimit-headers-10);
    empty without a limit, or if the request was turned away before it was counted.
    """
    if (noted := getattr(request._request, NOTED, None)) is None:
        return {}
    scope, rate, left, seconds = noted
    return {"RateLimit-Policy": f'"{scope}";q={rate};w={MINUTE}', "RateLimit": f'"{scope}";r={left};t={seconds}'}


def counted(key: str) -> int:
    """Count one more, and return how many there are."""
    return shared("count of requests", lambda where: one_more(where, key, 2 * MINUTE), own_count)

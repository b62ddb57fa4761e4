"""What a correction would change in other streams: this floor knows none. Floors above register an address for it."""

from __future__ import annotations

from collections.abc import Callable

from battles.reports import Report
from rules.adjudicate import Who

# Each for a correction of a stream that nobody has reported yet, and who looks: the address of the page that tells all
# it would change, "" where nothing else hangs on the stream. `Refused` for what it does not take.
ELSEWHERE: list[Callable[[str, Report, Who], str]] = []


def address(stream: str, report: Report, who: Who) -> str:
    return next((found for told in ELSEWHERE if (found := told(stream, report, who))), "")

"""Pages of a list that grows with the whole site. A page costs what it shows, and what says that there are more."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet

MOST_DIGITS = 7  # of a page's number
AHEAD = 10  # pages behind the one that is asked for, to which rows are counted


class LongList(Paginator):  # type: ignore[type-arg] # at run time it takes none
    """As Django's, but it counts no further than `AHEAD` pages behind the one that is asked for, and nothing where the
    list ends on that page. The rows need an order that an index has."""

    def __init__(self, rows: QuerySet[Any, Any], per_page: int) -> None:
        super().__init__(rows, per_page)
        self._known: int | None = None
        self._most = per_page * AHEAD

    def get_page(self, number: int | float | str | None) -> Page[Any]:
        """The page of this number: the first if it is none, the last if there are not so many."""
        n = max(1, int(str(number))) if str(number).isdecimal() and len(str(number)) < MOST_DIGITS else 1
        first = (n - 1) * self.per_page
        rows: Any = self.object_list  # a query
        found = list(rows[first : first + self.per_page + 1])
        self._most = first + self.per_page * AHEAD
        if len(found) <= self.per_page and (found or not first):
            self._known = first + len(found)
        elif not found:  # behind the last page
            return self.page(self.num_pages)
        return Page(found[: self.per_page], n, self)

    @cached_property
    def count(self) -> int:
        """How many there are, or as many as are counted."""
        if self._known is None:
            rows: Any = self.object_list
            self._known = int(rows[: self._most + 1].count())
        return min(self._known, self._most)

    @property
    def told(self) -> str:
        """The number of pages as pages say it."""
        more = self.count == self._most and self._known != self._most
        return f"{self.num_pages}+" if more else str(self.num_pages)

"""What the office's lists count: as many rows as somebody pages through, and not whole tables."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

from django.contrib.admin.views.main import PAGE_VAR
from django.core.paginator import Paginator
from django.http import HttpRequest

AHEAD = 10  # pages behind the one that is shown, to which rows are counted
MOST_DIGITS = 7  # of a page's number


class AtLeast(int):
    """A number that is read with a plus: there are more."""

    def __str__(self) -> str:
        return f"{int(self)}+"


class Ahead(Paginator):  # type: ignore[type-arg] # at run time it takes none
    """As Django's, but it counts no further than `AHEAD` pages behind the one that is shown."""

    shown = 1

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list  # a query
        most = (self.shown + AHEAD) * self.per_page
        found = int(rows[: most + 1].count())
        return AtLeast(most) if found > most else found


class CountsAhead:
    """A list of the office with such a paginator. How many rows there are without its filters it never says."""

    paginator: ClassVar[Any] = Ahead
    show_full_result_count: ClassVar[bool] = False

    def get_paginator(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        made = super().get_paginator(request, *args, **kwargs)  # type: ignore[misc] # of Django's, beside it
        page = request.GET.get(PAGE_VAR, "")
        if page.isdecimal() and len(page) < MOST_DIGITS:
            made.shown = max(1, int(page))
        return made

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """A list that shows all there is says nothing of results beside its search, as Django does where nothing is
        known of the whole."""
        found = super().get_changelist_instance(request)  # type: ignore[misc]
        if not found.query and not found.has_active_filters:
            found.full_result_count = found.result_count
        return found

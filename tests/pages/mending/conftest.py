"""Who mends the battle of a page test."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.pages.conftest import Table, as_
from tests.pages.kept import cast, kept_table, table

__all__ = ["cast", "kept_table", "table"]


@pytest.fixture
def bob(table: Table) -> Client:
    return as_(table.cast.bob)


@pytest.fixture
def carol(table: Table) -> Client:
    return as_(table.cast.carol)


@pytest.fixture
def alice(table: Table) -> Client:
    """Who organises, and has taken the case of the battle in row 2."""
    table.take_case(table.cast.alice)
    return as_(table.cast.alice)

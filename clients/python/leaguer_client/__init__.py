"""Leaguer for programs: `Leaguer(site, token)` has every operation of the API as a method, typed by its schema.

with Leaguer("https://leaguer.example", token) as leaguer:
    for one in leaguer.list_battles(player="me").battles:
        print(one.name, one.status)
"""

from __future__ import annotations

from leaguer_client.operations import Operations
from leaguer_client.transport import Heard, LeaguerError

__all__ = ["Heard", "Leaguer", "LeaguerError"]


class Leaguer(Operations):
    """A site of Leaguer's, as one account, key or stranger."""

    def __enter__(self) -> Leaguer:
        return self

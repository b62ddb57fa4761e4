"""Operations at `friendly`. Made by clients/python/generate.py. Not to be edited."""

from __future__ import annotations

from leaguer_client.shapes import (
    BeginFriendly,
    Begun,
    Friendly,
)
from leaguer_client.transport import Transport


class FriendlyOperations(Transport):
    """What is asked and told at `/api/v1/friendly/`."""

    def see_how_to_begin_a_friendly_battle(self) -> Friendly:
        """With which forces each rulebook's friendly battles are fought, and which one of yours waits."""
        return self.call("GET", "/friendly/", Friendly)

    def begin_a_friendly_battle(self, body: BeginFriendly) -> Begun:
        """The battle waits for its other player, for a day at most: tell them the `code` or the `link`. It is
        opened as they come in. It takes the place of another one of yours that waits. It counts for nothing."""
        return self.call("POST", "/friendly/", Begun, body=body)

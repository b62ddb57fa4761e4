"""Operations at `token`. Made by clients/python/generate.py. Not to be edited."""

from __future__ import annotations

from leaguer_client.shapes import (
    Credentials,
    Key,
)
from leaguer_client.transport import Transport


class TokenOperations(Transport):
    """What is asked and told at `/api/v1/token/`."""

    def get_a_token(self, body: Credentials) -> Key:
        """Send it with every request: `Authorization: Bearer <token>`. You can have several: give each a
        `name` by which you know it on your account's page, where you can end it. Changing your password ends
        all of them."""
        return self.call("POST", "/token/", Key, body=body)

    def give_a_token_back(self) -> None:
        """Ends the token the request was made with."""
        return self.call("DELETE", "/token/", None)

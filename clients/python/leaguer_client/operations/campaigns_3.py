"""Operations at `campaigns`. Made by clients/python/generate.py. Not to be edited."""

from __future__ import annotations

from leaguer_client.shapes import (
    Commands,
)
from leaguer_client.transport import Transport


class Campaigns3Operations(Transport):
    """What is asked and told at `/api/v1/campaigns/`."""

    def read_what_a_campaign_can_be_told(self) -> Commands:
        """What members report of their platoons and fixtures, and what organisers do, with how each is
        written as a line of script. The clerk reports the rest."""
        return self.call("GET", "/campaigns/commands/", Commands)

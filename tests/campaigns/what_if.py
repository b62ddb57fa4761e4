"""Seasons folded with scenarios, for tests."""

from __future__ import annotations

from typing import Any

import msgspec

from campaigns import handler
from campaigns.revision_preview import SeasonHistory, history_of
from campaigns.season import Season
from campaigns.season.what_if.changes import Scenario
from campaigns.season.what_if.folding import Folded, fold
from rules.stream.revision.state import StreamState

OF_THE_STREAM = {*StreamState.__struct_fields__}


def history(campaign: str) -> SeasonHistory:
    _state, told, rows = handler.replay(campaign)
    return history_of(told, rows)


def folded(campaign: str, *changes: Any) -> Folded:
    return fold(history(campaign), Scenario(changes=changes))


def facts(season: Season) -> dict[str, Any]:
    """All of a season but what only its stream knows."""
    names = (name for name in season.__struct_fields__ if name not in OF_THE_STREAM)
    return {name: msgspec.to_builtins(getattr(season, name), order="deterministic") for name in names}

"""How much is tormented: LEAGUER_CHAOS is the number of kills (`make chaos KILLS=500`)."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

KILLS = int(os.environ.get("LEAGUER_CHAOS", "0"))


@pytest.fixture
def tell(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Says a line of figures to whoever runs it, whatever else pytest keeps to itself."""
    reporter = request.config.pluginmanager.get_plugin("terminalreporter")
    captured = request.config.pluginmanager.get_plugin("capturemanager")
    assert reporter is not None
    assert captured is not None

    def say(line: str) -> None:
        with captured.global_and_fixture_disabled():
            reporter.write_line(f"\n{line}")

    return say

"""What may become of a report that a correction has left to settle: what each way means, chapter by chapter.

    CHAPTER.settles(Ways(UNEARNED, keep=_("..."), strike=_("..."), owe=_("..."), instead=paid_later), Buy)

A chapter says it beside the command that it decides. What a way comes to in a season, its preview tells.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from campaigns.season.settling_terms import LEFT_OVER
from campaigns.season.state import Season
from rules.contract import Command
from rules.contract import gettext_noop as _

Instead = Callable[[Season, Command, str], Command | None]


@dataclass(frozen=True)
class Ways:
    """The ways to settle a report of one kind. `by`: the term that has a default for it. `keep`, `strike`, `owe`,
    `replay`: what it means to settle it so, "" for what is not offered. `instead`: the report that takes its place if
    it is settled so (owe, replay), None where there is none: by the season as it stands now, and what was reported.
    `otherwise`: another report of its kind may take its place."""

    by: str = LEFT_OVER
    keep: str = _("It counts as it was reported.")
    strike: str = _("It is taken out, as if nobody had reported it.")
    owe: str = ""
    replay: str = ""
    instead: Instead = lambda season, command, how: None
    otherwise: bool = True


USUAL = Ways()

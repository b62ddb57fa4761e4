"""Deciding a report on a campaign: who may report it, whether it is legal, and the events that follow. Pure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from campaigns import reports as r
from campaigns.ruling import counting, enlisting, mustering, opening
from campaigns.ruling.checks import no
from campaigns.season import Season
from rules.adjudicate import Who
from rules.contract import Command, Decision, Dice, say
from rules.contract import gettext_noop as _

Decide = Callable[[Season, Any, Who, Dice], Decision]
DECIDE: dict[type[Command], Decide] = {
    r.Enlist: enlisting.enlist,
    r.MusterBattle: mustering.muster_battle,
    r.CallOff: mustering.call_off,
    r.ReportBattle: counting.report_battle,
}
AFTERWARDS = (r.ReportBattle,)  # a closed season still hears of corrections


def decide(season: Season | None, command: Command, who: Who, dice: Dice) -> Decision:
    """Legality first (`Refused`), then the events. `season` is None before the campaign is opened."""
    if season is None:
        if not isinstance(command, r.Open):
            raise no(say(_("The campaign is not open yet.")), say(_("Its organiser opens it.")))
        yield opening.open_campaign(command, who)
        return
    if isinstance(command, r.Open):
        raise no(say(_("The campaign is open already.")))
    if season.closed is not None and not isinstance(command, AFTERWARDS):
        raise no(say(_("The season is closed.")), say(_("Open a new campaign: last season’s can be cloned.")))
    yield from DECIDE[type(command)](season, command, who, dice)

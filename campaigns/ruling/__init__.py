"""Deciding a report on a campaign: who may report it, whether it is legal, and the events that follow. Pure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from campaigns import reports as r
from campaigns.ruling import (
    amending,
    buying,
    carding,
    cases,
    closing,
    counting,
    crews,
    deploying,
    disclosing,
    enlisting,
    mustering,
    opening,
    ordering,
    people,
    reconsidering,
    repairs,
    results,
    retreating,
    rounds,
)
from campaigns.ruling.checks import no
from campaigns.season import Season
from rules.adjudicate import Who
from rules.contract import Command, Decision, Dice, say
from rules.contract import gettext_noop as _
from rules.stream.codec import as_stored

Decide = Callable[[Season, Any, Who, Dice], Decision]
DECIDE: dict[type[Command], Decide] = {
    r.Enlist: enlisting.enlist,
    r.MusterBattle: mustering.muster_battle,
    r.CallOff: mustering.call_off,
    r.ReportBattle: counting.report_battle,
    r.Drop: people.drop,
    r.HandOver: people.hand_over,
    r.ChangeCard: carding.change_card,
    r.Buy: buying.buy,
    r.Sell: buying.sell,
    r.Prioritise: repairs.prioritise,
    r.Repair: repairs.repair,
    r.WriteOff: repairs.write_off,
    r.ReplaceCrew: crews.replace_crew,
    r.OpenRound: rounds.open_round,
    r.Pair: rounds.pair,
    r.Extend: rounds.extend,
    r.Remind: rounds.remind,
    r.CloseRound: closing.close_round,
    r.CloseSeason: closing.close_season,
    r.Concede: results.concede,
    r.ReportReady: results.report_ready,
    r.WalkOver: results.walk_over,
    r.Adjudicate: results.adjudicate,
    r.Dispute: results.dispute,
    r.Confirm: results.confirm,
    r.Order: ordering.order,
    r.Disclose: disclosing.disclose,
    r.Retreat: retreating.retreat,
    r.Reconsider: reconsidering.reconsider,
    r.Deploy: deploying.deploy,
    r.SetLink: deploying.set_link,
    r.Amend: amending.amend,
    r.Penalise: amending.penalise,
    r.Appoint: people.appoint,
    r.Dismiss: people.dismiss,
    r.TakePlatoonCase: cases.take,
    r.LeavePlatoonCase: cases.leave,
}
# A closed season still hears of corrections, and of results ruled wrong, and keeps its secrets.
AFTERWARDS = (r.ReportBattle, r.Adjudicate, r.TakePlatoonCase, r.LeavePlatoonCase)


def decide(season: Season | None, command: Command, who: Who, dice: Dice) -> Decision:
    """Legality first (`Refused`), then the events, as they will read back from the log: so live equals replayed.

    `season` is None before the campaign is opened.
    """
    if season is None:
        if not isinstance(command, r.Open):
            raise no(say(_("The campaign is not open yet.")), say(_("Its organiser opens it.")))
        yield as_stored(opening.open_campaign(command, who))
        return
    if isinstance(command, r.Open):
        raise no(say(_("The campaign is open already.")))
    if season.closed is not None and not isinstance(command, AFTERWARDS):
        raise no(say(_("The season is closed.")), say(_("Open a new campaign: last season’s can be cloned.")))
    was_closed = season.closed is not None
    for event in DECIDE[type(command)](season, command, who, dice):
        yield as_stored(event)
    if was_closed:
        for event in closing.revised(season):
            yield as_stored(event)

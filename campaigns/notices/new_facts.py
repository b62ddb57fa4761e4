"""What is news in a receipt. A correction decides reports again: what was told once, such as a battle that was
mustered, is not told again."""

from __future__ import annotations

import json
from collections.abc import Iterator

from battles import log
from battles.reports import Receipt, Ruled
from campaigns.season.decider import FACTS
from campaigns.season.musters import BattleMustered
from rules.contract import Event
from rules.stream.revision.reports import Revised

New = tuple[str, Ruled]  # a fact with the id of its report


def new_facts(campaign: str, receipt: Receipt, before: int) -> list[New]:
    """The facts after position `before` that no row up to there has told already."""
    found = [(answer.id, fact) for answer in receipt.answers for fact in answer.events if fact.position > before]
    if not any(isinstance(fact.event, Revised) for answer in receipt.answers for fact in answer.events):
        return found
    known, mustered = _told(log.read(campaign, until=before))
    return [one for one in found if not _is_known(one[1].event, known, mustered)]


def _told(rows: list[log.Row]) -> tuple[set[tuple[str, str]], set[str]]:
    """All that rows have told, whether it counts or not, and the battles among it."""
    battles = {json.loads(row.data)["battle"] for row in rows if row.type == BattleMustered.__name__}
    return {(row.type, row.data) for row in rows}, battles


def _is_known(event: Event, known: set[tuple[str, str]], mustered: set[str]) -> bool:
    if isinstance(event, BattleMustered):
        return event.battle in mustered
    type_, _version, data = FACTS.encode(event)
    return (type_, data) in known


def newly_mustered(facts: list[New]) -> Iterator[tuple[str, BattleMustered]]:
    for report, fact in facts:
        if isinstance(fact.event, BattleMustered):
            yield report, fact.event

"""The page on which an organiser or umpire rules how the battle ended."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from battles.forms import cards
from battles.forms import correction_draft as drafts
from battles.forms.cards import Card
from battles.forms.correction_draft import Draft
from battles.forms.form_data import Typed
from battles.pages import choice_cards as deck
from battles.pages.corrections.context import Desk
from battles.pages.corrections.correction import in_hand
from battles.pages.corrections.handle import Verdict, judge, refusal
from rules import mending
from rules.battle import Battle
from rules.contract import Choice, Field, Refused
from rules.reports import Amend
from rules.stream import facts

AMEND = Amend.__name__


class Amendment(msgspec.Struct, frozen=True):
    """The content of the page: the form, without its reason, which every form that corrects asks for."""

    card: Card
    reason: str
    verdict: Verdict

    @property
    def asked(self) -> tuple[Field, ...]:
        """The fields of the form in hand."""
        return in_hand(self.card)


def take(desk: Desk, draft: Draft) -> int | Verdict:
    """The result of the form: the position of its report, or its verdict."""
    try:
        told = cards.report(_typed(draft), [_choice(desk, desk.fought(draft.after))])
    except Refused as refused:
        return refusal(refused)
    data: dict[str, Any] = msgspec.json.decode(told.data)
    ends = {unit.id: unit.condition for unit in desk.fought().outcome().units}
    # what the form does not ask of a unit stays as it is
    data["conditions"] = {
        unit: facts.plain(ends.get(unit, {})) | said for unit, said in data.get("conditions", {}).items()
    }
    return judge(desk, drafts.report(draft, AMEND, data | {"reason": draft.reason}), draft.after, draft.step)


def page(desk: Desk, draft: Draft | None = None, verdict: Verdict | None = None) -> Amendment:
    verdict = verdict or Verdict()
    typed = _typed(draft) if draft is not None else None
    (card,) = deck.deal(
        [_choice(desk, desk.fought())], desk.battle.rules, typed, verdict.faults, desk.look.mine, desk.names
    )
    return Amendment(card=card, reason=draft.reason if draft else "", verdict=verdict)


def _typed(draft: Draft) -> Typed:
    return replace(draft.typed, type=AMEND, given={})


def _choice(desk: Desk, battle: Battle) -> Choice:
    """It begins with how the battle has ended, where it has."""
    offered = desk.offered(AMEND)
    choice, outcome = mending.amend(battle, offered.side if offered else ""), battle.outcome()
    won = outcome.winner if outcome.over else None
    fields = (replace(one, default=won) if one.name == "winner" else one for one in choice.fields)
    return replace(choice, fields=tuple(one for one in fields if one.name != "reason"))

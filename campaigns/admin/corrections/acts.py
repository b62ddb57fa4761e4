"""The corrections of a battle that the office offers, each by its key in the address."""

from __future__ import annotations

from battles.pages.corrections.context import Desk
from campaigns.admin.corrections.amend import AmendForm
from campaigns.admin.corrections.correct import CorrectForm, ResolveForm
from campaigns.admin.corrections.declare import DeclareForm
from campaigns.admin.corrections.forms import (
    AgreeForm,
    DeclineForm,
    LeaveCaseForm,
    MendForm,
    RedoForm,
    TakeCaseForm,
    UndoCorrectionForm,
    UndoForm,
)

FORMS: dict[str, type[MendForm]] = {
    "undo": UndoForm,
    "redo": RedoForm,
    "undo-correction": UndoCorrectionForm,
    "agree": AgreeForm,
    "decline": DeclineForm,
    "correct": CorrectForm,
    "settle": ResolveForm,
    "declare": DeclareForm,
    "amend": AmendForm,
    "take-case": TakeCaseForm,
    "leave-case": LeaveCaseForm,
}
# The command that each of them reports.
TELLS = {
    **dict.fromkeys(("undo", "redo", "undo-correction"), "Undo"),
    "agree": "Agree",
    "decline": "Decline",
    "correct": "Correct",
    "settle": "Resolve",
    "declare": "Declare",
    "amend": "Amend",
    "take-case": "TakeCase",
    "leave-case": "LeaveCase",
}


def offered(desk: Desk, *acts: str) -> list[str]:
    """Those of these acts that the person may do now."""
    return [act for act in acts if desk.offered(TELLS[act]) is not None]


def positions(desk: Desk) -> dict[str, int]:
    """The acts that can be done now, by key, each with the position that its command names."""
    battle = desk.battle
    found = {
        "undo": battle.last if not (battle.agreed or battle.waiting) else 0,
        "redo": battle.redo,
        "undo-correction": battle.corrected,
        "agree": battle.proposal.position if battle.proposal else 0,
        "decline": battle.proposal.position if battle.proposal else 0,
        "settle": battle.waiting[0] if battle.waiting else 0,
    }
    possible = offered(desk, *found)
    return {act: position for act, position in found.items() if position and act in possible}

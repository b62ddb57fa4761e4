"""What can be done to mend a battle, each by its key in the address."""

from __future__ import annotations

from battles.pages.mending.desk import Desk
from campaigns.admin.mending.amending import AmendForm
from campaigns.admin.mending.correcting import CorrectForm, ResolveForm
from campaigns.admin.mending.declaring import DeclareForm
from campaigns.admin.mending.forms import AgreeForm, DeclineForm, MendForm, RedoForm, UndoCorrectionForm, UndoForm

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
}


def positions(desk: Desk) -> dict[str, int]:
    """What can be done now, by its key in the address, and the position it names."""
    battle = desk.battle
    found = {
        "undo": battle.last if not (battle.agreed or battle.waiting) else 0,
        "redo": battle.redo,
        "undo-correction": battle.corrected,
        "agree": battle.proposal.position if battle.proposal else 0,
        "decline": battle.proposal.position if battle.proposal else 0,
        "settle": battle.waiting[0] if battle.waiting else 0,
    }
    return {act: position for act, position in found.items() if position}

"""What the grade of a crew does in battle: nothing, unless a campaign has agreed on it (RULES.md, "Between battles").

A campaign knows grades; a battle knows skills. The campaign's term `grade_effect` says which skills a grade brings.
Skills are effects in the language of cards, so that they count wherever a card of the model's own would.
"""

from __future__ import annotations

from typing import Any, Literal

from rules.contract import gettext_noop as _
from rules.declarations import Option
from rules.upkeep import Condition, Grade, Terms

from .effects import Effect

Skill = Literal["mechanics", "quick", "quicker", "aim", "gunnery"]

SKILLS: dict[Skill, tuple[Effect, ...]] = {
    "mechanics": (Effect(does="reroll_repair"),),
    "quick": (Effect(does="initiative", delta=1),),
    "quicker": (Effect(does="initiative", delta=2),),
    "aim": (Effect(does="reroll_attack"),),
    "gunnery": (Effect(does="attack", delta=1),),
}
SKILL_NAMES: dict[Skill, str] = {
    "mechanics": _("tries a failed repair again"),
    "quick": _("initiative +1"),
    "quicker": _("initiative +2"),
    "aim": _("re-rolls an attack die"),
    "gunnery": _("attack +1"),
}

_DRILL: dict[Grade, tuple[Skill, ...]] = {
    "trained": ("mechanics",),
    "veteran": ("mechanics", "quick"),
    "ace": ("mechanics", "quicker"),
}
_GUNNERY: dict[Grade, tuple[Skill, ...]] = {"veteran": ("aim",), "ace": ("aim", "gunnery")}
GRADE_EFFECTS: dict[str, tuple[dict[Grade, tuple[Skill, ...]], ...]] = {
    "none": (),
    "drill": (_DRILL,),
    "gunnery": (_GUNNERY,),
    "both": (_DRILL, _GUNNERY),
}

TERM = Option(
    name="grade_effect",
    label=_("Effect of a crew's grade"),
    type="choice",
    default="none",
    choices=tuple(GRADE_EFFECTS),
    labels=(_("nothing"), _("drill"), _("gunnery"), _("both")),
    help=_(
        "What crews have learnt. Drill: trained ones try a failed repair again, veterans have initiative +1 besides, "
        "aces +2. Gunnery: veterans re-roll an attack die, aces have attack +1 besides."
    ),
    rule="house",
)


def post(terms: Terms, grade: Grade, condition: Condition) -> dict[str, Any]:
    """The condition with the skills of that grade, and without those of any other."""
    agreed = str(terms.get(TERM.name, TERM.default))
    skills = [skill for by_grade in GRADE_EFFECTS[agreed] for skill in by_grade.get(grade, ())]
    found = {name: value for name, value in condition.items() if name != "skills"}
    return found | ({"skills": skills} if skills else {})

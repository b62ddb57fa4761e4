"""The sheet of a battle line by line, and its outcome: what previews compare and `explain` explains."""

from __future__ import annotations

from rules import visibility
from rules.battle import Battle
from rules.conditions import in_words
from rules.contract import Message, called, pgettext, say, verbatim
from rules.contract import gettext_noop as _
from rules.stream.decider import Line, Value

Lines = dict[str, Line]


def sheet(battle: Battle, side: str) -> Lines:
    """Every line of a battle's sheet as `side` may see it, and of its outcome as it stands, by path."""
    view = visibility.see(battle, side)
    lines = {
        "round": Line("", say(pgettext("of a battle", "Round")), view.round),
        "phase": Line("", say(_("Phase")), view.phase),
    }
    for fact in view.facts:
        lines[f"facts.{fact.name}"] = Line("", fact.label, fact.value)
    for unit in view.units:
        lines[f"units.{unit.id}.status"] = Line(unit.id, say(_("Status")), unit.status)
        for fact in unit.facts:
            lines[f"units.{unit.id}.{fact.name}"] = Line(unit.id, fact.label, fact.value)
    return lines | _outcome(battle)


def _outcome(battle: Battle) -> Lines:
    outcome = battle.outcome()
    winner: Value = called(outcome.winner) if outcome.winner else say(_("a draw"))
    if not outcome.over:
        winner = say(_("undecided"))
    holder = called(outcome.field) if outcome.field else say(_("nobody"))
    lines: Lines = {
        "outcome.winner": Line("", say(_("Winner")), winner),
        "outcome.field": Line("", say(_("Holds the field")), holder),
    }
    if outcome.how is not None:
        lines["outcome.how"] = Line("", say(_("Decided")), outcome.how)
    for side, points in outcome.points.items():
        lines[f"outcome.points.{side}"] = Line("", say(_("Points of %(side)s"), side=side), points)
    for unit in outcome.units:
        lines[f"outcome.units.{unit.id}.fate"] = Line(unit.id, say(_("Fate")), FATES[unit.fate])
        condition = in_words(battle.rules, unit.condition)
        lines[f"outcome.units.{unit.id}.condition"] = Line(unit.id, say(_("Condition")), condition)
        for kind in dict.fromkeys(feat.kind for feat in unit.feats):
            times = sum(feat.n for feat in unit.feats if feat.kind == kind)
            label = FEATS.get(kind) or verbatim(kind)
            lines[f"outcome.units.{unit.id}.feat-{kind}"] = Line(unit.id, label, times)
    return lines


FEATS: dict[str, Message] = {
    "shot": say(_("Shots")),
    "hit": say(_("Hits")),
    "damage": say(_("Damage done")),
    "kill": say(_("Kills")),
    "repair": say(_("Repairs")),
}
FATES: dict[str, Message] = {
    "fit": say(_("fit")),
    "damaged": say(_("damaged")),
    "withdrawn": say(_("withdrawn")),
    "wrecked": say(_("a wreck")),
    "lost": say(_("lost")),
}

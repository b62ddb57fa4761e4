"""Rulebooks whose words, refusals, depths, outcomes or declarations are wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from rules.contract import Command, Decision, Event, Refused, RuleSystem, say
from rules.reports import ResultReported, StatusReported
from tests.rules.breaches.kinds import Broken, part

# -- words, events, refusals -------------------------------------------------------------------------------------------


def narrate_all_but_one(system: RuleSystem) -> RuleSystem:
    def narrate(event: Event) -> Any:
        if type(event).__name__ == "Held":
            raise KeyError(event)
        return system.narrate(event)

    return replace(system, narrate=narrate)


def narrate_with_a_gap(system: RuleSystem) -> RuleSystem:
    return replace(system, narrate=lambda event: say("%(unit)s did something to %(target)s.", unit="somebody"))


def narrate_a_finished_sentence(system: RuleSystem) -> RuleSystem:
    return replace(system, narrate=lambda event: msgspec.structs.replace(system.narrate(event), plural="%(n)s %(of)s"))


def hold_without_an_event(system: RuleSystem) -> RuleSystem:
    def decide(state: Any, command: Any, dice: Any) -> Decision:
        if type(command).__name__ != "Hold":
            yield from system.decide(state, command, dice)

    return replace(system, decide=decide)


def an_event_undeclared(system: RuleSystem) -> RuleSystem:
    return replace(system, events=tuple(kind for kind in system.events if kind.__name__ != "Held"))


def a_report_without_a_sentence(system: RuleSystem) -> RuleSystem:
    class Mute(Command, frozen=True, kw_only=True):
        unit: str

    Mute.__doc__ = None
    return replace(system, commands=(*system.commands, Mute))


def a_report_called_like_the_frame_s(system: RuleSystem) -> RuleSystem:
    class Confirm(Command, frozen=True, kw_only=True):
        """Another thing."""

    return replace(system, commands=(*system.commands, Confirm))


def stumble(system: RuleSystem) -> RuleSystem:
    def decide(state: Any, command: Any, dice: Any) -> Decision:
        assert state.vehicles[getattr(command, "target", next(iter(state.vehicles)))]
        yield from system.decide(state, command, dice)

    return replace(system, decide=decide)


def refuse_without_a_rule(system: RuleSystem) -> RuleSystem:
    def decide(state: Any, command: Any, dice: Any) -> Decision:
        try:
            yield from system.decide(state, command, dice)
        except Refused as refused:
            raise Refused("", refused.text) from None

    return replace(system, decide=decide)


def refuse_a_field_there_is_not(system: RuleSystem) -> RuleSystem:
    def decide(state: Any, command: Any, dice: Any) -> Decision:
        try:
            yield from system.decide(state, command, dice)
        except Refused as refused:
            raise Refused(refused.rule, refused.text, field="nonsense") from None

    return replace(system, decide=decide)


# -- depths, outcome, aftermath, declarations --------------------------------------------------------------------------


def stuck_after_status(system: RuleSystem) -> RuleSystem:
    """What is unknown is asked of nobody."""
    return replace(
        system,
        legal=lambda state, side: () if state.round_unknown else system.legal(state, side),
        between_rounds=lambda state: not state.round_unknown and system.between_rounds(state),
    )


def status_that_adds_up(system: RuleSystem) -> RuleSystem:
    def evolve(state: Any, event: Event) -> None:
        damage = state.vehicles[event.unit].damage if isinstance(event, StatusReported) else 0
        system.evolve(state, event)
        if isinstance(event, StatusReported):
            state.vehicles[event.unit].damage += damage + 1

    return replace(system, evolve=evolve)


def result_not_heard(system: RuleSystem) -> RuleSystem:
    def evolve(state: Any, event: Event) -> None:
        told = isinstance(event, ResultReported)
        system.evolve(state, msgspec.structs.replace(event, conditions={}) if told else event)

    return replace(system, evolve=evolve)


def aftermath_without_end(system: RuleSystem) -> RuleSystem:
    again = part(system, "aftermath").Assess

    def aftermath(state: Any) -> Any:
        return system.aftermath(state) or [again(unit=next(iter(state.vehicles)))]

    return replace(system, aftermath=aftermath)


def outcome_changed(**changes: Any) -> Broken:
    def broken(system: RuleSystem) -> RuleSystem:
        return replace(system, outcome=lambda state: msgspec.structs.replace(system.outcome(state), **changes))

    broken.__name__ = f"outcome_with_{'_'.join(changes)}"
    return broken


def feats_of_nowhere(system: RuleSystem) -> RuleSystem:
    def evolve(state: Any, event: Event) -> None:
        state.report += 1000
        system.evolve(state, event)

    return replace(system, evolve=evolve)


def wrecks_that_change_the_result(system: RuleSystem) -> RuleSystem:
    def outcome(state: Any) -> Any:
        found = system.outcome(state)
        tended = sum(one.tended for one in state.vehicles.values())
        return msgspec.structs.replace(found, points={side: n + tended for side, n in found.points.items()})

    return replace(system, outcome=outcome)


def any_edition(system: RuleSystem) -> RuleSystem:
    return replace(
        system, muster=lambda command: system.muster(msgspec.structs.replace(command, edition=system.edition))
    )


def any_option(system: RuleSystem) -> RuleSystem:
    def muster(command: Any) -> Any:
        known = {o.name: o.default for o in system.options} | dict(command.options)
        return msgspec.structs.replace(system.muster(msgspec.structs.replace(command, options={})), options=known)

    return replace(system, muster=muster)


def an_option_that_cannot_be_taken(system: RuleSystem) -> RuleSystem:
    options = [msgspec.structs.replace(o, most=500) if o.name == "rounds" else o for o in system.options]
    return replace(system, options=tuple(options))


def an_edition_forgotten(system: RuleSystem) -> RuleSystem:
    return replace(system, editions=("0", *system.editions))


def figures_without_a_source(system: RuleSystem) -> RuleSystem:
    def catalogue(edition: str) -> Any:
        return [msgspec.structs.replace(article, source="") for article in system.catalogue(edition)]

    return replace(system, catalogue=catalogue)

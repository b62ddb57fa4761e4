"""The workshop of rulebooks whose vehicles are recovered as hulls, refitted after a capture, or repaired in parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from rules.contract import Message, say
from rules.contract import gettext_noop as _
from rules.kit.upkeep import RECOVER, Agreed, not_as_new, own_units
from rules.upkeep import Condition, Crew, Job, Owned, Terms, Upkeep

C = TypeVar("C", bound=msgspec.Struct)
REFIT = "refit"
REFITTING = {REFIT: ("captured", say(_("make it ready for its new crew")))}


@dataclass(frozen=True, kw_only=True, eq=False)
class Workshop(Generic[C]):
    """Jobs, hulls and crews of vehicles whose conditions are of one `kind`, and have `captured` and `crew`.

    `has_hull`: whether one is left; without it nothing helps. `waits`: whether it has to be recovered; that is one job,
    called `recover`, which mends everything. Otherwise a captured vehicle is refitted first, then come the `repairs`:
    by the key of the job, the fact that is as new after it, and its label. `crew_of`: what a condition says of the
    crew, which the workshop leaves as it is.
    """

    kind: type[C]
    term: Agreed
    figures_of: Callable[[str, str, str], Any]
    has_hull: Callable[[C], bool]
    waits: Callable[[C], bool]
    crew_of: Callable[[C], Crew]
    recover: Message
    repairs: Mapping[str, tuple[str, Message]]

    def upkeep(self, **more: Any) -> Upkeep:
        """What a campaign has to know of the rulebook; `more`: what it says itself."""
        return Upkeep(
            scored=0,
            hull=lambda told: self.has_hull(self.read(told)),
            jobs=self.jobs,
            mend=self.mend,
            crew=lambda told: self.crew_of(self.read(told)),
            heal=lambda told: not_as_new(self._manned(self.read(told), "fit")),
            recovers=lambda terms, edition, model: self.figures_of(edition, model, own_units(terms)).role == "recovery",
            **more,
        )

    def read(self, told: Condition) -> C:
        return msgspec.convert(told, self.kind)

    def jobs(self, terms: Terms, owned: Owned) -> Sequence[Job]:
        condition, term = self.read(owned.condition), self.term
        if not self.has_hull(condition):
            return ()
        if not self.waits(condition):
            every = (REFITTING | dict(self.repairs)).items()
            return tuple(_job(term, terms, key, label) for key, (fact, label) in every if getattr(condition, fact))
        points = self.figures_of(owned.edition, owned.model, own_units(terms)).points
        recovery = Job(
            key=RECOVER,
            label=self.recover,
            rounds=term(terms, "recover_rounds"),
            points=-(-points * term(terms, "recover_percent") // 100),
            needs=term(terms, "recover_needs"),
        )
        return (recovery,)

    def mend(self, told: Condition, job: str) -> dict[str, Any]:
        """The condition after that job, without the facts that are as new."""
        condition = self.read(told)
        fact, _label = (REFITTING | dict(self.repairs)).get(job, ("", None))
        if not self.has_hull(condition):
            return dict(told)
        if self.waits(condition):
            return not_as_new(self._manned(self.kind(), self.crew_of(condition))) if job == RECOVER else dict(told)
        if not fact or not getattr(condition, fact):
            return dict(told)
        mended = msgspec.structs.replace(condition, **{fact: False})
        return not_as_new(self._manned(mended, self.crew_of(condition)) if job == REFIT else mended)

    def _manned(self, condition: C, crew: Crew) -> C:
        """The same vehicle with this crew, which is written down only where the vehicle alone would say otherwise."""
        plain = msgspec.structs.replace(condition, crew=msgspec.UNSET)
        return plain if crew == self.crew_of(plain) else msgspec.structs.replace(plain, crew=crew)


def _job(term: Agreed, terms: Terms, key: str, label: Message) -> Job:
    """Its terms are named after its key; refitting has none."""
    if key == REFIT:
        return Job(key=key, label=label)
    return Job(key=key, label=label, rounds=term(terms, f"{key}_rounds"), points=term(terms, f"{key}_points"))

"""The report after the action, written from the log: what turned the battle, the best shot, and who did what."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from battles import naming, viewer
from battles.presenters.charts import TONES, Chart, Over, chart
from battles.presenters.luck import Luck, luck_of
from battles.presenters.medals import Medal, of_battle
from battles.presenters.people import names_of
from battles.presenters.story import ReportStory
from battles.presenters.tape import Tape
from battles.sentences import fate_in_words, words
from battles.viewer import Look
from rules.course import Step
from rules.luck import Throw, likelihood

SWINGS = 3  # largest changes of the score that are told beside the kills
MOST_TURNS = 12
KINDS = ("shot", "hit", "damage", "kill", "repair")


class Turn(msgspec.Struct, frozen=True):
    """A report that turned the battle: the row to look at it, what it did, and its words."""

    at: int
    number: int
    why: tuple[str, ...]
    told: ReportStory


class Deeds(msgspec.Struct, frozen=True):
    """What one vehicle did, by `KINDS`, and what became of it."""

    name: str
    model: str
    side: str
    tone: int
    done: tuple[int, ...]
    fate: str


class BestShot(msgspec.Struct, frozen=True):
    """The success that was least likely: once in so many tries."""

    at: int
    number: int
    name: str
    once_in: int
    told: ReportStory


class AfterAction(msgspec.Struct, frozen=True):
    stream: str
    name: str
    look: Look
    result: str
    scores: tuple[tuple[str, int, int, str], ...]  # each side: name, tone, points, who played it
    turns: tuple[Turn, ...]
    best: BestShot | None
    luck: tuple[Luck, ...]
    charts: tuple[Chart, ...]
    kinds: tuple[str, ...]
    deeds: tuple[Deeds, ...]
    medals: tuple[Medal, ...]
    reports: int

    @property
    def system(self) -> str:
        return self.look.system


def after_action(read: Tape) -> AfterAction:
    """The report on a battle that is over or still under way, as its viewer may read it."""
    look = viewer.look_at(read.stream, read.battle, read.who, now=False, names=read.names)
    turns, best = _turns(read), _best(read, look)
    wanted = [step.end for step, _why in turns] + ([best[0].end] if best else [])
    told = read.story.entries([fact for at in wanted for fact in read.story.at(at)], read.who)
    number = {step.end: n for n, step in enumerate(read.course.steps, 1)}
    shown = [index for index, kind in enumerate(KINDS) if any(deeds.done[index] for deeds in _deeds(read, look))]
    kinds = (_("Shots"), _("Hits"), _("Damage dealt"), _("Kills"), _("Repairs"))  # `KINDS`, as heads of columns
    return AfterAction(
        stream=read.stream,
        name=naming.name_of(read.stream, look.title, look.system, look.scenario),
        look=look,
        result=_result(look),
        scores=tuple(_scores(read, look)),
        turns=tuple(Turn(step.end, number[step.end], why, one) for (step, why), one in zip(turns, told, strict=False)),
        best=BestShot(best[0].end, number[best[0].end], read.names[best[1]], best[2], told[-1]) if best else None,
        luck=tuple(luck_of(read)),
        charts=tuple(_charts(read, look)),
        kinds=tuple(kinds[index] for index in shown),
        deeds=tuple(
            msgspec.structs.replace(one, done=tuple(one.done[index] for index in shown)) for one in _deeds(read, look)
        ),
        medals=tuple(of_battle(look.outcome.units, read.names)) if look.over else (),
        reports=len(read.course.steps),
    )


def _result(look: Look) -> str:
    if not look.over:
        return _("The battle goes on.")
    won = _("Victory for %(side)s.") % {"side": look.names.get(look.outcome.winner, look.outcome.winner)}
    how = words(look.outcome.how, look.names) if look.outcome.how else ""
    return f"{won if look.outcome.winner else _('A draw.')} {how}".strip()


def _scores(read: Tape, look: Look) -> Iterator[tuple[str, int, int, str]]:
    people = names_of((player for side in look.sides.values() for player in side.players), read.story.reader)
    for tone, (key, side) in enumerate(look.sides.items()):
        played = ", ".join(people[player] for player in side.players)
        yield read.names[key], tone % TONES, look.outcome.points.get(key, 0), played


def _turns(read: Tape) -> list[tuple[Step, tuple[str, ...]]]:
    """Kills and the largest swings of the score, in the order in which they happened."""
    steps = read.course.steps
    swings: dict[int, list[tuple[str, int]]] = {}
    for before, now in pairwise(steps):
        if moved := [(side, by) for side in read.sides if (by := now.points[side] - before.points[side])]:
            swings[now.end] = moved
    largest = sorted(swings, key=lambda at: -max(abs(by) for _side, by in swings[at]))[:SWINGS]
    found = []
    for step in steps:
        why = [_("%(unit)s destroyed") % {"unit": read.names.get(unit, unit)} for unit in step.fell]
        for side, by in swings.get(step.end, ()) if step.end in largest or step.fell else ():
            why.append(_("%(side)s %(points)s points") % {"side": read.names[side], "points": f"{by:+d}"})
        if why:
            found.append((step, tuple(why)))
    weight = {
        step.end: (bool(step.fell), max((abs(by) for _s, by in swings.get(step.end, ())), default=0))
        for step, _w in found
    }
    heaviest = sorted(found, key=lambda one: weight[one[0].end], reverse=True)[:MOST_TURNS]
    return [one for one in found if one in heaviest]


def _best(read: Tape, look: Look) -> tuple[Step, str, int] | None:
    """Of the reports in which a vehicle hit, damaged or destroyed an enemy, the one whose dice were least likely to
    fall so well for it: the report, the vehicle, and once in how many times."""
    thrown: dict[tuple[int, str], list[Throw]] = {}
    for at, one in read.course.throws:
        thrown.setdefault((at, one.of), []).append(one)
    found: list[tuple[float, tuple[int, str]]] = []
    for unit in look.outcome.units:
        fired = sorted(at for at, of in thrown if of == unit.id)
        for feat in unit.feats:
            told = bisect_right(fired, feat.report)  # what came of a shot may be told after its dice
            if feat.kind in ("hit", "damage", "kill") and told:
                key = (fired[told - 1], unit.id)
                found.append((likelihood(thrown[key]), key))
    if not found:
        return None
    chance, (at, best) = min(found)
    step = next((one for one in read.course.steps if one.position <= at <= one.end), None)
    return (step, best, max(1, round(1 / chance))) if step and chance else None


def _charts(read: Tape, look: Look) -> Iterator[Chart]:
    steps, sides = read.course.steps, read.sides
    if len(steps) < 2:
        return
    tones = [tone % TONES for tone in range(len(sides))]
    over = Over(
        pgettext("a report", "Report"),
        _("report %(n)s") % {"n": 1},
        f"{reverse('battle-replay', args=[read.stream])}?at=",
    )

    def drawn(key: str, title: str, figures: Sequence[dict[str, int]]) -> Chart:
        lines = [(read.names[side], [one.get(side, 0) for one in figures]) for side in sides]
        return chart(key, title, lines, read.stops, tones, over)

    yield drawn("strength", _("Vehicles in play"), [step.left for step in steps])
    if any(any(step.points.values()) for step in steps):
        yield drawn("points", _("Points"), [step.points for step in steps])
    dealt = _dealt(read, look)
    if any(any(one.values()) for one in dealt):
        yield drawn("damage", _("Damage dealt, added up"), dealt)


def _dealt(read: Tape, look: Look) -> list[dict[str, int]]:
    """The damage each side had dealt after each report."""
    at: dict[int, Counter[str]] = {}
    for unit in look.outcome.units:
        for feat in unit.feats:
            if feat.kind == "damage":
                at.setdefault(feat.report, Counter())[unit.side] += feat.n
    sums: Counter[str] = Counter()
    found = []
    for step in read.course.steps:
        sums += at.get(step.position, Counter())
        found.append(dict(sums))
    return found


def _deeds(read: Tape, look: Look) -> Iterator[Deeds]:
    tones = {side: tone % TONES for tone, side in enumerate(look.sides)}
    models = {unit.id: unit.model for unit in read.battle.muster.units}
    for unit in sorted(look.outcome.units, key=lambda one: [*look.sides].index(one.side)):
        done = Counter[str]()
        for feat in unit.feats:
            done[feat.kind] += feat.n
        yield Deeds(
            name=read.names.get(unit.id, unit.id),
            model=models.get(unit.id, ""),
            side=read.names[unit.side],
            tone=tones[unit.side],
            done=tuple(done[kind] for kind in KINDS),
            fate=fate_in_words(unit.fate),
        )

"""What a campaign does with these vehicles between battles (RULES.md, "Between battles"), and the battles on its map:
open ones on the house board that suits the terrain (R1, R5). All of it is house: the rulebook ends with the battle, and
counts its repairs in rounds of one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from rules.contract import Message, say
from rules.contract import gettext_noop as _
from rules.kit import upkeep
from rules.kit.upkeep import Agreed, NumberTerms, not_as_new, own_units
from rules.upkeep import Condition as Told
from rules.upkeep import Crew, Engagement, Grade, Job, Owned, Proposal, Terms, Terrain, Upkeep

from . import tables
from .board import OPEN, read
from .boards import HOUSE, UNITS
from .catalogue import figures_of
from .damage import GRADES, WHAT, learned
from .forces import faults_as_such, fielded
from .geometry import Square
from .state import Condition, Figures, Mobility

SIDES = ("allies", "axis")  # the first by name deploys in the south (R5)
BOARDS: dict[Terrain, str] = {
    "town": "central",
    "farmland": "northern",
    "forest": "northern",
    "hills": "northern",
    "mountains": "northern",
    "open": "open field",
    "desert": "open field",
    "marsh": "open field",
}
BARRICADE = "b"  # a low one, because fire passes over it (R66)
GAP = 3  # every third square of the line is left open


def engage(engagement: Engagement) -> Proposal:
    """A campaign of allies and axis keeps them on their sides; in any other the attacker comes first. The attacker also
    goes first."""
    mine = engagement.sides if sorted(engagement.sides) == sorted(SIDES) else SIDES
    options = upkeep.points_limit(engagement, tables.OPTIONS)
    if engagement.kind == "assault":
        options["first"] = str(SIDES.index(mine[0]) + 1)
    name = BOARDS[engagement.terrain]
    return Proposal(
        scenario=tables.OPEN_BATTLE,
        sides=(mine[0], mine[1]),
        options=options,
        board={"map": dug_in(HOUSE[name], SIDES.index(mine[1])) if engagement.entrenched else name},
    )


def dug_in(text: str, side: int) -> str:
    """The board with a line of low barricades before the zone of a side (0 in the south, 1 in the north)."""
    board = read(text)
    zone = next(zone for zone in board.zones if (zone.side, zone.kind) == (side, UNITS))
    y = zone.north + 1 if side == 0 else zone.south - 1
    line = {(x, y) for x in range(zone.west, zone.east + 1) if x % GAP != GAP - 1}
    return _drawn(text, board.rows, line)


def _drawn(text: str, rows: int, line: set[Square]) -> str:
    """Squares that hold something already stay as they are."""
    lines, row = [], rows
    for words in text.splitlines():
        if " " in words or ";" in words:
            lines.append(words)
            continue
        row -= 1
        lines.append("".join(BARRICADE if sign == OPEN and (x, row) in line else sign for x, sign in enumerate(words)))
    return "\n".join(lines) + "\n"


REBUILD, REFIT, TOW, TRACKS = "rebuild", "refit", "tow", "tracks"  # keys of jobs, in their order


_number = NumberTerms(tables.rule("house"))
TERMS = (
    _number(
        "repair_pace",
        _("Pace of repairs"),
        5,
        _("Rounds of repair, as a battle counts them, that the workshop does in a round."),
        50,
        least=1,
    ),
    _number.points("repair_points", _("Price of tracks or wheels"), 0, _("What the repair of tracks or wheels costs.")),
    _number.rounds(
        "stuck_rounds",
        _("Rounds until towed in"),
        1,
        _("Rounds until a vehicle that nobody at hand could repair is towed in."),
    ),
    _number.points("stuck_points", _("Price of towing in"), 1, _("What it costs to tow it in.")),
    _number(
        "rebuild_tonnes",
        _("Tonnes rebuilt a round"),
        25,
        _("Tonnes of a wreck that are rebuilt in a round."),
        200,
        least=1,
    ),
    _number(
        "rebuild_percent",
        _("Price of rebuilding, percent"),
        40,
        _("What rebuilding costs, in percent of Effectiveness, rounded up."),
        100,
    ),
    _number.least_die(
        "rebuild_needs",
        _("Least die to rebuild a wreck"),
        3,
        _("What a die has to show once a wreck is rebuilt, or it takes a round more; 0 for no die."),
    ),
    upkeep.grade_term(
        GRADES,
        dict(zip(WHAT, (_("nothing"), _("own repairs"), _("gunnery"), _("both")), strict=True)),
        _(
            "What the grade of a crew does in battle: nothing; its own repairs are faster; its accuracy dice count "
            "more; or both."
        ),
        tables.rule("house"),
    ),
)
DEFAULTS: Mapping[str, bool | int | str] = {
    "muster_points": 120,  # R67: a hundred, and three anti-aircraft guns of five or six
    "purse": 10,
    "per_round": 10,
    "per_win": 8,
    "per_draw": 6,
    "per_loss": 4,
    "minimum_force": 70,
    "tow_points": 1,
    "spare_crew_points": 1,
}
_term = Agreed(TERMS)


def _read(condition: Told) -> Condition:
    return msgspec.convert(condition, Condition)


# -- the workshop ------------------------------------------------------------------------------------------------------


def jobs(terms: Terms, owned: Owned) -> Sequence[Job]:
    """A wreck is rebuilt, tracks included; a vehicle left behind by the enemy is refitted; a stuck vehicle is towed in
    before its tracks or wheels are repaired."""
    condition = _read(owned.condition)
    if condition.destroyed:
        return (_rebuilding(terms, figures_of(owned.edition, owned.model, own_units(terms))),)
    return tuple(_repairs(terms, condition))


def _rebuilding(terms: Terms, figures: Figures) -> Job:
    return Job(
        key=REBUILD,
        label=say(_("rebuild the wreck (%(mass)s t)"), mass=figures.mass),
        rounds=_upwards(figures.mass, _term(terms, "rebuild_tonnes")),
        points=_upwards(figures.effectiveness * _term(terms, "rebuild_percent"), 100),
        needs=_term(terms, "rebuild_needs"),
    )


def _repairs(terms: Terms, condition: Condition) -> Iterator[Job]:
    if condition.lost:
        yield Job(key=REFIT, label=say(_("make it ready for its new crew")))
    if condition.stuck:
        yield Job(
            key=TOW,
            label=say(_("tow it in")),
            rounds=_term(terms, "stuck_rounds"),
            points=_term(terms, "stuck_points"),
        )
    if _is_immobile(condition):
        yield Job(
            key=TRACKS,
            label=TRACKS_OF[condition.mobility],
            rounds=max(1, _upwards(_rounds_left(condition), _term(terms, "repair_pace"))),
            points=_term(terms, "repair_points"),
        )


TRACKS_OF: dict[Mobility, Message] = {
    "mobile": say(_("finish the repair of its tracks or wheels")),
    "semi": say(_("repair its tracks or wheels (semi-immobilised)")),
    "immobilised": say(_("repair its tracks or wheels (immobilised)")),
}


def _is_immobile(condition: Condition) -> bool:
    return condition.mobility != "mobile" or condition.timer > 0 or condition.rounds > 0


def _rounds_left(condition: Condition) -> int:
    """The rounds that the clerk has assessed after the battle; otherwise what a crew needs for a level."""
    return condition.rounds or condition.timer or tables.TIMER


def _upwards(number: int, by: int) -> int:
    return -(-number // by)


def mend(told: Told, job: str) -> dict[str, Any]:
    """The condition after that job, without the facts that are as new. The workshop leaves the crew as it is."""
    condition = _read(told)
    change = msgspec.structs.replace
    match job:
        case "rebuild" if condition.destroyed:
            return not_as_new(_with_crew(Condition(), crew(told)))
        case "refit" if condition.lost and not condition.destroyed:
            return not_as_new(_with_crew(change(condition, lost=False), crew(told)))
        case "tow" if condition.stuck:
            return not_as_new(change(condition, stuck=False))
        case "tracks" if _is_immobile(condition):
            return not_as_new(change(condition, mobility="mobile", timer=0, rounds=0))
    return dict(told)


# -- crews -------------------------------------------------------------------------------------------------------------


def crew(told: Told) -> Crew:
    """An injured crew is wounded, and so is the crew of a destroyed vehicle; a crew that is both is lost. A crew left
    behind is prisoner."""
    condition = _read(told)
    if condition.crew:
        return condition.crew
    if condition.lost or (condition.destroyed and condition.injured):
        return "lost"
    return "wounded" if condition.destroyed or condition.injured else "fit"


def heal(told: Told) -> dict[str, Any]:
    """While the crew recovers, nobody repairs its tracks: a vehicle that was stuck still has to be towed in."""
    return not_as_new(_with_crew(_read(told), "fit"))


def _with_crew(condition: Condition, crew: Crew) -> Condition:
    """The same vehicle with this crew. The crew is written down only if the vehicle alone would say otherwise."""
    plain = msgspec.structs.replace(condition, injured=crew == "wounded", crew=msgspec.UNSET)
    told = condition.destroyed or condition.lost or crew == "lost"
    return msgspec.structs.replace(plain, crew=crew) if told else plain


def post(terms: Terms, grade: Grade, told: Told) -> dict[str, Any]:
    gunnery, haste = learned(_term(terms, GRADES), grade)
    changed = msgspec.structs.replace(_read(told), gunnery=gunnery or msgspec.UNSET, haste=haste or msgspec.UNSET)
    return not_as_new(changed)


# -- the catalogue -----------------------------------------------------------------------------------------------------


def price(terms: Terms, edition: str, model: str, cards: Sequence[str]) -> int:
    """Effectiveness; marks are free. 0 for a model that is not in the catalogue (any more)."""
    return figures_of(edition, model, own_units(terms)).effectiveness


def recovers(terms: Terms, edition: str, model: str) -> bool:
    return figures_of(edition, model, own_units(terms)).recovery


flaws = upkeep.flaws_by(fielded, faults_as_such)
UPKEEP = Upkeep(
    terms=TERMS,
    defaults=DEFAULTS,
    scored=0,
    flaws=flaws,
    price=price,
    recovers=recovers,
    jobs=jobs,
    mend=mend,
    crew=crew,
    heal=heal,
    post=post,
)

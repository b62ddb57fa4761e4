"""One phone is enough: a side lends its seat, on the record, and another side's players report its facts and dice too.

They see no more of it than before. What they may report for it is what would be offered if its face-down cards were
none that is known, but what names one of these; so nothing hidden follows from what is offered. What would turn one up
is its owner's: by a code of their own the owner may have it shown on the other phone for one choice, which is on the
record. The dice of a step in which a side decides nothing (`DiceCommand.shared`) need no lent seat.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from rules import battle as fold
from rules import cases, hidden_cards, visibility
from rules.adjudicate import CLERK, Who, decide, named_sides, reporter, require, seats_held, sides_of
from rules.battle import Battle
from rules.contract import Choice, Command, Decision, DiceCommand, Refused, Unfallen, called, say
from rules.contract import gettext_noop as _
from rules.reports import COMMANDS, CardsShown, LendSeat, SeatLent, SeatTakenBack, ShowCards, TakeSeatBack
from rules.stream.choices import LEAGUER, matches
from rules.stream.dice import FallenDice

FRAME = frozenset(kind.__name__ for kind in COMMANDS)


# -- lending -----------------------------------------------------------------------------------------------------------


def lend(battle: Battle, command: LendSeat | TakeSeatBack | ShowCards, who: Who) -> Decision:
    """By a player of the side; taken back by them or by who has it."""
    if command.side not in battle.muster.sides:
        raise Refused("battle", say(_("There is no side “%(side)s”."), side=command.side), field="side")
    mine = sides_of(battle, who)
    if battle.settled:
        raise Refused("battle", _("This battle is settled."), code="over")
    if isinstance(command, TakeSeatBack):
        if not mine:
            require(battle, replace(who, referee=False), command.side)
        if command.side not in battle.lent:
            raise Refused("battle", say(_("The seat of “%(side)s” is not lent."), side=command.side), field="side")
        yield SeatTakenBack(side=command.side)
        return
    require(battle, replace(who, referee=False), command.side)
    if isinstance(command, ShowCards):
        if command.side not in battle.lent:
            raise Refused("battle", say(_("The seat of “%(side)s” is not lent."), side=command.side), field="side")
        if not has_cards(battle, command.side):
            raise Refused("battle", say(_("“%(side)s” has no card face down."), side=command.side), field="side")
        yield CardsShown(side=command.side)
        return
    if command.side in battle.lent:
        raise Refused("battle", say(_("The seat of “%(side)s” is lent already."), side=command.side), field="side")
    yield SeatLent(side=command.side)


def lending(battle: Battle, mine: Sequence[str]) -> list[Choice]:
    """What a player of these sides may report of seats."""
    if battle.settled or not mine:
        return []
    back = [
        Choice(
            command=TakeSeatBack.__name__,
            label=say(_("Take the seat of %(side)s back"), side=called(side))
            if side in mine
            else say(_("Give the seat of %(side)s back"), side=called(side)),
            side=mine[0],
            given={"side": side},
        )
        for side in battle.lent
    ]
    show = say(_("Have our face-down cards shown on the other phone, for one choice"))
    shown = [
        Choice(command=ShowCards.__name__, label=show, side=side, given={"side": side})
        for side in battle.lent
        if side in mine and has_cards(battle, side)
    ]
    label = say(_("Let the other phone report for us"))
    own = [side for side in mine if side not in battle.lent] if len(mine) < len(battle.muster.sides) else []
    return [
        *back,
        *shown,
        *(Choice(command=LendSeat.__name__, label=label, side=side, given={"side": side}) for side in own),
    ]


def has_cards(battle: Battle, side: str) -> bool:
    """Whether the side was mustered with cards face down."""
    mine = {unit.id for unit in battle.muster.units if unit.side == side}
    return any(name and key.partition("/")[0] in mine for key, name in battle.muster.secrets.items())


# -- what others report for a side -------------------------------------------------------------------------------------


def offered(battle: Battle, who: Who | None) -> list[Choice]:
    """What `who` may report for sides they do not play."""
    mine = sides_of(battle, who) if who is not None else ()
    if who is None or not mine or battle.agreed:
        return []
    others = [side for side in battle.muster.sides if side not in mine]
    asked = [side for side in others if side in battle.lent or _is_shared(battle, side)]
    if not asked:
        return []
    hidden = hidden_cards.face_down(mine[0], battle)
    blind = hidden_cards.laid_out(battle, hidden) if hidden else battle
    own = [choice for side in mine for choice in visibility.legal(battle, side)]
    found = [choice for side in asked for choice in _open_to_others(blind, hidden, side)]
    return [choice for choice in said_by(battle, who, found) if not any(_is_same(choice, one) for one in own)]


def _is_same(theirs: Choice, own: Choice) -> bool:
    """Whether a report of it is one of `own`: both sides may be asked the same, and each the like of its own units."""
    mine = {field.name: field.picks for field in own.fields}
    return (theirs.command, theirs.given) == (own.command, own.given) and all(
        field.picks == mine.get(field.name, field.picks) for field in theirs.fields
    )


def owners_alone(battle: Battle, owner: Who, holder: Who) -> list[Choice]:
    """What `owner` may report for their lent seat and `holder`, who has it, may not, for it turns on what lies face
    down; not what is the owner's own word, as to give up."""
    mine = sides_of(battle, owner)
    kinds = _kinds(battle)
    told = [(choice.side, choice.command, choice.given) for choice in offered(battle, holder)]
    own = [
        choice
        for side in mine
        if side in battle.lent
        for choice in visibility.legal(battle, side)
        if choice.command in kinds and not kinds[choice.command].own_word
        if (choice.side, choice.command, choice.given) not in told
    ]
    return said_by(battle, owner, own)


def said_by(battle: Battle, who: Who, choices: Iterable[Choice]) -> list[Choice]:
    """Those choices that `who` may tell, without the fields that they would say in the name of a side whose seat they
    do not hold; where they hold it, without those that say the same of their own side alone. Who rules over the battle
    speaks for every side."""
    kinds = _kinds(battle)
    held = frozenset(battle.muster.sides if cases.rules_over(battle, who) else seats_held(battle, who))
    found = []
    for choice in choices:
        kind = kinds.get(choice.command)
        if kind is None or not kind.spoken:
            found.append(choice)
        elif held.issuperset(battle.muster.sides) or all(one.field for one in kind.spoken):
            found.append(_in_names_of(battle, held, choice, kind))
    return found


def _in_names_of(battle: Battle, held: frozenset[str], choice: Choice, kind: type[Command]) -> Choice:
    """The choice with the fields that who holds these seats may fill in."""
    barred = {one.alone if held.issuperset(_may_name(battle, choice, one.of)) else one.field for one in kind.spoken}
    fields = tuple(field for field in choice.fields if field.name not in barred)
    return choice if len(fields) == len(choice.fields) else replace(choice, fields=fields)


def _may_name(battle: Battle, choice: Choice, name: str) -> tuple[str, ...]:
    """The sides that the choice may name in that field, by units of theirs or by themselves."""
    given = named_sides(battle, choice.given.get(name))
    picks = [pick.value for field in choice.fields if field.name == name for pick in field.picks]
    return (*given, *named_sides(battle, picks))


def for_another(battle: Battle, command: Command, who: Who) -> str:
    """The side for which a player of another one reports play; "" where it is no such report. An organiser who plays is
    a player here."""
    mine = sides_of(battle, who)
    if not mine or (who.referee and not who.needs_case) or type(command).__name__ in FRAME:
        return ""
    try:
        side = reporter(battle, command)
    except Refused:
        return ""
    return side if side in battle.muster.sides and side not in mine else ""


def check(battle: Battle, command: Command, who: Who, side: str) -> None:
    """`Refused` (code "not-yours") unless who plays another side may report this for `side`.

    Where nothing is hidden the rulebook says what is wrong with a report for a lent seat. Else it is tried as if
    nothing lay face down first, so that its refusal tells nothing that is hidden; then as it is.
    """
    if battle.settled or battle.waiting:
        return
    mine = sides_of(battle, who)[0]
    hidden = hidden_cards.face_down(mine, battle)
    blind = hidden_cards.laid_out(battle, hidden) if hidden else battle
    open_ = not hidden and side in battle.lent and not command.own_word
    if not open_ and not any(matches(choice, command) for choice in _open_to_others(blind, hidden, side)):
        require(battle, replace(who, referee=False), side)
    if not hidden:
        return
    _try(blind, command)
    tried = hidden_cards.laid_out(battle, ())
    try:
        _try(tried, command)
    except Refused:
        raise _owners(side) from None
    if hidden_cards.lies_open(tried, mine, hidden):
        raise _owners(side)


def _owners(side: str) -> Refused:
    return Refused(
        "battle",
        _("This turns on what lies face down."),
        say(_("Let “%(side)s” report it."), side=side),
        field="by",
        code="not-yours",
    )


def _try(state: Battle, command: Command) -> None:
    """Rule on it as far as no die of Leaguer's falls, in place."""
    try:
        for event in decide(state, command, Who(CLERK, referee=True), FallenDice()):
            fold.evolve(state, event, state.head[0] + 1, "", state.head[0] + 1)
    except Unfallen:
        pass


def _open_to_others(blind: Battle, hidden: Collection[str], side: str) -> list[Choice]:
    """`blind`: the battle as if what is `hidden` were nothing that is known."""
    kinds = _kinds(blind)
    choices = [one for one in visibility.legal(blind, side) if one.command in kinds and not kinds[one.command].own_word]
    if side not in blind.lent:
        return [found for choice in choices if (found := _shared(blind, choice)) is not None]
    return [choice for choice in choices if not _names(choice, hidden)]


def _names(choice: Choice, hidden: Collection[str]) -> bool:
    """Whether it is about one of these cards ("unit/card"), or one of them may be picked. Units carry cards of the same
    id: where the choice is given its unit, a bare id is a card of that unit."""
    unit = choice.given.get("unit")
    own = {key.partition("/")[2] for key in hidden if not isinstance(unit, str) or key.partition("/")[0] == unit}
    picked = (pick.value for field in choice.fields for pick in field.picks)
    given = (value for value in choice.given.values() if isinstance(value, str))
    return any(value in own or value in hidden for value in (*given, *picked))


def _is_shared(battle: Battle, side: str) -> bool:
    """Whether a step is open whose dice others may tell. That everybody sees, whatever lies face down."""
    kinds = _kinds(battle)
    found = (kinds.get(choice.command) for choice in visibility.legal(battle, side) if not choice.decides)
    return any(kind is not None and issubclass(kind, DiceCommand) and bool(kind.shared) for kind in found)


def _shared(battle: Battle, choice: Choice) -> Choice | None:
    """The choice as far as it asks for dice alone; None where its side decides something in it."""
    kind = _kinds(battle)[choice.command]
    if choice.decides or not issubclass(kind, DiceCommand) or not kind.shared:
        return None
    told = {*kind.shared, *kind.rolls, LEAGUER}
    if any(field.name not in told and not field.ahead for field in choice.fields):
        return None
    return replace(choice, fields=tuple(field for field in choice.fields if field.name in told))


def _kinds(battle: Battle) -> dict[str, type[Any]]:
    commands: Iterable[type[Command]] = battle.rules.commands
    return {kind.__name__: kind for kind in commands}

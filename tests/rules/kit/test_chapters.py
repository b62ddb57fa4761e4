"""Chapters are put together to a rulebook, and what does not fit is refused at import."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import msgspec
import pytest

from rules import contract
from rules.contract import Choice, Command, Dice, Event, Message, Piece, Refused, Spoken, say
from rules.kit.chapters import Chapter, Misfit, Rulebook
from rules.kit.declarable import Declarable, declarables
from rules.stream.facts import declare, facts

ANY: Any = None


class Tank(Piece):
    fixed = ("id",)

    id: str
    driven: Annotated[int, Declarable("Driven", line="units.{0}.speed", parts=10), msgspec.Meta(ge=0)] = 0
    loads: Annotated[dict[str, int], Declarable("Loads", line="")] = {}


class State(contract.State, kw_only=True):
    units: dict[str, Tank] = {}
    step: Annotated[str, Declarable("Step")] = "move"
    told: Annotated[int, Declarable("Told")] = 0


class Drive(Command, frozen=True, kw_only=True):
    length: int


class Driven(Event, frozen=True, kw_only=True):
    length: int


class Halted(Event, frozen=True, kw_only=True):
    pass


def moving() -> Chapter[State, Event]:
    """A chapter as a rulebook has it, anew for each test."""
    chapter = Chapter[State, Event]("Moving", "R8")

    @chapter.decides
    def drive(state: State, command: Drive, dice: Dice) -> contract.Decision:
        yield Driven(length=command.length)
        yield Halted()

    @chapter.evolves
    def driven(state: State, event: Driven | Halted) -> None:
        state.told += 1

    @chapter.narrates
    def tell(event: Driven | Halted) -> Message:
        return say(type(event).__name__)

    @chapter.offers
    def drives(state: State, side: str) -> Iterator[Choice]:
        yield Choice(command="Drive", label=say("Drive"), side=side)

    @chapter.forbids
    def nowhere(state: State) -> None:
        if state.step == "nowhere":
            raise Refused("R8", say("Nowhere."), field="facts.step")

    @chapter.explains
    def because(state: State, of: str) -> Iterable[str]:
        return ("units.a.speed",) if of == "facts.step" else ()

    return chapter


def together(*chapters: Chapter[State, Event]) -> contract.RuleSystem:
    return Rulebook(
        chapters=chapters,
        state=State,
        open_to=lambda state, side: side == "ours",
        key="toy",
        name="Toy",
        number="900",
        scenarios=(),
        condition=msgspec.Struct,
        catalogue=ANY,
        muster=ANY,
        start=ANY,
        see=ANY,
        outcome=ANY,
        draft=ANY,
    )


def test_chapters_are_put_together() -> None:
    """Given a chapter, its rulebook decides, folds, tells, offers, forbids and explains what the chapter does."""
    system, state = together(moving()), State()
    events = [*system.decide(state, Drive(length=3), ANY)]
    assert events == [Driven(length=3), Halted()]
    for event in events:
        system.evolve(state, event)
    assert state.told == 2
    assert [system.narrate(event).text() for event in events] == ["Driven", "Halted"]
    assert [choice.command for choice in system.legal(state, "ours")] == ["Drive"]
    assert system.legal(state, "theirs") == ()
    assert system.grounds(state, "facts.step") == ("units.a.speed",)
    assert system.grounds(state, "facts.round") == ()
    system.possible(state)
    state.step = "nowhere"
    with pytest.raises(Refused, match="Nowhere"):
        system.possible(state)
    assert (system.commands, system.events) == ((Drive,), (Driven, Halted))


def test_what_comes_first_of_every_command_and_last_of_every_event() -> None:
    chapter, turns = moving(), Chapter[State, Event]("Turns")

    @turns.before_each
    def in_step(state: State, command: Command) -> None:
        if state.step != "move":
            raise Refused("R2", say("It is not the Move step."))

    @turns.after_each
    def counted(state: State, event: Event) -> None:
        state.told += 10

    system, state = together(turns, chapter), State()
    system.evolve(state, Halted())
    assert state.told == 11
    state.step = "shoot"
    with pytest.raises(Refused, match="not the Move step"):
        [*system.decide(state, Drive(length=1), ANY)]


def test_misfits_are_refused_at_import() -> None:
    """Twice decided, folded without a sentence, told without a fold: each is named."""
    with pytest.raises(Misfit, match="Drive stands in two chapters: Moving, Moving"):
        together(moving(), moving())
    silent = Chapter[State, Event]("Silent")
    silent.changes_nothing(Halted)
    with pytest.raises(Misfit, match="Halted has no sentence"):
        together(silent)
    loose = Chapter[State, Event]("Loose")
    loose.sentences({Halted: lambda event: say("Halted")})
    with pytest.raises(Misfit, match="Halted has a sentence, and no chapter folds it"):
        together(loose)
    with pytest.raises(Misfit, match="Loose: Halted stands there twice"):
        loose.sentences({Halted: lambda event: say("Halted")})
    with pytest.raises(Misfit, match="Fields: the sentence of Halted names unit"):
        Chapter[State, Event]("Fields").sentences({Halted: "%(unit)s halts."})


def test_what_is_said_for_others_has_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Drive, "spoken", (Spoken("length", of="target", rule="R8"),))
    with pytest.raises(Misfit, match="Drive has no field “target”"):
        together(moving())
    monkeypatch.setattr(Drive, "spoken", (Spoken("length", of="length", rule="R8", alone="own"),))
    with pytest.raises(Misfit, match="Drive has no field “own”"):
        together(moving())
    monkeypatch.setattr(Drive, "spoken", (Spoken("", of="", rule="R8", alone="Stop"),))
    with pytest.raises(Misfit, match="Drive speaks for all, and there is no report “Stop”"):
        together(moving())


def test_facts_are_named_where_they_stand() -> None:
    found = declarables(State)
    assert {path: label.text() for path, label in found.facts.items()} == {
        "units.*.driven": "Driven",
        "units.*.loads": "Loads",
        "step": "Step",
        "told": "Told",
    }
    assert found.lines == {"units.*.driven": "units.{0}.speed", "units.*.loads": ""}
    assert found.lengths == {"units.*.driven": 10}
    state = State(units={"a": Tank("a")})
    declare(state, {"units.a.driven": 7, "units.a.loads": [["smoke", 2]]})
    assert facts(state) == {"units.a.driven": 7, "units.a.loads": [["smoke", 2]], "step": "move", "told": 0}
    with pytest.raises(Refused):
        declare(state, {"units.a.driven": -1})


def test_a_fact_without_a_name_is_refused() -> None:
    class Nameless(contract.State):
        step: str = ""

    with pytest.raises(TypeError, match="step"):
        declarables(Nameless)

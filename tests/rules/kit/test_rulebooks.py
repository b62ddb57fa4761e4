"""Rulebooks that are cut into chapters: what belongs together stands together.

A command with its events is defined, decided, folded, offered and narrated in at most three modules. Its events are
those that its deciding functions make themselves; what other chapters rule in its course (a hit, the next step) is
theirs.
"""

from __future__ import annotations

import ast
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple, cast, get_args, get_type_hints

import networkx
import pytest

from rules import systems
from rules.contract import Command, Event
from rules.kit.chapters import Chapter

MOST = 3
GRAMMAR = ("events", "evolve", "legal", "narrate", "possible", "see")  # what modules of chapters are not cut by
KEYS = sorted(path.parent.name for path in Path(systems.__file__ or "").parent.glob("*/__init__.py"))


class Source(NamedTuple):
    """A module of a rulebook, and what its text says. functions: the nodes of each; given: texts that calls are given,
    but for those that are marked for people."""

    module: ModuleType
    tree: ast.Module
    functions: Mapping[str, Sequence[ast.AST]]
    given: Set[str]


class Book(NamedTuple):
    """A rulebook by its modules: which functions are for a command, and where an event is folded and narrated."""

    package: str
    sources: Mapping[str, Source]
    deciding: Mapping[type[Command], list[FunctionType]]
    folded: Mapping[type[Event], str]
    narrated: Mapping[type[Event], str]


@cache
def book(package: str) -> Book:
    sources = {source.module.__name__: source for source in read(package)}
    deciding: dict[type[Command], list[FunctionType]] = {}
    folded: dict[type[Event], str] = {}
    narrated: dict[type[Event], str] = {}
    for source in sources.values():
        for chapter in chapters(source):
            deciding |= {command: [cast(FunctionType, one)] for command, one in chapter.deciding.items()}
            folded |= {event: at(function, source, package) for event, function in chapter.evolving.items()}
            narrated |= {event: at(function, source, package) for event, function in chapter.narrating.items()}
    for source in sources.values():
        for function, command in answering(source, deciding):
            deciding[command].append(function)
    return Book(package, sources, deciding, folded, narrated)


def read(package: str) -> Iterator[Source]:
    """Every module below the package; not the package itself, which is the table of contents."""
    root = Path(import_module(package).__file__ or "").parent
    for path in sorted(root.rglob("*.py")):
        if path.name != "__init__.py":
            name = ".".join((package, *path.relative_to(root).with_suffix("").parts))
            tree = ast.parse(path.read_text(encoding="utf-8"))
            functions = {node.name: [*ast.walk(node)] for node in tree.body if isinstance(node, ast.FunctionDef)}
            yield Source(import_module(name), tree, functions, {*given(tree)})


def given(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and not (isinstance(node.func, ast.Name) and node.func.id == "_"):
            for one in (*node.args, *(keyword.value for keyword in node.keywords)):
                if isinstance(one, ast.Constant) and isinstance(one.value, str):
                    yield one.value


def chapters(source: Source) -> Iterator[Chapter[Any, Any]]:
    """Those that this module makes, not those that it imports."""
    for node in source.tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            made = getattr(source.module, node.targets[0].id, None)
            if isinstance(made, Chapter):
                yield made


def at(function: Callable[..., Any], source: Source, package: str) -> str:
    """What `changes_nothing` folds stands in the chapter that says so."""
    return function.__module__ if function.__module__.startswith(package) else source.module.__name__


def answering(source: Source, known: Mapping[type[Command], Any]) -> Iterator[tuple[FunctionType, type[Command]]]:
    """Generators that name a command: a step of an attack that waits for it, say."""
    for name, nodes in source.functions.items():
        if any(isinstance(node, ast.Yield | ast.YieldFrom) for node in nodes):
            function = getattr(source.module, name)
            named = [found(node, function) for node in nodes if isinstance(node, ast.Name | ast.Attribute)]
            yield from ((function, one) for one in {one for one in named if isinstance(one, type)} if one in known)


def found(node: ast.expr, function: FunctionType) -> object:
    """What a name in a function stands for."""
    if isinstance(node, ast.Name):
        return function.__globals__.get(node.id)
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return getattr(function.__globals__.get(node.value.id), node.attr, None)
    return None


def events_of(function: FunctionType, told: Book, seen: set[FunctionType]) -> set[type[Event]]:
    """The events a function makes: itself, by functions of its module, or by others that say which one they return."""
    if function in seen:
        return set()
    seen.add(function)
    made: set[type[Event]] = set()
    for node in told.sources[function.__module__].functions[function.__name__]:
        what = found(node.func, function) if isinstance(node, ast.Call) else None
        if isinstance(what, type) and issubclass(what, Event):
            made.add(what)
        elif isinstance(what, FunctionType) and what.__module__ == function.__module__:
            made |= events_of(what, told, seen)
        elif isinstance(what, FunctionType) and what.__module__ in told.sources:
            returned = get_type_hints(what).get("return")
            made |= {kind for kind in (get_args(returned) or (returned,)) if kind in told.folded}
    return {event for event in made if event.__module__ in told.sources}


def modules_of(command: type[Command], told: Book) -> set[str]:
    """Where the command and its events stand."""
    seen: set[FunctionType] = set()
    deciding = told.deciding[command]
    events = set().union(*(events_of(function, told, seen) for function in deciding))
    places = {command.__module__, *(function.__module__ for function in deciding)}
    places |= {name for name, source in told.sources.items() if command.__name__ in source.given}
    for event in events:
        places |= {event.__module__, told.folded[event], told.narrated[event]}
    return places


def package_of(key: str) -> str:
    return f"{systems.__name__}.{key}"


@pytest.mark.parametrize("key", KEYS)
def test_a_command_with_its_events_stands_in_three_modules_at_most(key: str) -> None:
    told = book(package_of(key))
    assert {*told.deciding} == {*import_module(told.package).SYSTEM.commands}
    counted = {command.__name__: sorted(modules_of(command, told)) for command in told.deciding}
    assert {name: places for name, places in counted.items() if len(places) > MOST} == {}


@pytest.mark.parametrize("key", KEYS)
def test_modules_are_not_cut_by_grammar(key: str) -> None:
    names = [name.rpartition(".")[2] for name in book(package_of(key)).sources]
    assert names
    assert [name for name in names if name.partition("_")[0] in GRAMMAR] == []


@pytest.mark.parametrize("key", KEYS)
def test_modules_import_one_another_in_no_circle(key: str) -> None:
    sources = book(package_of(key)).sources.values()
    graph = networkx.DiGraph(arrow for source in sources for arrow in arrows(source, package_of(key)))
    assert len(graph) > 5
    assert [*networkx.simple_cycles(graph)] == []


@pytest.mark.parametrize("key", KEYS)
def test_folders_import_one_another_in_no_circle(key: str) -> None:
    """A folder counts as a whole, a module beside the folders as itself."""
    sources = book(package_of(key)).sources.values()
    graph = networkx.DiGraph(between_folders(arrow for source in sources for arrow in arrows(source, package_of(key))))
    assert len(graph) > 5
    assert [*networkx.simple_cycles(graph)] == []


def between_folders(found: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    for name, goal in found:
        ends = name.split(".")[3], goal.split(".")[3]  # below rules.systems.KEY
        if ends[0] != ends[1]:
            yield ends


def arrows(source: Source, package: str) -> Iterator[tuple[str, str]]:
    """From this module to those of its rulebook that it imports, wherever it does so."""
    name = source.module.__name__
    for node in ast.walk(source.tree):
        if isinstance(node, ast.ImportFrom):
            base = ".".join(name.split(".")[: -node.level]) if node.level else ""
            home = ".".join(filter(None, (base, node.module)))
            for alias in node.names:
                goal = f"{home}.{alias.name}" if f"{home}.{alias.name}" in sys.modules else home
                if goal.startswith(package) and goal != package:
                    yield name, goal


# -- the count itself --------------------------------------------------------------------------------------------------

PLANTED = {
    "state": """
        from rules.contract import Event, State
    """,
    "words": """
        NAMES = {"ram": _("Ram")} if (_ := str) else {}
    """,
    "reports": """
        from rules.contract import Command
        class Ram(Command, frozen=True, kw_only=True):
            unit: str
    """,
    "told": """
        from rules.contract import Event
        class Rammed(Event, frozen=True, kw_only=True):
            rules = ("R1",)
        class Stunned(Event, frozen=True, kw_only=True):
            rules = ("R2",)
    """,
    "ramming": """
        from rules.contract import Decision, Dice, Event, State
        from rules.kit.chapters import Chapter
        from .figures import stunning
        from .reports import Ram
        from .told import Rammed
        CHAPTER = Chapter[State, Event]("Ramming")
        @CHAPTER.decides
        def ram(state: State, command: Ram, dice: Dice) -> Decision:
            yield _rammed()
            yield stunning()
        def _rammed() -> Event:
            return Rammed()
    """,
    "figures": """
        from .told import Stunned
        def stunning() -> Stunned:
            return Stunned()
    """,
    "folds": """
        from rules.contract import Event, Message, State, say
        from rules.kit.chapters import Chapter
        from .told import Rammed, Stunned
        CHAPTER = Chapter[State, Event]("Folds")
        CHAPTER.changes_nothing(Rammed)
        CHAPTER.sentences({Rammed: lambda event: say("Rammed.")})
        @CHAPTER.evolves
        def stunned(state: State, event: Stunned) -> None:
            pass
    """,
    "sentences": """
        from rules.contract import Event, Message, State, say
        from rules.kit.chapters import Chapter
        from .told import Stunned
        CHAPTER = Chapter[State, Event]("Sentences")
        @CHAPTER.narrates
        def tell(event: Stunned) -> Message:
            return say("Stunned.")
    """,
    "forms": """
        def form(name: str) -> str:
            return name
        OFFERED = form("Ram")
    """,
}


def test_all_places_of_a_command_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "planted_rulebook"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    for name, text in PLANTED.items():
        head = "from __future__ import annotations\n"
        (folder / f"{name}.py").write_text(head + textwrap.dedent(text), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    told = book(folder.name)
    ((command, _functions),) = told.deciding.items()
    places = {place.removeprefix(f"{folder.name}.") for place in modules_of(command, told)}
    assert places == {"reports", "told", "ramming", "folds", "sentences", "forms"}
    ramming = {*arrows(told.sources[f"{folder.name}.ramming"], folder.name)}
    assert {goal.rpartition(".")[2] for _name, goal in ramming} == {"figures", "reports", "told"}


def test_a_circle_of_folders_is_found_where_modules_have_none() -> None:
    book = "rules.systems.tanks"
    found = [(f"{book}.cards.use", f"{book}.choices"), (f"{book}.choices", f"{book}.cards.crew")]
    assert [*networkx.simple_cycles(networkx.DiGraph(found))] == []
    assert len([*networkx.simple_cycles(networkx.DiGraph(between_folders(found)))]) == 1
    assert [*between_folders([(f"{book}.cards.use", f"{book}.cards.crew")])] == []

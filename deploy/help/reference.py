"""Pages that are made from the code as it is installed, in markdown: so they cannot say what is not so.

What stands in the docstrings of reports, events and settings is for whoever writes programs and scripts; it is shown
as it is, in English.
"""

from __future__ import annotations

import inspect
import re
from argparse import Action, ArgumentParser
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from django.core import management
from django.core.management import find_commands, get_commands, load_command_class
from django.utils import translation

import rules
from battles.sentences import option_in_words
from campaigns import season
from campaigns.season.terms import MAP, TERMS
from deploy import settings
from leagues import league
from leagues.league.terms import TERMS as OF_LEAGUES
from rules import reports
from rules.contract import Command, Event, RuleSystem
from rules.declarations import Option
from rules.stream import script

FLOORS = ("battles", "campaigns", "leagues", "deploy")


def made() -> Iterator[tuple[str, Callable[[], str]]]:
    """Each by its key, in their order."""
    yield "terms", terms
    for system in rules.all_systems().values():
        yield f"{system.key.replace('_', '-')}-reports", partial(rulebook, system)
    yield "battle-reports", battle_reports
    yield "season-reports", season_reports
    yield "league-reports", league_reports
    yield "script", scripts
    yield "settings", all_settings
    yield "commands", commands


def terms() -> str:
    parts = [
        "# Terms of campaigns and leagues",
        "What organisers set as a campaign opens, and may change from a round on; each is explained in its form, too."
        " A rulebook may bring terms of its own, and other values for some of these.",
        "## Of every campaign",
        *map(_option, TERMS),
        "## Of a campaign on a map",
        *map(_option, MAP),
        "## Of a league",
        *map(_option, OF_LEAGUES),
    ]
    return _page(parts)


def rulebook(system: RuleSystem) -> str:
    """Its options, scenarios, reports and events."""
    parts = [
        f"# {system.name}: options and reports",
        f"Editions: {', '.join(system.editions)}. The catalogue is at [its own page](/systems/{system.key}/).",
        "## Options and house rules",
        *map(_option, system.options),
        *(["## What the board of a battle may hold", *map(_option, system.board)] if system.board else []),
        "## Scenarios",
        *(f"- {one.name} (`{one.key}`), sides: {', '.join(one.sides)}. {one.rule}" for one in system.scenarios),
        "## Reports",
        "What is told of a battle, beside [what every battle has](/help/battle-reports/).",
        *_commands(system.commands),
        "## Events",
        "What was ruled, as the log keeps it.",
        *_events(system.events),
    ]
    return _page(parts)


def battle_reports() -> str:
    return _reports(
        "Reports of every battle",
        "Whatever its rulebook: how a battle begins, is told, confirmed, corrected and ended.",
        reports.COMMANDS,
        reports.EVENTS,
    )


def season_reports() -> str:
    return _reports(
        "Reports of a season", "What is told to a campaign, by whom it says.", season.COMMANDS, season.EVENTS
    )


def league_reports() -> str:
    return _reports("Reports of a league", "What is told to a league, by whom it says.", league.COMMANDS, league.EVENTS)


def scripts() -> str:
    """How a line is written, and every verb there is."""
    _about, _blank, rule = (inspect.getdoc(script) or "").partition("\n\n")
    kinds: dict[str, Sequence[type[Command]]] = {
        "every battle": reports.COMMANDS,
        **{one.name: one.commands for one in rules.all_systems().values()},
        "a season": season.COMMANDS,
        "a league": league.COMMANDS,
    }
    parts = [
        "# Battle script: every verb",
        "Reports as lines of text, one a line. The pages on which script is written complete it as it is typed.",
        rule.replace("    usa: fire", "```\nusa: fire", 1).replace("# a comment\n", "# a comment\n```\n", 1),
        "Capitals stand in their place without a name; what may be left out stands in brackets.",
    ]
    for of, found in kinds.items():
        parts += [f"## Verbs of {of}", _fenced(sorted(script.outline(one) for one in found))]
    return _page(parts)


def all_settings() -> str:
    """The table at the head of `deploy/settings.py`."""
    about, _blank, table = (inspect.getdoc(settings) or "").partition("\n\n")
    found: list[tuple[str, list[str]]] = []
    for line in table.splitlines():
        if named := re.match(r"([A-Z_]+(?:, [A-Z_]+)*) {2,}(.*)", line):
            found.append((named[1], [named[2]]))
        else:
            found[-1][1].append(line.strip())
    parts = ["# Settings", about, "They are read as a process starts: start it again after a change."]
    for names, said in found:
        parts += [f"## {names}", _escaped(" ".join(said))]
    return _page(parts)


def commands() -> str:
    """What `manage.py` can be told, of Leaguer's own; not what Django has as well, which `upgrade` sees to."""
    parts = ["# Commands of manage.py", "Told on the server, as `.venv/bin/python manage.py NAME`."]
    djangos = find_commands(management.__path__[0])
    for name, app in sorted(get_commands().items()):
        if app.split(".")[0] in FLOORS and name not in djangos:
            command = load_command_class(app, name)
            parser = command.create_parser("manage.py", name)
            parts += [f"## {name}", _escaped(str(command.help))]
            parts += [f"- `{before}{_how(one)}` {_escaped(_told(one))}" for before, one in arguments(parser)]
    return _page(parts)


_OF_DJANGO = frozenset(
    ("help", "version", "verbosity", "settings", "pythonpath", "traceback", "no_color", "force_color", "skip_checks")
)


def arguments(parser: ArgumentParser, before: str = "") -> Iterator[tuple[str, Action]]:
    """What a command takes, without what Django adds to all; of its parts, each with the part's name before it."""
    for one in parser._actions:
        if isinstance(one.choices, Mapping):
            for name, part in one.choices.items():
                yield from arguments(part, f"{before}{name} ")
        elif one.dest not in _OF_DJANGO:
            yield before, one


def _how(action: Action) -> str:
    value = "" if action.nargs == 0 else str(action.metavar or action.dest).upper()
    return " ".join(part for part in (", ".join(action.option_strings), value) if part)


def _told(action: Action) -> str:
    said = str(action.help or "")
    return f"{said} ({', '.join(map(str, action.choices))})" if action.choices else said


def _option(option: Option) -> str:
    parts = [f"### {translation.gettext(option.called)}", _escaped(translation.gettext(option.help))]
    default = option_in_words(option, option.default) if option.default != "" else "nothing"
    told = [f"`{option.name}`", f"unless changed: {_escaped(default)}"]
    if option.choices:
        told.append(
            "choices: " + ", ".join(f"{_escaped(option_in_words(option, one))} (`{one}`)" for one in option.choices)
        )
    elif option.type == "number":
        told.append(f"{option.least} to {option.most}")
    return "\n\n".join([*parts, "; ".join(told) + "."])


def _reports(title: str, about: str, told: Iterable[type[Command]], ruled: Iterable[type[Event]]) -> str:
    return _page([f"# {title}", about, "## Reports", *_commands(told), "## Events", *_events(ruled)])


def _commands(kinds: Iterable[type[Command]]) -> Iterator[str]:
    for kind in kinds:
        yield f"### {kind.__name__}"
        yield _says(kind)
        yield _fenced([script.outline(kind)])


def _events(kinds: Iterable[type[Event]]) -> Iterator[str]:
    for kind in kinds:
        fields = ", ".join(f"`{name}`" for name in kind.__struct_fields__)
        yield f"### {kind.__name__}"
        yield _says(kind)
        yield f"Fields: {fields}." if fields else "It has no fields."


def _says(kind: type) -> str:
    """Its own docstring; of what it inherits nothing is told."""
    return _escaped(inspect.cleandoc(kind.__doc__ or ""))


def _fenced(lines: Iterable[str]) -> str:
    return "\n".join(["```", *lines, "```"])


def _escaped(text: str) -> str:
    """As it was written for whoever reads the code: nothing of it begins a list, a heading or a link."""
    return re.sub(r"([*_<\[\]])(?=[^`]*(?:`[^`]*`[^`]*)*$)", r"\\\1", text)


def _page(parts: Iterable[str]) -> str:
    return "\n\n".join(part for part in parts if part) + "\n"

"""The chapters of a league (`rules.kit.person_chapters`), and what their choices are made of."""

from __future__ import annotations

from collections.abc import Iterable

from leagues.league.state import League
from rules.contract import Choice, Command, Field, Message, Pick, say
from rules.contract import gettext_noop as _
from rules.kit.person_chapters import PersonChapter
from rules.messages import called, verbatim

Chapter = PersonChapter[League]

WHY = Field(
    name="reason",
    kind="text",
    label=say(_("Reason")),
    help=say(_("Everyone may read it in the league’s log.")),
    most=500,
    required=True,
)


def choice(
    command: type[Command], label: Message, *fields: Field, help: Message | None = None, **given: str | int | bool
) -> Choice:
    """A report; `help`: what it comes to."""
    return Choice(command=command.__name__, label=label, side="", help=help, given=given, fields=fields)


def person_picks(league: League, keys: Iterable[str]) -> tuple[Pick, ...]:
    return tuple(Pick(key, called(key)) for key in keys)


def player_field(league: League, keys: Iterable[str], name: str = "player") -> Field:
    return Field(name=name, kind="pick", label=say(_("Player")), picks=person_picks(league, keys), required=True)


def division_picks(league: League) -> tuple[Pick, ...]:
    return tuple(Pick(one.key, verbatim(one.name)) for one in league.divisions)

"""Controls for what a rulebook lets a battle's board hold, in the form that musters a battle."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec
from django.http import QueryDict
from django.utils.translation import gettext as _

from battles.sentences import option_in_words
from rules.contract import Refused
from rules.declarations import Option

BOARD = "board-"


class Part(msgspec.Struct, frozen=True):
    """A part of the board as a control. `choices`: (value, label, chosen); the first one is blank."""

    key: str
    kind: str
    label: str
    help: str
    rule: str
    least: int
    most: int
    value: str
    choices: tuple[tuple[str, str, bool], ...]
    faults: tuple[Refused, ...]

    @property
    def described_by(self) -> str:
        return f"{self.key}-help {self.key}-fault" if self.faults else f"{self.key}-help"


def read(post: QueryDict) -> dict[str, str]:
    """The typed texts, by the part's name, without those left blank. Line ends become \\n."""
    typed = {key.removeprefix(BOARD): post.get(key, "") for key in post if key.startswith(BOARD)}
    plain = {name: text.replace("\r\n", "\n").strip("\n") for name, text in typed.items()}
    return {name: text for name, text in plain.items() if text.strip()}


def typed(board: Mapping[str, bool | int | str]) -> dict[str, str]:
    """The texts to type for this board."""
    plain = {True: "yes", False: "no"}
    return {name: plain[value] if isinstance(value, bool) else str(value) for name, value in board.items()}


def board(declared: Sequence[Option], typed: Mapping[str, str]) -> dict[str, bool | int | str]:
    """The board of a report. What cannot be read is sent as typed, and refused with the right form."""
    return {option.name: _value(option, typed[option.name]) for option in declared if option.name in typed}


def _value(option: Option, text: str) -> bool | int | str:
    match option.type:
        case "flag" if text in ("yes", "no"):
            return text == "yes"
        case "number" if re.fullmatch(r"\s*[+-]?[0-9]{1,9}\s*", text):
            return int(text)
        case _:
            return text


def parts(declared: Sequence[Option], typed: Mapping[str, str], faults: Sequence[Refused]) -> list[Part]:
    return [_part(option, typed.get(option.name, ""), faults, len(declared) == 1) for option in declared]


def _part(option: Option, value: str, faults: Sequence[Refused], only: bool) -> Part:
    """`only`: there is no other part, so a fault of the whole board is shown here."""
    mine = f"board.{option.name}"
    return Part(
        key=BOARD + option.name,
        kind=option.type,
        label=_(option.called),
        help=_(option.help),
        rule=option.rule,
        least=option.least,
        most=option.most,
        value=value,
        choices=tuple(_choices(option, value)),
        faults=tuple(one for one in faults if one.field == mine or (only and one.field == "board")),
    )


def _choices(option: Option, value: str) -> list[tuple[str, str, bool]]:
    match option.type:
        case "flag":
            labels = {"": "–", "yes": _("yes"), "no": _("no")}
        case "choice":
            labels = {"": "–"} | {choice: option_in_words(option, choice) for choice in option.choices}
        case _:
            return []
    return [(key, label, key == value) for key, label in labels.items()]

"""What a part of a form brings back if nobody touches it: then it says nothing new."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from battles.forms.form_data import data_of
from battles.forms.paths import part_of
from rules.contract import Refused

if TYPE_CHECKING:
    from battles.forms.controls import Control


def untouched(control: Control) -> str:
    """The JSON of one part, as a report would have it; "" where it cannot be read back."""
    try:
        data = data_of(sent(control), "")
    except Refused:
        return ""
    for step in control.path.split("."):
        data = data.get(step, {})
    return msgspec.json.encode(data, order="deterministic").decode()


def sent(control: Control) -> dict[str, list[str]]:
    """What a browser sends of it, by key."""
    if control.parts:
        return {key: values for part in control.parts for key, values in sent(part).items()}
    if control.shape == "ranks":
        return {part_of(control.key, one.value): [one.place] for one in control.options}
    return {control.key: list(_values(control))}


def _values(control: Control) -> Iterator[str]:
    match control.shape:
        case "radios" | "list":
            yield from (option.value for option in control.options if option.chosen)
        case "ticks":
            if control.or_none:
                yield ""
            yield from (option.value for option in control.options if option.chosen)
        case "lists":
            yield from (next((one.value for one in each if one.chosen), "") for each in control.lists)
        case "flag":
            yield "yes" if control.value == "yes" else "no"
        case _:
            yield control.value

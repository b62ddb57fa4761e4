"""Small drawings for what people judge at the table, from files in a rulebook's folder."""

from __future__ import annotations

from importlib.resources import files

from rules.contract import Drawing, say


def drawing(package: str | None, name: str, title: str, says: str) -> Drawing:
    """The file `drawings/NAME.svg` of a rulebook; `package` is its `__package__`, both texts are marked for
    translation."""
    assert package is not None
    svg = files(package).joinpath("drawings", f"{name}.svg").read_text(encoding="utf-8")
    return Drawing(svg.strip(), say(title), say(says))

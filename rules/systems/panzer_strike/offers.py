"""What choices of every phase are made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.contract import Choice, Colour, Field, Message, Pick, say, verbatim
from rules.contract import gettext_noop as _
from rules.kit.offers import in_bulk as in_bulk
from rules.kit.offers import of_unit as of_unit

from .likelihood import weighed
from .state import Miniature
from .words import each, placed


def pick_field(name: str, label: Message, picks: Iterable[Pick], required: bool = True, readily: int = 500) -> Field:
    """One of `picks`. A field without picks should not be offered at all."""
    return Field(name=name, kind="pick", label=label, picks=tuple(picks), required=required, readily=readily)


def unit_pick(unit: Miniature) -> Pick:
    """The unit by its name and, once it stands somewhere, by its square."""
    called = placed(unit)
    return Pick(unit.id, verbatim(called) if isinstance(called, str) else called)


def at_targets(
    unit: Miniature,
    targets: Sequence[tuple[Miniature, int]],
    one: str,
    several: str,
    *fields: Field,
    given: dict[str, Any] | None = None,
    readily: int = 1000,
    weights: Mapping[str, int] | None = None,
) -> Choice:
    """A shot to announce at any of `targets`, which come with their ranges: 0 if the board has none. A single target is
    named in the words of `one`; `several` says how many there are to choose from."""
    if len(targets) == 1:
        [(target, found)] = targets
        label = say(one, unit=placed(unit), target=placed(target), range=found)
        given = {"target": target.id, **(given or {})}
        return of_unit(unit, "Announce", label, *fields, given=given, readily=readily)
    picks = weighed((_target_pick(target, found) for target, found in targets), weights or {})
    label = say(several, unit=placed(unit), n=len(targets))
    target_field = pick_field("target", say(_("Target")), picks)
    return of_unit(unit, "Announce", label, target_field, *fields, given=given, readily=readily)


def _target_pick(target: Miniature, found: int) -> Pick:
    if not found:
        return unit_pick(target)
    text = _("%(unit)s on %(square)s, range %(range)s")
    return Pick(target.id, say(text, unit=target.called, square=target.square, range=found))


def word_picks(words: Iterable[str]) -> tuple[Pick, ...]:
    """Picks whose values are words for people too: squares, directions, faces of dice."""
    return tuple(Pick(word, verbatim(word)) for word in words)


def dice_field(
    name: str,
    label: Message,
    count: int,
    shown: Iterable[int | str] = (),
    help: Message | None = None,
    colour: Colour = "",
) -> Field:
    """Exactly `count` dice that show one of `shown`, or 1 to 6; if left out, Leaguer rolls them."""
    faces = dict.fromkeys(str(face) for face in shown)
    picks = tuple(Pick(face, verbatim(face), sign=_sign(face)) for face in faces)
    return Field(
        name=name, kind="dice", label=label, help=help, least=count, most=count, faces=6, picks=picks, colour=colour
    )


SIGNS = {"x": "✕", "turn": "↻", "side": "◧", "crew": "☺", "ok": "✓", "red": "●"}  # as the dice show them


def _sign(face: str) -> str:
    """What a face looks like: its area in words, its symbols drawn."""
    return " ".join(SIGNS.get(part, part) for part in face.split("+")) if face[:1].isalpha() else face.replace("-", "−")


def opposed(sides: Sequence[str], side: str, command: str, label: Message) -> Choice:
    """One die for each side, in the order of the sides' names."""
    order = say(_("One die each, in this order: %(sides)s."), sides=each(sides))
    dice = dice_field("dice", say(_("Dice")), len(sides), help=order)
    return Choice(command=command, label=label, side=side, fields=(dice,))

"""What people call ground, steps, results and effects, wherever they read of them, and what chapters build their
choices from."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rules.contract import Field, Message, Pick, ngettext, pgettext, say, verbatim
from rules.contract import gettext_noop as _
from rules.kit import offers
from rules.kit.offers import drawing
from rules.kit.offers import in_bulk as in_bulk
from rules.kit.offers import of_side as of_side
from rules.kit.offers import of_unit as of_unit
from rules.kit.offers import of_units as of_units
from rules.kit.offers import pick_field as pick_field
from rules.kit.offers import unit_picks as unit_picks
from rules.kit.words import distance as distance
from rules.kit.words import faces as faces
from rules.kit.words import named as named
from rules.messages import listed as listed

from .measures import measured_in, parts
from .report_dice import DIE_NAMES
from .state import State


def called(key: str) -> Message:
    """A vehicle or a side by its key: wherever people read it, the name they gave it stands in its place."""
    return say("%(name)s", name=key or "-")


def all_called(keys: Iterable[str]) -> Message:
    """Several of them, with commas between; a dash for none."""
    names = [called(key) for key in keys]
    return listed(names) if names else verbatim("-")


def points_of(n: int) -> Message:
    """So many points, in words."""
    return ngettext("%(n)d point", "%(n)d points", n)


FACING_NAMES: dict[str, Message] = {
    "front": say(pgettext("of a tank", "front")),
    "side": say(pgettext("of a tank", "side")),
    "rear": say(_("rear")),
}
ARMOUR_NAMES = {**FACING_NAMES, "lowest": say(_("lowest armour"))}
PHASE_NAMES: dict[str, Message] = {
    "setup": say(_("Set-up roll")),
    "choice": say(_("Choice of the set-up")),
    "deployment": say(_("Deployment")),
    "round": say(_("Between rounds")),
    "move": say(_("Move")),
    "shoot": say(_("Shoot")),
    "ram": say(_("Ram")),
    "radio": say(_("Radio")),
}
GROUND_NAMES: dict[str, Message] = {
    "open": say(_("open ground")),
    "road": say(_("a road")),
    "difficult": say(_("difficult ground")),
    "forest": say(_("forest")),
    "forest+difficult": say(_("forest on difficult ground")),
}
MODIFIER_NAMES: dict[str, Message] = {
    "beyond_half": say(_("beyond half range")),
    "shooter_moved": say(_("shooter moved")),
    "target_moved": say(_("target moved")),
    "target_fast": say(_("fast target")),
}
SAVE_NAMES: dict[str, Message] = {
    "heavy": say(_("heavy cover")),
    "light": say(_("light cover")),
    "smoke": say(_("smoke")),
    "glancing": say(_("glancing")),
}
EFFECT_NAMES: dict[str, Message] = {
    "none": say(_("no effect")),
    "stunned": say(_("stunned")),
    "knocked_about": say(_("knocked about")),
    "tracked": say(_("tracked")),
    "gun_out": say(_("main weapon damaged")),
    "bailed_out": say(_("crew bails out, destroyed")),
    "knocked_out": say(_("knocked out, it explodes")),
}
SMOKE_NAMES: dict[str, Message] = {
    "available": say(_("available")),
    "smoking": say(_("popped, obscured")),
    "used": say(_("used")),
}


def ground(over: str) -> Message:
    """A stretch of ground with its slope."""
    kind, slope = parts(over)
    name = named(GROUND_NAMES, kind)
    if not slope:
        return name
    return say(_("%(ground)s, uphill") if slope == "up" else _("%(ground)s, downhill"), ground=name)


GONE: dict[str, Message] = {
    "retreated": say(_("has retreated")),
    "bailed_out": say(_("destroyed, its crew bailed out")),
    "knocked_out": say(_("knocked out")),
}
CONDITIONS: dict[str, Message] = {
    "out": say(_("Fate")),
    **{f"out.{fate}": words for fate, words in GONE.items()},
    "tracked": EFFECT_NAMES["tracked"],
    "gun_out": EFFECT_NAMES["gun_out"],
    "captured": say(_("captured")),
    "scrapped": say(_("scrapped")),
    "skill": say(_("ballistic skill")),
    "crew": say(_("Crew")),
    "crew.fit": say(_("crew fit")),
    "crew.lost": say(_("crew lost")),
}


def length_field(name: str, label: Message, least: int, most: int, state: State, near: Iterable[int] = ()) -> Field:
    """R4: a length, as it is measured."""
    return offers.length_field(name, label, least, most, measured_in(state.options), near)


def facing_field(label: Message) -> Field:
    return replace(pick_field("facing", label, FACING_PICKS), drawing=FACING)


FACING = drawing(
    __package__,
    "facing",
    _("Front, side or rear"),
    _("It is struck on its front, a side or its rear; in doubt, lines through the corners of its hull part them."),
)


FACING_PICKS = tuple(
    Pick(facing, name, readily=2000 if facing == "front" else 1000) for facing, name in FACING_NAMES.items()
)


def dice_fields(*dice: str, faces: dict[str, int] | None = None) -> tuple[Field, ...]:
    """One field for each die, in order. Leaguer rolls those that are left out; only the first is sure to fall."""
    sizes = faces or {}
    return tuple(
        Field(name=die, kind="dice", label=DIE_NAMES[die], least=1, most=1, faces=sizes.get(die, 6), ahead=place > 0)
        for place, die in enumerate(dice)
    )


FARTHEST = 9999

"""What people call cards, expenditures, reasons, effects and support, everywhere the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rules.contract import Message, pgettext, say, verbatim
from rules.contract import gettext_noop as _
from rules.kit.words import distance as distance
from rules.kit.words import faces as faces
from rules.kit.words import named as named

from . import tables


def called(key: str) -> Message:
    """A vehicle, side or platoon by its key. Where people read it, the name they gave it replaces the key."""
    return say("%(name)s", name=key)


def spelled(name: Message, key: str) -> Message:
    """A name, and how a report writes it: “Free Action (free)”."""
    return say(_("%(name)s (%(written)s)"), name=name, written=verbatim(key))


def title(platoon: str) -> str:
    """What people call a platoon of the deck: “Panzers A” for panzers_a."""
    return " ".join(word[:1].upper() + word[1:] for word in platoon.replace("_", " ").split())


def listed(parts: Iterable[Message | str]) -> Message:
    """Several things in a row, with commas between; "-" for none, and for one without a name. An id is a value of its
    own, so that the floors above can replace it by a name."""
    found: Message | None = None
    for part in parts:
        if found is not None:
            found = say(_("%(one)s, %(other)s"), one=found, other=part or "-")
        else:
            found = part if isinstance(part, Message) else called(part or "-")
    return found or verbatim("-")


def sentence(parts: Iterable[Message]) -> Message:
    """Several sentences, one after the other; one at the least."""
    first, *others = parts
    for other in others:
        first = say(_("%(told)s %(more)s"), told=first, more=other)
    return first


def modified(what: Message, more: int) -> Message:
    """A modifier with its reason: “target moving -1”."""
    return say(_("%(what)s %(more)s"), what=what, more=f"{more:+d}")


# -- cards -------------------------------------------------------------------------------------------------------------

KIND_NAMES: dict[str, Message] = {
    tables.TURN_OVER: say(_("Turn Over")),
    "free_action": say(_("Free Action")),
    "double_free_action": say(_("2x Free Action")),
    "half_move_free_action": say(_("1/2 Move and Free Action")),
    "move": say(_("Move")),
    "half_move": say(_("1/2 Move")),
    "air_support": say(_("Air Support")),
    "artillery_support": say(_("Artillery Support")),
    "support": say(_("Support")),
}


def card_name(card: str) -> Message:
    """A card as it is printed: “Turn Over”, “germans: Air Support”, “soviets, tankovy_1: Move”; "" is a commander's."""
    if not card:
        return say(_("Commander's Free Action"))
    *whose, kind = card.split("/")
    match whose:
        case [side]:
            return say(_("%(side)s: %(kind)s"), side=side, kind=named(KIND_NAMES, kind))
        case [side, platoon]:
            text = _("%(side)s, %(platoon)s: %(kind)s")
            return say(text, side=side, platoon=platoon, kind=named(KIND_NAMES, kind))
    return named(KIND_NAMES, card)


def counted(kinds: Iterable[str]) -> Message:
    """Kinds of cards, in the order they come in, and how many of each: “Move, 2 × 1/2 Move”."""
    numbers = Counter(kinds).items()
    return listed(_number(named(KIND_NAMES, kind), number) for kind, number in numbers)


def _number(kind: Message, number: int) -> Message:
    return say(_("%(number)s × %(kind)s"), number=number, kind=kind) if number > 1 else kind


GRANT_NAMES: dict[str, Message] = {
    "move": say(_("Move")),
    "half_move": say(_("1/2 Move")),
    "free": say(_("Free Action")),
}
ACTING_NAMES: dict[tuple[str, ...], Message] = {
    ("free",): say(_("a Free Action")),
    ("free", "free"): say(_("two Free Actions")),
    ("half_move", "free"): say(_("half a move and a Free Action")),
    ("move",): say(_("a move")),
    ("half_move",): say(_("half a move")),
}


def grants(spent: tuple[str, ...]) -> Message:
    """What may be spent, in a line."""
    return ACTING_NAMES.get(spent) or listed(named(GRANT_NAMES, grant) for grant in spent)


def left_to_spend(grants: Iterable[str]) -> Message:
    """Expenditures, and how a report writes each."""
    return listed(spelled(named(GRANT_NAMES, grant), grant) for grant in grants)


def acting(side: str, platoon: str, given: tuple[str, ...]) -> Message:
    """Whose Impulse it is, and what it gives each vehicle."""
    text = _("Impulse of %(side)s: %(grants)s for each vehicle.")
    if platoon:
        text = _("Impulse of %(side)s, %(platoon)s: %(grants)s for each vehicle.")
    return say(text, side=side, platoon=platoon, grants=grants(given))


# -- the table ---------------------------------------------------------------------------------------------------------

PHASE_NAMES: dict[str, Message] = {
    "turn": say(_("Between turns")),
    "shuffle": say(_("The deck is to be shuffled")),
    "gap": say(_("Between two cards")),
    "impulse": say(_("Impulse")),
    "support": say(_("Support")),
}
OVER_NAMES: dict[str, Message] = {"open": say(_("open ground")), "rough": say(_("rough ground"))}
FACING_NAMES: dict[str, Message] = {
    "front": say(pgettext("of a tank", "front")),
    "flank": say(_("flank")),
    "rear": say(_("rear")),
}
BAND_NAMES: dict[str, Message] = {
    "short": say(_("short range")),
    "medium": say(_("medium range")),
    "long": say(_("long range")),
    "beyond": say(_("out of range")),
}
CONCEALMENT_NAMES: dict[str, Message] = {
    "light": say(_("light concealment")),
    "heavy": say(_("heavy concealment")),
}
TRIGGER_NAMES: dict[str, Message] = {
    "enters": say(_("enters its view")),
    "leaves": say(_("leaves its view")),
    "return": say(_("has fired at it")),
}
EFFECT_NAMES: dict[str, Message] = {
    "none": say(_("not penetrated")),
    "crew_suppressed": say(_("crew suppressed")),
    "gun_out": say(_("main gun disabled")),
    "immobile": say(_("immobilised")),
    "burning": say(_("burning")),
    "exploded": say(_("massive explosion")),
}
REASON_NAMES: dict[str, Message] = {
    "struck": say(_("was struck")),
    "crew_suppressed": say(_("crew suppressed by a hit")),
    "last_tank": say(_("last of its platoon")),
    "rally": say(_("suppressed, to act again")),
}
AIRCRAFT_NAMES: dict[str, Message] = {
    "hs_123": say(_("Hs 123")),
    "me_109": say(_("Me 109")),
    "ju_87": say(_("Ju 87")),
    "fighter": say(_("fighter")),
    "il_2": say(_("Il-2")),
}
LEVEL_NAMES: dict[str, Message] = {
    "low": say(_("low intensity")),
    "medium": say(_("medium intensity")),
    "all_out": say(_("all-out support")),
}
GONE: dict[str, Message] = {
    "burning": say(_("burning")),
    "exploded": say(_("exploded")),
    "abandoned": say(_("abandoned by its crew")),
    "left_table": say(_("has left the table")),
}
# What people call the condition that a battle leaves a vehicle in (`state.Condition`).
CONDITIONS: dict[str, Message] = {
    "out": say(_("Fate")),
    **{f"out.{fate}": words for fate, words in GONE.items()},
    "gun_out": EFFECT_NAMES["gun_out"],
    "immobile": EFFECT_NAMES["immobile"],
    "captured": say(_("captured")),
    "morale": say(_("morale")),
    "crew": say(_("Crew")),
    "crew.fit": say(_("crew fit")),
    "crew.lost": say(_("crew lost")),
}

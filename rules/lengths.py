"""Lengths as people measure, type and read them: "15.5 cm", "9 1/2 in".

A report and the log keep a length as whole tenths of the battle's unit of measure: millimetres if that is the
centimetre, tenths of an inch if it is the inch. So nothing is ever rounded. People never see the tenths: `read` reads
what they type, and `told` writes what they read.

Who measures with a tape of the other unit says what an inch comes to on it (`Tape`): no rulebook does. Then people
read and type lengths in the tape's unit, rounded to what can be read on it; the log keeps the battle's own unit. What
is told is fine enough that it is read back as the length it was.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, Any, Literal

import msgspec

from rules.messages import Message, say
from rules.messages import gettext_noop as _

Measure = Literal["", "cm", "in"]  # the unit of measure; "" if a rulebook has no lengths
TENTHS = 10
IN_TENTHS = {"length": TENTHS}  # of an annotation whose whole numbers are lengths: so many are one unit of measure
Length = Annotated[int, msgspec.Meta(ge=0, le=9999, extra=IN_TENTHS)]
Stretch = Annotated[int, msgspec.Meta(ge=1, le=9999, extra=IN_TENTHS)]  # a length above 0
_NUMBER = r"(?P<whole>[0-9]{1,4})(?:[.,](?P<decimal>[0-9]{1,4}))?"
_FRACTION = r"(?:(?P<before>[0-9]{1,4})[ -])?(?P<above>[0-9]{1,2})/(?P<below>[0-9]{1,2})"
_SYMBOL = r"(?P<before_symbol>[0-9]{1,4})?\s?(?P<symbol>[½¼¾])"
_UNIT = r"(?P<unit>cm|mm|inches|inch|in|po|pouces?|zoll|pulgadas?|pollic[ei]|cale|cali|cal|\"|″|”|'')?"
_WRITTEN = re.compile(rf"(?:{_FRACTION}|{_SYMBOL}|{_NUMBER})\s*{_UNIT}\.?", re.IGNORECASE | re.ASCII)
SYMBOLS = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}
CENTIMETRES = {"cm": Fraction(1), "mm": Fraction(1, 10)}
INCH_WORDS = (
    *("in", "inch", "inches", "po", "pouce", "pouces", "zoll", "pulgada", "pulgadas", "pollice", "pollici"),
    *("cal", "cale", "cali", '"', "″", "”", "''"),
)
INCHES = dict.fromkeys(INCH_WORDS, Fraction(1))
FINE = {"cm": 10, "in": 100}  # parts of a unit to which a length of the other unit is told: finer than a tenth of that


class Tape(msgspec.Struct, frozen=True):
    """What somebody measures with: its `unit`, and what one inch is in `cm` (as hundredths)."""

    unit: Measure
    cm: int

    def per(self, measure: Measure) -> Fraction:
        """How many of the tape's unit are one of `measure`."""
        inch = Fraction(self.cm, 100)
        return Fraction(1) if self.unit == measure else inch if measure == "in" else 1 / inch


TAPES = {"cm-2.54": Tape("cm", 254), "cm-2.5": Tape("cm", 250), "in-2.54": Tape("in", 254), "in-2.5": Tape("in", 250)}


class NoLength(Exception):
    """What was typed is no length of this battle: what is `wrong`, and what would be `right`, with an example."""

    def __init__(self, wrong: Message, right: Message) -> None:
        super().__init__(wrong.text())
        self.wrong, self.right = wrong, right


def read(text: str, measure: Measure, parts: int = TENTHS, tape: Tape | None = None) -> int:
    """Whole tenths (or other `parts`) of `measure` ("cm" or "in") from what somebody typed. A bare number is in that
    unit, or in the one of the `tape`; with a tape both units are read, and the other one is rounded.

    Takes "15 cm", "15,5", "155 mm", "9.5 in", "9 1/2 in", "9½", "9 Zoll". Raises `NoLength`.
    """
    mine = tape.unit if tape else measure
    found = _WRITTEN.fullmatch(text.strip())
    if found is None:
        raise NoLength(say(_("“%(typed)s” is not a length."), typed=text.strip()[:60]), _example(mine))
    unit = (found["unit"] or mine).lower()
    its: Measure = "in" if unit in INCHES else "cm"
    if its != measure and tape is None:
        inches, cm = _("This battle is measured in inches."), _("This battle is measured in cm.")
        raise NoLength(say(inches if measure == "in" else cm), _example(measure))
    length = _number(found) * (INCHES if its == "in" else CENTIMETRES)[unit] * parts
    if its != measure and tape is not None:
        return int(length * Tape(measure, tape.cm).per(its) + Fraction(1, 2))
    if length.denominator != 1:
        less, more = (told(int(length) + more, measure, parts) for more in (0, 1))
        right = say(_("Say %(less)s or %(more)s."), less=less, more=more)
        raise NoLength(say(_("“%(typed)s” is finer than lengths are kept."), typed=text.strip()[:60]), right)
    return int(length)


def _number(found: re.Match[str]) -> Fraction:
    if found["symbol"]:
        return int(found["before_symbol"] or 0) + SYMBOLS[found["symbol"]]
    if found["above"]:
        below = int(found["below"])
        if not below:
            raise NoLength(say(_("Nothing can be divided by 0.")), say(_("Write it like 9 1/2.")))
        return int(found["before"] or 0) + Fraction(int(found["above"]), below)
    return Fraction(f"{found['whole']}.{found['decimal'] or 0}")


def told(length: int, measure: Measure, parts: int = TENTHS) -> Message:
    """A length as people read it: 175 tenths are 17.5, or 17,5 in languages with a decimal comma. Without a `measure`
    no unit follows the number, in sentences that belong to no battle."""
    whole, rest = divmod(length, parts)
    tenths = rest if parts == TENTHS else f"{rest / parts:.2f}".removeprefix("0.").rstrip("0")
    if not measure:
        text = _("%(whole)s.%(tenths)s") if rest else "%(whole)s"
    elif measure == "in":
        text = _("%(whole)s.%(tenths)s in") if rest else _("%(whole)s in")
    else:
        text = _("%(whole)s.%(tenths)s cm") if rest else _("%(whole)s cm")
    return Message(text, values={"whole": whole, "tenths": tenths})


def on_tape(length: int, measure: Measure, tape: Tape, parts: int = TENTHS) -> tuple[int, Measure, int]:
    """A length in the tape's unit, as `told` takes it: rounded if that is not the battle's own."""
    if tape.unit == measure:
        return length, measure, parts
    fine = FINE[tape.unit]
    return int(length * tape.per(measure) * fine / parts + Fraction(1, 2)), tape.unit, fine


_TOLD = {"%(whole)s in": "in", "%(whole)s.%(tenths)s in": "in", "%(whole)s cm": "cm", "%(whole)s.%(tenths)s cm": "cm"}


def retold(message: Message, tape: Tape) -> Message:
    """The message with each length that `told` has made of it, at any depth, in the tape's unit."""
    measure: Any = _TOLD.get(message.singular)
    if measure is None:
        values = {k: retold(v, tape) if isinstance(v, Message) else v for k, v in message.values.items()}
        return msgspec.structs.replace(message, values=values)
    decimals = str(message.values["tenths"]) if ".%" in message.singular else ""
    length = int(f"{message.values['whole']}{decimals}")
    return told(*on_tape(length, measure, tape, 10 ** len(decimals)))


def parts_of(kind: Any) -> int:
    """How many of an annotation's whole numbers are one unit of measure; 0 if it is no length."""
    return _parts(msgspec.inspect.type_info(kind))


def of(report: Any) -> dict[str, int]:
    """The lengths that a report carries, by the field's name, in whole tenths; without those that were left out."""
    found = {
        field.name: getattr(report, field.name) for field in msgspec.structs.fields(report) if parts_of(field.type)
    }
    return {name: length for name, length in found.items() if isinstance(length, int)}


def _parts(info: msgspec.inspect.Type) -> int:
    match info:
        case msgspec.inspect.Metadata():
            return int((info.extra or {}).get("length", 0)) or _parts(info.type)
        case msgspec.inspect.UnionType():
            return max(_parts(one) for one in info.types)
    return 0


def _example(measure: Measure) -> Message:
    if measure == "in":
        return say(_("Write it in inches, for example 9.5 or 9 1/2."))
    return say(_("Write it in cm, for example 15 or 15.5."))

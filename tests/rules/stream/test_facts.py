"""Facts by their paths, in a State with pieces in pieces."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec
import pytest

from rules.contract import Piece, Refused, State
from rules.stream import facts

Small = Annotated[int, msgspec.Meta(ge=0, le=9)]


class Mark(msgspec.Struct):
    """No piece: a fact as a whole."""

    where: str
    deep: Small = 0


class Wheel(Piece):
    fixed: ClassVar = ("maker",)
    maker: str
    worn: Small = 0


class Cart(Piece):
    fixed: ClassVar = ("id",)
    id: str
    wheels: dict[str, Wheel]
    marks: dict[str, Mark] = {}
    load: list[str] = []
    horse: str | None = None


class Yard(State, kw_only=True):
    fixed: ClassVar = ("owner",)
    owner: str
    gate: Wheel
    carts: dict[str, Cart]
    open: bool = False


def yard() -> Yard:
    cart = Cart("hay", {"left": Wheel("Ann"), "right": Wheel("Ann", 3)}, {"b": Mark("side"), "a": Mark("front", 2)})
    return Yard(owner="Ann", gate=Wheel("Ben"), carts={"hay": cart})


EVERY = {
    "gate.worn": 0,
    "carts.hay.wheels.left.worn": 0,
    "carts.hay.wheels.right.worn": 3,
    "carts.hay.marks": [["b", {"where": "side", "deep": 0}], ["a", {"where": "front", "deep": 2}]],
    "carts.hay.load": [],
    "carts.hay.horse": None,
    "open": False,
}


def test_every_fact_has_a_path_and_what_is_fixed_has_none() -> None:
    assert facts.facts(yard()) == EVERY
    assert set(facts.patterns(Yard)) == {
        "gate.worn",
        "carts.*.wheels.*.worn",
        "carts.*.marks",
        "carts.*.load",
        "carts.*.horse",
        "open",
    }


def test_what_is_declared_stands() -> None:
    one = yard()
    facts.declare(
        one,
        {"gate.worn": 9, "carts.hay.wheels.left.worn": 1, "carts.hay.marks": [["c", {"where": "top"}]], "open": True}
        | {"carts.hay.load": ["hay"], "carts.hay.horse": "Bess"},
    )
    hay = one.carts["hay"]
    assert (one.gate.worn, hay.wheels["left"].worn, hay.wheels["right"].worn, one.open) == (9, 1, 3, True)
    assert (hay.marks, hay.load, hay.horse) == ({"c": Mark("top")}, ["hay"], "Bess")


def test_keys_stand_in_the_order_they_were_declared_in() -> None:
    one, other = yard(), yard()
    facts.declare(other, {"carts.hay.marks": []})
    facts.declare(other, facts.facts(one))
    assert list(other.carts["hay"].marks) == ["b", "a"]
    assert other == one


def test_what_is_declared_is_nobody_else_s_to_change() -> None:
    load = ["hay"]
    one = yard()
    facts.declare(one, {"carts.hay.load": load})
    one.carts["hay"].load.append("straw")
    assert load == ["hay"]


@pytest.mark.parametrize(
    "path",
    [
        *("", ".", "owner", "report", "gate", "gate.maker", "gate.worn.deep", "open.", "x" * 200),
        *("carts", "carts.hay", "carts.straw.load", "carts.hay.wheels", "carts.hay.wheels.left", "carts.*.load"),
        "carts.hay.wheels.middle.worn",
    ],
)
def test_a_path_that_leads_nowhere_is_refused(path: str) -> None:
    one = yard()
    with pytest.raises(Refused) as caught:
        facts.declare(one, {path: 1})
    assert caught.value.rule == "declared"
    assert caught.value.field == f"facts.{path[:80]}"
    assert caught.value.remedy is not None
    assert one == yard()


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        ("gate.worn", 10, "facts.gate.worn"),
        ("gate.worn", "1", "facts.gate.worn"),
        ("gate.worn", None, "facts.gate.worn"),
        ("open", 1, "facts.open"),
        ("carts.hay.load", ["hay", 3], "facts.carts.hay.load[1]"),
        ("carts.hay.marks", {"a": {"where": "front"}}, "facts.carts.hay.marks"),
        ("carts.hay.marks", [["a", {"where": "front", "deep": 99}]], "facts.carts.hay.marks"),
    ],
)
def test_what_a_fact_cannot_be_is_refused(path: str, value: Any, field: str) -> None:
    with pytest.raises(Refused) as caught:
        facts.declare(yard(), {path: value})
    assert caught.value.field.startswith(field.partition("[")[0])
    assert caught.value.text.text()


def test_the_shape_of_a_fact_is_what_it_is_read_as() -> None:
    assert facts.shape(yard(), "gate.worn") == Small
    assert facts.shape(yard(), "carts.hay.marks") == list[tuple[str, Mark]]

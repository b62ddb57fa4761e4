"""What choices are made of."""

from __future__ import annotations

from dataclasses import dataclass

from rules.kit.offers import of_units
from rules.stream.choices import about


@dataclass
class Vehicle:
    id: str
    name: str
    side: str = "axis"


def test_a_choice_that_is_narrowed_to_a_unit_names_it() -> None:
    otto, emil = Vehicle("v1", "Otto"), Vehicle("v2", "Emil")
    (choice,) = of_units([otto, emil], "Drive", "%(unit)s drives %(far)s", "A vehicle drives %(far)s", far="3 cm")
    assert choice.label.text() == "A vehicle drives 3 cm"
    narrowed = about(choice, "unit", "v2")
    assert narrowed is not None
    assert narrowed.label.text() == "Emil drives 3 cm"
    (alone,) = of_units([emil], "Drive", "%(unit)s drives %(far)s", "A vehicle drives %(far)s", far="3 cm")
    assert alone.label.text() == narrowed.label.text()

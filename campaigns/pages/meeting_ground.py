"""The ground on the map where two platoons meet, for the pages of their fixture."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from django.utils.translation import gettext as _

from battles.sentences import option_in_words, words
from campaigns.presenters import map
from campaigns.season import Fixture, Season
from campaigns.theatre import TERRAIN_LABELS, Ground


class Field(msgspec.Struct, frozen=True):
    """The ground of a fixture in words. `says`: who attacks and who defends, a sentence each; `limits`: the points each
    platoon may bring, by its name; `scenario`: the rulebook's proposal, "" for none, with the `options` for its battle.
    """

    sector: str
    name: str
    terrain: str
    says: tuple[str, ...]
    limits: tuple[tuple[str, int], ...]
    scenario: str
    options: tuple[tuple[str, str], ...]


def field(season: Season, fixture: Fixture | None) -> Field | None:
    """The ground of a fixture; None if it is not on the map."""
    if fixture is None or fixture.ground is None:
        return None
    ground = fixture.ground
    scenarios = {one.key: one.name for one in season.rules.scenarios}
    return Field(
        sector=ground.sector,
        name=map.place(season, ground.sector),
        terrain=words(TERRAIN_LABELS[ground.terrain]),
        says=tuple(_says(season, fixture, ground)),
        limits=tuple((season.platoons[key].name, points) for key, points in ground.limits.items()),
        scenario=scenarios.get(ground.scenario, ground.scenario),
        options=tuple(_options(season, ground)),
    )


def _options(season: Season, ground: Ground) -> Iterator[tuple[str, str]]:
    """The options that the rulebook proposes, in the order in which it declares them."""
    for option in season.rules.options:
        if option.name in ground.options:
            yield _(option.called), option_in_words(option, ground.options[option.name])


def _says(season: Season, fixture: Fixture, ground: Ground) -> Iterator[str]:
    if not ground.attacker:
        yield _("They meet: neither of them held this sector alone.")
        return
    others = (season.platoons[key].name for key in fixture.platoons if key != ground.attacker)
    values = {"attacker": season.platoons[ground.attacker].name, "defender": ", ".join(others)}
    yield (_("%(attacker)s attacks over a river.") if ground.river else _("%(attacker)s attacks.")) % values
    yield (_("%(defender)s defends from a trench.") if ground.entrenched else _("%(defender)s defends.")) % values

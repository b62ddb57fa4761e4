"""Notes on a fixture's result, if it is surprising: a winner with fewer points, or an attacker who is the defender
on the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

from battles.naming import side_name
from battles.sentences import words
from campaigns.season import Fixture, Season, standings


def ended(fixture: Fixture) -> str:
    """How its battle ended, in the rulebook's words; "" if it is not counted."""
    reported = fixture.reported
    return words(reported.outcome.how) if reported is not None and reported.outcome.how is not None else ""


def notes(season: Season, fixture: Fixture) -> list[str]:
    """The notes, a sentence or two each."""
    return [*_of_points(season, fixture), *filter(None, [crossed(season, fixture, _sides(fixture))])]


def _of_points(season: Season, fixture: Fixture) -> Iterator[str]:
    """A note if the winner has fewer points, or nobody has won though somebody has more."""
    shown = standings.showings_of(fixture)
    if not shown:
        return
    best = max(shown, key=lambda one: one.points)
    winner = next((one for one in shown if one.result == "won"), None)
    least = min(one.points for one in shown)
    if best.points == (winner.points if winner else least):
        return
    more = season.platoons[best.platoon].name
    if winner is not None:
        said = {"winner": season.platoons[winner.platoon].name, "other": more}
        text = _("%(winner)s has won, though %(other)s has more points.") % said
    else:
        text = _("Nobody has won, though %(other)s has more points.") % {"other": more}
    if fixture.decided is not None:
        yield f"{text} {_('An organiser or the campaign’s rules decided it; the points are those of the battle.')}"
    else:
        why = _("Points did not decide this battle; they only count in the standings.")
        yield " ".join(filter(None, (text, ended(fixture), why)))


def crossed(season: Season, fixture: Fixture | None, sides: Mapping[str, str]) -> str:
    """A note if the platoon that attacks on the map does not have the attacker's side of the battle; "" if it has.

    `sides`: the platoon on each side of the battle.
    """
    ground = fixture.ground if fixture is not None else None
    if fixture is None or ground is None or not ground.attacker or set(ground.sides) != set(sides):
        return ""
    proposed = dict(zip(ground.sides, fixture.platoons, strict=False))
    if all(sides[side] == platoon for side, platoon in proposed.items()):
        return ""
    attacks = next(side for side, platoon in proposed.items() if platoon == ground.attacker)
    said = {"attacker": season.platoons[ground.attacker].name, "side": side_name(attacks)}
    other = season.platoons.get(sides[attacks])
    said["other"] = other.name if other is not None else "–"
    return _("On the map %(attacker)s attacks, but the battle was mustered with %(other)s as “%(side)s”.") % said


def _sides(fixture: Fixture) -> dict[str, str]:
    return {side: forces.platoon for side, forces in fixture.sides.items()}

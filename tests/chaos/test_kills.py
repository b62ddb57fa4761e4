"""Everything is killed, over and over, at any moment, while people play; and starts again by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import monotonic, sleep

import pytest

from tests.chaos.conftest import KILLS
from tests.chaos.site import Site, small, whole

# What is killed, how often in relation: a part whole, or one of its processes, which the part has to replace itself.
VICTIMS = {
    ("web", "one"): 6,
    ("web", "whole"): 3,
    ("worker", "one"): 5,
    ("worker", "whole"): 2,
    ("beat", "whole"): 1,
    ("database", "one"): 5,
    ("database", "whole"): 3,
    ("pooler", "whole"): 4,
    ("redis", "whole"): 4,
}
AWAY = (0.0, 0.8)  # seconds until what was killed is started again
CALM = (0.0, 1.5)  # seconds until the next one


def torment(site: Site, victims: dict[tuple[str, str], int], kills: int, seed: int) -> list[str]:
    """What was killed how often, and how long the longest refusal was that began then."""
    chance, spans = Random(seed), list[tuple[str, float, float]]()
    every = [*victims][:kills]  # each at least once, if there are so many
    chosen = [*every, *chance.choices([*victims], [*victims.values()], k=kills - len(every))]
    chance.shuffle(chosen)
    for name, how in chosen:
        part, began = site.parts[name], monotonic()
        if how == "one":
            part.kill_one(chance)
        else:
            part.kill()
            sleep(chance.uniform(*AWAY))
        part.start()
        sleep(chance.uniform(*CALM))
        spans.append((f"{name} ({how})", began, monotonic()))
    many = Counter(what for what, _began, _ended in spans)
    longest = {
        what: max(site.history.longest(began, ended) for one, began, ended in spans if one == what) for what in many
    }
    by_itself = {name: part.ended for name, part in site.parts.items() if part.ended}
    told = [f"ended by themselves, and were started again: {by_itself}"] if by_itself else []
    return told + [f"{what}: {many[what]} kills, longest refusal {longest[what]:.1f} s" for what in sorted(many)]


def test_every_part_of_a_site_is_killed(tmp_path: Path, tell: Callable[[str], None]) -> None:
    with whole(tmp_path, battles=4, stands=max(8, KILLS)) as site:
        with site.played(pause=0.5) as _clients:
            told = torment(site, VICTIMS, KILLS, seed=KILLS)
        for line in (site.history.told, *told, f"longest refusal of all {site.history.longest():.1f} s"):
            tell(line)
    assert site.history.longest() < 60


@pytest.mark.parametrize("kills", [max(3, KILLS // 10)])
def test_one_process_on_sqlite_is_killed(tmp_path: Path, tell: Callable[[str], None], kills: int) -> None:
    with small(tmp_path, battles=3, stands=max(8, kills)) as site:
        with site.played(pause=0.5):
            told = torment(site, {("web", "whole"): 1}, kills, seed=kills)
        for line in (site.history.told, *told):
            tell(line)

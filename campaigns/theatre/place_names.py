"""Made-up names of places."""

from __future__ import annotations

from campaigns.theatre.chance import Chance

FIRST = (
    *("Al", "Ash", "Bar", "Beck", "Birch", "Brad", "Bur", "Cold", "Cran", "Dun", "East", "Elm", "Fair", "Fox", "Gray"),
    *("Hart", "Hazel", "High", "Holm", "Kirk", "Lang", "Lin", "Mar", "Nor", "Oak", "Red", "Sel", "Stan", "Thorn"),
    *("Wal", "West", "Wood"),
)
LAST = (
    *("borough", "bridge", "bury", "by", "combe", "dale", "don", "field", "ford", "ham", "hurst", "ley", "mere"),
    *("mouth", "stead", "stow", "ton", "well", "wick", "worth"),
)


def names(count: int, chance: Chance) -> list[str]:
    """So many different names."""
    return chance.shuffled((first + last for first in FIRST for last in LAST), "names")[:count]

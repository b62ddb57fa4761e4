"""Every crew and upgrade card of TANKS: The Modern Age, mustered and turned up through the door of a battle."""

from __future__ import annotations

from uuid import uuid4

import msgspec
import pytest

from battles import handler
from battles.reports import Report
from rules import adjudicate, visibility
from rules.adjudicate import Who
from rules.contract import Muster, Refused, Side, Unit
from rules.stream import codec
from rules.systems.modern_age.cards.reveal import Reveal
from rules.systems.modern_age.catalogue import GLOBAL, catalogue
from rules.systems.modern_age.tables import EDITIONS
from tests.rules.modern_age.musters import SEED

pytestmark = pytest.mark.django_db
ARTICLES = catalogue(EDITIONS[-1])
CARDS = [article for article in ARTICLES if article.kind in ("crew", "upgrade")]
PLATOONS = {article.nation: article.name for article in ARTICLES if article.kind == "platoon"}
BOB, ORGANISER = Who("bob"), Who("organiser", referee=True)
EYE = "Alpha 66"  # starts face up


def forces(key: str, nation: str) -> Muster:
    """The card on the first model that may carry it, with a tank beside it, against a T-55."""
    for model in (article for article in ARTICLES if article.kind == "model" and article.nation == nation):
        tank = next(one for one in ARTICLES if one.nation == nation and one.figures.get("type") == "tank")
        muster = Muster(
            system="modern_age",
            scenario="tank_ace",
            options={"allow_fan_made": True},
            sides={
                "blue": Side(players=("bob",), platoon=PLATOONS[nation]),
                "red": Side(players=("carol",), platoon="Red Banner"),
            },
            units=(
                Unit(id="bearer", side="blue", model=model.name),
                Unit(id="escort", side="blue", model=tank.name),
                Unit(id="foe", side="red", model="T-55"),
            ),
            fittings={"bearer": (key,)},
            seed=SEED,
        )
        try:
            adjudicate.muster(muster)
        except Refused:
            continue
        return muster
    raise AssertionError(f"nobody may carry {key}")


@pytest.mark.parametrize(("key", "name", "nation"), [(card.key, card.name, card.nation) for card in CARDS])
def test_a_card_is_hidden_until_its_owner_turns_it_up(key: str, name: str, nation: str) -> None:
    stream, muster = str(uuid4()), forces(key, "USSR" if nation == GLOBAL else nation)
    handler.open_battle(stream, told(muster), ORGANISER, "script")
    if name == EYE:
        assert name in seen(stream, "red")
        return
    assert name not in seen(stream, "red")
    assert name not in seen(stream, "")
    assert name in seen(stream, "blue")
    (card,) = handler.history(stream).state().play.models["bearer"].cards
    answer = handler.execute(stream, [told(Reveal(unit="bearer", card=card))], BOB, "page").answers[-1]
    assert [type(fact.event).__name__ for fact in answer.events] == ["CardRevealed"]
    assert name in seen(stream, "red")


def told(command: Muster | Reveal) -> Report:
    return Report(str(uuid4()), type(command).__name__, codec.encode(command))


def seen(stream: str, side: str) -> str:
    """Everything of the battle one viewer is shown, as text."""
    view = visibility.see(handler.history(stream).state(), side)
    return msgspec.json.encode(view).decode()

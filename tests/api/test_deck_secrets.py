"""Whole battles of Fluid Time, played and mended from what the API offers: no answer tells of a deck that lies face
down."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from django.http import HttpResponse

import rules
from battles import handler
from rules.stream.decks import shuffled
from rules.stream.dice import rolls_of
from rules.systems.fluid_time.cards import next_pack
from tests.api.conftest import Caller, report, said
from tests.api.playing import Hands, filled, mend, opened
from tests.cast import Cast
from tests.length import many

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited")]
SEEDS = [(0, True), *(pytest.param(seed, seed % 2 == 1, marks=pytest.mark.soak) for seed in range(1, many(30)))]
MOST = 120  # reports
FEW = 9  # so many cards may lie as others have, by chance
READERS = ("anonymous", "bob", "carol")
PLACES = ("", "state/?at=2", "events/?limit=200", "events/?limit=200&history=all", "explain/", "facts/")


def mustered(cast: Cast, chance: Random) -> str:
    """Drafted at random, with a deck that Leaguer shuffles; Bob against Carol."""
    while True:
        muster = rules.all_systems()["fluid_time"].draft(chance.randrange)
        if muster.options["deck_draw"] == "leaguer":
            players = zip(muster.sides.items(), (cast.bob, cast.carol), strict=True)
            sides = {key: msgspec.structs.replace(side, players=(str(user.pk),)) for (key, side), user in players}
            return opened(msgspec.structs.replace(muster, sides=sides, seed=f"{chance.getrandbits(256):064x}"))


class Watch:
    """Holds every answer against what nobody may know at that moment."""

    def __init__(self, battle: str, people: dict[str, Caller]) -> None:
        self.battle, self.people, self.held = battle, people, 0

    def secrets(self) -> set[str]:
        """The seed, and the salt and order of every deck but those whose order stands in the log."""
        state, told, _rows = handler.replay(self.battle)
        seed, rolls = state.muster.seed, [roll for fact in told for roll in rolls_of(fact.event)]
        decks = {roll.question: roll for roll in rolls if roll.sealed}  # disclosed, where they have been
        packs = {question: roll.shows[0] for question, roll in decks.items()}
        packs[f"deck-{len(packs) + 1}"] = next_pack(state.play)
        found = {seed}
        for question, pack in packs.items():
            if question not in decks or not decks[question].salt:
                deck = shuffled(seed, question, [str(card) for card in pack])
                found.add(deck.salt)
                if len(pack) > FEW:
                    found |= {between.join(map(str, deck.values)) for between in (",", ", ", " ", '","')}
        return found

    def hold(self, response: HttpResponse, secrets: set[str] | None = None) -> HttpResponse:
        assert response.status_code < 500, response.content
        text = response.content.decode() + str(sorted(response.items()))
        for secret in self.secrets() if secrets is None else secrets:
            assert secret not in text, secret
        self.held += 1
        return response

    def read_everything(self) -> None:
        secrets = self.secrets()
        for reader in READERS:
            for place in PLACES:
                self.hold(self.people[reader].get(f"battles/{self.battle}/{place}"), secrets)

    def try_out(self, hands: Hands) -> None:
        """Every choice there is, alone and with a draw after it: nothing that has not fallen is shown."""
        secrets = self.secrets()
        where = f"battles/{self.battle}/commands/?dry_run=true&atomic=false"
        for choice in hands.choices()[:12]:
            batch = [report(choice["command"], **filled(choice, hands.chance)), report("Draw")]
            answer = self.hold(hands.callers[choice["side"]].post(where, batch), secrets)
            if choice["command"] == "Draw" and answer.status_code == 200:
                (drawn, _next) = said(answer)["reports"]
                assert (drawn["status"], drawn["events"]) == ("asks", []) or self.has_fallen(drawn)

    def has_fallen(self, drawn: dict[str, Any]) -> bool:
        """It was drawn before, and taken back."""
        questions = {roll.question for fact in handler.replay(self.battle)[1] for roll in rolls_of(fact.event)}
        return bool(drawn["events"]) and drawn["events"][0]["data"]["roll"]["question"] in questions


@pytest.mark.parametrize(("seed", "mending"), SEEDS)
def test_a_battle_from_its_choices_alone_tells_nothing_of_its_deck(
    people: dict[str, Caller], cast: Cast, seed: int, mending: bool
) -> None:
    cast.alice.is_superuser = True
    cast.alice.save()
    chance = Random(seed)
    battle = mustered(cast, chance)
    state = handler.state(battle)
    hands = Hands(battle, dict(zip(state.muster.sides, (people["bob"], people["carol"]), strict=True)), chance)
    watch = Watch(battle, people)
    for n in range(MOST if seed else 15):
        mended = mend(hands, people["alice"]) if mending and n % 3 == 2 else None
        answer = mended or hands.advance()
        if answer is None or handler.state(battle).outcome().over:
            break
        watch.hold(answer)
        if n % 7 == 3:
            watch.read_everything()
            watch.try_out(hands)
    watch.read_everything()
    assert watch.held > len(READERS) * len(PLACES)

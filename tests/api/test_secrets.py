"""What a side may not see, it cannot get: the opponent and a spectator read every public answer of whole battles."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from django.http import HttpResponse

import rules
from battles import clerk, handler, log
from rules.battle import Battle
from rules.contract import Unit, UnitOutcome
from rules.systems.modern_age import SYSTEM
from rules.systems.modern_age.catalogue import catalogue
from tests.api.conftest import Caller, problem, report, said, take_case
from tests.api.playing import Hands, mend, opened
from tests.cast import Cast
from tests.length import AT_LENGTH, seeds

# No database has a say in what is told: tried on one.
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited"), pytest.mark.only_on("sqlite")]
# A card that is called as what models can do anyhow, as "Spearhead" is, gives nothing away by its name.
WORDS = {word for unit in catalogue(SYSTEM.edition) for word in unit.figures.get("keywords", ())}
MOST = 45 if AT_LENGTH else 8  # reports before somebody gives up
SEEDS = seeds(12)


def mustered(cast: Cast, chance: Random) -> str:
    """A battle of The Modern Age drafted at random in which somebody has a hidden card; Bob against Carol."""
    while True:
        muster = rules.all_systems()["modern_age"].draft(chance.randrange)
        players = zip(muster.sides.items(), (cast.bob, cast.carol), strict=True)
        sides = {key: msgspec.structs.replace(side, players=(str(user.pk),)) for (key, side), user in players}
        battle = opened(msgspec.structs.replace(muster, sides=sides))
        if handler.replay(battle)[0].muster.secrets:
            return battle


class Watch:
    """Holds every answer that leaves the house against what its reader may not know at that moment."""

    def __init__(self, battle: str, people: dict[str, Caller], at_length: bool = False) -> None:
        self.battle, self.people, self.held, self.at_length = battle, people, 0, at_length
        self.read, self.turned_up, self.times = 0, set[str](), 0
        self.known: dict[tuple[int, str], set[str]] = {}
        state, _told, _rows = handler.replay(battle)
        self.sides = {name: key for key, name in zip(state.muster.sides, ("bob", "carol"), strict=True)}

    def secrets(self, reader: str) -> set[str]:
        """Names of the others' cards that have never lain face up nor been lost, and the seed until it is disclosed."""
        key = (log.head(self.battle).position, reader)
        if key not in self.known:
            self.known[key] = self._secrets(reader)
        return self.known[key]

    def _secrets(self, reader: str) -> set[str]:
        state, _told, rows = handler.replay(self.battle)
        for position in range(self.read + 1, len(rows) + 1):  # taken back or not, what was turned up has been seen
            then = handler.state(self.battle, position)
            self.turned_up |= {c.name for tank in then.play.models.values() for c in tank.cards.values() if c.face_up}
            self.turned_up |= lost(then)
        self.read = len(rows)
        own = self.sides.get(reader)
        cards = [card for tank in state.play.models.values() if tank.side != own for card in tank.cards.values()]
        hidden = {card.name for card in cards} - self.turned_up
        hidden -= {card.name for tank in state.play.models.values() if tank.side == own for card in tank.cards.values()}
        hidden -= WORDS
        hidden |= {*state.seeds[-1:]}  # of dice that are still to be asked for
        return hidden if state.settled else hidden | {state.muster.seed}

    def hold(self, reader: str, response: HttpResponse) -> HttpResponse:
        text = response.content.decode() + str(sorted(response.items()))
        for secret in self.secrets(reader):
            assert secret not in text, (reader, secret)
        self.held += 1
        return response

    def read_everything(self) -> None:
        """What the opponents, a spectator, Dave and Alice, who plays no side, are answered wherever they look; here
        a fifth of it each time, by turns."""
        self.times += 1
        for n, reader in enumerate(("anonymous", "dave", "bob", "carol")):
            caller = self.people[reader]
            paths = ["", "state/", "state/?at=1", "events/?limit=200", "events/?limit=200&history=all", "luck/"]
            paths.append("?as_of=2999-01-01T00:00:00Z")
            turn = (self.times + n) % 5
            if AT_LENGTH or turn == 0:
                paths += self.explanations(caller)
            addresses = ["battles/", *(f"battles/{self.battle}/{path}" for path in paths)]
            for path in addresses if AT_LENGTH else [*addresses[turn:8:5], *addresses[8:]]:
                assert self.hold(reader, caller.get(path)).status_code == 200
            facts = self.hold(reader, caller.get(f"battles/{self.battle}/facts/"))
            assert facts.status_code == {"anonymous": 401, "dave": 403}.get(reader, 200)
        for path in ("events/?limit=200", "state/?at=1", "explain/", "facts/"):
            self.hold("alice", self.people["alice"].get(f"battles/{self.battle}/{path}"))

    def explanations(self, caller: Caller) -> list[str]:
        """Where the facts are explained that have to do with cards, and a few others: in every run one of either kind,
        another one each time."""
        there = [fact["of"] for fact in said(caller.get(f"battles/{self.battle}/explain/"))["facts"]]
        cards = [of for of in there if ".card-" in of or of.endswith(".points")]
        if self.at_length:
            return ["explain/", *(f"explain/?of={of}" for of in [*cards[:4], *there[:: len(there) // 3]])]
        return [f"explain/?of={some[self.held % len(some)]}" for some in (cards, there) if some]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_battle_from_its_choices_alone_gives_nothing_away(people: dict[str, Caller], cast: Cast, seed: int) -> None:
    chance = Random(seed)
    battle = mustered(cast, chance)
    watch = Watch(battle, people, at_length=bool(seed))
    hands = Hands(battle, {key: people[name] for name, key in watch.sides.items()}, chance)
    watch.read_everything()
    for n in range(MOST):
        response = hands.advance()
        assert response is not None
        assert response.status_code == 200, response.content
        if n % (9 if seed else 15) == 0:  # oftener by `make soak`
            watch.read_everything()
        if said(people["bob"].get(f"battles/{battle}/"))["over"]:
            break
    while not said(people["bob"].get(f"battles/{battle}/"))["over"]:
        response = hands.advance("Concede") or hands.advance()
        assert response is not None
        assert response.status_code == 200, response.content
    watch.read_everything()
    for _side in watch.sides:
        assert hands.advance("Confirm") is not None
    assert clerk.attend(battle)
    watch.read_everything()
    settled = said(people["anonymous"].get(f"battles/{battle}/"))
    assert settled["settled"]
    state, _told, _rows = handler.replay(battle)
    assert settled["seed"] == state.muster.seed
    assert watch.held > 40


def test_asking_for_anothers_card_tells_nothing(people: dict[str, Caller], cast: Cast) -> None:
    """Trying out the opponent's reports, rightly and wrongly guessed, is answered alike."""
    chance = Random(7)
    battle = mustered(cast, chance)
    watch = Watch(battle, people)
    state, _told, _rows = handler.replay(battle)
    hidden = [(key, name) for key, name in state.muster.secrets.items()]
    sides = {unit.id: unit.side for unit in state.muster.units}
    names = {side: name for name, side in watch.sides.items()}
    for key, name in hidden:
        unit, _slash, card = key.partition("/")
        thief = {"bob": "carol", "carol": "bob"}[names[sides[unit]]]
        for query in ("", "?dry_run=true", "?dry_run=true&atomic=false"):
            answers = [
                watch.hold(thief, people[thief].report(battle, "Reveal", query, unit=unit, card=guess))
                for guess in (card, "driver", "no-such-card")
            ]
            details = {problem(one, 403, "not-yours")["detail"] for one in answers if one.status_code != 200}
            kept = [said(one)["reports"][0]["problem"]["detail"] for one in answers if one.status_code == 200]
            assert len(details | set(kept)) == 1
        mine = report("Reveal", unit=unit, card=card)
        owner = people[names[sides[unit]]]
        assert owner.post(f"battles/{battle}/commands/?dry_run=true", mine).status_code == 200
        assert name not in watch.secrets(names[sides[unit]])
    assert hidden


def test_a_guess_at_a_report_of_anothers_is_not_confirmed(people: dict[str, Caller], cast: Cast) -> None:
    """Ids of reports stand in the log: to send one again with a guess at its content must not tell whether it is so."""
    battle = mustered(cast, Random(3))
    _state, _told, rows = handler.replay(battle)
    muster = msgspec.json.decode(rows[0].command_data)
    again = {"id": rows[0].command, "type": "Muster", "data": muster}
    wrong = again | {"data": muster | {"title": "another"}}
    for who in ("bob", "carol", "dave", "alice"):
        answers = [people[who].post(f"battles/{battle}/commands/", body) for body in (again, wrong)]
        assert answers[0].content == answers[1].content
        problem(answers[0], 422, "reused")


@pytest.mark.parametrize("seed", SEEDS)
def test_mending_gives_nothing_away(people: dict[str, Caller], cast: Cast, seed: int) -> None:
    """Everybody tries out every way to mend, wherever it may lead, and some of it is done: by turns here, and everybody
    at every report by `make soak`."""
    tries = ("alice", "bob", "carol")
    cast.alice.is_superuser = True
    cast.alice.save()
    chance = Random(seed + 22)
    battle = mustered(cast, chance)
    watch = Watch(battle, people)
    hands = Hands(battle, {key: people[name] for name, key in watch.sides.items()}, chance)
    kinds = set()
    for n in range(20 if AT_LENGTH else 11):
        hands.advance()
        for name in tries if seed else (tries[n % 3],):
            tried = attempts(battle, watch, name, chance)
            for body in tried if AT_LENGTH else tried[n % 2 :: 2]:
                answer = people[name].post(f"battles/{battle}/commands/?dry_run=true", body)
                watch.hold(name, answer)
                assert answer.status_code < 500
                if answer.status_code == 200 and said(answer)["reports"][0]["preview"]:
                    kinds.add((foreseen(battle, body), name == "alice"))
        for _attempt in range(2 if AT_LENGTH else 1):
            if (answered := mend(hands, people["alice"])) is not None:
                assert answered.status_code < 500
        if n % (10 if AT_LENGTH else 5) == 4:
            watch.read_everything()
    assert {kind for kind, _referee in kinds} >= {"Undo", "Correct"}
    assert not {kind for kind, referee in kinds if referee} - {"Undo", "Amend"}  # she has not taken the case
    assert watch.held > 100
    take_case(people["alice"], battle)
    for body in attempts(battle, watch, "alice", chance):
        answer = people["alice"].post(f"battles/{battle}/commands/?dry_run=true", body)
        if answer.status_code == 200 and said(answer)["reports"][0]["preview"]:
            kinds.add((body["type"], True))
    assert ("Declare", True) in kinds


def foreseen(battle: str, body: dict[str, Any]) -> str:
    """The kind of revision that a preview of this report is of: whoever agrees sees what was proposed."""
    proposal = handler.replay(battle)[0].proposal
    return proposal.type if body["type"] == "Agree" and proposal else str(body["type"])


def lost(state: Battle) -> set[str]:
    """The cards that everybody hears are lost: those an earlier battle took, and, once this one is over, its own."""
    units: list[Unit | UnitOutcome] = [*state.muster.units, *state.outcome().units]
    return {card for unit in units for card in unit.condition.get("lost_cards", ())}


def attempts(battle: str, watch: Watch, name: str, chance: Random) -> list[dict[str, Any]]:
    """What somebody who is after the others' cards would try out."""
    state, _told, rows = handler.replay(battle)
    starts = [row.position for row in rows if row.ordinal == 0 and row.position > 1] or [2]
    owners = {unit.id: unit.side for unit in state.muster.units}
    tried = [report("Undo", position=chance.choice(starts))]
    if state.waiting:
        tried.append(report("Resolve", position=state.waiting[0], how=chance.choice(["keep", "strike", "accept"])))
    if state.proposal:
        tried.append(report("Agree", position=state.proposal.position))
    for key in chance.sample(sorted(state.muster.secrets), min(2, len(state.muster.secrets))):
        unit, _slash, card = key.partition("/")
        if owners[unit] == watch.sides.get(name):
            continue
        told: tuple[dict[str, Any], ...] = (
            {"type": "Reveal", "data": {"unit": unit, "card": card}},
            {"type": "Spend", "data": {"unit": unit, "card": card}},
            {"type": "LoseCrew", "data": {"unit": unit, "card": card}},
            {"type": "ReturnFire", "data": {"unit": unit}},
        )
        for said_so in told:
            where: dict[str, Any] = {"position": chance.choice(starts), "how": chance.choice(["change", "insert"])}
            tried.append(report("Correct", **where, **said_so, reason="so it was", rest="keep"))
        for facts in (
            {f"models.{unit}.cards.{card}.face_up": True},
            {f"models.{unit}.cards.{card}.gone": True},
            {f"models.{unit}.fate": "destroyed"},
            {f"models.{unit}.damage": 99},
            {f"models.{unit}.lost_cards": [card]},
        ):
            tried.append(report("Declare", facts=facts, reason="so it is"))
    rest = chance.choice(["", "keep", "strike"])
    tried.append(report("Correct", position=chance.choice(starts), how="strike", rest=rest, reason="no"))
    return tried

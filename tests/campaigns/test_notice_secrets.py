"""Nothing that a player may not know is in a message: whatever is hidden, the messages are alike."""

from __future__ import annotations

import pytest

from campaigns import clerk
from campaigns.models import Minor, Notice, OutboxMessage, User
from campaigns.season.disputes import Dispute
from campaigns.season.results import Concede
from campaigns.season.rounds import OpenRound
from campaigns.season.substitutes.naming import Substitute
from campaigns.season.values import Pairing
from rules.adjudicate import Who
from tests.campaigns.campaigning import Campaigning
from tests.campaigns.conftest import Season
from tests.cast import Cast

pytestmark = pytest.mark.django_db


def everything(reader: User) -> list[tuple[str, str, str]]:
    """All that one person is told, but for what only names the place."""
    found = Notice.objects.filter(user=reader).order_by("pk")
    texts = [(one.kind, one.subject, one.body) for one in found]
    return [(kind, subject, body.partition("http")[0]) for kind, subject, body in texts]


@pytest.mark.parametrize("secret", ["hold", "attack"])
def test_an_order_is_in_no_message_before_it_is_disclosed(cast: Cast, secret: str) -> None:
    """Bob's order is a secret of his: whatever it is, Carol, Alice and Bob are told the same."""
    war = Campaigning(cast).begin().put(bears="bury", cats="elm").round()
    if secret == "attack":
        war.order("bears", "attack", "elm")
    else:
        war.order("bears", "hold")
    clerk.sweep()
    told = [line for user in (cast.alice, cast.bob, cast.carol) for line in everything(user)]
    assert [kind for kind, *_texts in told] == ["opened", "round"] * 2  # Bob and Carol; Alice has done it
    assert not any(word in text for _kind, *texts in told for text in texts for word in ("Elm", "elm", "attack"))


def test_a_minor_is_named_as_on_pages(season: Season) -> None:
    """Dave, who is a minor, sits in for Bob: Carol, who knows him not, reads his first name."""
    cast = season.cast
    User.objects.filter(pk=cast.dave.pk).update(username="davidson", first_name="Davy")
    Minor.objects.create(user=cast.dave)
    season.desk.terms = {**season.desk.terms, "substitutes": "accepted"}
    season.desk.save()
    season.begin()
    season.report(season.organiser, OpenRound(pairings=(Pairing(home="bears", away="cats"),), deadline=""))
    bob = Who(str(cast.bob.pk))
    season.report(bob, Substitute(fixture="r1-1", platoon="bears", person=str(cast.dave.pk), reason="Ill"))
    (told,) = Notice.objects.filter(kind="substitute")
    assert (told.user, "davidson" in told.subject, "Davy" in told.subject) == (cast.carol, False, True)


def test_no_address_and_no_complaint_is_in_anothers_message(season: Season) -> None:
    cast = season.cast
    for user in (cast.alice, cast.bob, cast.carol):
        User.objects.filter(pk=user.pk).update(email=f"{user.username}@steel.example")
    season.begin()
    season.report(season.organiser, OpenRound(pairings=(Pairing(home="bears", away="cats"),), deadline=""))
    season.report(Who(str(cast.bob.pk)), Concede(fixture="r1-1", platoon="bears"))
    season.report(Who(str(cast.carol.pk)), Dispute(fixture="r1-1", reason="His complaint is secret"))
    season.win(season.muster())
    clerk.sweep()
    texts = [one.subject + one.body for one in Notice.objects.all()]
    texts += [one.subject + one.body for one in OutboxMessage.objects.all()]
    assert {"disputed", "confirm", "pairing"} <= set(Notice.objects.values_list("kind", flat=True))
    assert not any("@steel.example" in text for text in texts)
    assert not any("secret" in text for text in texts)  # nor of their cards

"""Who is forgotten is named in nothing that others were told, and their address stands nowhere."""

from __future__ import annotations

from uuid import uuid4

import pytest

from campaigns.erasure import forget_person
from campaigns.models import Invitation, Notice, OutboxMessage
from tests.cast import Cast
from tests.where import BOTH

pytestmark = pytest.mark.django_db
SENT, WAITING = OutboxMessage.Status.SENT, OutboxMessage.Status.WAITING


@BOTH
def test_nothing_that_others_were_told_names_them(cast: Cast) -> None:
    bob, carol = cast.bob, cast.carol
    texts = {"subject": "Ridge: bob mentions you", "body": "bob, @bob and “bob”: bobby's bobsleigh, bob@steel.example."}
    Notice.objects.create(
        key="n", user=carol, kind="said", stream=uuid4(), title="bob against carol", link="/", **texts
    )
    OutboxMessage.objects.create(key="o", user=carol, address="carol@steel.example", status=SENT, **texts)
    told = {"title": "It is your turn", "subject": "carol has moved", "body": ""}
    Notice.objects.create(key="p", user=carol, kind="said", stream=uuid4(), link="/", **told)
    forget_person(bob, "alice", "They asked for it")
    bob.refresh_from_db()
    called = bob.username
    assert called.startswith("forgotten-")
    told = {
        "subject": f"Ridge: {called} mentions you",
        "body": f"{called}, @{called} and “{called}”: bobby's bobsleigh, bob@steel.example.",
    }
    assert Notice.objects.values("subject", "body").get(key="n") == told
    assert Notice.objects.get(key="n").title == f"{called} against carol"
    assert OutboxMessage.objects.values("subject", "body").get(key="o") == told
    assert Notice.objects.get(key="p").subject == "carol has moved"


def test_their_address_stands_nowhere(cast: Cast) -> None:
    """What was sent to it before there was the account is known by the address alone."""
    cast.bob.email = "Bob@steel.example"
    cast.bob.save()
    for address in ("bob@steel.example", "other@steel.example"):
        Invitation.objects.create(club=cast.club, made_by=cast.alice, address=address)
        for status in (SENT, WAITING):
            texts = {"subject": "Come in", "body": f"https://leaguer.example/join/{status}"}
            OutboxMessage.objects.create(key=f"{address}/{status}", address=address, status=status, **texts)
    forget_person(cast.bob, "alice", "They asked for it")
    assert sorted(Invitation.objects.values_list("address", flat=True)) == ["", "other@steel.example"]
    kept = OutboxMessage.objects.order_by("pk").values_list("address", "subject", "status")
    assert list(kept) == [
        ("", "", SENT),
        ("other@steel.example", "Come in", SENT),
        ("other@steel.example", "Come in", WAITING),
    ]

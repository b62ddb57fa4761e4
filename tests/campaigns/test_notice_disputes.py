"""A disputed result is told to who may rule on it, with the way to the form; both platoons hear of the ruling."""

from __future__ import annotations

from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.models import Notice, User
from campaigns.season.disputes import Confirm, Dispute
from campaigns.season.results import Concede
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Pairing
from rules.adjudicate import Who
from rules.contract import Command
from tests.campaigns.conftest import Season
from tests.campaigns.office import AtForm, office_of
from tests.campaigns.ruled import state
from tests.cast import UserFactory, logged_in

pytestmark = pytest.mark.django_db
SECRET = "He never came, and said that Dave’s cards were marked"


class Conceded(Season):
    """Bob has conceded to Carol, who does not want it so."""

    def start(self) -> Conceded:
        self.begin()
        self.report(self.organiser, OpenRound(pairings=(Pairing(home="bears", away="cats"),), deadline=""))
        self.by(self.cast.bob, Concede(fixture="r1-1", platoon="bears"))
        return self

    def by(self, user: User, command: Command) -> None:
        self.report(Who(str(user.pk)), command)

    def dispute(self, user: User) -> None:
        self.by(user, Dispute(fixture="r1-1", reason=SECRET))


@pytest.fixture
def conceded(season: Season) -> Conceded:
    return Conceded(season.cast)


def told(kind: str = "to_rule") -> list[str]:
    return sorted(one.user.username for one in Notice.objects.filter(kind=kind).select_related("user"))


def test_who_may_rule_is_told_once_and_nobody_what_the_complaint_says(conceded: Conceded) -> None:
    cast = conceded.cast
    cast.club.organisers.add(UserFactory.create(username="olga"), UserFactory.create(username="gone", is_active=False))
    conceded.open()
    conceded.appoint(cast.dave, "organiser")  # erin umpires: she does not rule over the campaign
    conceded.start()
    conceded.dispute(cast.carol)
    assert (told(), told("disputed")) == (["alice", "dave", "olga"], ["bob"])
    conceded.dispute(cast.bob)  # the same fixture waits for the same ruling
    assert (told(), told("disputed")) == (["alice", "dave", "olga"], ["bob", "carol"])
    assert not any("marked" in one.subject + one.body for one in Notice.objects.all())


def test_who_plays_in_it_hears_of_it_as_a_player_while_another_can_rule(conceded: Conceded) -> None:
    cast = conceded.cast
    cast.club.organisers.add(cast.bob)
    conceded.start().dispute(cast.carol)
    assert (told(), told("disputed")) == (["alice"], ["bob"])


def test_the_only_organiser_rules_on_their_own_fixture_and_is_told_one_thing(conceded: Conceded) -> None:
    cast = conceded.cast
    conceded.start()
    cast.club.organisers.set([cast.bob])
    conceded.dispute(cast.carol)
    assert (told(), told("disputed")) == (["bob"], [])


def test_it_waits_no_more_once_it_is_accepted_and_is_told_again_if_it_is_disputed_again(conceded: Conceded) -> None:
    alice = conceded.cast.alice
    conceded.start().dispute(conceded.cast.bob)
    conceded.by(conceded.cast.bob, Confirm(fixture="r1-1"))
    assert Notice.objects.get(kind="to_rule", user=alice).over
    conceded.dispute(conceded.cast.carol)
    assert [one.over for one in Notice.objects.filter(kind="to_rule", user=alice).order_by("pk")] == [True, False]


def test_from_the_mail_it_is_three_clicks_to_the_ruling_of_which_both_hear_once(conceded: Conceded) -> None:
    cast = conceded.cast
    alice = office_of(cast.alice)
    conceded.start().dispute(cast.carol)
    notice = Notice.objects.get(kind="to_rule")
    assert notice.link in notice.body
    form = AtForm(alice, notice.link.partition("#")[0])  # the first click
    form.fill(winner="bears", reason="As it was told").press("look")
    assert form.press("do").status_code == 302
    decided = state(conceded).fixtures["r1-1"].decided
    assert decided is not None
    assert decided.results["bears"] == "won"
    rulings = Notice.objects.filter(kind="ruled", position__gt=notice.position)
    assert Counter(one.user for one in rulings) == {cast.bob: 1, cast.carol: 1}
    notice.refresh_from_db()
    assert notice.over


def test_who_may_not_enter_the_office_is_led_to_the_fixture(conceded: Conceded) -> None:
    conceded.start().dispute(conceded.cast.carol)
    notice = Notice.objects.get(kind="to_rule")
    assert notice.link == f"/campaigns/{conceded.stream}/fixtures/r1-1/"
    page = logged_in(conceded.cast.alice)
    assert page.get(f"/notices/{notice.pk}/", follow=True).status_code == 200


def test_the_queries_do_not_grow_with_those_who_may_rule(conceded: Conceded) -> None:
    conceded.start()
    counts = []
    for player in (conceded.cast.carol, conceded.cast.bob):
        with CaptureQueriesContext(connection) as asked:
            conceded.dispute(player)
        counts.append(len(asked))
        conceded.by(player, Confirm(fixture="r1-1"))
        conceded.cast.club.organisers.add(*(UserFactory.create() for _n in range(20)))
    assert counts[0] == counts[1]

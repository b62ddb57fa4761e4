"""A guided evening: four things to do in one's sample, each of them done as soon as the log says so.

Nothing is kept of the evening itself. A battle is finished once it is settled, a dispute ruled on once the fixture has
none, a report corrected once the campaign's log has a correction by its organiser; a question is a scenario that they
have saved. So whatever is taken back in the log is to do again.
"""

from __future__ import annotations

from typing import Any, NamedTuple
from uuid import uuid5

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from battles.models import LogLine, Sheet
from campaigns import sample
from campaigns.demo import load
from campaigns.models import Campaign, Fixture, SavedScenario, User

DISPUTED, PENALTY = "Hill 402", "Penalised"  # of the demo's season: a battle's title, the type of a row
CORRECTIONS = ("Revised", "Declared")  # what the log calls a report that was corrected, and a fact that was set


class Step(NamedTuple):
    """Something to do at `url`, which is done on the pages below `path`. `answers`: all that is left of it is what a
    made-up player says."""

    key: str
    title: Any
    text: Any
    url: str
    path: str
    done: bool
    answers: bool = False


class Tour(NamedTuple):
    campaign: Campaign
    steps: tuple[Step, ...]

    @property
    def n(self) -> int:
        """How many of the steps are done."""
        return sum(step.done for step in self.steps)

    @property
    def over(self) -> bool:
        return self.n == len(self.steps)

    def next(self, after: str = "") -> Step | None:
        """The first step that is to do, or the first behind the one called `after`; None once all are done."""
        keys = [step.key for step in self.steps]
        begin = keys.index(after) + 1 if after in keys else 0
        return next((step for step in (*self.steps[begin:], *self.steps[:begin]) if not step.done), None)

    def at(self, path: str) -> Step | None:
        """The step that is done on the page of this path."""
        return next((step for step in self.steps if path.startswith(step.path)), None)


def of(user: User, campaign: Campaign | None = None) -> Tour | None:
    """The evening in somebody's sample (its `campaign`, if it is known), None if they have none. Six queries."""
    there = campaign or sample.of(user)
    if there is None:
        return None
    return Tour(there, (_battle(there), _dispute(there), _correction(there, user), _question(there, user)))


def is_offered(user: User | None, seasons: bool) -> bool:
    """Whether the front page leads there: to who may have a sample and sees no campaign yet (`seasons`: or does); on a
    machine that shows the demo, to everybody."""
    if user is not None and not may_begin(user):
        return False
    return _shows_demo() or (user is not None and not seasons)


def may_begin(user: User) -> bool:
    return user.is_superuser or (user.is_staff and user.organises.exists())


def _shows_demo() -> bool:
    """Where the password of the demo's organiser is known to everybody, so that a tap may send it."""
    return not settings.PRODUCTION and Campaign.objects.filter(pk=load.CAMPAIGN, stream__isnull=False).exists()


def _battle(campaign: Campaign) -> Step:
    battle = sample.battle_of(campaign)
    sheet = Sheet.objects.filter(pk=battle).first()
    here = reverse("battle", args=[battle])
    over, settled = (sheet is not None and sheet.status == one for one in (Sheet.Status.OVER, Sheet.Status.SETTLED))
    answers = over and sheet is not None and sheet.asked == [sample.THEIR_SIDE]
    if answers:
        text = _("It waits for the other player, who is made up: have them confirm. Then the clerk counts it.")
    elif over:
        text = _("It is over. Confirm the result for your side.")
    else:
        text = _(
            "Your tank against two, and you play both sides: report a shot, answer what is asked, and go on. To be "
            "done soon, let one side concede. Then confirm the result."
        )
    return Step("battle", _("Finish a battle"), text, here, here, settled, answers)


def _dispute(campaign: Campaign) -> Step:
    fixture = Fixture.objects.filter(campaign=campaign.pk, battle=uuid5(campaign.pk, DISPUTED)).first()
    text = _("A player says that the result of “Hill 402” is wrong. Read the case, choose who has won, and say why.")
    url = reverse("admin:campaigns_campaignsheet_rule", args=[campaign.pk])
    here = url
    if fixture is not None:
        here = reverse("admin:campaigns_campaignsheet_rule_about", args=[campaign.pk, "adjudicate", fixture.fixture])
    done = fixture is not None and not fixture.disputed
    return Step("dispute", _("Rule on a dispute"), text, here, url, done)


def _correction(campaign: Campaign, user: User) -> Step:
    rows = LogLine.objects.filter(stream=campaign.pk)
    penalty = rows.filter(type=PENALTY).order_by("position").values_list("position", flat=True).first()
    text = _(
        "The Siberian Rifles were punished for coming late, but they had come on time. Say why, see what it changes, "
        "then take the penalty back."
    )
    url = reverse("corrections", args=[campaign.pk])
    here = f"{reverse('correct', args=[campaign.pk, penalty])}?how=undo" if penalty else url
    done = rows.filter(type__in=CORRECTIONS, by=str(user.pk)).exists()
    return Step("correction", _("Correct a report"), text, here, url, done)


def _question(campaign: Campaign, user: User) -> Step:
    asked = SavedScenario.objects.filter(owner=user, stream=campaign.pk, deleted_at=None).exists()
    text = _(
        "Had Red Banner won the “Ambush at the ford”, who would lead? Choose both under “Other results”, compare, and "
        "save it."
    )
    url = reverse("what-if", args=[campaign.pk])
    return Step("question", _("Ask what if"), text, url, url, asked)

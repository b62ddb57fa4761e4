"""A fixture's page: who meets, how it stands and why, and the forms for its players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from msgspec.structs import replace

from battles.forms.cards import Card
from battles.forms.trouble import Trouble
from battles.models import Sheet
from battles.not_found import or_404
from battles.pages.methods import form_page
from battles.presenters.people import names_of
from campaigns import models
from campaigns.conversation import rights
from campaigns.models.uncounted import why_not_counted
from campaigns.pages import choice_forms, conversation, result_notes
from campaigns.pages.meeting_ground import field
from campaigns.pages.request_context import Visit, framed, keeping, not_allowed, told_of, visit_to_read
from campaigns.pages.rounds import meeting, nth_of, summary_of
from campaigns.presenters import appointments, belonging, story
from campaigns.presenters.story import Fact
from campaigns.presenters.why_paired import why_paired
from campaigns.season import Fixture, offered
from campaigns.season.appointments import AcceptDate, CancelDate, DeclineDate, ProposeDate, SetDate
from campaigns.season.disputes import Confirm, Dispute
from campaigns.season.kept_events import Substituted, SubstituteProposed
from campaigns.season.musters import MusterBattle
from campaigns.season.results import Concede, ReportReady
from campaigns.season.substitutes.answers import AcceptSubstitute, DeclineSubstitute
from campaigns.season.substitutes.naming import Substitute, WithdrawSubstitute
from campaigns.season.visibility import rules_over
from rules.contract import Choice
from rules.contract import gettext_noop as _
from rules.stream.choices import about


@form_page
def fixture(request: HttpRequest, stream: UUID, fixture: str) -> HttpResponse:
    """The forms are sent here, and shown again with the input if they are refused. `?at=`: as it stood at a row of
    the log, `?as_of=` as it was known at a time."""
    here, stood, trouble = visit_to_read(request, stream)
    row = or_404(next(iter(stood.fixtures_called([fixture])), None))
    if request.method != "POST":
        return _page(request, here, row, trouble)
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    return _take(request, here, row)


def _take(request: HttpRequest, here: Visit, row: models.Fixture) -> HttpResponse:
    if here.who is None:
        return _page(request, here, row, not_allowed(*NOT_IN_IT))
    done = choice_forms.take(request, here, _choices(here, row))
    if isinstance(done, Trouble):
        return _page(request, here, row, done)
    return redirect(f"{reverse('fixture', args=[here.stream, row.fixture])}?ruling={done.position}#ruling")


SUBSTITUTES = (AcceptSubstitute, DeclineSubstitute, Substitute, WithdrawSubstitute)
DATES = (AcceptDate, ProposeDate, DeclineDate, CancelDate, SetDate)
NOT_IN_IT = _("You do not play in this fixture."), _("Its players report for it, or an organiser.")


def _choices(here: Visit, row: models.Fixture) -> list[Choice]:
    return choice_forms.of_fixture(here, row.fixture, *DATES, *SUBSTITUTES, Confirm, ReportReady, Dispute, Concede)


def _page(request: HttpRequest, here: Visit, row: models.Fixture, trouble: Trouble | None = None) -> HttpResponse:
    found = here.season.fixtures[row.fixture]
    told = [fact for fact in here.facts if _is_about(fact, found)]
    names = story.names_in(here.season)
    players = [player for key in found.platoons for player in here.season.platoons[key].players]
    sitting, asked = _sitting(found.substitutes), _sitting(found.asked_for if found.is_open else {})
    told_by = (row.by for _fact, row in (*told, *told_of(request, here, trouble)))
    choices = _choices(here, row)
    people = names_of([*players, *sitting.values(), *asked.values(), *_named(choices), *told_by], here.person)
    sheet = Sheet.objects.filter(pk=row.battle).first() if row.battle and not here.moment else None
    address = reverse("fixture", args=[here.stream, row.fixture])
    forms = choice_forms.shown(here, choices, address, trouble, people=people)
    context = {
        **framed(request, here, trouble, people),
        **forms,
        **_cards(forms["cards"]),
        "fixture": row,
        "meeting": meeting(here.season, row, sheet, here.reader, names, nth_of(here.season)[row.fixture]),
        "summary": summary_of(here.season, row.round),
        "uncounted": _uncounted(here, row, sheet),
        "ground": field(here.season, found),
        "paired": why_paired(here.stream, here.every, found.key, now=here.moment is None or here.moment.corrected),
        "when": appointments.of(here.season, found, here.reader, here.moment is None),
        "again": found.again if found.is_open and not found.battle else 0,
        "decided": found.decided,
        "ended": result_notes.ended(found) if found.decided is None else "",
        "notes": result_notes.notes(here.season, found),
        "ready": [names.get(key, key) for key in found.ready] if found.is_open or _walked_over(found) else [],
        "accepted": [names.get(key, key) for key in found.accepted],
        "players": {
            key: ", ".join(people[player] for player in here.season.platoons[key].players) for key in found.platoons
        },
        "sitting": {key: people[sitting[key]] if key in sitting else "" for key in found.platoons},
        "asked": [(names.get(key, key), people[one]) for key, one in asked.items()],
        "may_muster": any(about(one, "fixture", found.key) for one in offered(here.season, here.who, MusterBattle)),
        "may_amend": _rules_now(here) and found.reported is not None,
        "may_rule": _rules_now(here) and getattr(request.user, "is_staff", False),
        "to_settle": len(here.season.items) if _rules_now(here) else 0,
        "outlooks": belonging.outlooks(here.desk, here.season, found, request.user) if here.moment is None else [],
        "told": story.entries(here.season, told[::-1], here.reader, people),
        **(conversation.section(rights.at(request.user, here.desk, found.key)) if here.moment is None else {}),
    }
    return keeping(here, render(request, "campaigns/fixture.html", context, status=trouble.status if trouble else 200))


def _sitting(found: Mapping[str, Substituted] | Mapping[str, SubstituteProposed]) -> dict[str, str]:
    """Who sits in for a platoon's players, or is to, by platoon."""
    return {key: one.person for key, one in found.items()}


def _named(choices: Sequence[Choice]) -> list[str]:
    """The people that the choices offer by their ids."""
    fields = (field for one in choices for field in one.fields if field.name == "person")
    return [str(pick.value) for field in fields for pick in field.picks]


def _cards(cards: Sequence[Card]) -> dict[str, list[Card]]:
    """Those about its date apart: the first of them is open, unless something was typed elsewhere."""
    about_date = {one.__name__ for one in DATES}
    dates = [one for one in cards if one.choice.command in about_date]
    if dates and not any(one.open for one in cards) and dates[0].choice.command != SetDate.__name__:
        dates[0] = replace(dates[0], open=True)
    return {"date_cards": dates, "cards": [one for one in cards if one.choice.command not in about_date]}


def _rules_now(here: Visit) -> bool:
    """Whether the reader rules over the season, and looks at it as it stands now."""
    return here.moment is None and rules_over(here.who)


def _uncounted(here: Visit, row: models.Fixture, sheet: Sheet | None) -> str:
    """Why the campaign cannot count its battle as it is settled now, for who rules over it; "" where it can."""
    return why_not_counted(sheet) if _rules_now(here) and sheet is not None and row.is_reopened(sheet) else ""


def _walked_over(found: Fixture) -> bool:
    """Whether it was a walk-over: then who was ready to play explains why."""
    return found.decided is not None and found.decided.how == "walkover"


def _is_about(fact: Fact, found: Fixture) -> bool:
    """Whether a row of the campaign's log is about this fixture."""
    event = fact[0].event
    battles = [battle for battle in (found.battle, *found.called_off) if battle]
    if getattr(event, "fixture", None) == found.key or getattr(event, "battle", None) in battles:
        return True
    return any(getattr(one, "key", None) == found.key for one in getattr(event, "fixtures", ()))

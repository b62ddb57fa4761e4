"""News of a season: finds in a receipt what people have to know, and tells them in its transaction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from django.db.models import Q
from django.urls import reverse

from battles.reports import Ruled
from campaigns.models import Campaign, Notice, User
from campaigns.models.people import accounts_of
from campaigns.notices import of_amendments, of_disputes, of_fixtures, of_platoons
from campaigns.notices.in_battles import thread_of
from campaigns.notices.telling import Found, News, of_campaign, tell
from campaigns.season import Season
from campaigns.season.challenges.situation import challenge_to
from campaigns.season.disputes import Disputed
from campaigns.season.kept_events import Opened, SeasonClosed


def write(campaign: str, season: Season, facts: Sequence[Ruled], by: str = "") -> None:
    """Tell of facts that are new, in the caller's transaction; `season` stands after them, and `by` has reported them.
    A campaign without its desk is run elsewhere, so nobody is told."""
    if any(type(fact.event).__name__.startswith(ENDING) for fact in facts):
        _lapse(campaign, season)
    found = [
        *of_platoons.cases(season, facts),
        *of_platoons.retreats(campaign, season, facts),
        *of_platoons.challenges(season, facts),
        *of_platoons.workshops(season, facts),
        *of_fixtures.pairings(season, facts, by),
        *of_fixtures.dates(season, facts, by),
        *of_fixtures.substitutes(season, facts),
        *of_fixtures.results(campaign, season, facts, by),
        *of_amendments.amended(campaign, season, facts),
        *_ends(season, facts, by),
    ]
    begins = any(isinstance(fact.event, Opened) for fact in facts)
    disputed = [fact for fact in facts if isinstance(fact.event, Disputed)]
    if found or begins:
        desk = Campaign.with_club(campaign)
        if desk is not None:
            found += _begins(desk, facts, by) if begins else []
            found += of_disputes.to_rule(desk, season, disputed, by) if disputed else []
            send(desk, season, found)


def send(desk: Campaign, season: Season, found: Iterable[Found]) -> int:
    """Tell what was found; how many notices that are. The number of queries does not grow with their readers."""
    found = [one for one in found if one.people]
    for kind, about in {(one.kind, one.fixture or one.platoon) for one in found if one.kind in STANDING}:
        Notice.objects.filter(stream=desk.pk, kind=kind, about=about, over=False).update(
            over=True
        )  # there is newer word
    users = {str(user.pk): user for user in accounts_of({one for each in found for one in each.people})}
    news = (
        _news(desk, season, one, users[reader])
        for one in found
        for reader in dict.fromkeys(one.people)
        if reader in users
    )
    return tell(news)


def _news(desk: Campaign, season: Season, one: Found, user: User) -> News:
    campaign = str(desk.pk)
    name, *rest = one.page
    page = reverse(name, args=[campaign, *rest])
    return of_campaign(
        desk,
        user,
        one.kind,
        f"campaign/{campaign}/{one.position}/{user.pk}",
        one.office if one.office and user.is_staff else page,
        {**one.context, "platoon": season.platoons[one.platoon]} if one.platoon else one.context,
        one.person,
        template=one.template,
        position=one.position,
        about=one.fixture or one.platoon,
        thread=thread_of(campaign, one.fixture) if one.fixture else "",
    )


def to_be_written(season: Season, facts: Sequence[Ruled]) -> Iterator[tuple[str, str]]:
    """Who would be told about facts that are not written yet, by their platoon, and by which template."""
    for _fact, event in of_platoons.retreats_due(season, facts):
        yield event.platoon, "retreat"
    for one in (*of_platoons.challenges(season, facts), *of_fixtures.dates(season, facts, "")):
        if one.kind != "beaten":
            yield one.platoon, one.template


def _begins(desk: Campaign, facts: Sequence[Ruled], by: str) -> list[Found]:
    """A season opens, to the members of its club; not one to try."""
    if desk.test:
        return []
    members = User.objects.filter(Q(clubs=desk.club) | Q(organises=desk.club), is_active=True)
    people = sorted({str(pk) for pk in members.values_list("pk", flat=True)} - {by})
    return [
        Found(fact.position, "opened", "season_opened", people, {}) for fact in facts if isinstance(fact.event, Opened)
    ]


def _ends(season: Season, facts: Sequence[Ruled], by: str) -> Iterator[Found]:
    for fact in facts:
        if isinstance(fact.event, SeasonClosed) and season.closed is not None:
            people = {one for platoon in season.platoons.values() if not platoon.dropped for one in platoon.players}
            yield Found(fact.position, "over", "season_over", sorted(people - {by}), {})


STANDING = ("proposed", "dated", "reminded", "challenge", "substitute", "retreat")
LAPSING = (*STANDING, of_disputes.KIND)
# Events that may end what people were asked, by the first part of their names.
ENDING = (
    "Date",
    "Challenge",
    "Substitut",
    "Retreat",
    "Revised",
    "Decided",
    "CalledOff",
    "Dropped",
    "BattleMustered",
    "Accepted",
    "SeasonClosed",
    "RoundClosed",
)


def _lapse(campaign: str, season: Season) -> None:
    """What nobody is asked any more is over: it is not sent, if it has not been yet."""
    waiting = Notice.objects.filter(stream=campaign, over=False, kind__in=LAPSING).values_list("pk", "kind", "about")
    gone = [pk for pk, kind, about in waiting if not _stands(season, kind, about)]
    if gone:
        Notice.objects.filter(pk__in=gone).update(over=True)


def _stands(season: Season, kind: str, about: str) -> bool:
    if kind == "challenge":
        return about in season.platoons and challenge_to(season, about) is not None
    if kind == "retreat":
        return any(one.platoon == about for one in season.retreats.values())
    fixture = season.fixtures.get(about)
    if fixture is not None and kind == of_disputes.KIND:
        return bool(fixture.disputes)
    if fixture is None or not fixture.is_open:
        return False
    match kind:
        case "proposed":
            return fixture.proposed is not None
        case "substitute":
            return bool(fixture.asked_for)
    return bool(fixture.date)

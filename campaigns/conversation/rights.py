"""Who reads a conversation, who writes, who moderates. Pages, API and photos all ask here.

Whoever cannot see the campaign cannot see its conversations. Of those who can, members of its club and its players
write and read; others read along where the club says so. A club can do without. Who is marked as a minor takes part
only with a parent's consent (`campaigns.minors`), and guests have no account by which anybody could answer for them.
"""

from __future__ import annotations

from uuid import UUID

import msgspec

from campaigns.models import Campaign, Fixture, Minor, Mute, Post, Thread, User
from campaigns.models.desk import Talk
from campaigns.roles import MAY, Person, Role, role_in, visible_campaign


class Here(msgspec.Struct, frozen=True):
    """A place to talk and who stands in it. `thread`: None while nobody has said anything; `minor`: nothing is open to
    them before a parent has consented; `muted`: they do not want to hear of it."""

    desk: Campaign
    fixture: str
    user: Person
    role: Role
    thread: Thread | None = None
    minor: bool = False
    muted: bool = False

    @property
    def on(self) -> bool:
        """Whether the club has conversations at all."""
        return self.desk.club.talk != Talk.OFF

    @property
    def reads(self) -> bool:
        if not self.on or self.minor:
            return False
        return self.role >= MAY["enlist"] or self.desk.club.talk == Talk.READABLE

    @property
    def writes(self) -> bool:
        return self.on and not self.minor and self.role >= MAY["enlist"]

    @property
    def moderates(self) -> bool:
        return self.reads and self.role >= MAY["referee"]

    @property
    def account(self) -> User:
        assert isinstance(self.user, User)
        return self.user


def at(user: Person, desk: Campaign, fixture: str) -> Here:
    """The place of a fixture in a campaign that `user` may see (read with its club). Five queries at most."""
    thread = Thread.objects.filter(campaign=desk, fixture=fixture).first()
    role = role_in(user, desk.pk)
    if role < Role.OUTSIDER:
        return Here(desk, fixture, user, role, thread)
    muted = thread is not None and Mute.objects.filter(user=user.pk, thread=thread).exists()
    return Here(desk, fixture, user, role, thread, is_barred(user), muted)


def is_barred(user: Person) -> bool:
    """Whether they are marked as a minor without a parent's consent. One query."""
    return user.is_authenticated and Minor.shown_by_first_name().filter(pk=user.pk).exists()


def of_fixture(user: Person, campaign: UUID, fixture: str) -> Here | None:
    """The same by the campaign's id; None where there is no such fixture that they may know of."""
    desk = visible_campaign(user, campaign)
    if desk is None or desk.stream is None or not Fixture.objects.filter(campaign=campaign, fixture=fixture).exists():
        return None
    return at(user, desk, fixture)


def of_battle(battle: UUID) -> tuple[UUID, str] | None:
    """The campaign and the fixture of a battle; None for a friendly one, which has no club and so nobody to
    moderate."""
    return Fixture.objects.filter(battle=battle).values_list("campaign", "fixture").first()


def of_post(user: Person, id: UUID) -> tuple[Here, Post] | None:
    """A post and where it stands; None where they may not read it, or there is none. Six queries at most."""
    post = Post.objects.select_related("thread", "author").prefetch_related("photos").filter(pk=id).first()
    if post is None:
        return None
    here = of_fixture(user, post.thread.campaign_id, post.thread.fixture)
    if here is None or not here.reads:
        return None
    return here, post


def may_read(here: Here, post: Post) -> bool:
    """A post that is hidden is read by its author and by moderators."""
    return here.reads and (post.hidden_at is None or here.moderates or post.author_id == here.user.pk)

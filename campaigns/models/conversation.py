"""What people say to one another about a fixture and its battle: desk data, of which the log and its digests know
nothing.

A thread belongs to a fixture of a campaign; its battle has the same one. It is made with its first post.
"""

from __future__ import annotations

from uuid import uuid4

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models.desk import Campaign
from campaigns.models.people import User

LONGEST_POST = 4000  # characters
LONGEST_REASON = 200


class Thread(models.Model):
    """Of a fixture by its campaign and key: no desk row points at a read table."""

    id = models.UUIDField(_("id"), primary_key=True, default=uuid4, editable=False)
    campaign = models.ForeignKey(Campaign, verbose_name=_("campaign"), on_delete=models.CASCADE, related_name="threads")
    fixture = models.CharField(_("fixture"), max_length=40)

    class Meta:
        verbose_name = _("conversation")
        verbose_name_plural = _("conversations")
        constraints = [models.UniqueConstraint(fields=["campaign", "fixture"], name="one_thread_a_fixture")]

    def __str__(self) -> str:
        return f"{self.campaign_id}/{self.fixture}"


class Post(models.Model):
    """`body`: markdown. Who is mentioned stands in it by the account's id (`@{id}`), so a name can be forgotten."""

    id = models.UUIDField(_("id"), primary_key=True, default=uuid4, editable=False)
    thread = models.ForeignKey(Thread, verbose_name=_("conversation"), on_delete=models.CASCADE, related_name="posts")
    author = models.ForeignKey(User, verbose_name=_("author"), on_delete=models.CASCADE, related_name="+")
    body = models.TextField(_("text"), blank=True)
    made_at = models.DateTimeField(_("made at"), default=timezone.now)
    edited_at = models.DateTimeField(_("edited at"), null=True)
    hidden_at = models.DateTimeField(_("hidden at"), null=True)
    hidden_why = models.CharField(_("why it is hidden"), max_length=LONGEST_REASON, blank=True)

    class Meta:
        verbose_name = _("post")
        verbose_name_plural = _("posts")
        ordering = ["made_at", "id"]
        indexes = [models.Index(fields=["thread", "made_at", "id"], name="posts_of_a_thread")]

    def __str__(self) -> str:
        return str(self.pk)


class Photo(models.Model):
    """A photo of a post. `name`: of its file where media are kept, and in its address; nobody can guess it."""

    post = models.ForeignKey(Post, verbose_name=_("post"), on_delete=models.CASCADE, related_name="photos")
    name = models.CharField(_("name"), max_length=80, unique=True)
    width = models.PositiveIntegerField(_("width"))
    height = models.PositiveIntegerField(_("height"))

    class Meta:
        verbose_name = _("photo")
        verbose_name_plural = _("photos")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name


class Reaction(models.Model):
    """One of a few signs that somebody gives to a post."""

    class Kind(models.TextChoices):
        GOOD = "good", _("good")
        FUNNY = "funny", _("funny")
        WOW = "wow", _("surprising")
        SHOT = "shot", _("well shot")
        RESPECT = "respect", _("respect")

    post = models.ForeignKey(Post, verbose_name=_("post"), on_delete=models.CASCADE, related_name="reactions")
    user = models.ForeignKey(User, verbose_name=_("account"), on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)

    class Meta:
        verbose_name = _("reaction")
        verbose_name_plural = _("reactions")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["post", "user", "kind"], name="one_reaction_of_a_kind")]

    def __str__(self) -> str:
        return self.kind


class Mention(models.Model):
    """Somebody is named in a post."""

    post = models.ForeignKey(Post, verbose_name=_("post"), on_delete=models.CASCADE, related_name="mentions")
    user = models.ForeignKey(User, verbose_name=_("account"), on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("mention")
        verbose_name_plural = _("mentions")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["post", "user"], name="one_mention_a_post")]

    def __str__(self) -> str:
        return f"{self.post_id} {self.user_id}"


class PostReport(models.Model):
    """Somebody has told the moderators of a post. `said`: its text as it was then, in case its author deletes it."""

    thread = models.ForeignKey(Thread, verbose_name=_("conversation"), on_delete=models.CASCADE, related_name="reports")
    post = models.ForeignKey(Post, verbose_name=_("post"), null=True, on_delete=models.SET_NULL, related_name="reports")
    author = models.ForeignKey(User, verbose_name=_("author"), on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(User, verbose_name=_("told by"), on_delete=models.CASCADE, related_name="+")
    reason = models.CharField(_("reason"), max_length=LONGEST_REASON)
    said = models.TextField(_("text"), blank=True)
    made_at = models.DateTimeField(_("made at"), default=timezone.now)
    settled_at = models.DateTimeField(_("settled at"), null=True)

    class Meta:
        verbose_name = _("report of a post")
        verbose_name_plural = _("reports of posts")
        ordering = ["made_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["post", "by"], name="one_report_of_a_post")]

    def __str__(self) -> str:
        return self.reason


class ModerationAct(models.Model):
    """The trail: who hid what and why. It stays when the post is deleted; it repeats no text of it."""

    class What(models.TextChoices):
        HID = "hid", _("hid it")
        SHOWED = "showed", _("showed it again")
        LEFT = "left", _("left it as it is")

    thread = models.ForeignKey(Thread, verbose_name=_("conversation"), on_delete=models.CASCADE, related_name="acts")
    post = models.UUIDField(_("post"))
    author = models.ForeignKey(User, verbose_name=_("author"), null=True, on_delete=models.SET_NULL, related_name="+")
    by = models.ForeignKey(User, verbose_name=_("by"), null=True, on_delete=models.SET_NULL, related_name="+")
    what = models.CharField(_("what"), max_length=10, choices=What.choices)
    reason = models.CharField(_("reason"), max_length=LONGEST_REASON)
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("act of a moderator")
        verbose_name_plural = _("acts of moderators")
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.what} {self.post}"


class Mute(models.Model):
    """What somebody does not want to read: a `person`'s posts, or a whole `thread`. Nobody else is told."""

    user = models.ForeignKey(User, verbose_name=_("account"), on_delete=models.CASCADE, related_name="+")
    person = models.ForeignKey(User, verbose_name=_("person"), null=True, on_delete=models.CASCADE, related_name="+")
    thread = models.ForeignKey(
        Thread, verbose_name=_("conversation"), null=True, on_delete=models.CASCADE, related_name="mutes"
    )

    class Meta:
        verbose_name = _("mute")
        verbose_name_plural = _("mutes")
        constraints = [
            models.UniqueConstraint(fields=["user", "person"], name="one_mute_of_a_person"),
            models.UniqueConstraint(fields=["user", "thread"], name="one_mute_of_a_thread"),
            models.CheckConstraint(
                condition=models.Q(person__isnull=True) ^ models.Q(thread__isnull=True), name="mutes_one_thing"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.person_id or self.thread_id}"

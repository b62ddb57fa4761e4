"""What a club calls things itself, in place of Leaguer's words: desk data."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models.desk import Club


class ClubWords(models.Model):
    """A club's words in one language. `said`: by the key of a term (`campaigns.own_words.terms`); what is not there is
    said as Leaguer says it."""

    club = models.ForeignKey(Club, verbose_name=_("club"), on_delete=models.CASCADE, related_name="own_words")
    language = models.CharField(
        _("language"), max_length=10, help_text=_("Pages in this language say these words, and mail in it.")
    )
    said = models.JSONField(_("words"), default=dict, blank=True)

    class Meta:
        verbose_name = _("words of a club")
        verbose_name_plural = _("words of clubs")
        ordering = ["club", "language"]
        constraints = [models.UniqueConstraint(fields=["club", "language"], name="one_list_of_words")]

    def __str__(self) -> str:
        return f"{self.club}: {dict(settings.LANGUAGES).get(self.language, self.language)}"

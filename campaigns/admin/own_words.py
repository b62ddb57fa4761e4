"""A club's own words in the office: each beside Leaguer's, in one language at a time."""

from __future__ import annotations

from types import new_class
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from campaigns.admin.office import OfOneClub
from campaigns.model_forms import ModelForm
from campaigns.models import ClubWords
from campaigns.own_words.spelling import LONGEST, spelt
from campaigns.own_words.terms import BY_KEY, NOTES, TERMS
from rules.messages import without_context

NAME = "word-{}"  # of a control
WHOSE = gettext_noop("Choose whose words these are, and in which language. The words come next.")
WHERE = gettext_noop(
    "Beside each of Leaguer’s words, write what your club says. Pages of the club, its campaigns, battles and leagues"
    " then say it where the word stands alone: as a heading, a label, the head of a column, or before a number, as in"
    " Round 3. Inside sentences and in longer labels Leaguer’s word stays, as the grammar would break. Leave blank what"
    " you say as Leaguer does. The office, the API and the help keep Leaguer’s words."
)


class Word(forms.CharField):
    """What the club says, as it is stored; "" where it says Leaguer's word."""

    def __init__(self) -> None:
        super().__init__(required=False, max_length=4 * LONGEST)  # before it is composed
        self.widget.attrs |= {"size": LONGEST + 4, "autocomplete": "off"}

    def clean(self, value: Any) -> str:
        return spelt(super().clean(value))


class WordsForm(ModelForm):
    """A control for each word, with Leaguer's as its label, in the language whose words they are."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        language, said = self.instance.language, self.instance.said
        for key, label in labels(language).items():
            field = self.fields[NAME.format(key)]
            field.label, field.initial = label, said.get(key, "")
            field.help_text = gettext(NOTES.get(key, ""))
            field.widget.attrs["lang"] = language

    def clean(self) -> dict[str, Any]:
        found = super().clean() or self.cleaned_data
        said = {key: found.get(NAME.format(key), "") for key in BY_KEY}
        self.instance.said = {key: word for key, word in said.items() if word}
        return found


def labels(language: str) -> dict[str, str]:
    """Leaguer's words in a language."""
    with translation.override(language):
        return {key: without_context(gettext(term.text)) for key, term in BY_KEY.items()}


# With its controls declared: Django's admin asks the form's class for them.
WITH_WORDS: type[Any] = new_class(
    "ClubWordsForm", (WordsForm,), {}, lambda body: body.update({NAME.format(key): Word() for key in BY_KEY})
)


@admin.register(ClubWords)
class ClubWordsAdmin(OfOneClub):
    """First the club and the language are said, then the words."""

    list_display = ("club", "in_language", "words")
    list_display_links = ("in_language",)
    list_filter = (("club", admin.RelatedOnlyFieldListFilter),)
    list_select_related = ("club",)
    fields = ("club", "language")

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        return super().get_form(request, obj, change, **({"form": WITH_WORDS} | kwargs if obj else kwargs))

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj is None:
            return [(None, {"fields": self.fields, "description": gettext(WHOSE)})]
        lists = [
            (gettext(part), {"fields": tuple(NAME.format(term.key) for term in terms)}) for part, terms in TERMS.items()
        ]
        return [(None, {"fields": ("club", "in_language"), "description": gettext(WHERE)}), *lists]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return ("club", "in_language") if obj else ()

    def response_add(self, request: HttpRequest, obj: Any, post_url_continue: str | None = None) -> Any:
        """On to its words."""
        return HttpResponseRedirect(reverse("admin:campaigns_clubwords_change", args=[obj.pk]))

    @admin.display(description=_("language"), ordering="language")
    def in_language(self, obj: ClubWords) -> str:
        return str(dict(settings.LANGUAGES).get(obj.language, obj.language))

    @admin.display(description=_("words"))
    def words(self, obj: ClubWords) -> str:
        """What it says, in the order of the list."""
        return ", ".join(obj.said[key] for key in BY_KEY if key in obj.said) or self.get_empty_value_display()

"""A campaign at whose desk reports are told again: its forms, its lines of script, its facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from battles.forms.cards import Card
from battles.forms.correction_draft import Draft
from battles.forms.form_data import Typed
from battles.pages.corrections.handle import Verdict
from battles.pages.corrections.streams.desk import Before, FormDesk
from battles.reports import Report
from battles.sentences import words
from campaigns.pages.corrections import hidden_parts, refill
from campaigns.pages.corrections.context import SeasonDesk
from campaigns.season.corrections import WORDS, known
from campaigns.season.mending import MENDING
from campaigns.season.names import STATUSES
from campaigns.season.open_items import open_items
from rules.contract import Choice, Message, Refused, gettext_noop, say
from rules.stream import facts
from rules.stream.history import Past

CALLED = {str(status): called for status, called in STATUSES.items()} | {"wounded": say(gettext_noop("wounded"))}
PAGES = {"correct": "correct", "settle": "settle", "declare": "declare-facts", "corrections": "corrections"}


class CampaignDesk(SeasonDesk, FormDesk):
    declarable = WORDS
    own = "season"

    @property
    def home(self) -> str:  # type: ignore[override]
        return reverse("campaign", args=[self.stream])

    @property
    def title(self) -> str:
        return self.season.opened.name

    def address(self, page: str, *args: Any) -> str:
        return reverse(PAGES[page], args=[self.stream, *args])

    def barred(self, past: Past, how: str) -> Refused | None:
        return MENDING.barred(self.season, past, how, self.who)

    def ways(self, position: int) -> tuple[tuple[str, str], ...]:
        """As on the page on which all is settled."""
        found = next((one for one in open_items(self.history, self.season, self.who) if one.position == position), None)
        told = found.ways if found is not None else ()
        return tuple((way.how, f"{words(way.label, self.names)}: {words(way.means, self.names)}") for way in told)

    def before(self, past: Past) -> Before:
        return refill.before(self, past)

    def cards(self, choices: Sequence[Choice], typed: Typed | None, faults: Sequence[Refused]) -> list[Card]:
        return refill.cards(self, choices, typed, faults)

    def said(self, draft: Draft) -> tuple[str, dict[str, Any]]:
        return refill.said(self, draft)

    def judged(
        self,
        past: Past,
        type_: str,
        data: dict[str, Any],
        draft: Draft,
        report: Callable[[str, dict[str, Any]], Report],
    ) -> int | Verdict:
        return hidden_parts.judged(self, past, type_, data, draft, report)

    def facts(self, state: Any) -> dict[str, Any]:
        return {path: value for path, value in facts.facts(state).items() if known(self.season, path, self.reader)}

    def parts(self) -> Mapping[str, str]:
        platoons = {key: self.names.get(key, key) for key in self.season.platoons}
        return platoons | {self.own: _("the season")}

    def part_of(self, path: str) -> str:
        kind, key, *_rest = [*path.split("."), ""]
        if kind == "vehicles" and key in self.season.vehicles:
            return self.season.vehicles[key].platoon
        return key if kind == "platoons" else self.own

    def about(self, path: str, keys: Sequence[str]) -> str:
        return next((self.names.get(key, key) for key in keys if key in self.season.vehicles), "")

    def called(self, value: Any) -> Message | None:
        return CALLED.get(value) if isinstance(value, str) else None

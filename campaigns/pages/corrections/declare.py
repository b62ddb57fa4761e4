"""The page that declares facts of a campaign: those of one platoon and its vehicles, or the season's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django.utils.translation import gettext as _

from battles.forms import correction_draft as drafts
from battles.forms.correction_draft import Draft
from battles.forms.form_data import Typed
from battles.pages.corrections import values
from battles.pages.corrections.declare import Declaration, Of, Settable, nothing_changed, read
from battles.pages.corrections.handle import Verdict, judge, refusal
from battles.sentences import words
from campaigns.pages.corrections.context import SeasonDesk
from campaigns.season import Season
from campaigns.season.corrections import WORDS, known
from campaigns.season.names import STATUSES
from rules.contract import Message, Refused, say
from rules.contract import gettext_noop as noop
from rules.stream import facts
from rules.stream.revision.sentences import fact_told, in_short

SEASON = "season"
CALLED = {str(status): called for status, called in STATUSES.items()} | {"wounded": say(noop("wounded"))}


def take(desk: SeasonDesk, draft: Draft) -> int | Verdict:
    """The result of the form: the position of its report, or its verdict."""
    try:
        said = _changed(desk, draft)
        if not said:
            raise nothing_changed()
    except Refused as refused:
        return refusal(refused)
    report = drafts.report(draft, "Declare", {"facts": said, "reason": draft.reason})
    return judge(desk, report, draft.after, draft.step)


def page(desk: SeasonDesk, of: str, draft: Draft | None = None, verdict: Verdict | None = None) -> Declaration:
    verdict = verdict or Verdict()
    everything = _facts(desk, desk.season)
    grouped: dict[str, list[str]] = {key: [] for key in desk.season.platoons}
    for path in everything:
        grouped.setdefault(_platoon_of(desk.season, path), []).append(path)
    of = of if of in grouped else next(iter(grouped), SEASON)
    called = {SEASON: _("the season")} | desk.names
    typed = values.only_touched(draft.typed, _shown(desk, draft)) if draft is not None else None
    settables = [_settable(desk, path, everything[path], typed, verdict.faults) for path in grouped.get(of, ())]
    try:
        changed = _changed(desk, draft) if draft else {}
    except Refused:
        changed = {}
    return Declaration(
        own=SEASON,
        lead=_(
            "Say how it really stands, whatever the rules made of it. "
            "What is declared is marked in the log; it counts from now on."
        ),
        of=tuple(Of(key, called.get(key, key), key == of) for key in grouped),
        chosen=Of(of, called.get(of, of), True),
        settables=tuple(settables),
        told=tuple(words(fact_told(WORDS, path, value), desk.names) for path, value in changed.items()),
        report=draft.id if draft and not verdict.reused else str(uuid4()),
        reason=draft.reason if draft else "",
        verdict=verdict,
    )


def _facts(desk: SeasonDesk, season: Season) -> dict[str, Any]:
    """Those the reader may know."""
    return {path: value for path, value in facts.facts(season).items() if known(desk.season, path, desk.reader)}


def _shown(desk: SeasonDesk, draft: Draft) -> dict[str, Any]:
    """The facts as the form's page showed them."""
    behind = draft.after is not None and 0 < draft.after < desk.head
    return _facts(desk, desk.history.state(draft.after) if behind else desk.season)


def _changed(desk: SeasonDesk, draft: Draft) -> dict[str, Any]:
    return read(draft.typed, _shown(desk, draft))


def _platoon_of(season: Season, path: str) -> str:
    kind, key, *_rest = [*path.split("."), ""]
    if kind == "vehicles" and key in season.vehicles:
        return season.vehicles[key].platoon
    return key if kind == "platoons" else SEASON


def _settable(desk: SeasonDesk, path: str, value: Any, typed: Typed | None, refusals: Sequence[Refused]) -> Settable:
    keys, label = facts.named(WORDS, path)
    about = f"facts.{path}"
    faults = [one for one in refusals if one.field == about or one.field.startswith(f"{about}.")]
    vehicle = next((desk.names.get(key, key) for key in keys if key in desk.season.vehicles), "")
    control = values.control(
        path,
        words(label, desk.names),
        facts.shape(desk.season, path),
        value,
        typed=typed,
        faults=faults,
        called=_called,
    )
    now = words(_called(value) or in_short(value), desk.names)
    return Settable(path, now, control, bool(faults) or (typed is not None and control.key in typed.fields), vehicle)


def _called(value: Any) -> Message | None:
    return CALLED.get(value) if isinstance(value, str) else None

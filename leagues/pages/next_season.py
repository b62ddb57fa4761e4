"""The page that makes the next season from the last, in steps: who returns, where each plays, what carries over; then
what would come of it, and the season."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

import msgspec
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.forms.trouble import REFUSED, Trouble, refusal
from battles.pages.methods import form_page
from battles.sentences import words
from leagues import next_season
from leagues.league.refusals import no
from leagues.next_season import Begun, Entry, Plan
from leagues.pages.manage import turned_away
from leagues.pages.visit import Visit, framed, visit
from leagues.presenters.names import Called, Names
from leagues.presenters.seasons import divisions_of
from rules.contract import Refused, gettext_noop, say

STEPS = ("who", "where", "what")


class Draft(msgspec.Struct, frozen=True):
    """What has been chosen so far. `returning`: keys of entries; `divisions` by those keys; `names` of campaigns by
    division; `price`: as it was typed."""

    returning: frozenset[str]
    divisions: dict[str, str]
    title: str
    names: dict[str, str]
    keeps: bool
    price: str

    def entries(self, plan: Plan) -> list[Entry]:
        """Those who return, each with its division."""
        chosen = (one for one in plan.entries if key_of(one) in self.returning)
        return [one._replace(division=self.divisions[key_of(one)]) for one in chosen]

    @property
    def veteran_points(self) -> int | None:
        """`Refused` where the price is no number."""
        if not self.keeps:
            return None
        if not (self.price.isascii() and self.price.isdigit() and len(self.price) <= 5):
            raise no(say(gettext_noop("The price of a crew is a number from 0 to 99999.")), field="price")
        return int(self.price)


class Row(msgspec.Struct, frozen=True):
    """A platoon to choose. `division`: where it would play."""

    key: str
    entry: Entry
    who: Called
    returns: bool
    division: str


class Named(msgspec.Struct, frozen=True):
    """A campaign of the season to name. `division`: what its division is called, "" where there are none."""

    key: str
    division: str
    name: str


class Left(msgspec.Struct, frozen=True):
    name: str
    who: Called
    why: str


def key_of(entry: Entry) -> str:
    return f"{entry.campaign}/{entry.platoon}"


@form_page
def begin(request: HttpRequest, slug: str) -> HttpResponse:
    """One form goes through the steps: `step` names the next, "look" shows what would come of it, "do" does it. What
    was chosen at other steps goes along, hidden."""
    here = visit(request, slug)
    if (away := turned_away(request, here)) is not None:
        return away
    try:
        plan = next_season.plan(here.read().league)
        if not here.seen.issuperset(map(UUID, plan.last.campaigns)):
            raise no(say(gettext_noop("You may not read every campaign of the last season.")), code="not-yours")
    except Refused as refused:
        trouble = refusal(refused)
        context = {**framed(here), "trouble": trouble}
        return render(request, "leagues/next_season.html", context, status=trouble.status)
    draft = _read(request.POST if request.method == "POST" else None, plan)
    step = request.POST.get("step", STEPS[0])
    if step not in ("look", "do"):
        return _page(request, here, plan, draft, step if step in STEPS else STEPS[0])
    try:
        begun = _begin(here, plan, draft, dry_run=step == "look")
    except Refused as refused:
        return _page(request, here, plan, draft, "what", trouble=refusal(refused))
    if step == "look":
        return _page(request, here, plan, draft, step, begun)
    messages.success(request, _said(begun))
    return redirect(f"{reverse('league', args=[slug])}#now")


def _begin(here: Visit, plan: Plan, draft: Draft, dry_run: bool) -> Begun:
    assert here.who is not None
    return next_season.begin(
        here.desk,
        here.who,
        "page",
        title=draft.title,
        names={key: name for key, name in draft.names.items() if name},
        entries=draft.entries(plan),
        veteran_points=draft.veteran_points,
        dry_run=dry_run,
    )


def _read(sent: QueryDict | None, plan: Plan) -> Draft:
    """What a form says; what it does not say yet is as the last season leaves it."""
    fields: Mapping[str, Any] = sent or {}
    price = plan.price or 0
    return Draft(
        returning=frozenset(sent.getlist("returns") if sent else (key_of(one) for one in plan.entries if one.vehicles)),
        divisions={key_of(one): str(fields.get(f"division:{key_of(one)}", one.division)) for one in plan.entries},
        title=str(fields.get("title", plan.title)).strip(),
        names={key: str(fields.get(f"name:{key}", name)).strip() for key, name in plan.names.items()},
        keeps="keep" in fields if "asked" in fields else plan.price is not None,
        price=str(fields.get("price", price)).strip(),
    )


def _said(begun: Begun) -> str:
    told = ngettext("%(n)d platoon is enlisted.", "%(n)d platoons are enlisted.", begun.enlisted)
    season = _("Season %(n)d has begun.") % {"n": begun.number}
    left = [one.entry.name for one in begun.left]
    rest = _("Left to their players: %(names)s.") % {"names": ", ".join(left)} if left else ""
    return " ".join(filter(None, (season, told % {"n": begun.enlisted}, rest)))


def _page(
    request: HttpRequest,
    here: Visit,
    plan: Plan,
    draft: Draft,
    step: str,
    begun: Begun | None = None,
    trouble: Trouble | None = None,
) -> HttpResponse:
    divisions = divisions_of(here.sheet)
    names = here.name_people({one.player for one in plan.entries})
    steps = [one for one in STEPS if one != "where" or divisions]
    step = step if step in steps or begun is not None else "what"
    context = {
        **framed(here),
        "plan": plan,
        "draft": draft,
        "divisions": divisions,
        "named": [Named(key, divisions.get(key, key), draft.names[key]) for key in plan.names],
        "rows": _rows(plan, draft, names),
        "steps": steps,
        "step": step,
        "nth": steps.index(step) + 1 if step in steps else len(steps),
        "before": steps[: steps.index(step)][-1:] if step in steps else steps[-1:],
        "trouble": trouble,
        "may": True,
        **(_foreseen(plan, draft, begun, names, divisions) if begun is not None else {}),
    }
    context["after"] = steps[steps.index(step) + 1] if step in steps[:-1] else "look"
    return render(request, "leagues/next_season.html", context, status=REFUSED if trouble else 200)


def _rows(plan: Plan, draft: Draft, names: Names) -> list[Row]:
    return [
        Row(
            key=key_of(one),
            entry=one,
            who=names.of(one.player),
            returns=key_of(one) in draft.returning,
            division=draft.divisions[key_of(one)],
        )
        for one in plan.entries
    ]


def _foreseen(plan: Plan, draft: Draft, begun: Begun, names: Names, divisions: Mapping[str, str]) -> dict[str, Any]:
    """What would enlist, by campaign, and what is left to its player."""
    left = {key_of(one.entry): one for one in begun.left}
    entries: Sequence[Entry] = [one for one in draft.entries(plan) if key_of(one) not in left]
    return {
        "begun": begun,
        "parts": [
            (draft.names[key], divisions.get(key, key), [one for one in entries if one.division == key])
            for key in begun.campaigns
        ],
        "left": [
            Left(one.entry.name, names.of(one.entry.player), words(one.why, names.in_sentences())) for one in begun.left
        ],
    }

"""The map of a campaign on the desk: typed or made up, drawn, downloaded as text."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from battles.sentences import words
from campaigns import handler
from campaigns.admin.controls import TextField
from campaigns.admin.desk.request_context import desk_of
from campaigns.admin.office import OfClubs
from campaigns.models import Campaign
from campaigns.theatre import Drawn
from campaigns.theatre.drawing import svg
from campaigns.theatre.generator import generate, least
from campaigns.theatre.map_parts import LARGEST
from campaigns.theatre.map_text import Faults, read, write
from campaigns.theatre.picture import Picture

MADE_UP = re.compile(r"# made up: ([0-9]{1,3}) sectors, seed (\S+)\n")
EXAMPLE = """# the ford of the Brook
sector alton "Alton" at=0,0 terrain=town value=3 capacity=4 base={one} capital
sector ford "The Ford" at=1,0 terrain=marsh value=2 capacity=1
sector mill "Brook Mill" at=1,1 terrain=farmland
sector upton "Upton" at=2,0 terrain=town value=3 capacity=4 base={other} capital
sector dale at=2,1 terrain=hills owner={other}

road alton mill
river alton ford
road ford upton
rail mill dale
road dale upton
"""


def controls() -> dict[str, forms.Field]:
    text = TextField(
        label=_("Map"), required=False, help_text=_("Sectors and links, one to a line; blank for none."), strip=False
    )
    text.widget.attrs |= {"rows": 20, "cols": 90, "class": "script", "translate": "no"}
    return {
        "map": text,
        "size": forms.IntegerField(
            label=_("Sectors"),
            required=False,
            max_value=LARGEST,
            help_text=_("Blank: nothing is made up."),
        ),
        "seed": forms.RegexField(
            r"^[\w-]{1,40}$",
            label=_("Seed"),
            required=False,
            help_text=_("The same word makes up the same map. Blank: a random word is used."),
        ),
    }


def take_made_up(form: forms.ModelForm[Any], cleaned: dict[str, Any]) -> None:
    """If a size was typed, put a made-up map in place of the text. Never replace a map that somebody has written."""
    size, seed, sides = cleaned.pop("size", None), cleaned.pop("seed", "") or uuid4().hex[:8], form.instance.sides
    if size is None or "map" not in cleaned:
        return
    text = cleaned["map"]
    if text.strip() and not _is_made_up(text, sides):
        form.add_error("size", gettext("There is a map already, written by hand: clear its text first."))
    elif len(sides) < 2:
        form.add_error("size", gettext("A map needs two sides: declare them in the step before."))
    elif size < least(sides):
        form.add_error("size", gettext("For so many sides a map has %(n)d sectors at least.") % {"n": least(sides)})
    else:
        cleaned["map"] = _made_up(size, seed, sides)
        typed: Any = form.data  # so that the form shows it again if something else is wrong
        form.data = typed = typed.copy()
        typed["map"], typed["size"], typed["seed"] = cleaned["map"], "", ""


def _made_up(size: int, seed: str, sides: dict[str, str]) -> str:
    return f"# made up: {size} sectors, seed {seed}\n{write(generate(size, seed, tuple(sides)))}"


def _is_made_up(text: str, sides: dict[str, str]) -> bool:
    """Whether the text is a made-up map that nobody has changed."""
    said = MADE_UP.match(text)
    return said is not None and len(sides) > 1 and _made_again(int(said[1]), said[2], sides) == text


def _made_again(size: int, seed: str, sides: dict[str, str]) -> str:
    return _made_up(size, seed, sides) if least(tuple(sides)) <= size <= LARGEST else ""


def example(campaign: Campaign) -> str:
    """An example map for the first two sides."""
    one, other, *_more = [*campaign.sides, "reds", "blues"][: max(2, len(campaign.sides))]
    return EXAMPLE.format(one=one, other=other)


def drawing(campaign: Campaign, text: str) -> SafeString:
    """A drawing of as much of the map as can be read; "" if there is nothing to draw, or too much."""
    map = read(text, Faults()).drawn
    known = {sector.key for sector in map.theatre.sectors}
    whole = all(link.one in known and link.other in known for link in map.theatre.links)
    return drawn(map, campaign.sides, str(campaign)) if whole and 0 < len(known) <= LARGEST else SafeString()


def drawn(map: Drawn, sides: dict[str, str], title: str) -> SafeString:
    """A drawing of the map without platoons."""
    owners = {one.key: one.base or one.owner for one in map.theatre.sectors if one.base or one.owner}
    picture = Picture(theatre=map.theatre, names=map.names, sides=sides, owners=owners, title=title)
    return mark_safe(svg(picture, words))


# ---------------------------------------------------------------------------------------------------- download


def map_url(campaign: Campaign) -> str:
    """The address of the map's text; "" without a map."""
    return reverse("admin:campaigns_campaign_map", args=[campaign.pk]) if campaign.map.strip() else ""


def download(office: OfClubs, request: HttpRequest, key: Any) -> HttpResponse:
    """Download the map: the text as typed, or the frozen map of an open campaign. 404 without one."""
    desk = desk_of(office, request, key)
    text = _frozen(desk) if desk.is_open else desk.map
    if not text.strip():
        raise Http404
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{slugify(desk.name) or "campaign"}-map.txt"'
    return response


def _frozen(desk: Campaign) -> str:
    opened = handler.replay(str(desk.stream))[0].opened
    return write(Drawn(theatre=opened.theatre, names=opened.sectors)) if opened.theatre else ""

"""A season template as a file: JSON, which people may read and change. Reading one believes nothing of it."""

from __future__ import annotations

from typing import Any

import msgspec
from django.utils.translation import gettext as _

import rules
from campaigns.season.values import Scoring
from campaigns.season_templates.template import SeasonTemplate
from campaigns.theatre.generator import least
from campaigns.theatre.map_parts import LARGEST

FORMAT = "leaguer-season-template-1"
MOST_BYTES = 200_000  # the longest map and list of units together stay below it
LONGEST = {"name": 80, "about": 500, "map": 100_000}


class Unreadable(ValueError):
    """The file is no season template. The text says what is wrong with it, for the person who has sent it."""


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file holds."""

    format: str
    template: dict[str, Any]


def written(template: SeasonTemplate) -> bytes:
    """The file of a template. UTF-8, a line for each field."""
    return msgspec.json.format(msgspec.json.encode(File(FORMAT, msgspec.to_builtins(template))), indent=2)


def read(content: bytes) -> SeasonTemplate:
    """The template of a file. Raises `Unreadable`. Whether a campaign can be opened by it is for its rules to say."""
    if len(content) > MOST_BYTES:
        raise Unreadable(_("The file is larger than %(n)d kB: it is no season template.") % {"n": MOST_BYTES // 1000})
    try:
        found = msgspec.json.decode(content, type=File)
        unknown = found.template.keys() - set(SeasonTemplate.__struct_fields__)
        template = msgspec.convert(found.template, SeasonTemplate)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Unreadable(_("This is no season template: %(error)s.") % {"error": error}) from None
    if found.format != FORMAT:
        formats = {"format": found.format[:80], "ours": FORMAT}
        raise Unreadable(_("Its format is “%(format)s”; Leaguer reads “%(ours)s”.") % formats)
    if unknown:
        raise Unreadable(_("Leaguer does not know its field “%(field)s”.") % {"field": min(unknown)[:80]})
    _check(template)
    return template


def _check(template: SeasonTemplate) -> None:
    for name, most in LONGEST.items():
        if len(getattr(template, name)) > most:
            raise Unreadable(_("Its field “%(field)s” is longer than %(n)d.") % {"field": name, "n": most})
    if template.system and template.system not in rules.all_systems():
        raise Unreadable(
            _("It is for the rulebook “%(system)s”, which this site does not have.") % {"system": template.system[:80]}
        )
    if strange := template.scoring.keys() - set(Scoring.__struct_fields__):
        raise Unreadable(_("Leaguer does not know its field “%(field)s”.") % {"field": f"scoring.{min(strange)[:60]}"})
    if template.made_up and not (
        len(template.sides) >= 2 and least(tuple(template.sides)) <= template.made_up <= LARGEST
    ):
        raise Unreadable(
            _("A map that is made up takes two sides, three sectors for each of them, and has at most %(n)d sectors.")
            % {"n": LARGEST}
        )
    if not 0 <= template.confirm_within <= 366 * 24 * 60 * 60 or any(
        not 0 <= points <= 999 for points in template.scoring.values()
    ):
        raise Unreadable(_("A number of it is out of range."))

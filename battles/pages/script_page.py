"""The page on which a battle is told by lines of script, with what can be written there."""

from __future__ import annotations

from uuid import uuid4

import msgspec
from django.utils.translation import gettext as _

from battles import handler, naming, viewer
from battles.forms.trouble import Trouble
from battles.pages.corrections.offers import Offers
from battles.presenters.script_sheet import Called, Sheet, Source, sheet
from battles.presenters.story import ReportStory, Story
from battles.viewer import Look
from rules.adjudicate import Who
from rules.contract import Muster
from rules.reports import COMMANDS, Settle, command_codec
from rules.stream.revision.reports import Reseed

NOBODYS = (Muster, Settle, Reseed)  # no person reports them to a battle in play


class ScriptSight(msgspec.Struct, frozen=True):
    """The page for one viewer. `paste` is the id of its form, `script` what stands in the box; `missed` what others had
    reported before it was sent. `may`: the viewer has something to report, now or later."""

    look: Look
    name: str
    sheet: Sheet
    paste: str
    script: str
    may: bool
    names: dict[str, str]
    missed: tuple[ReportStory, ...] = ()
    trouble: Trouble | None = None
    offers: Offers = Offers()


def script_sight(stream: str, who: Who | None, trouble: Trouble | None = None) -> ScriptSight:
    """The page as the battle stands now. `NoSuchStream` if there is none."""
    battle, told, rows = handler.replay(stream)
    story = Story(stream, battle, list(zip(told, rows, strict=True)), who)
    look = viewer.look_at(stream, battle, who, names=story.names)
    missed = story.since(trouble.since) if trouble and trouble.since is not None else []
    kinds = [kind for kind in (*battle.rules.commands, *COMMANDS) if kind not in NOBODYS]
    source = Source(
        codec=command_codec(battle.rules),
        kinds=kinds,
        choices=(*look.choices, *look.mends),
        names=look.names,
        called=_called(look),
        sides=tuple((side, look.names[side]) for side in look.mine),
        measure=battle.measure,
        own_dice=look.own_dice,
    )
    return ScriptSight(
        look=look,
        name=naming.name_of(stream, look.title, look.system, look.scenario),
        sheet=sheet(source),
        paste=str(uuid4()),
        script=trouble.script if trouble else "",
        may=bool(look.mine or look.choices or look.mends),
        names=look.names,
        missed=tuple(story.entries(missed, who)),
        trouble=trouble,
    )


def _called(look: Look) -> tuple[Called, ...]:
    """The ids of the battle by what people call them: all of it stands on the battle's page."""
    units = (
        Called(look.names[side], tuple((unit.id, unit.name) for unit in look.view.units if unit.side == side), True)
        for side in look.sides
    )
    return (Called(_("Sides"), tuple((side, look.names[side]) for side in look.sides)), *units)

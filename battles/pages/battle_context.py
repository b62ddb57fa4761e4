"""Context of a battle's page, from one replay of the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import msgspec

from battles import naming, viewer
from battles.forms import form_data as forms
from battles.forms import labels
from battles.forms.cards import Card, is_dealt
from battles.forms.trouble import Trouble
from battles.pages import choice_cards as deck
from battles.pages.batches import Batch, batches
from battles.pages.board import Board, drawn
from battles.pages.by_unit import Offered, given_unit, offered, own_words, silent, units_of
from battles.pages.corrections import declared
from battles.pages.corrections.context import Desk
from battles.pages.corrections.declared import Mark, Sheet
from battles.pages.corrections.offers import Offers, in_one_tap, offers
from battles.pages.opened import Moment, Opened
from battles.pages.sides import SideView, UnitSheet, sides_of
from battles.pages.squares import squares_of, takes, targets_of, ways_of, with_square
from battles.presenters.markers import marks_of
from battles.presenters.people import names_of
from battles.presenters.story import ReportStory, Story
from battles.sentences import fault_in_words
from battles.viewer import Look
from rules.adjudicate import Who
from rules.battle import Battle
from rules.contract import Field, Message, RuleSystem, Way
from rules.reports import DEPTHS, ROLLERS, TOLD, command_codec

MOST_RULINGS = 60  # reports shown at the top


REPORTED = {"status": "ReportStatus", "result": "ReportResult"}  # by depth: what is mostly told
LAST = 3  # reports on the battle's own page; its log has them all


MANY_OWN, FIRST_OWN = 10, 8  # cards of one unit: more than so many are shown as so many and a fold


class Sight(msgspec.Struct, frozen=True):
    """A battle as one viewer's page shows it: the newest of its log in `story`, of which there is `more`.

    What the viewer may report is `urgent` (everyone waits for it), of the `unit` that is opened (of all units, if that
    is None), or of no unit; `batches` tell of several units at once. `cases`: who has taken the case of the battle, by
    name, with the row in which they did. `facts` are the battle's own, `ruled` what an organiser or umpire has amended
    of its outcome, `passed` the faults of the forces that were let pass, with the reasons.
    """

    look: Look
    system: RuleSystem
    sides: tuple[SideView, ...]
    urgent: tuple[Card, ...]
    own: tuple[Card, ...]
    others: tuple[Card, ...]
    batches: tuple[Batch, ...]
    confirmations: tuple[Card, ...]
    deeper: Card | None  # changes the depth of reporting
    story: tuple[ReportStory, ...]
    more: bool
    rulings: tuple[ReportStory, ...]
    missed: tuple[ReportStory, ...]
    moment: Moment | None
    offers: Offers
    facts: Sheet
    ruled: tuple[Mark, ...]
    passed: tuple[tuple[str, str], ...]
    trouble: Trouble | None
    paste: str  # the id of the paste box's form
    script: str  # the content of the paste box
    names: dict[str, str]  # of the ids in refusals
    cases: tuple[tuple[str, int], ...] = ()
    unit: UnitSheet | None = None
    board: Board | None = None
    name: str = ""  # the battle's name
    otherwise: str = ""  # the address of rules by which rulings of it would be others
    silent: tuple[str, ...] = ()  # the units that may still announce something, before the first die

    @property
    def scenario(self) -> str:
        return naming.scenario_name(self.look.system, self.look.scenario)

    @property
    def then(self) -> str:
        """The end of an address of another page at the same moment."""
        return f"&at={self.moment.at}" if self.moment else ""

    @property
    def query(self) -> str:
        """The beginning of an address of another page of this battle at the same moment."""
        return self.moment.query if self.moment else ""

    @property
    def ids(self) -> frozenset[str]:
        """Of all units."""
        return frozenset(one.unit.id for side in self.sides for one in side.units)

    @property
    def asked(self) -> tuple[Field, ...]:
        """The fields of the form that has come back."""
        return labels.asked(self.trouble.typed if self.trouble else None, self.look.choices)

    @property
    def reports(self) -> bool:
        """Whether the viewer has anything to report."""
        return bool(self.urgent or self.own or self.others)

    @property
    def first(self) -> tuple[Card, ...]:
        """Of what the opened unit can do: what stands on the page at once. The others (`rest`) are folded up."""
        return self.own if len(self.own) <= MANY_OWN else self.own[:FIRST_OWN]

    @property
    def rest(self) -> tuple[Card, ...]:
        return self.own[len(self.first) :]

    @property
    def rest_opens(self) -> bool:
        return any(card.open or card.typed for card in self.rest)

    @property
    def unfolded(self) -> bool:
        """Whether sheets stand open: who has nothing to report came to read them; an ended battle tells its outcome."""
        return not self.reports and not self.look.over

    @property
    def several(self) -> bool:
        """Whether the viewer reports for several sides."""
        cards = (*self.urgent, *self.own, *self.others)
        return len(self.look.mine) > 1 or any(card.choice.side not in self.look.mine for card in cards)

    @property
    def lent(self) -> list[str]:
        """The sides that have lent their seats, by name."""
        return [self.names[side] for side in self.look.lent]

    @property
    def depth(self) -> Message:
        return DEPTHS[self.look.depth]

    @property
    def depths(self) -> list[tuple[str, Message, Message, bool]]:
        """How a battle may be reported: each depth with its name, what is reported then, and whether it is so now."""
        return [(key, DEPTHS[key], TOLD[key], key == self.look.depth) for key in TOLD]

    @property
    def shows_depths(self) -> bool:
        """Whether the page shows how much is reported, and the way to another depth."""
        return self.deeper is not None and not self.look.over and not self.moment

    @property
    def whose_dice(self) -> Message | None:
        return ROLLERS.get(self.look.dice)

    @property
    def my_turn(self) -> bool:
        return any(side.mine and side.asked for side in self.sides)

    @property
    def my_word(self) -> bool:
        """Whether the viewer's consent is asked for."""
        return any(side.mine and side.to_agree for side in self.sides)

    @property
    def fallen(self) -> list[int]:
        """The rows of the viewer's own confirmations that fell."""
        return [side.fell for side in self.sides if side.mine and side.fell]


def sight(
    stream: str,
    who: Who | None,
    *,
    opened: Opened | None = None,
    moment: Moment | None = None,
    ruling: tuple[int, int] | None = None,
    trouble: Trouble | None = None,
    unit: str = "",
    square: str = "",
    target: str = "",
) -> Sight:
    """The battle now, at an earlier moment (nothing can be reported then), or as `opened`. `NoSuchStream` if none.

    `ruling` are the positions of the first and the last of the reports to show at the top; `unit` is the one whose
    choices are shown if there are too many for all; `square` and `target` were tapped on the board, for whatever field
    takes them.
    """
    opened = opened or Opened(stream, who, moment)
    stands, story, moment, battle = opened.stands, opened.story, opened.moment, opened.stands.battle
    look = viewer.look_at(stream, battle, who, now=moment is None, names=story.names, once=stands.once)
    typed = str(trouble.typed.given.get("unit", "")) if trouble and trouble.typed else ""
    found = offered(look.choices, unit, typed, look.waiting_for, own_words(battle.rules))
    ways = ways_of(battle.rules, battle.play, found.own) if found.tapped else []
    dealt = deal(battle, look, found, trouble, square or target, ways)
    marks = declared.marks(battle, look.declared)
    sides = sides_of(look, who, marks, story, found.able, found.unit or unit)
    return Sight(
        look=look,
        system=battle.rules,
        sides=sides,
        **_play(dealt),
        batches=tuple(batches(battle, look.choices, story, who, look.names)) if who and look.choices else (),
        **_told(story, who, ruling, trouble),
        moment=moment,
        offers=offers(Desk(stream, who, battle, story, look), dealt) if who and look.mends else Offers(),
        facts=declared.battle_sheet([mark for mark in marks if not mark.name.startswith("outcome-")], look.view.facts),
        ruled=tuple(mark for mark in marks if mark.name.startswith("outcome-")),
        passed=tuple((fault_in_words(fault, look.names), why) for fault, why in look.waivers.items()),
        trouble=trouble,
        paste=str(uuid4()),
        script=_script(battle, dealt, trouble) if trouble else "",
        names=look.names,
        cases=_cases(look, story.reader),
        unit=next((one for side in sides for one in side.units if one.opened), None),
        board=_board(look, found, unit, ways),
        silent=_silent(battle, look),
        name=opened.name,
        otherwise=opened.otherwise,
    )


def _play(dealt: Sequence[Card]) -> dict[str, Any]:
    """The cards by where they stand on the page; those that correct in one tap stand elsewhere."""
    cards = [card for card in dealt if not in_one_tap(card.choice.command)]
    play = [card for card in cards if card.choice.command not in ("Confirm", "ChangeDepth")]
    return {
        "urgent": tuple(card for card in play if card.choice.urgent),
        "own": tuple(card for card in play if not card.choice.urgent and given_unit(card.choice)),
        "others": tuple(card for card in play if not card.choice.urgent and not given_unit(card.choice)),
        "deeper": next((card for card in cards if card.choice.command == "ChangeDepth"), None),
        "confirmations": tuple(card for card in cards if card.choice.command == "Confirm"),
    }


def _told(story: Story, who: Who | None, ruling: tuple[int, int] | None, trouble: Trouble | None) -> dict[str, Any]:
    """What has happened, in words: the reports at `ruling`, those the viewer missed, and the last few."""
    wanted = story.between(*ruling)[:MOST_RULINGS] if ruling is not None else []
    missed = story.since(trouble.since) if trouble and trouble.since is not None else []
    told = story.entries([*wanted, *missed, *story.live[: -LAST - 1 : -1]], who)
    return {
        "rulings": tuple(told[: len(wanted)]),
        "missed": tuple(told[len(wanted) : len(wanted) + len(missed)]),
        "story": tuple(told[len(wanted) + len(missed) :]),
        "more": len(story.live) > LAST,
    }


def deal(
    battle: Battle, look: Look, found: Offered, trouble: Trouble | None, tapped: str = "", ways: Sequence[Way] = ()
) -> list[Card]:
    """The cards that go on with the battle, and those that correct it in one tap. `tapped` on the board: it is filled
    in, and the first card that takes it is open."""
    mends = [choice for choice in look.mends if in_one_tap(choice.command)]
    typed, faults = (trouble.typed, trouble.faults) if trouble else (None, ())
    choices = with_square(found.shown, tapped, ways) if tapped else found.shown
    open_one = bool(found.urgent) or found.tapped or not found.unit  # else the page is short until a unit is tapped
    waiting_for = look.waiting_for if open_one else ()
    cards = deck.deal([*choices, *mends], battle.rules, typed, faults, waiting_for, look.names)
    if any(card.typed for card in cards):
        return cards
    if battle.depth != "shots":
        first = next((card for card in cards if card.choice.command == REPORTED[battle.depth]), None)
    else:
        squares = {way.square for way in ways if not way.barred}
        first = next((card for card in cards if tapped and takes(card.choice, tapped, squares)), None)
        if first is None:
            return cards
    return [msgspec.structs.replace(card, open=card is first) for card in cards]


def _board(look: Look, found: Offered, unit: str, ways: Sequence[Way]) -> Board | None:
    if look.view.grid is None:
        return None
    sides = {side: look.names[side] for side in look.sides}
    own = (*found.urgent, *found.own)
    return drawn(
        look.view.grid,
        sides,
        icons={one.id: one.icon for one in look.view.units},
        marks=marks_of(look),
        able=found.able,
        opened=found.unit or unit,
        squares=squares_of(own),
        ways=ways,
        targets=targets_of(own, found.unit) if found.tapped else (),
        names=look.names,
    )


def _silent(battle: Battle, look: Look) -> tuple[str, ...]:
    units = (unit for one in silent(look.choices, command_codec(battle.rules).types) for unit in units_of(one))
    return tuple(dict.fromkeys(look.names.get(unit, unit) for unit in units))


def _cases(look: Look, reader: str) -> tuple[tuple[str, int], ...]:
    people = names_of(look.cases, reader)
    return tuple((people[person], row) for person, row in look.cases.items())


def _script(battle: Battle, dealt: Sequence[Card], trouble: Trouble) -> str:
    """The pasted text; or, for a card that is no longer dealt, its content as a line of script: nothing is lost."""
    if trouble.typed is None or is_dealt(dealt):
        return trouble.script
    return forms.as_line(trouble.typed, command_codec(battle.rules))

"""Context of a battle's page, from one replay of the log."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import uuid4

import msgspec
from django.core.paginator import Page, Paginator

from battles import handler, naming, viewer
from battles.forms import form_data as forms
from battles.forms.cards import Card, is_dealt
from battles.forms.trouble import Trouble
from battles.pages import choice_cards as deck
from battles.pages.board import Board, drawn
from battles.pages.by_unit import Fold, fold
from battles.pages.corrections import declared
from battles.pages.corrections.context import Desk
from battles.pages.corrections.declared import Mark, Sheet
from battles.pages.corrections.offers import Offers, in_one_tap, offers
from battles.presenters.people import names_of
from battles.presenters.story import PAGE, Fact, ReportStory, Story
from battles.sentences import fate_in_words, fault_in_words
from battles.viewer import Look
from rules.adjudicate import Who
from rules.battle import Battle
from rules.contract import Event, Message, RuleSystem, UnitView
from rules.reports import DEPTHS, ROLLERS, Confirmed, command_codec
from rules.stream.revision.reports import Revised

MOST_RULINGS = 60  # reports shown at the top


class Moment(msgspec.Struct, frozen=True):
    """An earlier moment: the battle as it stood `at` a row; with `as_of`, as it was believed at that time.

    `early`: nothing had happened by then, and the first row is shown.
    """

    at: int
    as_of: datetime | None = None
    early: bool = False


class UnitSheet(msgspec.Struct, frozen=True):
    """A unit with the lines of its sheet."""

    unit: UnitView
    sheet: Sheet


class SideView(msgspec.Struct, frozen=True):
    """One side of the battle: its `name`, with its key as a word beside it if that differs; who plays it (`mine`: the
    viewer), its units, and whether it has confirmed.

    `asked`: everyone waits for it; `to_agree`: to another side's proposal. `fell`: the row of its confirmation that a
    correction has taken, 0 for none.
    """

    name: str
    key_called: str
    players: tuple[str, ...]
    platoon: str
    mine: bool
    asked: bool
    to_agree: bool
    units: tuple[UnitSheet, ...]
    fates: tuple[tuple[str, str, str], ...]  # a unit's id, its name and its fate in words
    points: int
    confirmed: bool
    by_default: bool
    fell: int


class Sight(msgspec.Struct, frozen=True):
    """A battle as one viewer's page shows it. `cards` is empty if the viewer has nothing to report.

    `folds` are the units to choose between if there are too many cards to show them all. `cases`: who has taken the
    case of the battle, by name, with the row in which they did. `facts` are the battle's own, `ruled` what an organiser
    or umpire has amended of its outcome, `passed` the faults of the forces that were let pass, with the reasons.
    """

    look: Look
    system: RuleSystem
    sides: tuple[SideView, ...]
    cards: tuple[Card, ...]
    confirmations: tuple[Card, ...]
    story: tuple[ReportStory, ...]
    page: Page[list[Fact]]
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
    folds: tuple[Fold, ...] = ()
    board: Board | None = None
    name: str = ""  # the battle's name

    @property
    def scenario(self) -> str:
        return naming.scenario_name(self.look.system, self.look.scenario)

    @property
    def then(self) -> str:
        """The end of an address of another page at the same moment."""
        return f"&at={self.moment.at}" if self.moment else ""

    @property
    def query(self) -> str:
        """The beginning of an address of this page at the same moment."""
        if self.moment is None:
            return ""
        if self.moment.as_of is None:
            return f"at={self.moment.at}&"
        return f"as_of={self.moment.as_of:%Y-%m-%dT%H:%M}&"

    @property
    def several(self) -> bool:
        """Whether the viewer reports for several sides."""
        return len(self.look.mine) > 1 or any(card.choice.side not in self.look.mine for card in self.cards)

    @property
    def lent(self) -> list[str]:
        """The sides that have lent their seats, by name."""
        return [self.names[side] for side in self.look.lent]

    @property
    def depth(self) -> Message:
        return DEPTHS[self.look.depth]

    @property
    def whose_dice(self) -> Message:
        return ROLLERS[self.look.dice]

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
    moment: Moment | None = None,
    page: str = "1",
    ruling: tuple[int, int] | None = None,
    trouble: Trouble | None = None,
    unit: str = "",
) -> Sight:
    """The battle now, or at an earlier moment (nothing can be reported then). `NoSuchStream` if none.

    `page` counts pages of the log, newest first; `ruling` are the positions of the first and the last of the reports to
    show at the top; `unit` is the one whose choices are shown if there are too many for all.
    """
    battle, told, rows = handler.replay(stream, moment.at if moment else None)
    story = Story(stream, battle, list(zip(told, rows, strict=True)))
    look = viewer.look_at(stream, battle, who, now=moment is None, names=story.names)
    shown = Paginator(story.live[::-1], PAGE).get_page(page)
    wanted = story.between(*ruling)[:MOST_RULINGS] if ruling is not None else []
    missed = story.since(trouble.since) if trouble and trouble.since is not None else []
    told_now = story.entries([*wanted, *missed, *shown.object_list], who)
    dealt, folds = deal(battle, look, trouble, unit)
    one_tap = [card for card in dealt if in_one_tap(card.choice.command)]
    marks = declared.marks(battle, look.declared)
    return Sight(
        look=look,
        system=battle.rules,
        sides=_sides(look, who, marks, story),
        cards=tuple(card for card in dealt if card.choice.command != "Confirm" and card not in one_tap),
        confirmations=tuple(card for card in dealt if card.choice.command == "Confirm"),
        story=tuple(told_now[len(wanted) + len(missed) :]),
        page=shown,
        rulings=tuple(told_now[: len(wanted)]),
        missed=tuple(told_now[len(wanted) : len(wanted) + len(missed)]),
        moment=moment,
        offers=offers(Desk(stream, who, battle, story), one_tap) if who and look.mends else Offers(),
        facts=declared.battle_sheet([mark for mark in marks if not mark.name.startswith("outcome-")], look.view.facts),
        ruled=tuple(mark for mark in marks if mark.name.startswith("outcome-")),
        passed=tuple((fault_in_words(fault, look.names), why) for fault, why in look.waivers.items()),
        trouble=trouble,
        paste=str(uuid4()),
        script=_script(battle, dealt, trouble) if trouble else "",
        names=look.names,
        cases=_cases(look),
        folds=folds,
        board=drawn(look.view.grid, {side: look.names[side] for side in look.sides}) if look.view.grid else None,
        name=naming.name_of(stream, look.title, look.system, look.scenario),
    )


def deal(battle: Battle, look: Look, trouble: Trouble | None, unit: str) -> tuple[list[Card], tuple[Fold, ...]]:
    """The cards that go on with the battle, and those that correct it in one tap; and the units to choose between."""
    typed = trouble.typed if trouble else None
    choices, folds = fold(look.choices, look.names, unit, str(typed.given.get("unit", "")) if typed else "")
    mends = [choice for choice in look.mends if in_one_tap(choice.command)]
    faults = trouble.faults if trouble else ()
    return deck.deal([*choices, *mends], battle.rules, typed, faults, look.waiting_for, look.names), folds


def _cases(look: Look) -> tuple[tuple[str, int], ...]:
    people = names_of(look.cases)
    return tuple((people[person], row) for person, row in look.cases.items())


def _script(battle: Battle, dealt: Sequence[Card], trouble: Trouble) -> str:
    """The pasted text; or, for a card that is no longer dealt, its content as a line of script: nothing is lost."""
    if trouble.typed is None or is_dealt(dealt):
        return trouble.script
    return forms.as_line(trouble.typed, command_codec(battle.rules))


def _sides(look: Look, who: Who | None, marks: list[Mark], story: Story) -> tuple[SideView, ...]:
    proposal = story.battle.proposal
    asked = look.sides.keys() - {proposal.side, *proposal.agreed} if proposal else frozenset()
    fallen = _fallen(story)
    people = names_of(player for side in look.sides.values() for player in side.players)
    names = look.names
    return tuple(
        SideView(
            name=names[key],
            key_called=naming.side_name(key),
            players=tuple(people[player] for player in side.players),
            platoon=side.platoon,
            mine=who is not None and who.id in side.players,
            asked=key in look.waiting_for,
            to_agree=key in asked,
            units=tuple(
                UnitSheet(unit, declared.unit_sheet(marks, unit)) for unit in look.view.units if unit.side == key
            ),
            fates=tuple(
                (u.id, names.get(u.id, u.id), fate_in_words(u.fate)) for u in look.outcome.units if u.side == key
            ),
            points=look.outcome.points.get(key, 0),
            confirmed=key in look.confirmed,
            by_default=look.confirmed.get(key, False),
            fell=fallen.get(key, 0),
        )
        for key, side in look.sides.items()
    )


def _fallen(story: Story) -> dict[str, int]:
    """The sides that have confirmed another outcome, with the row; not those that took it back themselves."""
    battle = story.battle
    if battle.waiting:  # it may yet turn out to be the same
        return {}
    given = {fact.event.side: fact for fact, _row in story.facts if isinstance(fact.event, Confirmed)}
    return {
        side: fact.position
        for side, fact in given.items()
        if side not in battle.confirmed and not (fact.struck and _is_undo(story.facts[fact.struck - 1][0].event))
    }


def _is_undo(event: Event) -> bool:
    return isinstance(event, Revised) and event.act == "undo"

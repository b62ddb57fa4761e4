"""Reports that are filled in but not sent yet: what they would come to, the dice they still need, and what may be
reported next in the same go. Nothing of it is kept here: the page has the forms, and sends all of them each time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from uuid import uuid4

import msgspec
from django.http import QueryDict

from battles import handler, log, naming
from battles import viewer as viewers
from battles.forms import form_data as forms
from battles.forms import labels
from battles.forms.cards import Card, is_of
from battles.forms.control import Control
from battles.forms.form_data import Typed
from battles.forms.trouble import REFUSED, Trouble, in_this_form, overtaken, refusal, status_of, without_id
from battles.pages import batches, choice_cards
from battles.pages.asked_dice import asked_for
from battles.pages.by_unit import as_shown, silent
from battles.reports import Conflict, Receipt, Report, Ruled
from battles.sentences import words
from rules import visibility
from rules.adjudicate import Who
from rules.battle import Battle
from rules.contract import Choice, Event, Field, Message, Refused, Roll
from rules.reports import command_codec
from rules.stream.choices import LEAGUER
from rules.stream.dice import rolls_of
from rules.stream.revision.preview import ForOthers

MOST = 60  # forms of a draft
BESIDE = 1000  # the number of the first card of a step: the page has others
ALONE = 12  # reports that follow of themselves
LEAVES = f"pick-or-blank:{LEAGUER}"  # the control by which a report leaves dice to Leaguer
RULES = 3  # that are named beside a ruling


class Line(msgspec.Struct, frozen=True):
    """A ruling in words, its dice, and the numbers of its rules."""

    text: str
    rolls: tuple[Roll, ...]
    rules: str


class Draft(msgspec.Struct, frozen=True):
    """What some forms come to. `kept`: those that are in order, as text to send again; `lines`: their rulings.

    What comes next is one of these: the `dice` asked of the form `last`; that Leaguer draws for it (`draws`); `cards`,
    of which one is filled in, where those `before` may be told first; `theirs`, which only others may know; or nothing:
    then all of it can be reported. `waits`: the sides that have the next word, and what for (`pending`).
    """

    stream: str
    position: int
    kept: tuple[str, ...]
    lines: tuple[Line, ...]
    names: Mapping[str, str]
    last: Typed | None = None
    about: str = ""  # what the form `last` is called
    dice: Control | None = None
    draws: bool = False
    cards: tuple[Card, ...] = ()
    before: tuple[Card, ...] = ()
    theirs: Refused | None = None
    faults: tuple[Refused, ...] = ()
    waits: tuple[str, ...] = ()
    pending: Message | None = None
    several: bool = False
    left: tuple[str, ...] = ()  # what the same unit may report then of the same kind: how far it may still go
    others: tuple[batches.Batch, ...] = ()  # what many units may report then, in the same go
    battle: Battle | None = None  # as it stands after those that are in order
    choices: tuple[Choice, ...] = ()  # what may be reported then

    @property
    def is_whole(self) -> bool:
        """Whether nothing more is asked."""
        return not (self.dice or self.draws or self.cards or self.faults or self.theirs)

    @property
    def is_begun(self) -> bool:
        """Whether there is anything that could be reported as it is."""
        return bool(self.kept)

    @property
    def has_card(self) -> bool:
        """Whether the form with the faults stands there again, with each beside what it is about."""
        return any(card.typed for card in (*self.cards, *self.before))

    @property
    def asked(self) -> tuple[Field, ...]:
        """The fields of the form that is filled in last."""
        return labels.asked(self.last, self.choices)

    @property
    def silent(self) -> list[str]:
        """The units that could announce something first and have not."""
        units = (str(card.choice.given.get("unit", "")) for card in self.before)
        return list(dict.fromkeys(self.names.get(unit, unit) for unit in units if unit))

    @property
    def leaves(self) -> str:
        """What the last form has to say so that Leaguer rolls the dice that are asked for."""
        return f"{LEAVES}={self.dice.field.name}" if self.dice and self.dice.ours else ""

    @property
    def said(self) -> list[tuple[str, str]]:
        """What the last form says, without the dice that are asked for: names and values. Lists hold the answers to
        earlier questions as well: of them what is not blank."""
        found = QueryDict(as_text(self.last)).lists() if self.last else ()
        asked = (self.dice.key, LEAVES) if self.dice and not self.dice.lists else (LEAVES,)
        dice = self.dice.key if self.dice else ""
        said = ((key, one) for key, values in found if key not in asked for one in values if one or key != dice)
        return [(str(key), str(one)) for key, one in said]


def as_text(typed: Typed) -> str:
    """A form as a browser sends it."""
    told = QueryDict(mutable=True)
    told["id"], told["type"] = typed.id, typed.type
    told["after"] = "" if typed.after is None else str(typed.after)
    told["given"] = msgspec.json.encode(typed.given, order="deterministic").decode()
    for key, values in typed.fields.items():
        told.setlist(key, values)
    return told.urlencode()


def read(texts: Sequence[str]) -> list[Typed]:
    """The forms of a draft, as the page sent them. One that tells of many units comes to a form for each of them."""
    found: list[Typed] = []
    for post in map(QueryDict, texts[:MOST]):
        found += batches.as_forms(post) if batches.is_batch(post) else [forms.read(post)]
    return found[:MOST]


def send(stream: str, who: Who, typed: Sequence[Typed]) -> tuple[int, int] | Trouble:
    """Report all of it at once: the positions of its first and of its last row, or the trouble with one form."""
    reports = []
    for one in typed:
        try:
            reports.append(forms.report(one))
        except Refused as refused:
            return refusal(refused, one)
    opened = handler.state(stream, 1)
    try:  # where cards lie face down their owner may be asked first: what is told by then counts
        receipt = handler.execute(stream, reports, who, "page", after=typed[0].after, atomic=not opened.muster.secrets)
    except Refused as refused:
        return refusal(refused, next((one for one in typed if one.id == refused.report), typed[0]))
    except Conflict as conflict:
        return overtaken(conflict, typed=typed[0])
    except log.Unwritable as unwritable:
        return Trouble(REFUSED, (without_id(unwritable),), typed=typed[0])
    rows = [ruled.position for answer in receipt.answers for ruled in answer.events]
    kept = sum(1 for answer in receipt.answers if answer.events)
    if kept == len(typed):
        return min(rows), max(rows)
    why = receipt.answers[kept].refused
    codec = command_codec(opened.rules)
    left = "\n".join(forms.as_line(one, codec) for one in typed[kept:]) if kept else ""
    typed_again = None if kept else typed[0]
    return Trouble(status_of(why), (in_this_form(why),), typed=typed_again, script=left, kept=kept)


def draft(stream: str, who: Who, typed: Sequence[Typed]) -> Draft | Trouble:
    """What the forms come to, told one after the other; none of it is reported, and no die of Leaguer's falls.

    Reports that follow of themselves are added: an open decision of theirs with nothing to decide, which only needs
    dice. `Trouble` where someone reported first.
    """
    typed = list(typed)
    try:
        found = _tried(stream, who, typed)
        while (more := found.follows_alone) is not None and len(typed) < MOST:
            again = _tried(stream, who, [*typed, more])
            if again.refused is not None:
                break
            typed, found = [*typed, more], again
    except Conflict as conflict:
        return overtaken(conflict, typed=typed[0] if typed else None)
    return _for_others(found, typed) if isinstance(found.refused, ForOthers) else found.drafted()


def _for_others(found: _Tried, typed: list[Typed]) -> Draft:
    """What a form comes to is hidden from who fills it in. It may be reported all the same, with the dice it may
    need."""
    state = handler.state(found.stream)
    return _Tried(found.stream, found.who, typed, _nothing(state), found.refused).drafted()


def _nothing(state: Battle) -> Receipt:
    """The answer where nothing was tried."""
    return Receipt((), state.head[0], state.head[1], state)


def _tried(stream: str, who: Who, typed: Sequence[Typed]) -> _Tried:
    """A dry run of the forms, up to the first that cannot be read. Cards that lie face down for `who` do nothing in it;
    a form that stands alone and is refused so is tried as the battle stands, which tells less (`handler.execute`)."""
    reports: list[Report] = []
    unread: Refused | None = None
    for one in typed:
        try:
            reports.append(forms.report(one))
        except Refused as refused:
            unread = refused
            break
    if not reports:
        return _Tried(stream, who, list(typed), _nothing(handler.state(stream)), unread)
    try:
        receipt = handler.draft(stream, reports, who, typed[0].after)
        if blind := len(reports) == 1 and receipt.answers[0].refused is not None:
            receipt = handler.execute(stream, reports, who, "page", after=typed[0].after, dry_run=True, atomic=False)
    except Refused as refused:  # of all of them
        return _Tried(stream, who, list(typed), _nothing(handler.state(stream)), refused)
    return _Tried(stream, who, list(typed), receipt, unread, ends=blind)


class _Tried:
    """The answers to a dry run, and the state after the reports that are in order. `ends`: nothing is told of what
    comes after them."""

    def __init__(
        self,
        stream: str,
        who: Who,
        typed: list[Typed],
        receipt: Receipt,
        unread: Refused | None,
        ends: bool = False,
    ) -> None:
        self.stream, self.who, self.receipt = stream, who, receipt
        self.battle: Battle = receipt.state
        answers = receipt.answers
        self.told = [ruled for answer in answers for ruled in answer.events]
        self.kept = typed[: sum(1 for answer in answers if answer.events)]
        self.last = typed[len(self.kept)] if len(typed) > len(self.kept) else None
        tried = answers[len(self.kept)] if len(answers) > len(self.kept) else None
        self.asked = tried.asked if tried else None
        self.refused: Refused | None = tried.refused if tried and tried.refused is not None else unread
        self.types = command_codec(self.battle.rules).types
        own = {kind.__name__ for kind in self.battle.rules.commands}
        self.ends = ends and bool(self.kept)
        offered = () if self.ends else viewers.choices_for(self.battle, who)
        self.choices = [one for one in offered if one.command in own]

    # -- what comes next -----------------------------------------------------------------------------------------------

    @property
    def follows_alone(self) -> Typed | None:
        """The report that follows of itself: the only one that may be told next, with nothing to choose in it."""
        if self.last is not None or len(self.kept) > ALONE:
            return None
        follows = self._following()
        if len(follows) != 1 or self._first() or _to_choose(follows[0]):
            return None
        (choice,) = follows
        after = self.kept[0].after if self.kept else self.receipt.position
        return Typed(str(uuid4()), after, choice.command, msgspec.to_builtins(choice.given), {})

    def _following(self) -> list[Choice]:
        """An open decision; else what was begun here: a shot that was announced is fired."""
        if urgent := [choice for choice in self.choices if choice.urgent]:
            return urgent
        begun = {(self._opens(one), one.given.get("unit", _unit(one))) for one in self.kept if self._opens(one)}
        return [choice for choice in self.choices if (choice.command, choice.given.get("unit")) in begun]

    def _first(self) -> list[Choice]:
        """What may be told before it: of a unit that could announce something, too, as long as nothing is fired."""
        opening = {one.type for one in self.kept if self._opens(one)}
        opened = {self._opens(one) for one in self.kept}
        if not opening or any(one.type in opened for one in self.kept) or any(choice.urgent for choice in self.choices):
            return []
        aimed = {choice.given.get("unit") for choice in self.choices if choice.command in opened}
        return [one for one in self.choices if one.command in opening and one.given.get("unit", "") not in aimed]

    def _opens(self, typed: Typed) -> str:
        return self.types[typed.type].opens if typed.type in self.types else ""

    # -- as the page shows it ------------------------------------------------------------------------------------------

    def drafted(self) -> Draft:
        names = naming.called(self.stream, self.battle)
        mine = (*viewers.reports_for(self.battle, self.who), *self.battle.lent)
        view = visibility.see(self.battle, viewers.eyes(self.battle, self.who))
        waits = tuple(side for side in visibility.waiting_for(self.battle, view.waiting_for) if side not in mine)
        made = Draft(
            stream=self.stream,
            position=self.kept[0].after or 0 if self.kept else self.receipt.position,
            kept=tuple(as_text(one) for one in self.kept),
            lines=tuple(self._lines(names)),
            names=names,
            last=self.last,
            waits=() if self.ends else tuple(names.get(side, side) for side in waits),
            pending=view.pending if waits and not self.ends else None,
            several=len({*mine, *(choice.side for choice in self.choices)}) > 1,
            left=tuple(self._left(names)),
            battle=self.battle,
            choices=tuple(self.choices),
        )
        change = msgspec.structs.replace
        if isinstance(self.refused, ForOthers):
            cards = tuple(card for card in self._cards(names) if card.typed)
            return change(made, theirs=self.refused, cards=cards)
        if self.refused is not None:
            return change(made, faults=self.refused.faults, cards=self._cards(names, self.refused))
        if self.asked is not None:
            choice = self._choice()
            dice = self._dice(choice, names)
            about = words(choice.label, names) if choice else ""
            return change(made, dice=dice, draws=dice is None, about=about, before=self._unannounced(names))
        cards = self._cards(names)
        first = {id(choice) for choice in self._first()}
        before = tuple(card for card in cards if id(card.choice) in first)
        now = tuple(card for card in cards if id(card.choice) not in first)
        return change(made, cards=now, before=before, others=() if now or before else self._others(names))

    def _others(self, names: Mapping[str, str]) -> tuple[batches.Batch, ...]:
        """Forms of many units that go on from what is whole."""
        if not self.kept or len(self.kept) >= MOST:
            return ()
        begin = BESIDE * (len(self.kept) + 1)
        return tuple(batches.declared(self.battle, self.choices, names, begin, least=1))

    def _unannounced(self, names: Mapping[str, str]) -> tuple[Card, ...]:
        """What may still be announced before the first die, where the draft begins with a shot announced before it."""
        if self.kept or self.last is None or self.last.type not in {kind.opens for kind in self.types.values()}:
            return ()
        first = silent(self.choices, self.types)
        return tuple(choice_cards.deal(first, self.battle.rules, names=names, begin=BESIDE))

    def _left(self, names: Mapping[str, str]) -> Iterator[str]:
        if self.kept and isinstance(unit := self.kept[-1].given.get("unit", _unit(self.kept[-1])), str):
            again = (choice for choice in self.choices if choice.command == self.kept[-1].type)
            yield from (words(one.label, names) for one in again if one.given.get("unit") == unit)

    def _choice(self) -> Choice | None:
        """The one that the last form fills in."""
        if self.last is None:
            return None
        shown = (as_shown(choice, self.last.given.get("unit")) for choice in self.choices)
        return next((choice for choice in shown if is_of(self.last, choice)), None)

    def _dice(self, choice: Choice | None, names: Mapping[str, str]) -> Control | None:
        """The dice that the last form needs; None where no field of it brings them."""
        asked, last = self.asked, self.last
        assert asked is not None
        assert last is not None
        fields = choice.fields if choice else ()
        field = next((one for one in fields if one.name == asked.field and one.kind == "dice"), None)
        if field is None or asked.is_draw:
            return None
        dice = asked_for(asked, field, self.types[last.type], last, names)
        return msgspec.structs.replace(dice, ours=any(one.name == LEAGUER for one in fields))

    def _cards(self, names: Mapping[str, str], refused: Refused | None = None) -> tuple[Card, ...]:
        typed = _without_dice(self.last) if self.last else None
        choices = [] if isinstance(self.refused, ForOthers) else self._following() + self._first()
        if typed and not any(is_of(typed, choice) for choice in choices):
            shown = (as_shown(choice, typed.given.get("unit")) for choice in self.choices)
            choices += [choice for choice in shown if is_of(typed, choice)]
        faults = refused.faults if refused else ()
        begin = BESIDE * (len(self.kept) + 1)
        sides = tuple(self.battle.muster.sides)
        return tuple(choice_cards.deal(choices, self.battle.rules, typed, faults, sides, names, begin))

    def _lines(self, names: Mapping[str, str]) -> Iterator[Line]:
        viewer = viewers.eyes(self.battle, self.who)
        told: Sequence[Ruled] = [*self.told, *(self.asked.told if self.asked else ())]
        for ruled in told:
            event = visibility.see_event(self.battle, ruled.event, viewer)
            if event is not None:
                text = words(visibility.narrate(self.battle.rules, event), names)
                rolls = tuple(roll for roll in rolls_of(event) if roll.told and not roll.sealed)
                yield Line(text, rolls, _rules(event))


def _rules(event: Event) -> str:
    """The numbers of the first of its rules, which are those of the booklet."""
    return ", ".join(event.rules[:RULES]) + (" …" if len(event.rules) > RULES else "")


def _unit(typed: Typed) -> str:
    return typed.value("pick:unit")


def _to_choose(choice: Choice) -> bool:
    """Whether there is anything in it to decide."""
    return any(field.kind != "dice" and not field.ahead and field.name != LEAGUER for field in choice.fields)


def _without_dice(typed: Typed) -> Typed:
    """The same without its dice: they are asked for again."""
    kept = {key: values for key, values in typed.fields.items() if "dice:" not in key and key != LEAVES}
    return msgspec.structs.replace(typed, fields=kept)

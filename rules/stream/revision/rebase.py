"""Branch reports again on another line: each is decided anew with its own dice, found by their questions.

No die falls here that had not fallen before, but where people have settled that Leaguer rolls. What cannot be told
again as it was is a `Trouble` for people to settle; nothing is dropped.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from copy import copy

import msgspec

from rules.stream import carry_over
from rules.stream.codec import as_stored
from rules.stream.contract import Command, Refused, Roll, Unfallen
from rules.stream.decider import R, Row
from rules.stream.dice import rolls_of
from rules.stream.dice_replay import ReplayedDice, at_table, orphaned, unanswered
from rules.stream.history import Cursor, Past
from rules.stream.new_seeds import SPENT
from rules.stream.revision.branch import Branch, Mender, become, keep, ranges
from rules.stream.revision.branch import retold as retold
from rules.stream.revision.contract import M, MendedHistory
from rules.stream.revision.items import Item as Item
from rules.stream.revision.items import Trouble as Trouble
from rules.stream.revision.items import no_ground
from rules.stream.revision.items import settled_as as settled_as
from rules.stream.revision.items import without_why as without_why
from rules.stream.revision.reports import Declared, Retold, Revised, Settlement, Settling, Told

MOST_TOLD_ANEW = 40
BROKEN = (LookupError, AssertionError, ValueError)  # on which events break that name what is not there any more
KEEPABLE = ("", "told", "changed", "inserted", "replaced", "rolled", "accepted", "kept")  # settled as they stand


class Rebase(Branch[M, R]):
    """A line on which reports of another are told again. `items`: what people (have to) settle."""

    def __init__(
        self,
        history: MendedHistory[M, R],
        mender: Mender[M, R],
        begin: Callable[[], M],
        after: int,
        report: int | None = None,
    ) -> None:
        super().__init__(history, mender, begin, after, report)
        self.items: list[Item] = []
        self.now: M | None = None  # as the stream stands, by whose terms what is left over is settled
        self.told_anew = 0
        # how often each kind stood, or not
        self._tried: defaultdict[str, tuple[int, int]] = defaultdict(lambda: (0, 0))
        self._half = False  # whether rows of a report that may stand were folded before it showed that it does not
        self._old: Cursor[M, R] | None = None
        self._fallen = history.fallen()

    def follow(self, later: Sequence[Past]) -> None:
        """Remember the line these reports stand on: how it stood before and after each."""
        if later:
            self._old = Cursor(self.history, self.history.head if self.mending.goes_on else later[-1].end)

    def again(
        self, later: Sequence[Past], settle: Mapping[int, Settlement], rest: str, roll: bool | msgspec.UnsetType = False
    ) -> bool:
        """Tell reports of the old line in order, as they were; those that cannot be as `settle` says by their position,
        else where only dice are lacking as Leaguer rolls them (`roll`), else as `rest` says ("" not at all). Stops at
        the first that is not settled; whether there was none.
        """
        ways: list[Settling] = [*(("roll",) if roll else ()), *((rest,) if rest else ())]
        others = [Settlement(how=way) for way in ways]
        return all(self._one(past, settle.get(past.position), others) for past in later)

    def _one(self, past: Past, settlement: Settlement | None, others: Sequence[Settlement]) -> bool:
        try:
            if not self._stands(past):
                self._as_it_was(past)
            return True
        except Trouble as found:
            trouble, how = found, ""
        for way in [settlement] if settlement is not None else others:
            try:
                self._settled(past, way, trouble)
                how = way.how
                break
            except Trouble as found:
                trouble = found
        no, was = trouble.refused, (not how and settled_as(self.history, past)) or msgspec.UNSET
        self.items.append(
            Item(past.position, past.type, trouble.kind, no.rule, no.text, no.remedy, trouble.dice, how, was)
        )
        if not how and self.mending.goes_on:
            self._leave_open(past)
        return bool(how) or self.mending.goes_on

    # -- as it is written ----------------------------------------------------------------------------------------------

    def _stands(self, past: Past) -> bool:
        """Whether a report, decided again, comes out with the very same events: then it is kept where it is written.

        Where that shows only after some of its events, the line is told anew, which costs its whole length: so a kind
        of report that mostly comes out otherwise is soon not tried any more, nor any after `MOST_TOLD_ANEW` times.
        """
        revises = bool(self.events) and isinstance(self.events[0], Revised)
        stood_so_far, anew = self._tried[past.type]
        if not (self.mending.keeps and revises) or 8 * anew > stood_so_far + 16 or self.told_anew >= MOST_TOLD_ANEW:
            return False
        stood = copy(self.state)
        if self.comes_out(past):
            self.kept.append((len(self.events), past))
            self._tried[past.type] = (stood_so_far + 1, anew)
            return True
        if self._half:
            self.told_anew += 1
            self._tried[past.type] = (stood_so_far, anew + 1)
            self._tell_anew()
        else:
            become(self.state, stood)
        return False

    def comes_out(self, past: Past) -> bool:
        """Whether it does. If so its rows are folded onto the state; if not so, perhaps only some of them."""
        rows = self.history.rows_of(past)
        again = isinstance(rows[0].event, Retold)
        self._half = False
        if past.how not in KEEPABLE or tuple(row.event for row in rows[again:]) != past.events:
            return False
        try:
            retelling = self.mending.retelling(past, self._old_before(past), self.state)
            if past.how == "kept":
                self.mending.check_played(past, self._old_before(past), self.state)
            if past.how == "kept" or any(event.by_hand for event in past.events) or retelling == "verbatim":
                self._half = True
                self._stand(past)
                self.history.decider.possible(self.state)
                return True
            return retelling != "voided" and self._decided_alike(past, rows, again)
        except (Refused, Unfallen, *BROKEN):
            return False

    def _decided_alike(self, past: Past, rows: Sequence[Row], again: bool) -> bool:
        """Each event is folded where it is written, before the next is asked for."""
        mine = [roll for event in past.events for roll in rolls_of(event)]
        box = ReplayedDice(mine, self._fallen)
        command = self.ruled_on(past, self.history.command(past))
        who = self.mending.reporter(self._old_before(past), command, self.mending.told_by(self.history, past))
        self.state.waiting = tuple(position for position in self.state.waiting if position != past.position)
        if again:
            keep(self.history, self.state, past.position, past.position)
        left = iter(rows[again:])
        for event in self.mending.rule_on(self.state, command, who, box):
            row = next(left, None)
            if row is None or as_stored(event) != as_stored(row.event):
                return False
            self._half = True
            keep(self.history, self.state, row.position, row.position)
        return next(left, None) is None and not at_table(box.left())

    def name_reopened(self) -> None:
        """Write into the revision which reports it leaves open again though people had settled them."""
        again = tuple(item.position for item in self.items if item.was)
        if again and isinstance(revised := self.events[0], Revised):
            self.events[0] = msgspec.structs.replace(revised, reopened=again)

    def name_kept(self) -> None:
        """Write into the revision what it keeps, and that it is not to be told again."""
        if self.kept and isinstance(revised := self.events[0], Revised):
            kept = {past.position for _behind, past in self.kept}
            later = tuple(position for position in revised.later if position not in kept)
            self.events[0] = msgspec.structs.replace(revised, later=later, keeps=ranges(self))

    def _leave_open(self, past: Past) -> None:
        """It stands as it was played, for people to settle; where nothing is there for it to stand on, it waits."""
        try:
            self._as_played(past, "played")
        except Exception:  # its events may break on anything that is not there any more
            self.tell(Retold(of=past.position, how="waiting"))

    def _as_played(self, past: Past, how: Told) -> None:
        """What followed from it when it was told, event by event."""
        with self.whole():
            self.mending.check_played(*self._with_ground(past), self.state)
            self.tell(Retold(of=past.position, how=how))
            for event in self.history.played(past):
                if not event.talk:
                    self.tell(event)
            self.history.decider.possible(self.state)

    # -- as it was -----------------------------------------------------------------------------------------------------

    def _as_it_was(self, past: Past) -> None:
        if past.how == "kept" or any(event.by_hand for event in self.history.said_by(past)):
            self._set(past)
            return
        try:
            retelling = self.mending.retelling(*self._with_ground(past), self.state)
        except Refused as refused:
            raise Trouble("illegal", refused) from None
        match retelling:
            case "decided":
                self._decided(past)
            case "verbatim":
                self._verbatim(past)
            case "voided":
                self._void(past)
            case "attempted":
                self._attempted(past)

    def _set(self, past: Past) -> None:
        """Facts that people set stand whatever came before them; what they kept, as long as there is ground for it."""
        try:
            with self.whole():
                if past.how == "kept":
                    self.mending.check_played(*self._with_ground(past), self.state)
                self._verbatim(past)
                self._check()
        except (Refused, *BROKEN) as error:
            if isinstance(error, Refused) and not self.mending.goes_on:
                raise  # a fact of what is not there any more
            raise Trouble("illegal", no_ground(self.mending.rule)) from error

    def _attempted(self, past: Past) -> None:
        """A step that is taken anew where it does not follow any more."""
        try:
            self._decided(past)
        except Trouble:
            self._void(past)

    def _decided(self, past: Past, how: Told = "told") -> None:
        """Decided anew with its own dice. rolled: Leaguer rolls what is missing. rolled, accepted: what is left over
        of its dice is left."""
        mine = [roll for event in past.events for roll in rolls_of(event)]
        box = ReplayedDice(mine, self._fallen, self.mender.dice if how == "rolled" else None)
        place = len(self.events)
        with self.whole():
            self.tell(Retold(of=past.position, how=how))
            try:
                was, ground = self._with_ground(past) if self.mending.goes_on else (past, self._old_before(past))
                command = self.mending.ruled_on(ground, self.history.command(past), was)
                by = self.mending.told_by(self.history, past)
                self.decide(command, self.mending.reporter(ground, command, by), box)
            except Refused as refused:
                if refused.code == SPENT:
                    raise
                raise Trouble("illegal", refused, at_table(mine), tuple(box.fell)) from None
            except Unfallen as die:
                if how == "rolled":
                    raise  # a dry run: Leaguer has not rolled yet
                asked = Roll(die.question, die.faces, (), "table", die.shows)
                raise Trouble("unanswered", unanswered(die), (asked,)) from None
            if (over := at_table(box.left())) and how == "told":
                raise Trouble("orphaned", orphaned(over), over)
        if over:  # what was told stands; only now its Retold learns which dice are left over
            self.events[place] = Retold(of=past.position, how=how, orphans=over)

    def ruled_on(self, past: Past, command: Command) -> Command:
        return self.mending.ruled_on(self._old_before(past), command, past)

    def _verbatim(self, past: Past) -> None:
        self.tell(Retold(of=past.position, how="kept" if past.how == "kept" else "told"))
        for event in self.history.said_by(past):
            if not event.talk:
                self.tell(event)

    def _void(self, past: Past) -> None:
        self.tell(Retold(of=past.position, how="voided"))

    # -- as it is settled ----------------------------------------------------------------------------------------------

    def _settled(self, past: Past, settlement: Settlement, trouble: Trouble) -> None:
        """`Trouble` when it cannot be settled so either: dice help only where dice are the trouble."""
        match settlement.how, trouble.kind:
            case "strike", _:
                self.tell(self.mending.struck(past))
            case "keep", _:
                self._keep(past)
            case "replace", _:
                self._replace(past, settlement)
            case "roll", "unanswered":
                self._rolled_for(past)
            case "accept", "orphaned":
                self._decided(past, "accepted")
            case (("owe" | "replay"), "illegal"):
                self._instead(past, settlement.how, trouble)
            case "terms", _:
                self._settled(past, self._by_terms(past, trouble), trouble)
            case _:
                raise trouble

    def _by_terms(self, past: Past, trouble: Trouble) -> Settlement:
        found = self.mending.by_terms(self.now, past) if self.now is not None else None
        if found is None:
            raise trouble
        return found

    def _instead(self, past: Past, how: Settling, trouble: Trouble) -> None:
        """What the kind of stream has for that, in the place of the report; where it has nothing, or that is refused,
        the report is not settled so."""
        command = self.mending.instead(self.now, past, how, self.history.command(past)) if self.now else None
        if command is None:
            raise trouble
        try:
            self._replace(past, Settlement("replace", type(command).__name__, msgspec.to_builtins(command)))
        except Refused as refused:
            raise Trouble("illegal", refused) from None

    def _rolled_for(self, past: Past) -> None:
        """Leaguer rolls what it lacks. Refused after a die has fallen it is kept, or else struck, and the dice stay in
        the log: a refusal would leave nothing there, and tell the die."""
        try:
            self._decided(past, "rolled")
        except Trouble as found:
            if not found.fell:
                raise
            try:
                self._keep(past, found.fell)
            except Trouble:
                self.tell(Retold(of=past.position, how="struck", orphans=found.fell))

    def _keep(self, past: Past, fell: tuple[Roll, ...] = ()) -> None:
        """What the report came to at the table stands, as declared facts, and what else stands with them; where the
        stream goes on, event by event."""
        if self.mending.goes_on:
            self._keep_events(past)
            return
        decider = self.history.decider
        before = decider.facts(self._old_before(past))
        after = decider.facts(self._old_after(past))
        with self.whole():
            self.tell(Retold(of=past.position, how="kept", orphans=fell))
            row = self.state.head[0]
            for event in past.events:
                if isinstance(event, self.mending.kept):
                    self.tell(event)
            if changed := carry_over.kept(before, after, decider.facts(self.state), past.position, row):
                right = self.mender.right
                self.tell(as_stored(Declared(facts=changed, reason="", authority=right, kept=past.position)))
            self._check()

    def _keep_events(self, past: Past) -> None:
        try:
            self._as_played(past, "kept")
        except Exception as error:  # its events may break on anything that is not there any more
            raise Trouble("illegal", no_ground(self.mending.rule)) from error

    def _replace(self, past: Past, settlement: Settlement) -> None:
        """Another report in its place. A mistake in it is the mender's to mend (`Refused`, `Unfallen`).

        But once Leaguer has rolled for this revision it stands, and the report waits: a refusal would tell the die.
        """
        command = self.history.said(settlement.type or past.type, settlement.data)
        try:
            with self.whole():
                self.tell(retold(past.position, "replaced", command))
                self.new(self.ruled_on(past, command), past)
        except Refused as refused:
            if not self.rolled:
                raise
            raise Trouble("illegal", refused) from None

    @property
    def rolled(self) -> bool:
        """Whether a die of Leaguer's has fallen here that had not fallen before."""
        known = {question: len(roll.values) for question, roll in self._fallen.items()}
        rolls = (roll for event in self.events for roll in rolls_of(event) if roll.by == "leaguer")
        return any(len(roll.values) > known.get(roll.question, 0) for roll in rolls)

    def _check(self) -> None:
        try:
            self.history.decider.possible(self.state)
        except Refused as refused:
            raise Trouble("illegal", refused) from None

    # -- the old line --------------------------------------------------------------------------------------------------

    def _old_before(self, past: Past) -> M:
        assert self._old is not None
        return self._old.before(past.position)

    def _with_ground(self, past: Past) -> tuple[Past, M]:
        """The report with what followed from it, and what it was about: for an open one, when it was told last."""
        told = self.history.last_settled(past)
        if told is past:
            return past, self._old_before(past)
        return msgspec.structs.replace(past, events=told.events), self.history.state(told.position - 1)

    def _old_after(self, past: Past) -> M:
        assert self._old is not None
        return self._old.after(past.end)

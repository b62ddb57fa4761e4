"""Context of the correction pages, from one reading of the battle's log."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from battles import handler, naming, viewer
from battles.pages.corrections.coming import Coming, come
from battles.pages.corrections.elsewhere import ELSEWHERE
from battles.presenters.preview import Foreseen, foreseen, sentence
from battles.presenters.story import ReportStory, Story
from battles.reports import Receipt, Report
from battles.viewer import Look
from rules import adjudicate, cases
from rules.adjudicate import Who
from rules.battle import Battle, History
from rules.contract import Choice, Command
from rules.reports import Confirmed, command_codec
from rules.stream import facts
from rules.stream.codec import CommandCodec
from rules.stream.revision.preview import Preview, preview


class Desk:
    """A battle and its whole log, for a reader who may correct it."""

    def __init__(self, stream: str, who: Who, battle: Battle, story: Story, look: Look | None = None) -> None:
        """`look`: the same battle as it has been looked at already."""
        self.stream, self.who, self.battle, self.story = stream, who, battle, story
        if look is not None:
            self.look = look

    @classmethod
    def open(cls, stream: str, who: Who) -> Desk:
        """The log as it stands now. `log.NoSuchStream`; `Refused` for a reader who does not play."""
        battle, told, rows = handler.replay(stream)
        adjudicate.require(battle, who, "")
        return cls(stream, who, battle, Story(stream, battle, list(zip(told, rows, strict=True)), who))

    @cached_property
    def history(self) -> History:
        told, rows = [fact for fact, _row in self.story.facts], [row for _fact, row in self.story.facts]
        return handler.history_of(self.battle, told, rows)

    @cached_property
    def look(self) -> Look:
        return viewer.look_at(self.stream, self.battle, self.who, names=self.names)

    @cached_property
    def name(self) -> str:
        """The battle's name."""
        return naming.name_of(self.stream, self.look.title, self.look.system, self.look.scenario)

    @cached_property
    def names(self) -> dict[str, str]:
        """Names of the ids in sentences."""
        return self.story.names

    @property
    def eyes(self) -> str:
        return viewer.eyes(self.battle, self.who)

    @property
    def head(self) -> int:
        return int(self.battle.head[0])

    @property
    def codec(self) -> CommandCodec:
        return command_codec(self.battle.rules)

    def as_shown(self, after: int | None) -> Battle:
        """The battle as it stood when its form was shown, `after` a row."""
        shown = after is not None and 0 < after < self.head
        return self.history.state(after) if shown else self.battle

    def shown(self, after: int | None) -> dict[str, Any]:
        """The facts as a form showed them after that row."""
        return facts.facts(self.fought(after).play)

    def fought(self, after: int | None = None) -> Battle:
        """The battle as it was fought (as its form was shown, if that was `after` a row): what people set in a
        confirmed battle is placed before the confirmations, and the aftermath is computed anew.
        """
        battle = self.as_shown(after)
        if not battle.agreed:
            return battle
        reports = self.history.live_reports(int(battle.head[0]))
        first = next(past for past in reports if any(isinstance(event, Confirmed) for event in past.events))
        return self.history.state(first.position - 1)

    def execute(self, report: Report, after: int | None) -> Receipt:
        return handler.execute(self.stream, [report], self.who, "page", after=after)

    def coming(self, report: Report) -> Coming:
        """The preview as the log stands now, which may have moved on since it was read here."""
        return come(lambda: self.in_words(viewer.foresee(self.stream, report, self.who)))

    def coming_here(self, command: Command) -> Coming:
        """The preview as the log was read here."""
        return come(lambda: self.in_words(preview(self.history, command, self.who, self.eyes)))

    def in_words(self, preview: Preview) -> Foreseen:
        return foreseen(
            preview, lambda event: sentence(event, self.battle, self.eyes, self.names), self.history, self.names
        )

    @property
    def reaches(self) -> bool:
        """Whether a correction may change more than this battle (`battles.pages.corrections.elsewhere`)."""
        return bool(ELSEWHERE) and (bool(self.battle.muster.campaign) or self.battle.settled)

    @property
    def asks(self) -> tuple[str, ...]:
        """The sides that have to agree to the viewer's correction, by name."""
        if cases.rules_over(self.battle, self.who):
            return ()
        mine = adjudicate.sides_of(self.battle, self.who)[:1]
        return tuple(self.names[side] for side in self.battle.muster.sides if side not in mine)

    def acting(self, command: Command) -> Who:
        """The viewer, with the rights in which they would report this correction."""
        return self.history.mending.acting(self.battle, command, self.who)

    def offered(self, command: str) -> Choice | None:
        """The first choice of this kind among those that correct the battle."""
        return next((choice for choice in self.look.mends if choice.command == command), None)

    def entry(self, position: int) -> ReportStory | None:
        """The report at `position`, as the viewer may read it."""
        found = self.story.at(position)
        return self.story.entries(found[:1], self.who)[0] if found else None

"""Why a figure of a league is what it is, as one reader may know it: each step with where it leads, into the season
and the battle. Pages and API show the same."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _

import rules
from battles.log import Row
from battles.presenters.preview import value
from battles.reports import Ruled
from battles.sentences import words
from leagues.league import League, narrate, see_event
from leagues.league.explain import Fact, Step, explain, facts, no_such
from leagues.presenters.log import campaign_of, without
from leagues.presenters.names import Names
from leagues.presenters.story import named


class Known(msgspec.Struct, frozen=True):
    """A fact in words. `player`: whose it is."""

    of: str
    about: str
    player: str
    label: str
    value: str


class Link(msgspec.Struct, frozen=True):
    """A step in words. `row`: the row of the league's log behind it, None for none; `text` is how that reads, "" where
    it tells of what is for others. `campaign`, `fixture`, `battle`: where it leads, None and "" where there is nothing,
    or nothing for this reader. `vehicle`: whose deeds they are."""

    before: str | None
    after: str | None
    reasons: tuple[str, ...]
    row: Row | None
    kind: str
    text: str
    campaign: UUID | None = None
    fixture: str = ""
    battle: UUID | None = None
    vehicle: str = ""

    @property
    def asks(self) -> str | None:
        """What to ask the campaign for, to read on."""
        if self.campaign is None or not self.fixture:
            return None
        return f"vehicles.{self.vehicle}.status" if self.vehicle else f"fixtures.{self.fixture}.result"

    @property
    def asks_battle(self) -> str | None:
        """And the battle."""
        if self.battle is None:
            return None
        return f"outcome.units.{self.vehicle}.fate" if self.vehicle else "outcome.winner"


class Telling:
    """A league with its log, for one reader. `count`: what counts of that, in order; `unseen`: the campaigns that they
    may not read."""

    def __init__(
        self,
        league: League,
        count: Sequence[Ruled],
        rows: Sequence[Row],
        names: Names,
        reader: str,
        unseen: Collection[str],
    ) -> None:
        self.league, self.rows, self.names, self.reader, self.unseen = league, rows, names, reader, unseen
        self.live = [(one.position, one.event) for one in count]
        self.events = dict(self.live)
        systems = {key: one.name for key, one in rules.all_systems().items()}
        self.called: Mapping[str, str] = systems | named(league, names)

    def facts(self) -> list[Known]:
        """All that can be explained to the reader."""
        return [self._known(one) for one in facts(self.league) if self._is_open(one)]

    def why(self, of: str) -> tuple[Known, list[Link]]:
        """A fact, with the steps to it. `Refused` (field "of") where there is none, or it is not for the reader."""
        found = explain(self.league, self.live, of)
        if not self._is_open(found.fact):
            raise no_such(of)
        return self._known(found.fact), [self._link(one) for one in found.steps]

    def _is_open(self, fact: Fact) -> bool:
        campaign = fact.about.partition("/")[0] if "/" in fact.about else fact.of.partition(".place:")[2]
        return not self.names.is_hidden(fact.player) and campaign not in self.unseen

    def _known(self, one: Fact) -> Known:
        shown = words(one.value, self.called) if one.value is not None else _("nothing")
        return Known(one.of, one.about, one.player, words(one.label, self.called), shown)

    def _link(self, step: Step) -> Link:
        campaign = step.game.partition("/")[0] or step.campaign
        if campaign in self.unseen:
            reasons: tuple[str, ...] = (_("A campaign that is for its members."),)
        else:
            reasons = tuple(words(one, self.called) for one in step.reasons)
        event = self.events.get(step.position)
        told = None
        if event is not None and campaign_of(event) not in self.unseen:
            told = narrate(self.league, without(see_event(self.league, event, self.reader), self.unseen))
        link = Link(
            before=value(step.before, self.called) if step.before is not None else None,
            after=value(step.after, self.called) if step.after is not None else None,
            reasons=reasons,
            row=self.rows[step.position - 1] if event is not None else None,
            kind=type(event).__name__ if event is not None else "",
            text=words(told, self.called) if told is not None else "",
        )
        return self._led(link, step, campaign)

    def _led(self, link: Link, step: Step, campaign: str) -> Link:
        """Into the season and the battle, where the reader may follow. What was before the log has neither."""
        found = self.league.campaign(campaign) if campaign and campaign not in self.unseen else None
        if found is None or found[1].history:
            return link
        game = self.league.games.get(step.game)
        return msgspec.structs.replace(
            link,
            campaign=UUID(campaign),
            fixture=step.game.partition("/")[2],
            battle=UUID(game.battle) if game is not None and game.battle else None,
            vehicle=step.vehicle,
        )

"""What players say of themselves: the name they are shown by, and whether strangers see them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

import msgspec

from leagues.league.chapters import Chapter, choice
from leagues.league.refusals import no, player_of
from leagues.league.state import League, Player
from leagues.league.values import PlayerKey
from rules.contract import Choice, Command, Decision, Dice, Event, Field, Message, say
from rules.contract import gettext_noop as _
from rules.messages import called
from rules.stream.decider import Who

CHAPTER = Chapter("Players")

Alias = Annotated[str, msgspec.Meta(max_length=40, pattern=r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]*$(?!\n)")]


class SetProfile(Command, frozen=True, kw_only=True):
    """How a player is shown: by an `alias` ("" for their account's name), and to strangers or only to the club
    (`hidden`). By the player, or an organiser on their behalf."""

    positional: ClassVar[tuple[str, ...]] = ("player",)
    sealed: ClassVar[tuple[str, ...]] = ("alias",)

    player: PlayerKey
    alias: Alias = ""
    hidden: bool = False


class ProfileSet(Event, frozen=True, kw_only=True):
    sealed: ClassVar[tuple[str, ...]] = ("alias",)

    player: str
    alias: str = ""
    hidden: bool = False


@CHAPTER.decides
def set_profile(league: League, command: SetProfile, who: Who, dice: Dice) -> Decision:
    player = player_of(league, command.player)
    if who.id != player.key and not who.referee:
        raise no(
            say(_("How %(player)s is shown is theirs to say."), player=player.key),
            _("Ask them, or an organiser."),
            "player",
            "not-yours",
        )
    if (command.alias, command.hidden) == (player.alias, player.hidden):
        raise no(say(_("%(player)s is shown so already."), player=player.key), field="alias")
    taken = {one.alias.casefold() for one in league.players.values() if one is not player and one.alias}
    if command.alias.casefold() in taken:
        raise no(say(_("The name “%(name)s” is taken."), name=command.alias), _("Choose another one."), "alias")
    yield ProfileSet(player=player.key, alias=command.alias, hidden=command.hidden)


@CHAPTER.offers(SetProfile)
def _offer_profile(league: League, who: Who) -> Iterator[Choice]:
    for player in league.players.values():
        if who.id == player.key or who.referee:
            label = say(_("How %(player)s is shown"), player=called(player.key))
            yield choice(SetProfile, label, *_fields(player), player=player.key)


def _fields(player: Player) -> tuple[Field, Field]:
    alias = Field(
        name="alias",
        kind="text",
        label=say(_("Alias")),
        help=say(_("Blank for the name of the account.")),
        most=40,
        default=player.alias,
    )
    hidden = Field(
        name="hidden",
        kind="flag",
        label=say(_("Hide from strangers")),
        help=say(_("Only people of the club see this player by name.")),
        default=player.hidden,
    )
    return alias, hidden


@CHAPTER.evolves
def _set(league: League, event: ProfileSet) -> None:
    player = league.players[event.player]
    player.alias, player.hidden = event.alias, event.hidden


@CHAPTER.narrates
def _tell_set(league: League, event: ProfileSet) -> Message:
    if event.hidden:
        return say(_("%(player)s is hidden from strangers."), player=event.player)
    if event.alias:
        return say(_("%(player)s goes by an alias now."), player=event.player)  # which is what they are called here
    return say(_("%(player)s is shown by the name of the account."), player=event.player)

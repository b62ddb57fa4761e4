"""Proposing, agreeing to and ending the adoption of a friendly battle, by page and by program alike.

Errors are `Refused`, with the field and the remedy, and `Changed`.
"""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

import msgspec

from battles import handler as battles
from battles.models import Sheet
from campaigns import adoption, handler, roles
from campaigns.adoption_preview import Foreseen, foresee
from campaigns.models import Adoption, Campaign, User
from campaigns.season.refusals import no
from rules.adjudicate import Who, sides_of
from rules.battle import Battle
from rules.contract import Refused, say
from rules.contract import gettext_noop as _


class Changed(Exception):
    """The proposal is not there any more, or it is another one now."""


class Look(msgspec.Struct, frozen=True):
    """A friendly battle, who looks at it, and the side they have played, "" for none.

    `other`: who has played the other side; `found`: the proposal that waits; `rules`: whether they organise the
    campaign that is asked to count it, or has.
    """

    stream: UUID
    battle: Battle
    user: User
    mine: str
    other: User | None
    found: Adoption | None
    rules: bool


def look_at(stream: UUID, user: User, who: Who | None) -> Look | None:
    """None for whoever has nothing to do with it, and for battles of campaigns. `who`: the user in this battle."""
    if not Sheet.objects.filter(pk=stream, campaign=None).exists():
        return None
    found, battle = adoption.of_battle(stream), battles.state(str(stream))
    mine, rules = next(iter(sides_of(battle, who)), "") if who else "", _rules(user, stream, found)
    if not (mine or rules):
        return None
    others = [one for side, known in battle.muster.sides.items() if side != mine for one in known.players]
    other = User.objects.select_related("claimed_by").filter(pk__in=others).first() if mine else None
    return Look(stream, battle, user, mine, (other and other.claimed_by) or other, found, rules)


def _rules(user: User, stream: UUID, found: Adoption | None) -> bool:
    if found is not None:
        return roles.may(user, "administer", found.campaign.pk)
    adopted = adoption.campaign_of(stream)
    return adopted is not None and roles.may(user, "administer", adopted.campaign_id)


def campaigns(look: Look) -> list[Campaign]:
    """Those in which both players command a platoon."""
    if look.other is None:
        return []
    return adoption.campaigns_for(look.battle.muster.system, str(look.user.pk), str(look.other.pk))


def chosen(look: Look, campaign: str) -> Campaign | None:
    """The one of them with this id."""
    return next((one for one in campaigns(look) if str(one.stream) == campaign), None)


def propose(look: Look, campaign: str, sides: Mapping[str, str], fixture: str) -> Adoption:
    """Only what could be accepted as things stand is proposed. Sent again it is the same proposal."""
    asked, _foreseen = tried(look, campaign, sides, fixture)
    assert look.other is not None
    return adoption.propose(look.stream, asked, sides, fixture, look.user, look.other)


def tried(look: Look, campaign: str, sides: Mapping[str, str], fixture: str) -> tuple[Campaign, Foreseen]:
    """What it would come to if it were proposed, agreed to and accepted."""
    if not look.mine:
        raise _not_yours(_("Only somebody who played the battle can propose its adoption."))
    if adoption.campaign_of(look.stream) is not None:
        raise no(_("A campaign has adopted this battle already."), field="battle")
    asked = chosen(look, campaign)
    if asked is None:
        raise no(
            _("There is no such campaign in which you both command a platoon."),
            _("Choose one of this rulebook in which you are both enlisted. A guest’s seat is claimed first."),
            "campaign",
        )
    return asked, foresee(str(asked.stream), look.stream, dict(sides), fixture)


def agree(look: Look, proposal: str) -> None:
    """Agreed twice is agreed."""
    found = _as_shown(look, proposal)
    if look.user.pk != found.asked_id:
        raise _not_yours(_("Only the player who was asked agrees to it."))
    if not adoption.agree(found):
        raise Changed


def end(look: Look, proposal: str) -> None:
    """Its proposer takes it back; the other player, or an organiser, declines it."""
    adoption.end(_as_shown(look, proposal))


def accept(look: Look, proposal: str) -> tuple[str, str]:
    """The campaign and the fixture as which it counts; so, too, if it was accepted before."""
    adopted = adoption.campaign_of(look.stream)
    if adopted is not None:
        return str(adopted.campaign_id), adopted.fixture
    found = _as_shown(look, proposal)
    who = roles.who_in_campaign(look.user, found.campaign.pk) if look.rules else None
    if who is None:
        raise _not_yours(_("Only an organiser of the campaign accepts it."))
    campaign = str(found.campaign.stream)
    handler.execute(campaign, [adoption.report_as_sent(found)], who, "page")
    return campaign, found.fixture or str(look.stream)


def _as_shown(look: Look, proposal: str) -> Adoption:
    if look.found is None or str(look.found.pk) != proposal:
        raise Changed
    return look.found


def _not_yours(text: str) -> Refused:
    return Refused("friendly", say(text), _("Ask them to do it."), code="not-yours")

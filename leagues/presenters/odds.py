"""How likely results of a season's fixtures are by the ratings of its league (`campaigns.presenters.chances`)."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from campaigns.models import Campaign
from campaigns.presenters.chances import Model
from campaigns.roles import Person
from campaigns.season import Season
from campaigns.season.chances.remaining import Odds
from leagues import roles
from leagues.league import rating_models
from leagues.league.state import League as State
from leagues.league.values import OVERALL
from leagues.models import League, LeagueCampaign
from leagues.presenters.names import names_for
from leagues.standing import standing


def of_campaign(campaign: Campaign, season: Season, pairs: list[tuple[str, str]], reader: Person) -> Model | None:
    """For whoever may see the league, by the recorded ratings over all rulebooks; equal chances where somebody hides
    from the reader. None where the campaign is of no league, or is not rated. One query then."""
    row = LeagueCampaign.objects.select_related("league").filter(campaign=campaign.pk).first()
    if row is None or not row.rated:
        return None
    desk = League.objects.select_related("club").filter(stream=row.league_id).first()
    if desk is None or not roles.may_see(reader, desk):
        return None
    league = standing(str(desk.stream)).league
    players = {one for pair in pairs for key in pair for one in season.platoons[key].players}
    names = names_for(reader, desk, row.league, players)
    known = {key for key in season.platoons if not any(map(names.is_hidden, season.platoons[key].players))}
    text = _("by the ratings of %(league)s (%(model)s), with as many draws as its games have had")
    told = {"league": row.league.name, "model": rating_models.method(league.terms)}
    return Model(text % told, odds(league, season, [pair for pair in pairs if known.issuperset(pair)]))


def odds(league: State, season: Season, pairs: Sequence[tuple[str, str]]) -> Odds:
    """Home wins, a draw, away wins: the expected result of the model, of which draws take the share they have had."""
    now, new = league.current(OVERALL), rating_models.newcomer(league.terms)
    fought = [game for game in league.games.values() if game.how == "fought"]
    drawn = sum(all(side.result == "drawn" for side in game.sides) for game in fought) / max(len(fought), 1)
    found: Odds = {}
    for home, away in pairs:
        one, other = ([now.get(key, new) for key in season.platoons[each].players] for each in (home, away))
        share = rating_models.expected(one, other, league.terms)
        draw = min(drawn, 2 * share, 2 * (1 - share))
        found[home, away] = share - draw / 2, draw, 1 - share - draw / 2
    return found

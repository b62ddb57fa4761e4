from functools import partial

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LeaguesConfig(AppConfig):
    name = "leagues"
    verbose_name = _("leagues")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """The floors below are told what this one adds to them: they know no league."""
        from battles import verification
        from battles.presenters import people
        from campaigns import clerk as campaigns_clerk
        from campaigns import erasure, projection_rebuild, reach
        from campaigns.about_person import logs, parts
        from campaigns.demo import load
        from campaigns.discord import poster
        from campaigns.presenters import belonging, chances
        from campaigns.webhooks import events
        from leagues import about_person, clerk, models, projections
        from leagues.demo import years
        from leagues.discord import SOURCE
        from leagues.erasure import aliases, leagues_of
        from leagues.handler import LEAGUE, replay
        from leagues.league.decider import LEAGUES
        from leagues.presenters.belonging import of_campaign, of_scenario, of_vehicle, on_front_page
        from leagues.presenters.odds import of_campaign as odds_of_campaign
        from leagues.presenters.outlook import of_fixture
        from leagues.presenters.strangers import VEIL
        from leagues.reach import of_season
        from leagues.webhooks import league_sheets

        people.VEILS.append(VEIL)
        belonging.PART_OF.append(of_campaign)
        belonging.SCENARIO_IN.append(of_scenario)
        belonging.CAREER_OF.append(of_vehicle)
        belonging.OUTLOOKS.append(of_fixture)
        chances.MODELS.append(odds_of_campaign)
        belonging.ON_FRONT_PAGE.append(on_front_page)
        reach.ABOVE.append(of_season)
        verification.CHECKS.append(partial(verification.wrongly_kept, LEAGUES, replay, LEAGUE.name))
        projection_rebuild.FOLDED.insert(0, projection_rebuild.Folding(LEAGUE, projections.save, projections.tables, 4))
        projection_rebuild.READ_TABLES[:0] = models.READ_TABLES
        erasure.ABOVE.append(leagues_of)
        erasure.ABOUT.append(aliases)
        campaigns_clerk.KINDS[LEAGUE.name] = clerk.attend
        campaigns_clerk.FURTHER.append(clerk.due)
        campaigns_clerk.COUNTED.append(clerk.count)
        parts.PARTS += about_person.PARTS
        logs.KINDS[LEAGUE.name] = about_person.of_league
        load.BESIDES.append(years.play)
        events.SOURCES.append(league_sheets)
        poster.SOURCES.append(SOURCE)

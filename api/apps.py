from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ApiConfig(AppConfig):
    name = "api"
    verbose_name = _("API")

    def ready(self) -> None:
        from api import about_person, keys, webhooks
        from battles.handler import BATTLE
        from battles.presenters import people
        from campaigns.about_person import parts
        from campaigns.handler import CAMPAIGN
        from campaigns.webhooks import events
        from leagues.handler import LEAGUE

        parts.PARTS += about_person.PARTS
        people.OTHERS.append(keys.names)
        events.READERS[BATTLE.name] = webhooks.of_battle
        events.READERS[CAMPAIGN.name] = webhooks.of_campaign
        events.READERS[LEAGUE.name] = webhooks.of_league

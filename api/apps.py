from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ApiConfig(AppConfig):
    name = "api"
    verbose_name = _("API")

    def ready(self) -> None:
        from api import about_person, keys
        from battles.presenters import people
        from campaigns.about_person import parts

        parts.PARTS += about_person.PARTS
        people.OTHERS.append(keys.names)

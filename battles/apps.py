from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BattlesConfig(AppConfig):
    name = "battles"
    verbose_name = _("battles")

    def ready(self) -> None:
        from battles import checks, own_words, tape  # noqa: F401 - registers the system checks

        own_words.listen()
        tape.listen()

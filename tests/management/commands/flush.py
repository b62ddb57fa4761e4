"""Django's flush, with the log's guard lifted for its length: how a TransactionTestCase leaves the database empty."""

from typing import Any

from django.core.management.commands import flush

from battles import log


class Command(flush.Command):
    def handle(self, **options: Any) -> None:
        with log.lifted():
            super().handle(**options)

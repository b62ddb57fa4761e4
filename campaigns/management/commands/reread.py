"""manage.py reread: as for battles, and of all battles of a campaign; also by the house rules it has by now."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from battles import log
from battles.management.commands import reread
from campaigns import handler


class Command(reread.Command):
    help = f"{reread.Command.help} An id of a campaign stands for all its battles, in the order of their musters."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--house",
            action="store_true",
            help="each battle of a campaign by the house rules and the edition that its round has by now",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        self.house = options["house"]
        super().handle(*args, **options)

    def named(self, name: str, asked: reread.Asked) -> Sequence[tuple[str, reread.Asked]]:
        try:
            is_campaign = log.kind_of(name) == handler.CAMPAIGN.name
        except (log.NoSuchStream, log.Unwritable):
            is_campaign = False
        if not is_campaign:
            return super().named(name, asked)
        season = handler.replay(name)[0]
        found = list[tuple[str, reread.Asked]]()
        for fixture in season.in_order():
            under = asked
            if self.house:
                now = season.settings(fixture.round)
                said = {key: str(value) for key, value in now.options.items()}
                under = reread.Asked(asked.edition or now.edition, said | asked.options)
            found += super().named(fixture.battle, under)
        return found

"""Wake the clerk by a Celery message. If it is lost, the clerk's next sweep does the work."""

from __future__ import annotations

import logging

from django.conf import settings

logger = logging.getLogger(__name__)
ATTEND = "leaguer.attend"


def wake(stream: str) -> None:
    """Wake the clerk for `stream`. Never fails the caller: if the message is lost, the next sweep does the work."""
    if not settings.REDIS_URL:
        return
    from celery import current_app

    try:
        current_app.send_task(ATTEND, args=[stream], ignore_result=True)
    except Exception as error:  # a broker may fail in any way; the battle is safe in the log already
        logger.warning("the clerk could not be woken for %s: %s", stream, error)

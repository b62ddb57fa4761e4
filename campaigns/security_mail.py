"""What happened to somebody's account, told to them by mail at once and kept in the site's log, so that they notice
what they did not do themselves. It goes to their address whatever else they want to be told; a site without mail only
logs it.
"""

from __future__ import annotations

import logging
from typing import Literal
from uuid import uuid4

from campaigns import mail
from campaigns.models import User
from campaigns.shared_cache import counts

logger = logging.getLogger("security")
HOUR = 3_600  # seconds within which a wrong code is told once

Happened = Literal[
    "password",
    "address",
    "new-place",
    "second-on",
    "second-off",
    "wrong-code",
    "recovery-code",
    "passkey-on",
    "passkey-off",
]


def tell(user: User, happened: Happened, address: str = "", **context: object) -> None:
    """Log it, and mail it to the person's address, or to `address` where that is another."""
    fields = {"event": happened, "account": str(user.pk)}
    logger.info("account %s: %s", user.pk, happened, extra={"fields": fields})
    if to := address or user.email:
        mail.put_for_certain(f"security:{uuid4()}", user, to, "security", {"happened": happened, **context})


def wrong_code(user: User) -> None:
    """Somebody has the password and no code: told once an hour, because a person mistypes, too."""
    if counts().add(f"security:wrong-code:{user.pk}", 1, timeout=HOUR):
        tell(user, "wrong-code")

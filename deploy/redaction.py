"""Removes secrets from every log line, and from what is told of faults.

The links in invitations, password resets, calendars and mail unsubscriptions work for whoever has them. The files for
Caddy and nginx beside this one leave them out of the proxy's own log.
"""

from __future__ import annotations

import logging
import re

SLASH = r"(?:/|%(?:25)*2f)"  # as it stands in an address, or in one that is a parameter of another
LETS_IN = re.compile(
    rf"({SLASH}(?:join|mail{SLASH}stop|account{SLASH}forgotten|calendar|webhooks{SLASH}\d+){SLASH})(?!sent/)"
    r"[^\s\"'<>?&#]+",
    re.IGNORECASE,
)
# An address with a password in it; what is sent to be known by; a field that is called so.
SECRETS = re.compile(
    r"(?P<url>\b[a-z][a-z0-9+.-]*://[^\s:/@\"']*:)[^\s/@\"']+(?=@)"
    r"|(?P<head>\b(?:Bearer|Token)\s+)[\w.~+/=-]{16,}"
    r"|(?P<field>\b(?:password\d?|passwd|secret|secret_key|token|sessionid|csrftoken|csrfmiddlewaretoken)"
    r"\\?[\"']?\s*[=:]\s*\\?[\"']?)[^\s\"'\\,;&)}]+",
    re.IGNORECASE,
)


def redacted(text: str) -> str:
    """`text` with the secret part of such addresses removed (`/join/…`), and passwords and tokens that are named so."""
    return SECRETS.sub(lambda found: f"{found[found.lastgroup or 0]}…", LETS_IN.sub(r"\1…", text))


class Redacting(logging.Filter):
    """A filter that redacts whatever is logged, Django's own lines about a request too."""

    def filter(self, record: logging.LogRecord) -> bool:
        said = record.getMessage()
        if (clean := redacted(said)) != said:
            record.msg, record.args = clean, ()
        return True

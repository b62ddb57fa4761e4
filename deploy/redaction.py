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
# An address with a password in it; what is sent to be known by; a key of the API's, wherever it stands; the row or key
# that PostgreSQL did not take; a field that is called so, to the end of its quotes.
SECRETS = re.compile(
    r"(?P<url>\b[a-z][a-z0-9+.-]*://[^\s:/@\"']*:)[^\s/@\"']+(?=@)"
    r"|(?P<head>\b(?:Bearer|Token|Basic)\s+)[\w.~+/=-]{16,}"
    r"|(?P<key>)\bleaguer(?:club)?_[\w-]{40,}"
    r"|(?P<row>\b(?:Failing row contains |Key \([^)\n]*\)=)\()[^\n]*?(?=\)(?:\.?$| (?:already|is|conflicts)))"
    r"|(?P<field>(?:password\d?|passwd|secret|secret_key|vapid_key|token|sessionid)"
    r"\\?[\"']?\s*[=:]\s*\\?[\"']?)(?:(?<=\")[^\"\\\n]+|(?<=')[^'\n]+|[^\s\"'\\,;&)}]+)",
    re.IGNORECASE | re.MULTILINE,
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

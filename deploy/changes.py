"""What is asked over and over says in the log when things change, and nothing in between: a proxy that asks every two
seconds whether the site is ready would fill it with one outage. Each process says so for itself."""

from __future__ import annotations

import logging

logger = logging.getLogger(__name__)
_wrong: dict[str, str] = {}


def told(what: str, wrong: str, text: str = "") -> None:
    """`wrong` is what keeps it from its work, in a word, "" for nothing. A line with `text` where it is another word
    than the last time; Sentry is told the word alone."""
    before = _wrong.get(what, "")
    _wrong[what] = wrong
    if wrong and wrong != before:
        logger.error(f"{what}: {wrong}: %s", text)
    elif before and not wrong:
        logger.info("%s: all is well again", what)

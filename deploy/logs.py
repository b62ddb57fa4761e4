"""How a line of the log is written: as text, or as JSON (LOG_FORMAT=json), one object a line, with the ids of
the request and of the reports it brings. Neither writes a secret (`deploy.redaction`)."""

from __future__ import annotations

import json
import logging
import time
from typing import Any

from deploy import request_ids
from deploy.redaction import redacted

# Each of the clerk's tasks would write two lines, every minute.
ROUTINE = ("celery.worker.strategy", "celery.app.trace", "celery.beat")


STAMPED = "%(asctime)s %(levelname)s %(name)s: %(message)s"
# A line break, a bell, or a change of colours in what somebody sent: one record stays one line.
CONTROL = {code: f"\\x{code:02x}" for code in (*range(9), *range(10, 32), *range(127, 160))} | {
    0x2028: " ",
    0x2029: " ",
}


class Line(logging.Formatter):
    """A line of text, its time in UTC. Tracebacks below it are rid of secrets, too."""

    converter = staticmethod(time.gmtime)

    def formatMessage(self, record: logging.LogRecord) -> str:
        return super().formatMessage(record).translate(CONTROL)

    def format(self, record: logging.LogRecord) -> str:
        return redacted(super().format(record))


class Json(logging.Formatter):
    """An object on one line. What a record brings as `fields` stands beside the usual ones."""

    def format(self, record: logging.LogRecord) -> str:
        seconds = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        told: dict[str, Any] = {
            "at": f"{seconds}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
        }
        fields = record.__dict__.get("fields")
        told |= fields if isinstance(fields, dict) else {"text": redacted(record.getMessage())}
        if request := request_ids.now():
            told |= request.said()
        if record.exc_info:
            told["exception"] = redacted(self.formatException(record.exc_info))
        return json.dumps(told, default=str)


def settings(form: str, level: str, tasks: bool, mail: bool, to: str = "") -> dict[str, Any]:
    """Django's LOGGING. `form`: line or json; `tasks`: a line for each task of the clerk; `mail`: errors to ADMINS;
    `to`: where all of it is sent as well."""
    text = {"line": {"()": "deploy.logs.Line", "format": STAMPED, "datefmt": "%Y-%m-%dT%H:%M:%SZ"}}
    bare = {"bare": {"format": "%(message)s"}}
    written = text | bare if form == "line" else {name: {"()": "deploy.logs.Json"} for name in ("line", "bare")}
    handlers: dict[str, Any] = {
        "stderr": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["redacting"]},
        "stdout": {"class": "logging.StreamHandler", "formatter": "bare", "stream": "ext://sys.stdout"},
    }
    if to:
        handlers["sending"] = {
            "class": "deploy.log_sending.Sending",
            "to": to,
            "formatter": "line",
            "filters": ["redacting"],
        }
    if mail:
        handlers["mail"] = {"class": "deploy.faults.Mailing", "formatter": "line", "level": "ERROR"}
    access = ["stdout", "sending"] if to else ["stdout"]
    quiet: dict[str, Any] = {} if tasks else {name: {"level": "WARNING"} for name in ROUTINE}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": written,
        "filters": {"redacting": {"()": "deploy.redaction.Redacting"}},
        "handlers": handlers,
        "root": {"handlers": [name for name in handlers if name != "stdout"], "level": level},
        # Django's own loggers propagate to the root, so that errors reach the log whatever DEBUG says.
        "loggers": {
            "django": {"handlers": [], "propagate": True},
            "leaguer.access": {"handlers": access, "level": "INFO", "propagate": False},
        }
        | quiet,
    }

"""Every problem the API answers with: RFC 9457 `application/problem+json`, from one table.

No answer carries a stack trace; the site's log has it.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

import msgspec
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.http import Http404, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.http.request import UnreadablePostError
from django.utils.translation import gettext as _
from msgspec import UNSET, UnsetType
from rest_framework import exceptions

from api.shapes.battles import Event
from api.shapes.reports import Fault, Problem
from battles import log
from battles.outages import BUSY, Outage, noticed
from battles.reports import Conflict
from battles.sentences import words
from campaigns.questions import TooMany
from rules.contract import Refused

logger = logging.getLogger("api")
CONTENT_TYPE = "application/problem+json"

# code -> (status, when). `Refused.code` and the codes of this floor; documented at /api/v1/docs/.
CODES: Mapping[str, tuple[int, str]] = {
    "malformed": (400, "The body, a field or a query parameter cannot be read; `field` names it."),
    "unknown": (400, "There is no report, option or rule system of that name."),
    "not-authenticated": (401, "No valid token and no session."),
    "second-step": (401, "The account has a second step: send the code that its app shows, too."),
    "not-yours": (403, "Someone else's side, or a matter for the organisers."),
    "csrf": (403, "A session needs its CSRF token in the header X-CSRFToken."),
    "not-found": (404, "There is no such thing, or you may not know of it."),
    "method-not-allowed": (405, "This address knows other methods; the header Allow names them."),
    "conflict": (409, "Someone reported first; `missed` is what you have not seen. Look at it and report again."),
    "too-large": (413, "The body is larger than this address reads."),
    "address-too-long": (414, "The address is longer than this site reads."),
    "unsupported-media-type": (415, "This address reads other kinds of body."),
    "refused": (422, "The rules refuse it: `rule`, what is wrong and the remedy. Nothing was written."),
    "over": (422, "The battle, or its settlement, is over."),
    "unsettled": (422, "A correction has left reports to be settled: `Resolve` each, or undo the correction."),
    "reused": (422, "The id belongs to another report. Give every new report an id of its own."),
    "throttled": (429, "Too many requests; the header Retry-After says when to try again."),
    "fault": (500, "A fault of ours. It has been logged; nothing half done is kept."),
    "busy": (503, "The database does not answer in time. Send the same report again."),
    "full": (503, "Too many are listening; the header Retry-After says when to try again."),
    "database-away": (503, "The database cannot be reached; the header Retry-After says when to try again."),
    "disk-full": (503, "The disk is full: nothing can be written. Nothing half done is kept."),
    "read-only": (503, "The database takes no writes just now."),
    "not-ready": (503, "The database has not been upgraded to this release."),
    "damaged": (503, "The database cannot be read."),
}
TITLES = {
    400: "Bad Request",
    401: "Unauthorized",
    403: "Forbidden",
    404: "Not Found",
    405: "Method Not Allowed",
    409: "Conflict",
    413: "Content Too Large",
    414: "URI Too Long",
    415: "Unsupported Media Type",
    422: "Unprocessable Content",
    429: "Too Many Requests",
    500: "Internal Server Error",
    503: "Service Unavailable",
}


class Trouble(Exception):
    """A problem found by this floor. `code` is one of `CODES`; `also` are further members of `Problem`."""

    def __init__(self, code: str, detail: str, *, field: str = "", remedy: str = "", **also: Any) -> None:
        super().__init__(detail)
        self.problem = problem(code, detail, field=field, remedy=remedy, **also)


def trouble(found: Problem) -> Trouble:
    """A problem to be raised as it is."""
    raised = Trouble(found.code, found.detail)
    raised.problem = found
    return raised


def problem(code: str, detail: str, **also: Any) -> Problem:
    status, _when = CODES[code]
    return Problem(title=TITLES[status], status=status, code=code, detail=detail, **also)


def refusal(refused: Refused, names: Mapping[str, str] | None = None) -> Problem:
    """A refusal in the reader's language; `names` replace values the reader may not know."""
    return problem(
        refused.code if refused.code in CODES else "refused",
        words(refused.text, names),
        rule=refused.rule,
        field=refused.field,
        remedy=words(refused.remedy, names) if refused.remedy else "",
        report=refused.report,
        errors=errors(refused, names),
    )


def errors(refused: Refused, names: Mapping[str, str] | None = None) -> list[Fault] | UnsetType:
    """All faults, in order; empty where a single fault without a name says it all."""
    if not (refused.also or refused.fault):
        return UNSET
    return [
        Fault(
            rule=one.rule,
            detail=words(one.text, names),
            remedy=words(one.remedy, names) if one.remedy else "",
            field=one.field,
            fault=one.fault,
            waivable=one.waivable,
        )
        for one in refused.faults
    ]


def conflicting(
    conflict: Conflict,
    missed: list[Event],
    called: Mapping[str, str],
    names: Mapping[str, str] | None = None,
) -> Trouble:
    """The conflict when someone else reported first: what the caller has missed, as they may see it, and the rules'
    answer now. `called`: the people of what was missed, by the names that the caller may know.
    """
    why = refusal(conflict.why, names) if conflict.why else None
    return Trouble(
        "conflict",
        why.detail if why else _("Someone has reported on the same units first."),
        rule=why.rule if why else "",
        field=why.field if why else "",
        report=why.report if why else "",
        errors=why.errors if why else UNSET,
        remedy=_("Look at what you have missed and report again, after position %(n)s.") % {"n": conflict.position},
        position=conflict.position,
        missed=missed,
        people=dict(called),
    )


def answered(problem: Problem, headers: Mapping[str, str] | None = None) -> HttpResponse:
    return HttpResponse(msgspec.json.encode(problem), status=problem.status, content_type=CONTENT_TYPE, headers=headers)


def handle(error: Exception, context: Mapping[str, Any]) -> HttpResponse:
    """Answer any exception of a view. Django REST framework calls this."""
    if found := noticed(error):
        return answered(unavailable(found), later(found))
    return answered(_problem_of(error), _headers(error, context))


def _headers(error: Exception, context: Mapping[str, Any]) -> dict[str, str]:
    match error:
        case exceptions.NotAuthenticated() | exceptions.AuthenticationFailed():
            return {"WWW-Authenticate": "Token, Bearer"}
        case exceptions.MethodNotAllowed():
            return {"Allow": ", ".join(context["view"].allowed_methods)}
        case exceptions.Throttled():
            return {"Retry-After": str(int(getattr(error, "wait", None) or 0) + 1)}
        case TooMany():
            return {"Retry-After": str(error.seconds)}
    return {}


def _problem_of(error: Exception) -> Problem:
    match error:
        case Trouble():
            return error.problem
        case Refused():
            return refusal(error)
        case TooMany():
            return refusal(error.refused)
        case log.NoSuchStream() | Http404() | exceptions.NotFound():
            return problem("not-found", _("There is nothing here, or nothing that you may know of."))
        case log.Unwritable():
            return problem("malformed", error.text, field=error.field)
        case log.Conflict():
            return problem("conflict", str(error), remedy=_("Read the newest events and report again."))
        case exceptions.APIException():
            return _framework(error)
        case RequestDataTooBig():
            return problem("too-large", _("The body is too large."))
        case SuspiciousOperation() | UnreadablePostError() | MultiPartParserError():
            return problem("malformed", _("The request cannot be read."))
        case PermissionDenied():
            return problem("not-yours", _("You may not do this."))
    logger.error("a view of the API failed", exc_info=error)
    return fault()


def unavailable(found: Outage) -> Problem:
    return problem(found.code, str(found.text), remedy=str(found.remedy))


def later(found: Outage) -> dict[str, str]:
    """When to come again, in seconds."""
    return {"Retry-After": "1" if found is BUSY else "5"}


def fault() -> Problem:
    return problem("fault", _("Something went wrong on our side. It has been logged."))


def _framework(error: exceptions.APIException) -> Problem:
    """A Django REST framework exception as a problem of our table."""
    detail = str(error.detail)
    match error:
        case exceptions.NotAuthenticated() | exceptions.AuthenticationFailed():
            return problem("not-authenticated", detail, remedy=_("POST your name and password to /api/v1/token/."))
        case exceptions.PermissionDenied():
            code = "csrf" if detail.startswith("CSRF") else "not-yours"
            return problem(code, detail)
        case exceptions.MethodNotAllowed():
            return problem("method-not-allowed", detail)
        case exceptions.UnsupportedMediaType():
            return problem("unsupported-media-type", detail)
        case exceptions.Throttled():
            return problem("throttled", detail)
        case exceptions.ParseError() | exceptions.ValidationError():
            return problem("malformed", detail)
    logger.error("an exception of the framework without a place in our table", exc_info=error)
    return problem("fault", _("Something went wrong on our side. It has been logged."))

"""What the schema says of an address, written beside the address."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from inspect import cleandoc
from typing import Any, TypeVar, cast

import msgspec
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema

from api.deprecation import Deprecated
from api.problems import CODES, CONTENT_TYPE, TITLES
from api.shapes import reports as shapes

REF = "#/components/schemas/{name}"
F = TypeVar("F", bound=Callable[..., Any])
Query = Mapping[str, tuple[dict[str, Any], str]]
_described: dict[str, type[msgspec.Struct]] = {"Problem": shapes.Problem}

NUMBER: dict[str, Any] = {"type": "integer", "minimum": 0}
FLAG: dict[str, Any] = {"type": "boolean"}
WORD: dict[str, Any] = {"type": "string"}
STREAM = "text/event-stream"
ANYWHERE = (400, 401, 403, 414, 429, 503)  # problems that every operation may answer with
FILE: dict[str, Any] = {"type": "string", "format": "binary"}
UUID: dict[str, Any] = {"type": "string", "format": "uuid"}
PAGED: Query = {
    "limit": ({"type": "integer", "minimum": 1, "maximum": 200, "default": 50}, "How many to a page."),
    "cursor": (WORD, "Where the page begins: taken from `next` of the page before."),
}
MOVED_SINCE: Query = {
    "since": (
        {"type": "string", "format": "date-time"},
        "A time: only those with newer rows in their log. ISO-8601, UTC when it names no offset.",
    )
}


def describe(
    summary: str,
    shape: type[msgspec.Struct] | tuple[type[msgspec.Struct], ...] | None,
    *,
    status: int = 200,
    body: type[msgspec.Struct] | dict[str, Any] | None = None,
    files: Sequence[str] = (),
    told: type[msgspec.Struct] | None = None,
    query: Query | None = None,
    problems: Sequence[int] = (400, 429),
    example: Any = None,
    examples: Sequence[OpenApiExample] = (),
    typed: str = "",
    promised: str = "",
    deprecated: Deprecated | None = None,
    held: bool = False,
) -> Callable[[F], F]:
    """Document a method: the shape it answers with, the body and query it reads, and its problems.

    With several shapes it answers with one of them. `files`: with a file of one of these media types. `told`: with
    server-sent events of this shape. `typed`: an example to type into a terminal. `promised`: the first summary, by
    which clients name the method. `deprecated`: from when on it is, and how long it still answers. `held`: what is sent
    may wait for a second officer.
    """
    responses = {**_answers(summary, shape, status, files, told), **_problems(problems)}
    if held:
        responses[202] = OpenApiResponse(_one_of(shape), description="It waits for a second officer.")
    shown = [*examples, *([] if example is None else [OpenApiExample(summary, value=example, request_only=True)])]

    def decorate(method: F) -> F:
        said = cleandoc(method.__doc__ or "")
        documented: Any = extend_schema(
            operation_id=re.sub(r"[^a-z]+", "_", (promised or summary).lower().replace("'", "")),
            summary=summary,
            description=f"{said}\n\n```sh\n{typed.strip()}\n```" if typed else said,
            request=body if isinstance(body, dict) else body and {"application/json": reference(body)},
            responses=responses,
            parameters=_asked(query or {}),
            examples=shown or None,
            deprecated=True if deprecated else None,
        )(method)
        documented.deprecated = deprecated
        documented.query_names = frozenset(query or {})
        return cast(F, documented)

    return decorate


def _asked(query: Query) -> list[OpenApiParameter]:
    return [
        OpenApiParameter(name, schema, OpenApiParameter.QUERY, description=text)
        for name, (schema, text) in query.items()
    ]


def _answers(
    summary: str,
    shape: type[msgspec.Struct] | tuple[type[msgspec.Struct], ...] | None,
    status: int,
    files: Sequence[str],
    told: type[msgspec.Struct] | None,
) -> dict[Any, Any]:
    found: dict[Any, Any] = {(status, kind): OpenApiResponse(FILE, description=summary) for kind in files}
    if told:
        found[(status, STREAM)] = OpenApiResponse(_event_of(told), description=summary)
    if shape or not (files or told):
        found[status] = OpenApiResponse(_one_of(shape), description=summary)
    return found


def _problems(named: Sequence[int]) -> dict[Any, Any]:
    """Where no account is needed, an unknown query, an expired token and a key without the scope still are one."""
    return {
        (one, CONTENT_TYPE): OpenApiResponse(reference(shapes.Problem), description=_meaning(one))
        for one in sorted({*ANYWHERE, *named})
    }


def _event_of(shape: type[msgspec.Struct]) -> dict[str, Any]:
    """One event of a stream: its data are a text, which is JSON."""
    data = {"type": "string", "contentMediaType": "application/json", "contentSchema": reference(shape)}
    members = {"id": {"type": "string"}, "event": {"type": "string"}, "data": data}
    return {"type": "object", "properties": members, "required": ["event", "data"]}


def _one_of(shape: type[msgspec.Struct] | tuple[type[msgspec.Struct], ...] | None) -> dict[str, Any] | None:
    if isinstance(shape, tuple):
        return {"oneOf": [reference(one) for one in shape]}
    return {**reference(shape)} if shape else None


def reference(shape: type[msgspec.Struct]) -> dict[str, str]:
    _described[shape.__name__] = shape
    return {"$ref": REF.format(name=shape.__name__)}


def _meaning(status: int) -> str:
    codes = [f"{code}: {when}" for code, (known, when) in CODES.items() if known == status]
    return f"{TITLES[status]}. " + " ".join(codes)


def add_shapes(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Put the JSON Schema of every shape into the document. drf-spectacular calls this last.

    msgspec writes `items: false` after the places of a tuple. Client generators stop at that; `maxItems` says the same.
    """
    _refs, components = msgspec.json.schema_components(tuple(_described.values()), ref_template=REF)
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    schemas.update(components)
    _close_tuples(schemas)
    return result


def _close_tuples(value: Any) -> None:
    if isinstance(value, dict):
        if value.get("items") is False:
            del value["items"]
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            _close_tuples(one)

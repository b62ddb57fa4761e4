"""What version 1 of the API promises, as one line for each thing a program may rely on.

`python -m tests.api.record` writes the lines of today to `v1.txt` beside this file. A line that stands there is never
changed or taken away (`test_promised.py`); new lines are added with what they promise.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PROMISED = Path(__file__).parent / "v1.txt"
REF = "#/components/schemas/"


def promises(document: dict[str, Any]) -> list[str]:
    """Each address with its method, parameters, bodies and answers; each field of each shape with its type."""
    lines = [line for path, methods in document["paths"].items() for line in _address(path, methods)]
    for name, shape in document["components"]["schemas"].items():
        lines += _shape(name, shape)
    return sorted(set(lines))


def _address(path: str, methods: dict[str, Any]) -> Iterator[str]:
    for method, operation in methods.items():
        where = f"{method.upper()} {path}"
        yield f"{where}: {operation['operationId']}"
        for one in operation.get("parameters", ()):
            yield f"{where} {one['in']} {one['name']}: {_type(one['schema'])}"
        for kind, body in operation.get("requestBody", {}).get("content", {}).items():
            yield f"{where} reads {_kind(kind, body)}: {_type(body['schema'])}"
        for status, answer in operation["responses"].items():
            for kind, body in answer.get("content", {"nothing": {"schema": {}}}).items():
                yield f"{where} answers {status} {_kind(kind, body)}: {_type(body['schema'])}"


def _kind(kind: str, body: dict[str, Any]) -> str:
    """Which files there are is up to the rulebooks."""
    return "a file" if body["schema"].get("format") == "binary" else kind


def _shape(name: str, shape: dict[str, Any]) -> Iterator[str]:
    for field, kind in shape.get("properties", {}).items():
        there = "" if field in shape.get("required", ()) else " or left out"
        yield f"{name}.{field}: {_type(kind)}{there}"


def _type(kind: dict[str, Any]) -> str:
    """A type in a few words. Bounds and descriptions are no promise: a bound may be widened."""
    if "$ref" in kind:
        return str(kind["$ref"]).removeprefix(REF)
    if several := kind.get("anyOf") or kind.get("oneOf"):
        return " | ".join(sorted(_type(one) for one in several))
    if "prefixItems" in kind:
        return f"({', '.join(_type(one) for one in kind['prefixItems'])})"
    if "enum" in kind:  # further values may come; each is of the same kind
        return "one of several texts" if all(isinstance(one, str) for one in kind["enum"]) else "one of several values"
    said = kind.get("type", "any")
    if said == "array":
        return f"[{_type(kind.get('items', {}))}]"
    if said == "object" and isinstance(kind.get("additionalProperties"), dict):
        return f"{{{_type(kind['additionalProperties'])}}}"
    return " | ".join(sorted(said)) if isinstance(said, list) else str(said)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    from drf_spectacular.generators import SchemaGenerator

    PROMISED.write_text("\n".join(promises(SchemaGenerator().get_schema(public=True))) + "\n")

"""What is sent to webhooks, as the schema has it (OpenAPI 3.1, `webhooks`)."""

from __future__ import annotations

from typing import Any

import msgspec

from api.schema_texts import REF, reference
from api.shapes.webhooks import WebhookMessage, WebhookTest

Json = dict[str, Any]
SIGNED = {
    "webhook-id": "The id of the message: the same however often it is sent.",
    "webhook-timestamp": "When it is sent, in seconds since 1970.",
    "webhook-signature": "`v1,` and the base64 of an HMAC-SHA256 of `id.timestamp.body`; two with a new secret.",
}
SENT: dict[str, tuple[str, type[msgspec.Struct]]] = {
    "battle": ("A row of a battle’s log", WebhookMessage),
    "campaign": ("A row of a campaign’s log", WebhookMessage),
    "league": ("A row of a league’s log", WebhookMessage),
    "leaguer.test": ("A test", WebhookTest),
}


def add_webhooks(result: Json, generator: Any, request: Any, public: bool) -> Json:
    """Put every message that webhooks are sent into the document. drf-spectacular calls this first."""
    result["webhooks"] = {name: {"post": _described(name, says)} for name, (says, _shape) in SENT.items()}
    return result


def _described(name: str, says: str) -> Json:
    text = {"type": "string"}
    signed = [{"in": "header", "name": one, "required": True, "description": what} for one, what in SIGNED.items()]
    return {
        "operationId": f"hear_of_{name.replace('.', '_')}",
        "summary": says,
        "description": "As a stranger may read it. Any 2xx within ten seconds is a success; else it is sent again.",
        "parameters": [{**one, "schema": text} for one in signed],
        "requestBody": {"required": True, "content": {"application/json": {"schema": schema_of(name)}}},
        "responses": {"2XX": {"description": "It has arrived."}, "410": {"description": "Send nothing any more."}},
    }


def schema_of(name: str) -> Json:
    """The JSON Schema of the messages of this name; its `$ref`s lead to the document's components."""
    shape = reference(SENT[name][1])
    if name == "leaguer.test":
        return {**shape}
    kind = {"properties": {"kind": {"const": name}}}
    return {"allOf": [shape, {"properties": {"type": {"pattern": rf"^{name}\."}, "data": kind}}]}


def components() -> Json:
    """The shapes that messages are made of, by name."""
    _refs, found = msgspec.json.schema_components([shape for _says, shape in SENT.values()], ref_template=REF)
    return found

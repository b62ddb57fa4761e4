"""How requests go out and answers come in: one connection pool, a token, and what is wrong as an exception."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar, overload
from urllib.parse import quote

import httpx
import msgspec

from leaguer_client.shapes import Problem

T = TypeVar("T")


class Heard(msgspec.Struct, Generic[T]):
    """Something that was told to who listens. `id`: the position up to which they have been told."""

    id: int
    data: T


class LeaguerError(Exception):
    """Leaguer has answered with a problem (RFC 9457)."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(f"{problem.detail} {problem.remedy or ''}".strip())
        self.problem = problem


class Transport:
    """A site of Leaguer's, as one account, key or stranger. Use as a context, or `close` it."""

    def __init__(self, site: str, token: str = "", *, language: str = "", timeout: float = 60.0) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        headers |= {"Accept-Language": language} if language else {}
        base = f"{site.rstrip('/')}/api/v1"
        self.http = httpx.Client(base_url=base, headers=headers, timeout=timeout, follow_redirects=True)
        # What the server says of addresses that it will not answer for ever (RFC 9745), by address.
        self.deprecated: dict[str, str] = {}

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        self.http.close()

    @staticmethod
    def quoted(part: str) -> str:
        return quote(str(part), safe="")

    @overload
    def call(self, method: str, path: str, shape: None, **said: Any) -> None: ...

    @overload
    def call(self, method: str, path: str, shape: type[T], **said: Any) -> T: ...

    def call(self, method: str, path: str, shape: Any, **said: Any) -> Any:
        """The answer as `shape` (bytes: as it is; None: nothing). Raises `LeaguerError`."""
        answer = self._ask(method, path, **said)
        if "Deprecation" in answer.headers:
            self.deprecated[path] = answer.headers.get("Sunset", "")
        if not answer.is_success:
            raise LeaguerError(_problem(answer))
        if shape is None:
            return None
        return answer.content if shape is bytes else msgspec.json.decode(answer.content, type=shape)

    def _ask(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        kind: str = "",
        files: tuple[str, Sequence[bytes]] = ("", ()),
        idempotency_key: str | None = None,
    ) -> httpx.Response:
        """A `body` that is text is a script; bytes are of the media type `kind`. With `files` (the field they stand in,
        and their contents) it is sent as a form."""
        headers = {"Idempotency-Key": idempotency_key} if idempotency_key else {}
        content: bytes | None = None
        if files[1]:
            texts = {name: text for name, text in msgspec.to_builtins(body).items() if text is not None}
            sent = [(files[0], (f"{files[0]}-{n}", one)) for n, one in enumerate(files[1], 1)]
            return self.http.request(method, path, params=_said(query), data=texts, files=sent)
        if isinstance(body, str):
            content, headers["Content-Type"] = body.encode(), "text/x-battle-script"
        elif isinstance(body, bytes):
            content, headers["Content-Type"] = body, kind
        elif body is not None:
            content, headers["Content-Type"] = msgspec.json.encode(body), "application/json"
        return self.http.request(method, path, params=_said(query), content=content, headers=headers)

    def listen(self, path: str, shape: type[T], *, query: Mapping[str, Any] | None = None) -> Iterator[Heard[T]]:
        """What is told, until the connection ends; come again with `after`, the last `id`."""
        wait = httpx.Timeout(self.http.timeout.connect, read=90.0)
        with self.http.stream("GET", path, params=_said(query), timeout=wait) as answer:
            if not answer.is_success:
                answer.read()
                raise LeaguerError(_problem(answer))
            said: dict[str, str] = {}
            for line in answer.iter_lines():
                name, colon, value = line.partition(":")
                if not line and "data" in said:
                    yield Heard(int(said["id"]), msgspec.json.decode(said.pop("data"), type=shape))
                elif colon and name:
                    said[name] = value.removeprefix(" ")


def _said(query: Mapping[str, Any] | None) -> dict[str, str]:
    """What was given of a query, as the API reads it."""
    given = {name: value for name, value in (query or {}).items() if value is not None}
    return {
        name: str(value).lower() if isinstance(value, bool) else getattr(value, "isoformat", value.__str__)()
        for name, value in given.items()
    }


def _problem(answer: httpx.Response) -> Problem:
    try:
        return msgspec.json.decode(answer.content, type=Problem)
    except msgspec.MsgspecError:
        said = answer.text[:200] or answer.reason_phrase
        return Problem(title=answer.reason_phrase, status=answer.status_code, code="other", detail=said)

"""Static files as production serves them: what belongs together in one piece (deploy/static_files.py)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from django.core.files.storage import FileSystemStorage

from deploy.static_files import ENTRIES, JOINED, joined, joined_modules

SOURCE = Path(__file__).resolve().parent.parent / "battles" / "static"
Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


def whole() -> dict[str, tuple[str, bytes]]:
    """Of each address that production answers in one piece: the kind of the answer, and the answer."""
    source = FileSystemStorage(SOURCE)
    paths = {name: (source, name) for one in SOURCE.rglob("*.*s") for name in [one.relative_to(SOURCE).as_posix()]}
    return {
        f"/static/{JOINED}": ("text/css", joined(paths).encode()),
        **{f"/static/{one}": ("text/javascript", joined_modules(paths, one).encode()) for one in ENTRIES},
    }


def in_one_piece(application: Application) -> Application:
    """A page asks for four files instead of thirty: that is half the work of a browser that opens it. A browser keeps
    them for the whole run, as it does where their names hold their digest."""
    answers = whole()

    def answer(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        if environ["PATH_INFO"] not in answers:
            return application(environ, start)
        kind, body = answers[environ["PATH_INFO"]]
        headers = {"Content-Type": f"{kind}; charset=utf-8", "Cache-Control": "max-age=3600, public"}
        start("200 OK", [*headers.items(), ("Content-Length", str(len(body)))])
        return [body]

    return answer

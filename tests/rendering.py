"""Templates rendered nearly as the site renders them."""

from typing import Any

from django.template.base import Template
from django.template.context import Context
from django.test.signals import template_rendered


def tell_of_pages_alone() -> None:
    """Have the test client told of the template of each page (`response.context`), and not of all that it includes and
    extends. Django tells it of each, with a copy of its context, which is a tenth of what a page takes. Of the office
    it is told everything, as tags of its pages find what these show."""
    setattr(Template, "_render", _rendered)  # noqa: B010 — no attribute that a type checker knows


def _rendered(template: Any, context: Context) -> str:
    if context.template is template or str(template.name).startswith("admin/"):
        template_rendered.send(sender=template, template=template, context=context)
    rendered: str = template.nodelist.render(context)
    return rendered

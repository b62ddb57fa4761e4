"""The pages of the help. They are the same for everybody; only the head of the page knows who reads."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from battles.not_found import or_404
from deploy.help import search
from deploy.help.pages import all_pages, by_key, chapters

LONGEST = 200


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """What there is, and the answer to a question (`q`)."""
    asked = request.GET.get("q", "").replace("\0", "").strip()[:LONGEST]
    hits = search.find(asked) if asked else []
    return render(request, "help/index.html", {"chapters": chapters(), "asked": asked, "hits": hits})


@require_safe
def page(request: HttpRequest, key: str) -> HttpResponse:
    found = or_404(by_key().get(key))
    pages = all_pages()
    at = pages.index(found)
    context = {
        "page": found,
        "chapters": chapters(),
        "sections": [one for one in found.sections if one.level == 2],
        "before": pages[at - 1] if at else None,
        "after": pages[at + 1] if at + 1 < len(pages) else None,
    }
    return render(request, "help/page.html", context)

"""The rulebooks: what each can play, its options, and its catalogue with the source of every figure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import urlencode

import msgspec
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

import rules
from battles.compression import same_for_all
from battles.sentences import words
from rules.declarations import Article

PAGE = 20
LONG = 40  # from this many characters on a figure is shown as a sentence
FILTERS = ("kind", "nation", "status")


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    same_for_all(request)
    return render(request, "systems/index.html", {"systems": rules.all_systems().values()})


@require_safe
def system(request: HttpRequest, key: str) -> HttpResponse:
    """`?q=` words of a name, `?kind=`, `?nation=`, `?status=` and `?page=` of the catalogue."""
    found = rules.all_systems().get(key)
    if found is None:
        raise Http404
    same_for_all(request)
    articles = found.catalogue(found.edition)
    asked = {name: request.GET.get(name, "")[:80] for name in ("q", *FILTERS)}
    page = Paginator(chosen(articles, asked), PAGE).get_page(request.GET.get("page"))
    filters = [(name, asked[name], _values(articles, name)) for name in FILTERS]
    query = urlencode({name: value for name, value in asked.items() if value})
    context = {
        "system": found,
        "page": page,
        "asked": asked,
        "filters": [one for one in filters if len(one[2]) > 1],
        "query": f"{query}&" if query else "",
    }
    return render(request, "systems/system.html", context)


class CatalogueLine(msgspec.Struct, frozen=True):
    """An article with its figures as (name, value), and its longer texts."""

    article: Article
    figures: tuple[tuple[str, str], ...]
    texts: tuple[str, ...]


def chosen(articles: Sequence[Article], asked: dict[str, str]) -> list[CatalogueLine]:
    """The articles that match every filter; a word of `q` may be in the name or the key."""
    sought = asked["q"].casefold().split()
    return [
        CatalogueLine(article, tuple(_figures(article)), tuple(_texts(article)))
        for article in articles
        if all(not asked[name] or getattr(article, name) == asked[name] for name in FILTERS)
        and all(word in f"{article.name} {article.key}".casefold() for word in sought)
    ]


def _figures(article: Article) -> Iterator[tuple[str, str]]:
    """What a table can show: numbers, words, lists of them. Nested figures and blanks are left out."""
    for name, value in article.figures.items():
        items = value if isinstance(value, list | tuple) else [value]
        plain = [words(item) for item in items if isinstance(item, int | str) and item is not False and item != ""]
        if plain and not any(len(item) >= LONG for item in plain):
            yield name.replace("_", " "), ", ".join(plain)


def _texts(article: Article) -> Iterator[str]:
    return (value for value in article.figures.values() if isinstance(value, str) and len(value) >= LONG)


def _values(articles: Sequence[Article], name: str) -> list[str]:
    return sorted({getattr(article, name) for article in articles} - {""})

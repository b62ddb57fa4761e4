"""The page that stops all mail to the reader of a message."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from campaigns import mail
from campaigns.pages import robots


@never_cache
@csrf_exempt  # a mail program POSTs here by itself (RFC 8058), and the address is the proof of whose mail it is
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, signed: str) -> HttpResponse:
    """Ask before stopping, because programs that check mail for danger open every address in it."""
    person = mail.whose(signed)
    if person is None:
        raise Http404
    if request.method == "POST":
        person.mail = False
        person.save(update_fields=["mail"])
    robots.keep_out(request)
    return render(request, "people/stop.html", {"person": person})

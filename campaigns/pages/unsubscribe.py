"""The page that stops mail to the reader of a message: of its kind, or all."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from battles.not_found import or_404
from campaigns import mail
from campaigns.notices import unsubscribing
from campaigns.notices.kinds import KINDS
from campaigns.pages import robots


@never_cache
@csrf_exempt  # a mail program POSTs here by itself (RFC 8058), and the address is the proof of whose mail it is
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, signed: str) -> HttpResponse:
    """Ask before stopping, because programs that check mail for danger open every address in it."""
    found = or_404(mail.whose(signed))
    person, kind = found
    stopped = request.method == "POST"
    if stopped:
        unsubscribing.stop(person, "" if request.POST.get("all") else kind)
    robots.keep_out(request)
    name = KINDS[kind].name if kind in KINDS else ""
    context = {"person": person, "kind": kind, "name": name, "stopped": stopped}
    return render(request, "people/stop.html", context)

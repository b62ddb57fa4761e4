"""What every answer carries, whichever floor it comes from."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

View = Callable[[HttpRequest], HttpResponse]

POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)


def content_security_policy(get_response: View) -> View:
    """Pages load scripts, styles and pictures from this site alone. A view that needs more sets the header itself."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        return response

    return respond

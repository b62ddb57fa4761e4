"""Reads the environment. settings.py reads every variable through one of these functions."""

import os
import secrets
from base64 import urlsafe_b64decode
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

Network = IPv4Network | IPv6Network
YEAR = 31_536_000  # seconds
YES, NO = {"1", "true", "yes", "on"}, {"", "0", "false", "no", "off"}


def text(name: str, default: str = "") -> str:
    """The setting, or what stands in the file that NAME_FILE names, where a keeper of secrets lays it."""
    if not (path := os.environ.get(f"{name}_FILE", "").strip()):
        return os.environ.get(name, default).strip()
    if os.environ.get(name, "").strip():
        raise ImproperlyConfigured(f"{name} and {name}_FILE are both set. Take one of them away.")
    try:
        return Path(path).read_text().strip()
    except (OSError, UnicodeError) as error:
        raise ImproperlyConfigured(f"{name}_FILE={path} cannot be read: {error}.") from error


def flag(name: str, default: bool) -> bool:
    """Yes or no. Anything else is refused: a misspelt `ture` must not switch a safeguard off."""
    value = text(name, "yes" if default else "no").lower()
    if value not in YES | NO:
        raise ImproperlyConfigured(f"{name}={value!r} is neither yes nor no. Write 1 or 0.")
    return value in YES


def names(name: str, *default: str) -> list[str]:
    """A list separated by commas."""
    return [part.strip() for part in text(name).split(",") if part.strip()] or list(default)


def origins(name: str) -> list[str]:
    """Sites, as a browser names them (https://scores.example, with its port if it has one), or `*` alone for all."""
    found = names(name)
    if found == ["*"]:
        return found
    for one in found:
        said = urlsplit(one)
        if said.scheme not in ("http", "https") or not said.netloc or one != f"{said.scheme}://{said.netloc}".lower():
            raise ImproperlyConfigured(
                f"{name} names {one!r}, which is no site. Write https://scores.example, with commas between, or *."
            )
    return found


def number(name: str, default: int) -> int:
    value = text(name) or str(default)
    if not value.isdecimal():
        raise ImproperlyConfigured(f"{name}={value!r} is not a whole number.")
    return int(value)


def networks(name: str, *default: str) -> tuple[Network, ...]:
    """Addresses and networks separated by commas: `192.0.2.7`, `10.0.0.0/8`, `::1`."""
    try:
        return tuple(ip_network(one) for one in names(name, *default))
    except ValueError as error:
        raise ImproperlyConfigured(
            f"{name} cannot be read: {error}. Write addresses and networks separated by commas: 192.0.2.7,10.0.0.0/8"
        ) from error


def hsts(production: bool, https: bool) -> tuple[int, bool, bool]:
    """HSTS in seconds, HSTS_SUBDOMAINS and HSTS_PRELOAD. Browsers' preload list takes no site with less than a year,
    nor without the names below it."""
    seconds = number("HSTS", YEAR if production and https else 0)
    below, preload = flag("HSTS_SUBDOMAINS", default=True), flag("HSTS_PRELOAD", default=False)
    if seconds and not https:
        raise ImproperlyConfigured("HSTS tells browsers to refuse plain http, but HTTPS=0 serves nothing else.")
    if preload and (seconds < YEAR or not below):
        raise ImproperlyConfigured(f"HSTS_PRELOAD=1 needs HSTS={YEAR} (a year) or more, and HSTS_SUBDOMAINS=1.")
    return seconds, bool(seconds) and below, preload


def choice(name: str, *allowed: str) -> str:
    """One of the allowed words; the first is the default."""
    value = text(name, allowed[0])
    if value not in allowed:
        raise ImproperlyConfigured(f"{name}={value!r} is unknown. It may be {' or '.join(allowed)}.")
    return value


def second_step() -> tuple[str, int]:
    """SECOND_STEP and SECOND_STEP_LATE."""
    late = number("SECOND_STEP_LATE", 0)
    if late > 1:
        raise ImproperlyConfigured("SECOND_STEP_LATE is 0 or 1: with more, a code would be good for minutes.")
    return choice("SECOND_STEP", "", "office", "all"), late


def secret_key(production: bool, kept_in: Path) -> str:
    """SECRET_KEY; outside production, if none is given, one made for this checkout and kept in `kept_in`."""
    if given := text("SECRET_KEY"):
        return given
    if production:
        raise ImproperlyConfigured(
            "SECRET_KEY is not set, and production does not start without it. Set it to a long random text "
            '(python3 -c "import secrets; print(secrets.token_urlsafe(64))") and keep it secret, '
            "or set LEAGUER_ENV=development to try Leaguer out on this machine."
        )
    if not kept_in.exists():
        keep(secrets.token_urlsafe(64), kept_in)
    return kept_in.read_text()


def keep(secret: str, path: Path) -> None:
    """Write the secret for this user only. Of two processes starting together one wins; neither reads half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile("w", dir=path.parent, prefix=path.name) as draft:
        draft.write(secret)
        draft.flush()
        with suppress(FileExistsError):
            os.link(draft.name, path)


def database(root: Path, data: Path) -> dict[str, Any]:
    """Django's settings of the database at DATABASE_URL: SQLite or PostgreSQL, each with what the log relies on.
    Without it, a file of SQLite in the folder `data`; the path of another one begins at `root`."""
    url = text("DATABASE_URL") or f"sqlite:///{quote(str(data / 'leaguer.sqlite3'))}"
    try:
        settings: dict[str, Any] = dict(dj_database_url.parse(url))
    except (ValueError, dj_database_url.ParseError, dj_database_url.UnknownSchemeError) as error:
        raise ImproperlyConfigured(
            "DATABASE_URL cannot be read. Write sqlite:///path/to/file or postgresql://user:password@host/name."
        ) from error
    match settings["ENGINE"]:
        case "django.db.backends.sqlite3":
            return settings | sqlite(root, settings["NAME"])
        case "django.db.backends.postgresql":
            # A pooler may lend another connection for the next transaction, which knows no cursor of this one.
            own = {"OPTIONS": settings.get("OPTIONS", {}) | postgresql(), "DISABLE_SERVER_SIDE_CURSORS": True}
            return settings | own
        case engine:
            raise ImproperlyConfigured(f"DATABASE_URL names {engine}; Leaguer's log needs SQLite or PostgreSQL.")


def sqlite(root: Path, name: str) -> dict[str, Any]:
    """Writers queue (IMMEDIATE) while readers go on (WAL), and an acknowledged report is on the disk (FULL)."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    pragmas = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
    return {
        "NAME": str(path),
        "OPTIONS": {
            "init_command": "".join(f"PRAGMA {pragma};" for pragma in pragmas),
            "timeout": 30,
            "transaction_mode": "IMMEDIATE",
        },
    }


def postgresql() -> dict[str, Any]:
    """A small pool for each process: a thread uses one connection at a time. Requests do not wait long for a server
    that is down, nor for one whose machine has vanished (`tcp_user_timeout`, milliseconds).
    """
    from psycopg import IsolationLevel  # which a site on SQLite does without

    from deploy.prepared import Connection

    wait = number("DATABASE_WAIT", 2)
    return {
        # Who has waited for a lock sees what was committed meanwhile, whatever the server has by default.
        "isolation_level": IsolationLevel.READ_COMMITTED,
        "server_side_binding": True,  # values travel beside a statement, which alone lets it be prepared
        "connect_timeout": wait,
        "tcp_user_timeout": 2500,
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 2,
        "pool": {
            "min_size": 1,
            "max_size": number("DATABASE_POOL", 8),
            "timeout": wait,
            "connection_class": Connection,
        },
    }


def metrics_token() -> str:
    """METRICS_TOKEN, "" for none. One that can be guessed is refused."""
    token = text("METRICS_TOKEN")
    if token and (len(token) < 16 or not token.isascii() or not token.isprintable() or " " in token):
        raise ImproperlyConfigured(
            "METRICS_TOKEN is no token. Write 16 letters and digits or more "
            '(python3 -c "import secrets; print(secrets.token_urlsafe(24))").'
        )
    return token


def addresses(name: str) -> list[tuple[str, str]]:
    """Addresses of mail, separated by commas, as Django's ADMINS has them."""
    found = names(name)
    for one in found:
        if one.count("@") != 1 or any(sign in one for sign in " <>\r\n") or one.startswith("@") or one.endswith("@"):
            raise ImproperlyConfigured(
                f"{name} names {one!r}, which is no address of mail. Write alice@leaguer.example."
            )
    return [(one, one) for one in found]


# Of Chrome and Edge, Firefox, Safari, and Edge on Windows.
PUSH_HOSTS = (
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    ".push.apple.com",
    ".notify.windows.com",
)


def push_hosts(production: bool) -> list[str]:
    """PUSH_HOSTS: hosts, `.example` for all below one, or whole origins as https://push.lan:8443, which may be on a
    network of one's own; http:// outside production alone."""
    hosts = names("PUSH_HOSTS", *PUSH_HOSTS)
    for host in hosts:
        scheme, _there, rest = host.rpartition("://")
        known = {"", "https"} if production else {"", "https", "http"}
        if scheme not in known or not rest.strip(".") or any(sign in rest for sign in "/@*? "):
            raise ImproperlyConfigured(
                f"PUSH_HOSTS names {host!r}, which is no push service. Write hosts separated by commas: "
                "updates.push.services.mozilla.com,.push.apple.com,https://push.example:8443"
            )
    return hosts


def webhook_public(production: bool) -> list[str]:
    """WEBHOOK_PUBLIC: hosts, `.example` for all below one, or * for all; in development all without a word."""
    hosts = names("WEBHOOK_PUBLIC", *([] if production else ["*"]))
    for host in hosts:
        if host != "*" and (not host.strip(".") or any(sign in host for sign in "/@*?: ")):
            raise ImproperlyConfigured(
                f"WEBHOOK_PUBLIC names {host!r}, which is no host. Write hooks.example,.club.example, or * for all."
            )
    return hosts


def log_to() -> str:
    """LOG_TO, "" for none."""
    to = text("LOG_TO")
    parts = urlsplit(to)
    if to and (parts.scheme != "tls" or not parts.hostname or parts.path.strip("/")):
        raise ImproperlyConfigured(f"LOG_TO={to!r} is no address. Write tls://logs.example:6514.")
    return to


def webhook_hosts(production: bool) -> list[str]:
    """WEBHOOK_HOSTS: whole origins on a network of one's own, as https://hooks.lan:8443, to which clubs may have events
    sent; http:// outside production alone. Every public host over https takes them without."""
    origins = [one.rstrip("/") for one in names("WEBHOOK_HOSTS")]
    for origin in origins:
        scheme, _there, rest = origin.partition("://")
        known = {"https"} if production else {"https", "http"}
        if scheme not in known or not rest or any(sign in rest for sign in "/@*? "):
            raise ImproperlyConfigured(
                f"WEBHOOK_HOSTS names {origin!r}, which is no origin of a network of your own. Write "
                "https://hooks.lan:8443, several separated by commas."
            )
    return origins


def vapid_key() -> str:
    """VAPID_KEY, "" for none. Refused here rather than when the first message is sent."""
    key = text("VAPID_KEY")
    try:
        good = not key or len(urlsafe_b64decode(key + "=" * (-len(key) % 4))) == 32
    except ValueError:
        good = False
    if not good:
        raise ImproperlyConfigured(
            "VAPID_KEY is no key. Write 32 random bytes as base64url "
            '(python3 -c "import secrets; print(secrets.token_urlsafe(32))"), or leave it out.'
        )
    return key


UNREADABLE = (
    "EMAIL_URL cannot be read. Write smtp+tls://user:password@host:587 (STARTTLS), smtps://user:password@host "
    "(TLS from the start) or smtp://host:25 (a server on a network of your own)."
)
SMTP = {"smtp": (25, False, False), "smtp+tls": (587, True, False), "smtps": (465, False, True)}


def caches(redis: str, prefix: str, counts: Path) -> dict[str, dict[str, Any]]:
    """What is kept for a while: in Redis, else in each process, and in the file `counts` what they have to count
    together. A process keeps more than Django's 300 entries, of which strangers could drive out what counts them."""
    if not redis:
        own = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 20_000}}
        return {"default": own, "counts": {"BACKEND": "campaigns.counts_file.Counts", "LOCATION": str(counts)}}
    options = {"socket_connect_timeout": 1, "socket_timeout": 2}
    backend = "django.core.cache.backends.redis.RedisCache"
    return {"default": {"BACKEND": backend, "LOCATION": redis, "KEY_PREFIX": prefix, "OPTIONS": options}}


def counts_file(database: dict[str, Any], kept_in: Path) -> Path:
    """Beside a database of SQLite's, whose site it counts for; else in the folder of what Leaguer keeps."""
    is_file = database["ENGINE"].endswith("sqlite3")
    return Path(f"{database['NAME']}-counts") if is_file else kept_in / "counts.sqlite3"


def media(default: Path) -> dict[str, Any]:
    """MEDIA: the storage of photos. A folder, or s3://bucket/folder?endpoint_url=...&region_name=..., whose keys boto3
    finds as it always does (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY)."""
    said = text("MEDIA")
    where = urlsplit(said)
    if where.scheme != "s3":
        options: dict[str, Any] = {"location": Path(said).absolute() if said else default}
        options |= {"file_permissions_mode": 0o600, "directory_permissions_mode": 0o700}
        return {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": options}
    options = dict(parse_qsl(where.query))
    if not where.netloc or (strange := options.keys() - {"endpoint_url", "region_name"}):
        raise ImproperlyConfigured(
            f"MEDIA={said!r} names no bucket, or something else than endpoint_url and region_name. Write a folder, or"
            " s3://bucket/folder?region_name=..."
            + (f" It also says: {', '.join(sorted(strange))}" if where.netloc else "")
        )
    options |= {"bucket_name": where.netloc, "location": where.path.strip("/"), "file_overwrite": False}
    return {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": options | {"default_acl": None}}


def mail(production: bool) -> dict[str, Any]:
    """Django's EMAIL_* settings from EMAIL_URL; none if it is not set. Escape a password as in URLs: `%40` for `@`."""
    url = text("EMAIL_URL")
    if not url:
        return {}
    if url == "console:" and not production:
        return {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    try:
        parts = urlsplit(url)
        usual, starttls, tls = SMTP[parts.scheme]
        host, port = parts.hostname or "", parts.port or usual
    except (KeyError, ValueError) as error:
        raise ImproperlyConfigured(UNREADABLE) from error
    if not host:
        raise ImproperlyConfigured(UNREADABLE)
    return {
        "EMAIL_HOST": host,
        "EMAIL_PORT": port,
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": starttls,
        "EMAIL_USE_SSL": tls,
    }


def site_url(https: bool, hosts: list[str]) -> str:
    """The site's address, without a slash at the end: SITE_URL, or one made from the first host."""
    url = text("SITE_URL").rstrip("/")
    if not url:
        host = next((host.removeprefix(".") for host in hosts if host != "*"), "localhost")
        return f"https://{host}" if https else f"http://{host}:{text('PORT', '8000')}"
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ImproperlyConfigured(f"SITE_URL={url!r} is no address. Write https://leaguer.example.")
    return url

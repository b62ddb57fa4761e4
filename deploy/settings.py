"""Django's settings, all of them from the environment.

LEAGUER_ENV            production (the default; development for a bare `manage.py` and for `make run`) or development
SECRET_KEY             required in production. Any setting may stand in a file instead, which NAME_FILE names, as
                       SECRET_KEY_FILE=/run/secrets/key
SECRET_KEY_BEFORE      the keys before it, separated by commas, for a while after it was changed
DATA_DIR               the folder of what Leaguer itself keeps: the SQLite database, photos, counts, outside production
                       the secret key (var)
DATABASE_URL           sqlite:///var/leaguer.sqlite3 (the default, in DATA_DIR) or postgresql://user:password@host/name
DATABASE_ROLE          an account of PostgreSQL's that only serves: `manage.py upgrade`, told the owner's DATABASE_URL,
                       gives it what it needs (none: one account does all)
DATABASE_POOL          most PostgreSQL connections one process opens (8)
DATABASE_WAIT          seconds a process waits for a PostgreSQL connection (2)
REDIS_URL              redis://host:6379/0, rediss://host:6380/0?ssl_ca_certs=/its/authority.pem, or
                       unix:///run/redis/redis-server.sock?db=0; without it the clerk works on its own loop
                       (`manage.py clerk`), unwoken
PLAIN                  hosts that DATABASE_URL, REDIS_URL and EMAIL_URL may speak to without TLS, separated by commas,
                       as they are on a network that nobody else reaches; this machine needs no word
REDIS_PREFIX           what Leaguer's keys in Redis begin with (leaguer)
ALLOWED_HOSTS          the names this site answers to, separated by commas; required in production
CORS_ORIGINS           https://name of every other site whose pages may call the API, separated by commas, or * for all;
                       without it (the default) none may. Such a page sends a token: cookies are of no use to it
CSRF_TRUSTED_ORIGINS   https://name of every proxy that rewrites the host, separated by commas
HTTPS                  1 (the default in production): cookies and every page over https only; 0 for a closed network
HSTS                   for how many seconds browsers shall refuse plain http at this name (31536000, a year, over https
                       in production); 0: not sent; 1: browsers forget it with their next visit
HSTS_SUBDOMAINS        1 (the default): at every name below it, too
HSTS_PRELOAD           1 to ask for a place in browsers' preload list; it is hard to undo. Needs HSTS=31536000 or more,
                       and HSTS_SUBDOMAINS
BEHIND_PROXY           1 when a proxy ends TLS and sets X-Forwarded-Proto itself
PROXIES                how many proxies stand before Leaguer that add to X-Forwarded-For (1 behind a proxy, else 0)
TRUSTED_PROXIES        addresses and networks of the proxy, separated by commas (127.0.0.0/8,::1); forwarding headers
                       from anybody else are ignored
HOST, PORT             where the web server listens (127.0.0.1 and 8000)
WORKERS, THREADS       processes of the web server (4), and requests each handles at a time (4)
EMAIL_URL              smtp+tls://user:password@host:587, smtps://... or smtp://...; without it no mail is sent
EMAIL_FROM             the sender of mail: Leaguer <leaguer@host> (by default at the site's own host)
SITE_URL               https://name of this site, for links in mail (made from the first allowed host)
PUSH                   1 (the default): phones that ask for it are told when their person is waited for; 0: none is
PUSH_HOSTS             the push services that are sent to, separated by commas: a host, `.example` for all hosts below
                       it, or https://host:port for one of your own network (those of the browsers' makers)
VAPID_KEY              the private key this site shows push services, 32 bytes as base64url; without it one is made from
                       SECRET_KEY, and ends with it
WEBHOOK_HOSTS          https://host:port of your own network to which clubs may have events sent, separated by commas
                       (none: public hosts over https alone)
WEBHOOK_PUBLIC         hosts of the public network to which clubs may have events sent, separated by commas, `.example`
                       for all below one, * for all (none, in development all; Discord has its own)
ACCESS_LOG             1 (the default in production): a line for every request on standard output
RATE_PASSWORDS         password attempts a minute from one address (10); 0 for no limit
RATE_REPORTS           reports a minute of one account through the API (300)
RATE_READS             reads a minute of one account or address through the API (1200)
RATE_QUESTIONS         questions of what if and of chances a minute of one account or address, on pages and through the
                       API, that are not answered already (20)
RATE_POSTS             posts a minute of one account in conversations (10); six times as many of all else there
MEDIA                  where photos of conversations are kept: a folder (media in DATA_DIR), or a bucket as
                       s3://name/folder?endpoint_url=https://...&region_name=..., which needs django-storages[s3]
SECOND_STEP            office: whoever enters the office comes in by a second step, too, or by a passkey; all: everybody
                       with an account does (none: as everybody likes)
SECOND_STEP_LATE       1: an app's code counts half a minute before and after it shows, too, where clocks are wrong (0)
GUESTS_BEGIN           1 lets people without an account begin friendly battles; 0 (the default): only join them
LOG_LEVEL              INFO
LOG_FORMAT             line (the default), or json: an object a line, with the ids of the request and of its reports
LOG_TO                 tls://host:6514 of another machine that gets the log, too (syslog, RFC 5425); ?ca=/authority.pem
LOG_TASKS              1: Celery writes a line for each task; 0 (the default): of those that fail
METRICS_FROM           addresses and networks that may read /metrics, separated by commas (none)
METRICS_TOKEN          whoever sends it (Authorization: Bearer ...) may read /metrics; with neither, nobody may
METRICS_DIR            where the processes of this machine keep what they count (metrics in DATA_DIR)
CLERK_LATE             seconds that something due may wait for the clerk until /readyz says so (300); 0: never
SENTRY_DSN             where faults are sent, without names, texts or secrets; needs sentry-sdk. None are by default
ADMINS                 addresses of mail that faults are told to, separated by commas, if there is EMAIL_URL (none)
DEBUG                  1 shows Django's error pages; refused in production
"""

import tomllib
from pathlib import Path
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

import rules
from deploy import connections, environment, faults, logs

ROOT = Path(__file__).resolve().parent.parent
VAR = ROOT / (environment.text("DATA_DIR") or "var")

PRODUCTION = environment.choice("LEAGUER_ENV", "production", "development") == "production"
DEBUG = environment.flag("DEBUG", default=False)
if DEBUG and PRODUCTION:
    raise ImproperlyConfigured("DEBUG=1 shows the inside of the site to strangers. Production does not start with it.")
RELEASE: str = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
SECRET_KEY = environment.secret_key(PRODUCTION, kept_in=VAR / "secret-key")
SECRET_KEY_FALLBACKS = environment.names("SECRET_KEY_BEFORE")
HTTPS = environment.flag("HTTPS", default=PRODUCTION)

# ---------------------------------------------------------------------------------------------------- the site

ALLOWED_HOSTS = environment.names("ALLOWED_HOSTS", *([] if PRODUCTION else ["localhost", "127.0.0.1", "[::1]"]))
if PRODUCTION and not ALLOWED_HOSTS:
    raise ImproperlyConfigured("ALLOWED_HOSTS is not set. Name the hosts this site answers to, separated by commas.")
CSRF_TRUSTED_ORIGINS = environment.names("CSRF_TRUSTED_ORIGINS")
ROOT_URLCONF = "deploy.urls"
WSGI_APPLICATION = "deploy.wsgi.application"

INSTALLED_APPS = [
    "leagues",
    "campaigns",  # before the admin, whose pages it gives its colours
    "campaigns.office_apps.OfficeConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_celery_beat",
    "battles",
    "api",
    "deploy",
]

MIDDLEWARE = [
    "deploy.middleware.believe_proxies_alone",
    "deploy.request_ids.numbered",
    "deploy.health.answer_monitors",
    "deploy.measuring.measure",
    "deploy.access_log.access_log",
    "deploy.middleware.no_api_over_http",
    "django.middleware.security.SecurityMiddleware",
    "deploy.middleware.refuse_trace",
    "deploy.middleware.content_security_policy",
    "campaigns.pages.robots.say_so",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "battles.compression.Compress",
    "deploy.outages.answer_at_once",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "campaigns.security_log.refused",
    "campaigns.guests.stay_at_the_table",
    "campaigns.logins.keep",
    "campaigns.login_throttle.keep",
    "django.contrib.messages.middleware.MessageMiddleware",
    "campaigns.pages.second_factor.ask_everybody",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "campaigns.pages.tour_panel.beside",
            ],
        },
    },
]

STATIC_URL = "static/"
STATICFILES_DIRS = [("help", ROOT / "docs" / "pictures")]
STATIC_ROOT = ROOT / "staticfiles" if PRODUCTION else None
STORAGES = {
    "default": environment.media(VAR / "media"),
    "staticfiles": {
        "BACKEND": "deploy.static_files.StaticFiles"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_ALLOW_ALL_ORIGINS = False  # no other site loads files from this one
# A checkout serves its static files in place; only production collects them first.
WHITENOISE_USE_FINDERS = not PRODUCTION

# ---------------------------------------------------------------------------------------------------- people

AUTH_USER_MODEL = "campaigns.User"
AUTHENTICATION_BACKENDS = ["campaigns.sessions.Accounts"]
SESSION_ENGINE = "campaigns.sessions"
_PASSWORDS = ("UserAttributeSimilarity", "MinimumLength", "CommonPassword")
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": name}
    for name in (
        *(f"django.contrib.auth.password_validation.{one}Validator" for one in _PASSWORDS),
        "campaigns.passwords.NotOurWords",
        "campaigns.passwords.NoDate",
        "api.models.EndedByPassword",
        "campaigns.push.devices.EndedByPassword",
        "campaigns.logins.EndedByPassword",
    )
]
# Who has to come in by a second step: nobody, whoever enters the office, or all.
SECOND_STEP, SECOND_STEP_LATE = environment.second_step()
GUESTS_BEGIN = environment.flag("GUESTS_BEGIN", default=False)
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", _("English")),
    ("de", _("German")),
    ("es", _("Spanish")),
    ("fr", _("French")),
    ("it", _("Italian")),
    ("pl", _("Polish")),
]
LOCALE_PATHS = [ROOT / "locale", *rules.translations()]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# ---------------------------------------------------------------------------------------------------- safeguards

SECURE_SSL_REDIRECT = HTTPS
# A browser that has seen it refuses plain http for that long, whatever becomes of the certificate.
SECURE_HSTS_SECONDS, SECURE_HSTS_INCLUDE_SUBDOMAINS, SECURE_HSTS_PRELOAD = environment.hsts(PRODUCTION, HTTPS)
SILENCED_SYSTEM_CHECKS = ["security.W021"]  # that no place in browsers' preload list is asked for
SECURE_REFERRER_POLICY = "same-origin"
_PROXIED = environment.flag("BEHIND_PROXY", default=False)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if _PROXIED else None
PROXIES = environment.number("PROXIES", 1 if SECURE_PROXY_SSL_HEADER else 0)  # how many are believed
TRUSTED_PROXIES = environment.networks("TRUSTED_PROXIES", "127.0.0.0/8", "::1")
# A browser takes a cookie of such a name from this very host over https alone, for all its addresses.
COOKIE_PREFIX = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid", f"{COOKIE_PREFIX}csrftoken"
LANGUAGE_COOKIE_NAME = f"{COOKIE_PREFIX}django_language"
MESSAGE_STORAGE = "campaigns.messages.Messages"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True  # forms carry the token, and no script reads the cookie
SESSION_COOKIE_AGE = 14 * 86_400  # seconds without a visit, after which somebody logs in anew (campaigns/logins.py)
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 1_000
DATA_UPLOAD_MAX_NUMBER_FILES = 10

# ---------------------------------------------------------------------------------------------------- stores

DATABASES = {"default": environment.database(ROOT, VAR)}
DATABASE_ROLE = environment.text("DATABASE_ROLE")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = environment.text("REDIS_URL")
REDIS_PREFIX = environment.text("REDIS_PREFIX", "leaguer")
CACHES = environment.caches(REDIS_URL, REDIS_PREFIX, environment.counts_file(DATABASES["default"], VAR))

# ---------------------------------------------------------------------------------------------------- the clerk

# Celery only makes the clerk prompt: if a task is lost, the next sweep finds what is due. So a request never waits
# for a broker that is down, and no result is kept.
CELERY_BROKER_URL, CELERY_BROKER_USE_SSL = connections.broker(REDIS_URL, "memory://")
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_TIMEOUT = 1
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "global_keyprefix": f"{REDIS_PREFIX}:",
    "visibility_timeout": 300,
    "socket_connect_timeout": 1,
    "socket_timeout": 2,
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.1,
    "interval_max": 0.1,
}
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_DEFAULT_QUEUE = "leaguer"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
# Acknowledged only when done, and given to another worker when one dies; within the visibility timeout.
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_SOFT_TIME_LIMIT = 200
CELERY_TASK_TIME_LIMIT = 240
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TIMEZONE = TIME_ZONE
# Beat reads its schedule from the database, where a superuser may change it; `deploy.migrations` begins it.
CELERY_BEAT_SCHEDULER = "django_celery_beat.schedulers:DatabaseScheduler"
CELERY_RESULT_EXPIRES = None  # no results are kept, so there are none to clean up

# ---------------------------------------------------------------------------------------------------- mail

SITE_URL = environment.site_url(HTTPS, ALLOWED_HOSTS)
EMAIL_TIMEOUT = 10  # seconds; the clerk waits meanwhile
_mail = environment.mail(PRODUCTION)
MAIL = bool(_mail)  # without mail, messages are kept and can be read in the office
EMAIL_BACKEND = _mail.get("EMAIL_BACKEND", "django.core.mail.backends.smtp.EmailBackend")
EMAIL_HOST = _mail.get("EMAIL_HOST", "")
EMAIL_PORT = _mail.get("EMAIL_PORT", 25)
EMAIL_HOST_USER = _mail.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = _mail.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = _mail.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL = _mail.get("EMAIL_USE_SSL", False)
DEFAULT_FROM_EMAIL = environment.text("EMAIL_FROM") or f"Leaguer <leaguer@{urlsplit(SITE_URL).hostname}>"

# ---------------------------------------------------------------------------------------------------- push

PUSH = environment.flag("PUSH", default=True)
PUSH_HOSTS = environment.push_hosts(PRODUCTION)
VAPID_KEY = environment.vapid_key()
WEBHOOK_HOSTS, WEBHOOK_PUBLIC = environment.webhook_hosts(PRODUCTION), environment.webhook_public(PRODUCTION)

# ---------------------------------------------------------------------------------------------------- the API

REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "api.operations.Operation",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "api.authentication.TokenAuthentication",
        "api.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "EXCEPTION_HANDLER": "api.problems.handle",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
# Requests a minute, by account (passwords and anonymous reads: by address); 0 for no limit.
API_RATES = {
    "passwords": environment.number("RATE_PASSWORDS", 10),
    "reports": environment.number("RATE_REPORTS", 300),
    "reads": environment.number("RATE_READS", 1200),
}
# Questions a minute that take seconds to answer (campaigns/questions.py), by account or address; 0 for no limit.
QUESTIONS = environment.number("RATE_QUESTIONS", 20)
# Pages of other sites, at the API's addresses alone, and never with cookies: they send a token, or are strangers.
CORS_ORIGINS = environment.origins("CORS_ORIGINS")
if CORS_ORIGINS:
    INSTALLED_APPS.append("corsheaders")
    MIDDLEWARE.insert(
        MIDDLEWARE.index("whitenoise.middleware.WhiteNoiseMiddleware"), "corsheaders.middleware.CorsMiddleware"
    )
CORS_ALLOW_ALL_ORIGINS = CORS_ORIGINS == ["*"]
CORS_ALLOWED_ORIGINS = [] if CORS_ALLOW_ALL_ORIGINS else CORS_ORIGINS
CORS_ALLOW_CREDENTIALS = False
CORS_URLS_REGEX = r"^/api/v1/"
CORS_ALLOW_METHODS = ("GET", "HEAD", "POST", "DELETE", "OPTIONS")
CORS_ALLOW_HEADERS = (
    *("accept", "accept-language", "authorization", "content-type"),
    *("idempotency-key", "if-none-match", "last-event-id"),
)
CORS_EXPOSE_HEADERS = ("ETag", "Retry-After", "RateLimit", "RateLimit-Policy", "Deprecation", "Sunset", "Link")
# What people do in conversations in a minute, by account (campaigns/conversation/posts.py); 0 for no limit.
_posts = environment.number("RATE_POSTS", 10)
TALK_RATES = {"posts": _posts, "acts": 6 * _posts}
SPECTACULAR_SETTINGS = {
    "TITLE": "Leaguer",
    "DESCRIPTION": "Campaigns of tabletop tank battles: report what happened, read what the rules made of it.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": [
        "api.webhook_schema.add_webhooks",
        "api.schema_texts.add_shapes",
        "api.samples.add_samples",
    ],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

# ---------------------------------------------------------------------------------------------------- what is logged

ACCESS_LOG = environment.flag("ACCESS_LOG", default=PRODUCTION)
LOG_FORMAT = environment.choice("LOG_FORMAT", "line", "json")
ADMINS = environment.addresses("ADMINS")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
LOGGING = logs.settings(
    form=LOG_FORMAT,
    level=environment.text("LOG_LEVEL", "INFO"),
    tasks=environment.flag("LOG_TASKS", default=False),
    mail=bool(ADMINS) and MAIL,
    to=environment.log_to(),
)
faults.begin(environment.text("SENTRY_DSN"), RELEASE, "production" if PRODUCTION else "development")

# ---------------------------------------------------------------------------------------------------- what is measured

METRICS_FROM, METRICS_TOKEN = environment.networks("METRICS_FROM"), environment.metrics_token()
METRICS = bool(METRICS_FROM or METRICS_TOKEN)
METRICS_DIR = Path(environment.text("METRICS_DIR") or VAR / "metrics")
CLERK_LATE = environment.number("CLERK_LATE", 300)

connections.refuse_plain(PRODUCTION)

"""A site at which people have played for years, made in minutes: a battle that was played through the doors, with its
campaign, is copied by the database under other ids, with other players, in other clubs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.db import connection, transaction

PEOPLE, CLUBS = 10_000, 1_000
FIRST = 1_000_000  # the id from which on clubs are copies
OF_PEOPLE = {"player", "user_id", "person", "author_id", "account"}  # columns that name people
LOG = ("log_stream", "log_row", "log_sealed")
TIMES = {"moved_at", "mustered_at", "opened_at"}  # columns that say when, as the log writes it: over three years
LONG_AGO = """to_char(now() - (n % 1100 + 1) * interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')"""
KEPT = {*LOG, "log_forgotten", "log_switch", "django_migrations"}


def nth(what: str, n: str = "n") -> str:
    """The n-th id of a kind, as SQL of text. Indexes take ids that come in order faster, and find them no faster."""
    return f"(lpad(to_hex({n}), 8, '0') || '-{what}000-4000-8000-000000000000')"


def people_and_clubs() -> None:
    """Who plays the copies."""
    _copy_first("campaigns_user", PEOPLE, {"id": f"{nth('a')}::uuid"}, {"username"})
    _copy_first("campaigns_club", CLUBS, {"id": f"{FIRST} + n"}, {"slug", "name"})


def grow(battle: str, campaign: str, first: int, rows: int) -> int:
    """Copies both from the `first` copy on until the log has as many rows; the number of the last copy."""
    ids = {campaign: nth("c"), battle: nth("b")}
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT COUNT(*) FROM log_row WHERE stream IN (%s, %s)", [battle, campaign])
        last = rows // int(cursor.fetchone()[0]) + 1
        tables = [name for name in connection.introspection.table_names(cursor) if name not in KEPT]
        for table in (*LOG, *tables):
            _copy(table, first, last, ids)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return last


def _copy_first(table: str, n: int, values: Mapping[str, str], unique: set[str]) -> None:
    """The first row of a table, so many times; texts that are `unique` get a number."""
    names = [name for name, _kind in _columns(table)]
    told = [values.get(one) or (f't."{one}" || n' if one in unique else f't."{one}"') for one in names]
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({_quoted(names)}) SELECT {', '.join(told)}"
            f" FROM (SELECT * FROM {table} ORDER BY id LIMIT 1) t, generate_series(0, {n - 1}) n"
        )


def _copy(table: str, first: int, last: int, ids: Mapping[str, str]) -> None:
    """All rows that name one of these streams, once for each number."""
    columns = [(name, kind) for name, kind in _columns(table) if (name, kind) != ("id", "bigint")]
    values = [_value(name, kind, ids, table) for name, kind in columns]
    named = " OR ".join(f"strpos(t::text, '{id_}') > 0" for id_ in ids)
    each = f"generate_series({first}, {last}) n, (SELECT * FROM {table} t WHERE {named}) t"
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({_quoted(name for name, _kind in columns)}) SELECT {', '.join(values)}"
            f" FROM {each} ON CONFLICT DO NOTHING"
        )


def _value(name: str, kind: str, ids: Mapping[str, str], table: str) -> str:
    """What the n-th copy has in this column."""
    own = f't."{name}"'
    if name == "club_id":
        return f"{FIRST} + n % {CLUBS}"
    if name in TIMES and kind == "character varying":
        return LONG_AGO
    somebody = nth("a", f"(n * 7 + {len(table)}) % {PEOPLE}")
    if (table, name) == ("campaigns_standing", "players"):  # whose own player is its only one
        return f"""'["' || {somebody} || '"]'"""
    if name in OF_PEOPLE and table not in LOG:
        return f"CASE WHEN {own} IS NULL THEN NULL ELSE CAST({somebody} AS {kind}) END"
    for id_, other in ids.items():
        if kind == "uuid":
            own = f"CASE WHEN t.\"{name}\" = '{id_}' THEN {other}::uuid ELSE {own} END"
        elif kind in ("text", "character varying"):
            own = f"replace({own}, '{id_}', {other})"
    return own


def _columns(table: str) -> list[tuple[str, str]]:
    """The names and types of a table's columns."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT column_name, data_type FROM information_schema.columns WHERE table_name = %s"
            " AND table_schema = current_schema() ORDER BY ordinal_position",
            [table],
        )
        return [(str(name), str(kind)) for name, kind in cursor.fetchall()]


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)

"""Partitions the table of the log's rows by hash of the stream, on PostgreSQL, while people play.

A copy of the table is made, with partitions, and filled from it (`partition_copy`). A trigger on the table in use
copies whatever is written there meanwhile in the same transaction. At last the two change their names: nobody else
knows that there are two. The old one stays, and is filled by a trigger in its turn, so that it can be put back; what is
forgotten goes from both. `manage.py partition` does all that.

Each function here belongs into a short transaction (`battles.locks`) of the account that owns the tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum

from django.db import connection, transaction

from .partition_rights import hand_over_rights
from .queries import fetch
from .second_table import (
    COPIED,
    LIVE,
    MIRROR,
    MIRRORS,
    PARTS,
    WHOLE,
    all_tables,
    columns,
    is_filled,
    kind,
    lock_at_once,
    throw_away,
)
from .triggers import guard
from .view import lead_view

__all__ = ["LIVE", "PARTS", "WHOLE", "all_tables", "is_filled", "throw_away"]
PART = "log_row_part_{n}"
GUARDS = (f"{LIVE}_no_change", f"{LIVE}_no_truncate")
LOCK = 0x1EA6_0E02  # of PostgreSQL's advisory locks
FEWEST, MOST = 2, 256

# Two triggers call it: of the old table, and of the partitioned one. Only that of the table in use does anything. Who
# writes to the log may have no right to its copy. A row that is there already is no reason to refuse a report:
# comparing tells of it.
FUNCTION = """
CREATE OR REPLACE FUNCTION {schema}.{mirror}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF TG_ARGV[0] <> '{live}' THEN
        RETURN NULL;
    END IF;
    IF TG_OP = 'TRUNCATE' THEN
        TRUNCATE {schema}.{other};
    END IF;
    IF TG_OP IN ('UPDATE', 'DELETE') THEN
        DELETE FROM {schema}.{other} WHERE stream = OLD.stream AND "position" = OLD."position";
    END IF;
    IF TG_OP IN ('INSERT', 'UPDATE') THEN
        INSERT INTO {schema}.{other} ({names}) VALUES ({values}) ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
END $$
"""


class State(Enum):
    ABSENT = "there is no log yet"
    PLAIN = "one table"
    COPYING = "one table, and a copy of it that is partitioned"
    BOTH = "partitioned, and the old table beside it"
    PARTITIONED = "partitioned"


class Busy(Exception):
    """Another process is at it."""


class Unfilled(Exception):
    """The second table lacks what was written at some time: it cannot take the place of the first."""


def state() -> State:
    live, parts, whole = (kind(table) for table in (LIVE, PARTS, WHOLE))
    if not live:
        return State.ABSENT
    if live == "p":
        return State.BOTH if whole else State.PARTITIONED
    return State.COPYING if parts else State.PLAIN


def parts() -> int:
    """How many partitions the log has, or the copy that is being made."""
    table = LIVE if kind(LIVE) == "p" else PARTS
    return int(fetch("SELECT count(*) FROM pg_inherits WHERE inhparent = to_regclass(%s)", [table])[0][0])


def owner() -> str:
    """The account that owns the log, if it is not the one that is spoken to with; else ""."""
    query = "SELECT pg_get_userbyid(relowner), pg_get_userbyid(relowner) = current_user FROM pg_class WHERE oid = %s"
    ((name, is_this),) = fetch(f"{query}::regclass", [LIVE])
    return "" if is_this else str(name)


@contextmanager
def alone() -> Iterator[None]:
    """Meanwhile nobody else partitions this log: else Busy. The lock is of a transaction on a connection of its own, as
    a pooler may lend another one for each transaction; it ends with the process."""
    holder = connection.copy()
    holder.settings_dict["OPTIONS"].pop("pool", None)  # which may have no second one
    try:
        holder.set_autocommit(False)
        with holder.cursor() as cursor:
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [LOCK])
            if not cursor.fetchone()[0]:
                raise Busy
        yield
    finally:
        holder.rollback()
        holder.close()


def in_the_way() -> list[str]:
    """What others have hung on the table and would stay on the old one: views, triggers, foreign keys, policies,
    publications. In PostgreSQL's words."""
    query = """
        SELECT DISTINCT pg_describe_object(d.classid, d.objid, 0) FROM pg_depend d
        LEFT JOIN pg_rewrite r ON d.classid = 'pg_rewrite'::regclass AND r.oid = d.objid
        LEFT JOIN pg_trigger t ON d.classid = 'pg_trigger'::regclass AND t.oid = d.objid
        WHERE d.refclassid = 'pg_class'::regclass AND d.refobjid = %s::regclass
        AND (d.deptype = 'n' OR d.classid IN ('pg_rewrite'::regclass, 'pg_trigger'::regclass, 'pg_policy'::regclass,
                                              'pg_publication_rel'::regclass))
        AND COALESCE(r.ev_class <> to_regclass('log_line'), true)
        AND COALESCE(NOT t.tgisinternal AND NOT t.tgname = ANY (%s), true)
        UNION ALL SELECT DISTINCT pg_describe_object('pg_constraint'::regclass, oid, 0) FROM pg_constraint
        WHERE contype = 'f' AND conrelid = %s::regclass
        ORDER BY 1
    """
    return [str(name) for (name,) in fetch(query, [LIVE, [*GUARDS, *MIRRORS], LIVE])]


def begin(n: int) -> None:
    """Make the copy, empty, and the triggers by which it gets what is written from now on."""
    names = [PART.format(n=number) for number in range(n)]
    options = fetch("SELECT array_to_string(reloptions, ', ') FROM pg_class WHERE oid = %s::regclass", [LIVE])[0][0]
    stored = f" WITH ({options})" if options else ""
    _run(f"CREATE TABLE {PARTS} (LIKE {LIVE} INCLUDING ALL EXCLUDING INDEXES) PARTITION BY HASH (stream)")
    for number, part in enumerate(names):
        _run(f"CREATE TABLE {part} PARTITION OF {PARTS} FOR VALUES WITH (MODULUS {n}, REMAINDER {number}){stored}")
    _make_indexes()
    (comment,) = fetch("SELECT quote_literal(obj_description(%s::regclass, 'pg_class'))", [LIVE])[0]
    if comment:
        _run(f"COMMENT ON TABLE {PARTS} IS {comment}")
    for statement in guard(PARTS, LIVE, names):
        _run(statement)
    _run(f'CREATE TABLE {COPIED} (stream uuid, "position" integer, "rows" bigint NOT NULL, done boolean NOT NULL)')
    _run(f"INSERT INTO {COPIED} VALUES (NULL, NULL, 0, false)")
    _mirror("whole", PARTS)
    _run(f"REVOKE ALL ON FUNCTION {MIRROR}() FROM PUBLIC")
    for table, which in ((PARTS, "parts"), (LIVE, "whole")):  # the one in use last: its writers wait from here on
        for trigger, when in MIRRORS.items():
            each = "STATEMENT" if when == "TRUNCATE" else "ROW"
            _run(
                f"CREATE TRIGGER {trigger} AFTER {when} ON {table} FOR EACH {each} EXECUTE FUNCTION {MIRROR}('{which}')"
            )
    _try(PARTS)


def analyze() -> None:
    """Have PostgreSQL know what the copy holds. Of its own accord it looks at partitions alone."""
    _run(f"ANALYZE {PARTS}")


def swap() -> None:
    """The copy takes the place of the table, which is kept as a copy of it. No partition is locked: whoever reads or
    writes one comes by way of its table."""
    lock_at_once(LIVE, PARTS)
    _change_places(now=WHOLE, other=PARTS)
    _mirror("parts", WHOLE)
    _try(WHOLE)
    _run(f"DROP TABLE IF EXISTS {COPIED}")


def put_back() -> None:
    """The old table takes its place again, and the partitioned one goes."""
    lock_at_once(*all_tables())
    _change_places(now=PARTS, other=WHOLE)
    throw_away()


def _change_places(now: str, other: str) -> None:
    """The table in use is named `now`, and the `other` one takes its place. Both are locked."""
    if not is_filled(other):
        raise Unfilled
    own, others = _indexes(LIVE), _indexes(other)
    for name in own:
        _run(f"ALTER INDEX {_quoted(name)} RENAME TO {_quoted(name + _ending(now))}")
    _run(f"ALTER TABLE {LIVE} RENAME TO {now}")
    for name in others:
        _run(f"ALTER INDEX {_quoted(name)} RENAME TO {_quoted(name.removesuffix(_ending(other)))}")
    _run(f"ALTER TABLE {other} RENAME TO {LIVE}")
    hand_over_rights(now, LIVE)
    lead_view(connection)


def _mirror(live: str, other: str) -> None:
    """What is written to the table in use, the `whole` one or that in `parts`, is copied to the other one."""
    ((schema,),) = fetch("SELECT relnamespace::regnamespace::text FROM pg_class WHERE oid = %s::regclass", [LIVE])
    names, values = ", ".join(columns()), ", ".join(f"NEW.{name}" for name in columns())
    known = {"schema": schema, "mirror": MIRROR, "live": live, "other": other}
    _run(FUNCTION.format(**known, names=names, values=values))


def _try(other: str) -> None:
    """Add a row and take it back, before anybody else does: a trigger that fails would refuse every report."""
    names = ", ".join(columns())
    values = names.replace('"stream"', "gen_random_uuid()")
    with transaction.atomic():
        row = f"INSERT INTO {LIVE} ({names}) SELECT {values} FROM {LIVE} LIMIT 1 RETURNING stream"
        for (stream,) in fetch(row):
            if not fetch(f"SELECT 1 FROM {other} WHERE stream = %s", [stream]):
                raise RuntimeError("the trigger has copied nothing")
        transaction.set_rollback(True)


def _make_indexes() -> None:
    """The indexes of the table for the copy, under names that they keep until it takes the table's place."""
    constraints = fetch(
        "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint"
        " WHERE conrelid = %s::regclass AND contype IN ('p', 'u') ORDER BY conname",
        [LIVE],
    )
    for name, what in constraints:
        _run(f"ALTER TABLE {PARTS} ADD CONSTRAINT {_quoted(name + _ending(PARTS))} {what}")
    others = fetch(
        "SELECT c.relname, pg_get_indexdef(c.oid) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid"
        " WHERE i.indrelid = %s::regclass AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = c.oid)",
        [LIVE],
    )
    for name, what in others:
        begun, _on, how = what.partition(" USING ")
        sort = "UNIQUE INDEX" if begun.startswith("CREATE UNIQUE") else "INDEX"
        _run(f"CREATE {sort} {_quoted(name + _ending(PARTS))} ON {PARTS} USING {how}")


def _ending(table: str) -> str:
    """Of the names of its indexes, while it is not the one in use."""
    return table.removeprefix(LIVE)


def _indexes(table: str) -> list[str]:
    query = "SELECT relname FROM pg_index JOIN pg_class ON oid = indexrelid WHERE indrelid = %s::regclass"
    return [str(name) for (name,) in fetch(query, [table])]


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)


def _run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)

"""What the account of PostgreSQL may do with which Leaguer serves (DATABASE_ROLE), where another one owns the tables:
read and write what is kept, add to the log, and nothing else. It changes no table and lifts no trigger."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import connection, transaction

from battles import log

if TYPE_CHECKING:
    from psycopg import sql

OF_OTHERS = {"django_migrations": "SELECT"}


def give(role: str) -> int:
    """Take all rights of `role` here, and give it those; on how many tables. Run by the owner, after each upgrade, and
    where a restore has made all tables anew."""
    from psycopg import sql

    named, given = sql.Identifier(role), 0
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT current_schema()")
        schema = sql.Identifier(cursor.fetchone()[0])
        for what in ("TABLES", "SEQUENCES"):
            cursor.execute(_told("REVOKE ALL ON ALL {what} IN SCHEMA {schema} FROM {role}", what, schema, named))
        cursor.execute(_told("GRANT USAGE ON SCHEMA {schema} TO {role}", "", schema, named))
        cursor.execute(_told("GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA {schema} TO {role}", "", schema, named))
        for table in connection.introspection.get_table_list(cursor):
            if table.type != "t" and table.name not in log.RIGHTS:  # a partition, or a view that others have made
                continue
            rights = sql.SQL("GRANT {rights} ON {table} TO {role}").format(
                rights=sql.SQL(rights_on(table.name)), table=sql.Identifier(table.name), role=named
            )
            cursor.execute(rights.as_string(cursor.connection))
            given += 1
        # Everybody's by PostgreSQL's own default, which a careful owner may have changed.
        appends = sql.SQL("GRANT EXECUTE ON FUNCTION " + log.APPENDS + " TO {role}").format(role=named)
        cursor.execute(appends.as_string(cursor.connection))
    return given


def is_there(role: str) -> bool:
    """Whether the server has such an account."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role])
        return cursor.fetchone() is not None


def rights_on(table: str) -> str:
    return (log.RIGHTS | OF_OTHERS).get(table, "SELECT, INSERT, UPDATE, DELETE")


def _told(text: str, what: str, schema: sql.Identifier, role: sql.Identifier) -> str:
    from psycopg import sql

    with connection.cursor() as cursor:
        said = sql.SQL(text).format(what=sql.SQL(what), schema=schema, role=role)
        return said.as_string(cursor.connection)

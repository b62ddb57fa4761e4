"""The view `log_line`, in which people may look at the log: rows as they are stored, so a sealed value is never more
than its commitment. Its key is made of the log's own two, because Django's admin needs one of a single column.

A view holds on to the columns of its table: a migration that alters `log_row` begins with `drop_view` and ends with
`make_view` (and with `install_triggers`, see `triggers`).
"""

from django.db.backends.base.base import BaseDatabaseWrapper

VIEW = """
CREATE VIEW log_line AS
SELECT {stream} || ':' || r.position AS key, r.stream, s.kind, r.position, r.type, r.version, r.data, r.command,
       r.ordinal, r.command_type, r.command_data, r."by", r.via, r.at, r.digest
FROM log_row r JOIN log_stream s ON s.id = r.stream
"""


def make_view(connection: BaseDatabaseWrapper) -> None:
    stream = "r.stream::text" if connection.vendor == "postgresql" else "r.stream"
    with connection.cursor() as cursor:
        cursor.execute(VIEW.format(stream=stream))


def lead_view(connection: BaseDatabaseWrapper) -> None:
    """On PostgreSQL: have the view, with whoever may look at it, read the table that has the name `log_row` by now."""
    with connection.cursor() as cursor:
        cursor.execute(VIEW.replace("CREATE", "CREATE OR REPLACE", 1).format(stream="r.stream::text"))


def drop_view(connection: BaseDatabaseWrapper) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DROP VIEW log_line")

"""Who may do what with the log's rows, when another table takes the place of the one in use."""

from __future__ import annotations

from django.db import connection

from .queries import fetch

# What a table has by default (NULL) is its owner's alone, who has it of the other one as well.
GIVEN = """
SELECT privilege_type, column_name, CASE WHEN grantee = 0 THEN 'PUBLIC' ELSE grantee::regrole::text END, is_grantable
FROM (
    SELECT c.relowner, '' AS column_name, a.* FROM pg_class c, aclexplode(c.relacl) a WHERE c.oid = %s::regclass
    UNION ALL
    SELECT c.relowner, quote_ident(t.attname), a.* FROM pg_class c JOIN pg_attribute t ON t.attrelid = c.oid,
    aclexplode(t.attacl) a WHERE c.oid = %s::regclass AND NOT t.attisdropped
) given WHERE grantee <> relowner
"""


def hand_over_rights(before: str, now: str) -> None:
    """Others than the owner may do with the table `now` what they could do with the one `before`, and nothing else; and
    nothing with that one."""
    given, old = fetch(GIVEN, [before, before]), fetch(GIVEN, [now, now])
    with connection.cursor() as cursor:
        for table, some in ((now, old), (before, given)):
            for account in {account for _right, _column, account, _grantable in some}:
                cursor.execute(f"REVOKE ALL ON {table} FROM {account}")
        for right, column, account, grantable in given:
            which = f"{right} ({column})" if column else right
            cursor.execute(f"GRANT {which} ON {now} TO {account}{' WITH GRANT OPTION' if grantable else ''}")

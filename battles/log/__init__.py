"""The append-only log. Only this package touches the log's tables.

A *stream* is the log of one battle, campaign or league (its kind); its rows are numbered 1, 2, 3, ... without a gap. A
row can be appended and read. Triggers refuse to change it, on every database (see `triggers`).

A writer reads a stream, decides, and appends after what it has read: `append` compares with what stands, under the
stream's lock, and writes nothing if somebody else wrote first. Who has more to write than that works in a transaction,
and takes the `lock` first.

What a row holds, in this order (see `Row`), is also what its digest covers (see `chain`). Values that may have to be
hidden or erased are *sealed* (see `seals`): the row holds a salted commitment, the value lies beside the log, and
`read` puts it back.

Every stream and command id is a UUID, in and out as canonical text (lower case, with dashes); a `UUID` is taken too.
"""

from . import partition_copy, partitions, table_copy
from .chain import START, canonical, commitment, digest
from .compare_append import SIGNATURE as APPENDS
from .compare_append import Beside, NoRowBeside, can_append
from .erasure import (
    Forgotten,
    SealedText,
    check_reason,
    forget_sealed,
    forget_stream,
    forgotten,
    leave_trail,
    sealed_by,
    sealed_in,
)
from .exporter import export_lines
from .importer import BadExport, Imported, import_lines
from .many_streams import Told, count_rows, read_together
from .reader import (
    Fact,
    facts,
    head,
    heads,
    holds,
    kind_of,
    lock,
    position_at,
    positions,
    read,
    read_on,
    reasons,
    stamp,
    streams,
    streams_about,
)
from .rows import VIAS, Conflict, Fault, Head, NewRow, NoSuchStream, Row, StreamHead, Tail, Unwritable
from .triggers import RIGHTS, has_tables, install_triggers, lifted, may_lift, missing_triggers
from .verifier import verify_stream
from .writer import append, erase, open_stream, seals_of

__all__ = [
    "APPENDS",
    "RIGHTS",
    "START",
    "VIAS",
    "BadExport",
    "Beside",
    "Conflict",
    "Fact",
    "Fault",
    "Forgotten",
    "Head",
    "Imported",
    "NewRow",
    "NoRowBeside",
    "NoSuchStream",
    "Row",
    "SealedText",
    "StreamHead",
    "Tail",
    "Told",
    "Unwritable",
    "append",
    "can_append",
    "canonical",
    "check_reason",
    "commitment",
    "count_rows",
    "digest",
    "erase",
    "export_lines",
    "facts",
    "forget_sealed",
    "forget_stream",
    "forgotten",
    "has_tables",
    "head",
    "heads",
    "holds",
    "import_lines",
    "install_triggers",
    "kind_of",
    "leave_trail",
    "lifted",
    "lock",
    "may_lift",
    "missing_triggers",
    "open_stream",
    "partition_copy",
    "partitions",
    "position_at",
    "positions",
    "read",
    "read_on",
    "read_together",
    "reasons",
    "sealed_by",
    "sealed_in",
    "seals_of",
    "stamp",
    "streams",
    "streams_about",
    "table_copy",
    "verify_stream",
]

"""Kinds of value that several shapes share."""

from __future__ import annotations

from typing import Annotated

import msgspec

Position = Annotated[int, msgspec.Meta(ge=0, description="Place of a row in the log, from 1.")]
Digest = Annotated[str, msgspec.Meta(description="SHA-256 (hex) over the log up to and with this row.")]
Id = Annotated[str, msgspec.Meta(description="A UUID in canonical text.")]
People = Annotated[
    dict[str, str],
    msgspec.Meta(description="Names of the accounts in this answer, by id; “clerk” is the clerk."),
]
Time = Annotated[str, msgspec.Meta(description="UTC, ISO-8601 with microseconds and Z.")]
Word = Annotated[str, msgspec.Meta(max_length=80, pattern=r"^[^\x00]*$")]
PlayerKey = Annotated[str, msgspec.Meta(description="An account's id, or the key of somebody who played before.")]

"""Bounds that every report obeys at decode, so that no floor above has to think about them again."""

from __future__ import annotations

from typing import Annotated

import msgspec

# "$" alone would also match before a line break at the end; (?!\n) prevents that. A name shows something, is one line
# and does not change the direction of the text around it.
_SHOWS = r"(?=.*[^\s\u200b-\u200f\u2060-\u2064\ufe00-\ufe0f\ufeff])"
_ON_ITS_LINE = r"[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]+"
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80, pattern=rf"^{_SHOWS}{_ON_ITS_LINE}$(?!\n)")]
# A key has a letter in it: sentences put names for keys, and no number may be taken for a key.
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^(?=.*[a-z])[a-z0-9][a-z0-9_-]*$(?!\n)")]
Text = Annotated[str, msgspec.Meta(max_length=500, pattern=r"^[^\x00-\x08\x0b\x0c\x0e-\x1f]*$")]
# The name of a fault. It becomes part of the place of a sealed value, where a dot would split it.
FaultKey = Annotated[str, msgspec.Meta(min_length=1, max_length=140, pattern=r"^[A-Za-z0-9_/-]+$(?!\n)")]
Count = Annotated[int, msgspec.Meta(ge=0, le=999)]
Face = Annotated[int, msgspec.Meta(ge=1, le=100)]
DiceFaces = Annotated[tuple[Face, ...], msgspec.Meta(max_length=60)]

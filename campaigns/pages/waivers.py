"""Controls for faults that an organiser may let pass, each with a reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from django.http import QueryDict

from battles.sentences import fault_in_words
from rules.contract import Refused

WAIVE = "waive-"  # followed by a fault's key


class Waiver(msgspec.Struct, frozen=True):
    """A fault that can be let pass: its control, what is wrong (None once it passes), and the typed reason."""

    key: str
    name: str
    label: str
    fault: Refused | None
    reason: str

    @property
    def control(self) -> str:
        return self.name.replace("/", "-")


def read(post: QueryDict) -> dict[str, str]:
    """The typed reasons, by fault."""
    typed = {key.removeprefix(WAIVE): post.get(key, "").strip() for key in post if key.startswith(WAIVE)}
    return {fault: reason for fault, reason in typed.items() if reason}


def waivers(typed: Mapping[str, str], faults: Sequence[Refused], names: Mapping[str, str]) -> list[Waiver]:
    """The faults that can be let pass, and those for which a reason was typed."""
    found = {fault.fault: fault for fault in faults if fault.waivable}
    return [
        Waiver(key, WAIVE + key, fault_in_words(key, names), found.get(key), typed.get(key, ""))
        for key in dict.fromkeys((*typed, *found))
    ]

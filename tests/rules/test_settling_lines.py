"""Lines of script that settle what a correction has left."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.season.script import REPORTS
from rules.contract import Refused
from rules.stream.revision.reports import Correct, Resolve, Settlement
from rules.stream.script import parse, write_line

LINE = "resolve position=41 how=owe reason=late settle=57:strike,60:keep"
SETTLEMENTS = st.builds(
    Settlement,
    how=st.sampled_from(["keep", "strike", "replace", "roll", "accept", "owe", "replay", "terms"]),
    type=st.sampled_from(["", "", "Repair"]),
    data=st.sampled_from([{}, {}, {"platoon": "bears"}]),
)
SETTLE = st.dictionaries(st.integers(1, 99).map(str), SETTLEMENTS, max_size=3)


def read(line: str) -> object:
    (found,) = parse(line, REPORTS)
    return found.command


def test_each_by_one_word() -> None:
    command = Resolve(
        position=41,
        how="owe",
        reason="late",
        settle={"57": Settlement(how="strike"), "60": Settlement(how="keep")},
    )
    assert write_line("", command) == LINE
    assert read(LINE) == read("resolve 41 owe reason=late settle=57:strike,60:keep") == command
    assert read("correct 9 strike reason=so settle=57:owe rest=terms") == Correct(
        position=9, how="strike", reason="so", settle={"57": Settlement(how="owe")}, rest="terms"
    )


@given(SETTLE, st.booleans())
def test_whatever_is_settled_reads_as_it_is_written(settle: dict[str, Settlement], corrects: bool) -> None:
    """Also what tells more than one word."""
    if corrects:
        command: Correct | Resolve = Correct(position=9, how="strike", reason="so", settle=settle)
    else:
        command = Resolve(position=9, how="keep", settle=settle)
    assert read(write_line("", command)) == command


@pytest.mark.parametrize("settle", ["57:owe,57:keep", "57", "57:owe,", ":owe", "57:moon", "57:owe:keep"])
def test_what_is_no_pair_is_refused(settle: str) -> None:
    with pytest.raises(Refused):
        read(f"resolve 41 owe settle={settle}")

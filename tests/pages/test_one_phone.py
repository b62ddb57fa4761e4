"""Play on one phone: a seat is lent by its player, its forms show to the other side, and it is taken back."""

from __future__ import annotations

from uuid import uuid4

from battles import handler
from tests.cast import Cast
from tests.pages.conftest import as_, forms
from tests.pages.test_tanks import table, the_corner


def test_one_phone_reports_for_both_until_the_seat_is_taken_back(cast: Cast) -> None:
    stream = table(cast)
    here, report = f"/battles/{stream}/", f"/battles/{stream}/report/"
    bob, carol = as_(cast.bob), as_(cast.carol)
    assert "Play on one phone" not in as_(cast.dave).get(here).content.decode()
    assert "otto" not in str([form.fields for form in forms(bob.get(here).content).forms])

    lend = forms(carol.get(here).content).of("LendSeat")
    assert carol.post(report, lend.filled() | {"report": ["1"]}).status_code == 302
    page = bob.get(here).content
    assert "has lent its seat" in page.decode()
    drive = the_corner(page).filled(over="road", length="16 cm", corner="12") | {"report": ["1"]}
    assert bob.post(report, drive).status_code == 302
    assert handler.replay(stream)[2][-1].by == str(cast.bob.pk)

    back = forms(carol.get(here).content).of("TakeSeatBack")
    assert carol.post(report, back.filled() | {"report": ["1"]}).status_code == 302
    assert handler.state(stream).lent == ()
    assert "otto" not in str([form.fields for form in forms(bob.get(here).content).forms])
    again = drive | {"id": [str(uuid4())], "after": [str(handler.state(stream).head[0])]}
    assert bob.post(report, again).status_code == 403

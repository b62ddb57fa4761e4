"""Rosters written, and the laws of reading and writing them."""

from __future__ import annotations

from itertools import count
from random import Random

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules.bounds import Name
from rules.contract import Refused
from rules.rosters import Roster, Vehicle
from rules.systems.modern_age import SYSTEM
from rules.systems.modern_age.catalogue import find
from rules.systems.modern_age.roster import articles
from rules.systems.modern_age.roster.articles import by_key, folded, word
from tests.rules.modern_age.ros import BATTLESCRIBE, NEW_RECRUIT, ROS, ROSZ, vehicle

ALPHA = ("Alpha 66", "Sean Bannon", "Robert Folk", "Richard Kelp", "Joseph Ortelli")


@pytest.mark.parametrize(
    ("roster", "rule", "field"),
    [
        (Roster(), "003 R3", "vehicles"),
        (Roster(vehicles=(vehicle("M1 Abrams"), vehicle("T-64"))), "003 R3", "vehicles"),
        (Roster(platoon="Red Banner", vehicles=(vehicle("M1 Abrams"),)), "003 R3", "vehicles"),
        (Roster(platoon="Dad's Army", vehicles=(vehicle("M1 Abrams"),)), "003 rosters", "platoon"),
        (Roster(vehicles=(vehicle("M1 Abrams"), vehicle("Maus"))), "003 rosters", "vehicles[1].model"),
        (Roster(vehicles=(vehicle("Tool Kit"),)), "003 rosters", "vehicles[0].model"),
        (Roster(vehicles=(vehicle("M1 Abrams", "T-64"),)), "003 rosters", "vehicles[0].cards"),
        (Roster(vehicles=(Vehicle(name="a\ufffeb", model="M1 Abrams"),)), "003 rosters", "vehicles[0].name"),
        (Roster(vehicles=(Vehicle(name="a\ud800b", model="M1 Abrams"),)), "003 rosters", "vehicles[0].name"),
        (Roster(name="a\nb", vehicles=(vehicle("M1 Abrams"),)), "003 rosters", "name"),
    ],
)
def test_what_the_format_cannot_hold(roster: Roster, rule: str, field: str) -> None:
    for format in SYSTEM.rosters:
        with pytest.raises(Refused) as caught:
            format.write(roster)
        assert (caught.value.rule, caught.value.field) == (rule, field)
        assert caught.value.remedy is not None


def test_alpha_66_at_her_price() -> None:
    """R45, A15: forty points."""
    alpha = Roster(name="Alpha 66", platoon="Team Yankee", vehicles=(vehicle("M1 Abrams", *ALPHA),))
    assert b'value="40.0"' in ROS.write(alpha)
    assert ROS.read(ROS.write(alpha)) == alpha


@pytest.mark.parametrize(
    ("platoon", "model", "card"),
    [
        ("Team Yankee", "M60 Patton", "artillery-scout-usa-loader"),
        ("Red Banner", "T-72", "artillery-scout-ussr-radio-op"),
    ],
)
def test_a_card_whose_name_others_bear_is_of_the_model_s_country(platoon: str, model: str, card: str) -> None:
    written = ROS.write(Roster(platoon=platoon, vehicles=(vehicle(model, "Artillery Scout"),)))
    assert [one.cards for one in ROS.read(written).vehicles] == [(card,)]


NAMES = st.one_of(
    st.just(""), st.sampled_from(["\"&<>'", " two  blanks ", "%(name)s", "Медведь"]), st.text(max_size=80)
)


def usable(name: str) -> bool:
    try:
        return not name or (bool(msgspec.convert(name, Name)) and not {"\ufffe", "\uffff"} & set(name))
    except msgspec.ValidationError:
        return False


@st.composite
def platoons(draw: st.DrawFn) -> Roster:
    """Any models of one country with any cards of the catalogue, with names or without; legal or not."""
    data = draw(st.sampled_from(articles.CATALOGUES))
    models = [word(a) for a in by_key().values() if a.kind == "model" and a.nation == data.nation]
    cards = [word(a) for a in by_key().values() if a.kind != "model"]
    names = NAMES.filter(usable)
    vehicles = st.builds(
        Vehicle,
        name=names,
        model=st.sampled_from(models),
        cards=st.lists(st.sampled_from(cards), max_size=6).map(tuple),
    )
    return Roster(
        name=draw(names),
        platoon=draw(st.sampled_from(["", data.platoon])),
        vehicles=tuple(draw(st.lists(vehicles, min_size=1, max_size=5))),
    )


@given(platoons())
def test_law_reading_takes_back_writing(platoon: Roster) -> None:
    for format in SYSTEM.rosters:
        file = format.write(platoon)
        assert format.read(file) == platoon
        assert format.write(platoon) == file


@given(st.integers(0, 2**32))
def test_law_legal_platoons_come_back_and_muster_again(seed: int) -> None:
    """Without models of the club's own, which no tool knows."""
    drafts = (SYSTEM.draft(Random(f"{seed} {number}").randrange) for number in count())
    muster = next(one for one in drafts if all(find(SYSTEM.edition, ("model",), unit.model) for unit in one.units))
    units = list(muster.units)
    fittings: dict[str, tuple[str, ...]] = {}
    for side, platoon in muster.sides.items():
        mine = [unit for unit in units if unit.side == side]
        roster = Roster(
            name=side,
            platoon=platoon.platoon,
            vehicles=tuple(Vehicle(model=u.model, cards=muster.fittings.get(u.id, ())) for u in mine),
        )
        back = ROSZ.read(ROSZ.write(roster))
        assert [find(SYSTEM.edition, ("model",), v.model) for v in back.vehicles] == [
            find(SYSTEM.edition, ("model",), unit.model) for unit in mine
        ]
        assert (back.name, back.platoon, back.notes) == (side, platoon.platoon, ())
        fittings |= {unit.id: v.cards for unit, v in zip(mine, back.vehicles, strict=True) if v.cards}
    again = msgspec.structs.replace(muster, fittings=fittings)
    assert SYSTEM.muster(again) == SYSTEM.muster(muster)


@example(Roster(vehicles=(Vehicle(model="T-55", cards=("artillery-scout-usa-loader",)),)))
@given(platoons())
def test_law_names_alone_lead_to_the_same_platoon(platoon: Roster) -> None:
    """Another copy of the data set, with other ids: only the three cards of one name may be left out, and one that no
    model of this country may carry may be read as the one that it may."""
    file = ROS.write(platoon)
    for id, _key in articles.keys().items():
        file = file.replace(id.encode(), b"0000-0000-0000-0000")
    read = ROS.read(file)
    assert len(read.vehicles) == len(platoon.vehicles)
    for here, there in zip(read.vehicles, platoon.vehicles, strict=True):
        assert (here.name, here.model) == (there.name, there.model)
        assert [c for c in here.cards if "scout" not in c] == [c for c in there.cards if "scout" not in c]
        assert len([c for c in here.cards if "scout" in c]) <= len([c for c in there.cards if "scout" in c])


@given(st.sampled_from([BATTLESCRIBE, NEW_RECRUIT, ROSZ.write(ROS.read(BATTLESCRIBE))]), st.data())
def test_law_a_damaged_file_is_read_or_refused(file: bytes, data: st.DataObject) -> None:
    """Bytes cut out, put in and repeated, anywhere: never an error of ours."""
    damaged = bytearray(file)
    for _time in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(damaged)))
        end = data.draw(st.integers(start, min(len(damaged), start + 40)))
        damaged[start:end] = data.draw(st.one_of(st.binary(max_size=8), st.just(bytes(damaged[end : end + 30]))))
    found = read_or_refused(bytes(damaged))
    if isinstance(found, Refused):
        assert found.field == "file"
        assert found.text.text()
        assert found.remedy is not None
        assert found.remedy.text()
    else:
        assert all(note.text.text() and note.where.text() for note in found.notes)
        msgspec.json.encode(found)


def read_or_refused(file: bytes) -> Roster | Refused:
    try:
        return ROS.read(file)
    except Refused as refusal:
        return refusal


def test_spellings_fold() -> None:
    assert folded("• Günter  Weber") == folded("gunter weber") != folded("gunter webern")

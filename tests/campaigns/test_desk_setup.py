"""A campaign is set up step by step, rehearsed and opened; cloned from the last; a test campaign is forgotten."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

import rules
from battles import log
from campaigns import campaign_opening, handler
from campaigns.admin.desk.steps import STEPS
from campaigns.models import Campaign, CampaignSheet, User
from campaigns.season.house_rules import Amend
from campaigns.season.people import Appoint
from tests.campaigns.conftest import Season
from tests.campaigns.office import AtForm, office_of, text, url
from tests.cast import PASSWORD, CampaignFactory, Cast, ClubFactory
from tests.village import Village
from tests.where import BOTH

pytestmark = pytest.mark.django_db
UNIT = "Chonky,USA,40,tank,5,4,2,6,2"
HEADER = "name,nation,points,type,initiative,attack,defence,capacity,crew_slots"


@pytest.fixture
def alice(cast: Cast) -> Client:
    return office_of(cast.alice)


def step(campaign: Campaign, key: str) -> str:
    return f"{url(Campaign, 'change', campaign.pk)}?step={key}"


def opening(campaign: Campaign) -> str:
    return reverse("admin:campaigns_campaign_opening", args=[campaign.pk])


def begun(alice: Client, cast: Cast, **said: Any) -> Campaign:
    """The first step, saved."""
    form = AtForm(alice, url(Campaign, "add")).fill(club=str(cast.club.pk), name="Autumn", system="skirmish")
    page = form.fill(**said).press("_save")
    assert page.status_code == 302, form.read
    campaign = Campaign.objects.get(name=said.get("name", "Autumn"))
    assert page["Location"] == step(campaign, "battles")
    return campaign


@pytest.fixture
def campaign(cast: Cast) -> Campaign:
    """Its first step is saved."""
    return CampaignFactory.create(club=cast.club, name="Autumn", system="skirmish")


# -- step by step ------------------------------------------------------------------------------------------------------


def test_points_that_come_in_dozens_outweigh_no_victory(alice: Client, cast: Cast) -> None:
    """Unless the organiser says so."""
    assert [rules.system(one).upkeep.scored for one in ("tanks", "fluid_time", "modern_age")] == [0, 0, 0]
    campaign = begun(alice, cast, system="modern_age", name="modern_age")
    assert campaign.scored == 0
    counting = AtForm(alice, step(campaign, "counting"))
    counting.fill(scored="2").press("_save")
    campaign.refresh_from_db()
    assert campaign.scored == 2
    AtForm(alice, step(campaign, "start")).fill(name="Winter").press("_save")
    campaign.refresh_from_db()
    assert (campaign.name, campaign.scored) == ("Winter", 2)


def test_a_campaign_is_set_up_in_steps_and_opened(cast: Cast, alice: Client) -> None:
    campaign = begun(alice, cast)
    battles = AtForm(alice, step(campaign, "battles"))
    assert "Nobody sees far." in battles.read  # the option, as the rulebook declares it
    assert battles.fill(options__fog="on").press("_save")["Location"] == step(campaign, "counting")
    counting = AtForm(alice, step(campaign, "counting"))
    counting.fill(sides="red: Red\nblue: Blue", win="2", breakers_0="wins", breakers_1="scored", confirm_within="1.5")
    assert counting.press("_save")["Location"] == step(campaign, "map")
    assert AtForm(alice, step(campaign, "map")).press("_save")["Location"] == step(campaign, "terms")
    terms = AtForm(alice, step(campaign, "terms"))
    for heading in ("Platoons", "Purse and reinforcements", "Workshop", "Crews", "Rounds", "Of the rulebook"):
        assert heading in terms.read
    assert "What a die has to show for a weld to hold" in terms.read  # a term of the rulebook's own
    saved = terms.fill(terms__slots="3", terms__round_days="10").press("_save")
    assert saved["Location"] == opening(campaign)
    page = AtForm(alice, opening(campaign))
    assert "Red" in page.read
    assert page.press("open").status_code == 302
    opened = handler.replay(str(campaign.pk))[0].opened
    assert (opened.options, opened.terms["slots"], opened.breakers) == ({"fog": True}, 3, ("wins", "scored"))
    assert (opened.scoring.win, opened.confirm_within, opened.sides) == (2, 5400, {"red": "Red", "blue": "Blue"})
    row = log.read(str(campaign.pk))[0]
    assert (row.by, row.via) == (str(cast.alice.pk), "admin")
    assert page.client.post(page.address, {"open": "1"}).status_code == 302  # a second click opens nothing anew
    assert len(log.read(str(campaign.pk))) == 1


def test_what_was_set_is_there_when_it_is_taken_up_again(campaign: Campaign, alice: Client) -> None:
    AtForm(alice, step(campaign, "terms")).fill(terms__purse="40", terms__roster_check="off").press("_continue")
    AtForm(alice, step(campaign, "counting")).fill(breakers_0="wins", confirm_within="36").press("_continue")
    before, again = Campaign.objects.values().get(), dict[str, Any]()
    for one in STEPS:
        form = AtForm(alice, step(campaign, one.key))
        again |= form.paper.fields
        form.press("_continue")
    assert (again["terms.purse"], again["terms.roster_check"]) == ("40", "off")
    assert (again["breakers_0"], again["confirm_within"]) == ("wins", "36")
    assert {**before, "options": {"fog": False}} == Campaign.objects.values().get()


# The step, what is said there, and at which controls it is told.
FAULTS: list[tuple[str, dict[str, str], dict[str, str]]] = [
    ("start", {"system": "chess", "name": ""}, {"system": "Select a valid choice", "name": "required"}),
    ("start", {"name": "\u202eAutumn"}, {"name": ""}),
    ("counting", {"sides": "red: Red"}, {"sides": "nobody to fight"}),
    ("counting", {"sides": "red: Red\nblue: red"}, {"sides": "is taken"}),
    ("counting", {"sides": "red"}, {"sides": "not of the form"}),
    (
        "counting",
        {"win": "40000", "confirm_within": "10000000"},
        {"win": "less than or equal", "confirm_within": "less than or equal"},
    ),
    ("counting", {"breakers_0": "wins", "breakers_1": "wins"}, {"breakers": "twice"}),
    ("counting", {"sides": "red: Red\nred: Blue"}, {"sides": "there twice"}),
    ("counting", {"sides": "RED!: Red\nblue: Blue"}, {"sides": "is no key"}),
    ("terms", {"terms__slots": "61"}, {"terms.slots": "less than or equal"}),
    ("terms", {"terms__purchase_list": "Light; from=x"}, {"terms.purchase_list": "ine 1"}),
]


def test_what_could_not_be_opened_is_said_at_its_control(campaign: Campaign, alice: Client) -> None:
    before = Campaign.objects.values().get()
    for at in ("start", "counting", "terms"):
        form = AtForm(alice, step(campaign, at))
        fields = dict(form.paper.fields)
        for said, told in [fault[1:] for fault in FAULTS if fault[0] == at]:
            form.paper.fields = dict(fields)
            assert form.fill(**said).press("_save").status_code == 200, said
            assert set(form.page.context["adminform"].form.errors) == {*told}, said
            for control, words in told.items():
                assert form.error(control), said
                assert words in form.error(control), said
    assert Campaign.objects.values().get() == before


def test_a_fault_of_another_step_is_told_with_it_and_hinders_nothing_else(campaign: Campaign, alice: Client) -> None:
    Campaign.objects.update(sides={"red": "Red"})
    assert AtForm(alice, step(campaign, "terms")).press("_save").status_code == 302
    page = alice.get(opening(campaign))
    assert "cannot be opened as it stands" in text(page)
    assert [url_ for _told, _title, url_ in page.context["faults"]] == [step(campaign, "counting")]
    assert alice.post(opening(campaign)).status_code == 422
    assert not CampaignSheet.objects.exists()


def test_another_rulebook_brings_its_own_options_and_terms(campaign: Campaign, alice: Client) -> None:
    Campaign.objects.update(options={"fog": True}, terms={"weld_needs": 3})
    AtForm(alice, step(campaign, "start")).fill(system="modern_age").press("_save")
    campaign.refresh_from_db()
    assert (campaign.system, campaign.options, campaign.terms) == ("modern_age", {}, {})


def test_an_option_of_several_lines_is_typed_and_read_by_its_rulebook(
    village: Village, cast: Cast, alice: Client
) -> None:
    """Its lines end as everywhere; what the rulebook cannot read is not saved, for every battle would be refused."""
    campaign = CampaignFactory.create(club=cast.club, system="squares")
    form = AtForm(alice, step(campaign, "battles"))
    assert "What the umpire has written. (squares Q4)" in form.read
    assert form.fill(options__letters="one\r\n two").press("_continue").status_code == 302
    campaign.refresh_from_db()
    assert campaign.options == {"letters": "one\n two", "fog": False}
    for said, why in (("who?", "No questions."), ("x" * 61, "at most 60")):
        form = AtForm(alice, step(campaign, "battles"))
        assert form.fill(options__letters=said).press("_save").status_code == 200
        assert why in form.error("options.letters") + form.error("options")


def test_a_campaign_is_prepared_for_a_club_one_organises(cast: Cast, alice: Client) -> None:
    other = ClubFactory.create()
    form = AtForm(alice, url(Campaign, "add")).fill(name="Autumn", system="skirmish")
    assert form.fill(club=str(other.pk)).press("_save").status_code == 200
    assert not Campaign.objects.exists()


# -- the rehearsal -----------------------------------------------------------------------------------------------------


def test_the_rehearsal_pairs_who_could_enlist_and_names_the_first_deadline(campaign: Campaign, alice: Client) -> None:
    page = alice.get(opening(campaign))
    rehearsal = page.context["rehearsal"]
    assert page.context["people"] == ["alice", "bob", "carol"]
    assert {name for pair in rehearsal.pairings for name in pair} == {"alice", "bob", "carol", "Platoon 4"}
    assert rehearsal.deadline.endswith("20:00:00Z")
    assert rehearsal.opened == campaign_opening.opened(campaign)
    assert f"{rules.system(campaign.system).name} {rehearsal.opened.edition}" in page.content.decode()
    assert not CampaignSheet.objects.exists()
    Campaign.objects.update(sides={"red": "Red", "blue": "Blue"}, terms={"round_days": 0})
    rehearsal = alice.get(opening(campaign)).context["rehearsal"]
    assert all(rehearsal.sides[home] != rehearsal.sides[away] for home, away in rehearsal.pairings)
    assert rehearsal.deadline == ""


def test_somebody_elses_campaign_is_neither_rehearsed_nor_opened(campaign: Campaign, cast: Cast, alice: Client) -> None:
    ClubFactory.create(organisers=[cast.dave])
    for user, status in ((cast.dave, 404), (cast.bob, 403)):
        client = office_of(user)
        for name in ("opening", "clone", "forget"):
            address = reverse(f"admin:campaigns_campaign_{name}", args=[campaign.pk])
            assert client.get(address).status_code == status
            assert client.post(address).status_code == status
    assert not CampaignSheet.objects.exists()


# -- open campaigns ----------------------------------------------------------------------------------------------------


def test_an_open_campaign_keeps_all_but_who_may_read_it(season: Season, alice: Client) -> None:
    season.open()
    before = Campaign.objects.values().get()
    form = {"visibility": "members", "name": "Other", "system": "modern_age", "win": 99, "test": "on"}
    for one in STEPS:
        assert alice.post(step(season.desk, one.key), form).status_code == 302
    assert Campaign.objects.values().get() == before | {"visibility": "members"}
    assert alice.post(url(Campaign, "delete", season.stream), {"post": "yes"}).status_code == 403
    alice.post(
        url(Campaign, "changelist"), {"action": "delete_selected", "_selected_action": [season.stream], "post": "yes"}
    )
    assert Campaign.objects.exists()


def test_umpires_are_named_before_it_opens_and_appointed_as_it_does(season: Season, cast: Cast, alice: Client) -> None:
    form = AtForm(alice, step(season.desk, "counting"))
    assert "Before they see what lies face down" in form.read
    form.fill(umpires=[str(cast.bob.pk), str(cast.erin.pk)]).press("_save")
    assert set(season.desk.umpires.all()) == {cast.bob, cast.erin}
    season.open()
    assert set(handler.replay(season.stream)[0].offices.values()) == {"umpire"}


# -- next season -------------------------------------------------------------------------------------------------------


def test_next_season_begins_as_the_last_one_was_played_at_its_end(season: Season, cast: Cast, alice: Client) -> None:
    season.begin()
    season.report(season.organiser, Amend(round=0, options={"fog": True}, terms={"slots": 5}, reason="Agreed"))
    season.report(season.organiser, Appoint(person=str(cast.dave.pk), office="umpire", reason="He knows"))
    address = reverse("admin:campaigns_campaign_clone", args=[season.stream])
    form = AtForm(alice, address)
    page = form.fill(name="The longer ridge").press("")
    made = Campaign.objects.get(name="The longer ridge")
    assert page["Location"] == step(made, "start")
    assert not made.is_open
    opened, was = campaign_opening.opened(made), handler.replay(season.stream)[0].opened
    assert (opened.options, opened.terms["slots"]) == ({"fog": True}, 5)
    assert (opened.sides, opened.confirm_within, opened.scoring) == (was.sides, was.confirm_within, was.scoring)
    assert set(made.umpires.all()) == {cast.dave, cast.erin}
    assert AtForm(alice, opening(made)).press("open").status_code == 302


# -- forgetting --------------------------------------------------------------------------------------------------------


@BOTH
def test_a_test_campaign_is_forgotten_by_typing_its_name(season: Season, alice: Client) -> None:
    Campaign.objects.update(test=True)
    season.begin().fight()
    form = AtForm(alice, reverse("admin:campaigns_campaign_forget", args=[season.stream]))
    assert form.fill(name="The long rigde", reason="It was a test", password="wrong").press("").status_code == 422
    assert "is called" in form.error("name")
    assert "not your password" in form.error("password")
    assert form.fill(name="The long ridge", password="wrong").press("").status_code == 422
    assert Campaign.objects.exists()
    assert form.fill(password=PASSWORD).press("").status_code == 302
    assert not Campaign.objects.exists()
    assert {gone.reason for gone in log.forgotten()} == {"It was a test"}


def test_what_was_no_test_is_not_forgotten_from_the_office(season: Season, alice: Client) -> None:
    season.begin()
    address = reverse("admin:campaigns_campaign_forget", args=[season.stream])
    said = {"name": "The long ridge", "reason": "I lost"}
    assert "Its name, to be sure" not in text(alice.get(address))
    assert "so its log is kept" in text(alice.post(address, said))
    assert Campaign.objects.exists()
    assert not log.forgotten()


# -- units of a club's own, by CSV -------------------------------------------------------------------------------------


@pytest.fixture
def modern(cast: Cast) -> Campaign:
    return CampaignFactory.create(club=cast.club, name="Autumn", system="modern_age")


def test_house_units_are_uploaded_and_shown_as_they_are_read(alice: Client, modern: Campaign) -> None:
    form = AtForm(alice, step(modern, "battles"))
    sheet = SimpleUploadedFile("units.csv", f"\ufeff{HEADER}\r\n{UNIT}\r\n".encode())
    assert form.fill(options__house_units_csv=sheet).press("_continue").status_code == 302
    modern.refresh_from_db()
    assert modern.options["house_units"] == f"{HEADER}\n{UNIT}\n"
    assert "House units as they are read" in text(alice.get(step(modern, "battles")))
    page = alice.get(opening(modern))
    assert page.context["units"]["rows"][0][:3] == ["Chonky", "USA", "40"]


def test_all_that_is_wrong_with_house_units_is_told_by_line_and_comes_back_to_be_mended(
    alice: Client, modern: Campaign
) -> None:
    form = AtForm(alice, step(modern, "battles"))
    wrong = f"{HEADER}\nChonky,Mars,40,tank,5,4,2,6,2\nLanky,USA,many,tank,5,4,2,6,2"
    assert form.fill(options__house_units=wrong).press("_save").status_code == 200
    told = form.error("options.house_units")
    assert "Line 2, nation" in told
    assert "Line 3, points" in told
    assert form.paper.fields["options.house_units"].strip() == wrong
    assert "house_units" not in Campaign.objects.get().options
    no_text = SimpleUploadedFile("units.csv", b"\xff\xfe\x00")
    assert form.fill(options__house_units_csv=no_text).press("_save").status_code == 200
    assert "no text in UTF-8" in form.error("options.house_units_csv")
    form.fill(options__house_units="")
    sheet = SimpleUploadedFile("units.csv", f"{HEADER}\nChonky,Mars,40,tank,5,4,2,6,2".encode())
    assert form.fill(options__house_units_csv=sheet).press("_save").status_code == 200
    assert "Line 2, nation" in form.error("options.house_units")
    assert "Mars" in form.paper.fields["options.house_units"]


@pytest.mark.parametrize("key", sorted(key for key, system in rules.all_systems().items() if system.house))
def test_an_empty_sheet_has_the_columns_its_rulebook_reads(alice: Client, key: str) -> None:
    response = alice.get(reverse("admin:campaigns_campaign_units_template", args=[key]))
    assert response["Content-Type"].startswith("text/csv")
    system = rules.all_systems()[key]
    assert system.house is not None
    assert system.house(system.edition, response.content.decode()) == ()
    assert alice.get(reverse("admin:campaigns_campaign_units_template", args=["skirmish"])).status_code == 404


@pytest.mark.parametrize("key", sorted(rules.all_systems()))
def test_a_published_catalogue_comes_as_csv_with_every_figure_and_source(alice: Client, key: str) -> None:
    response = alice.get(reverse("admin:campaigns_campaign_catalogue", args=[key]))
    rows = list(csv.DictReader(io.StringIO(response.content.decode(), newline="")))
    system = rules.all_systems()[key]
    articles = tuple(system.catalogue(system.edition))
    assert [(row["key"], row["name"], row["source"]) for row in rows] == [(a.key, a.name, a.source) for a in articles]
    assert all(row[name] != "" for row, a in zip(rows, articles, strict=True) for name, v in a.figures.items() if v)
    assert Client().get(response.request["PATH_INFO"]).status_code == 302


def test_house_units_are_amended_by_csv_with_their_faults_by_line(alice: Client, modern: Campaign, cast: Cast) -> None:
    AtForm(alice, opening(modern)).press("open")
    address = reverse("admin:campaigns_campaignsheet_rule_act", args=[modern.pk, "amend"])
    form = AtForm(alice, address).fill(reason="New models are here")
    sheet = SimpleUploadedFile("units.csv", f"{HEADER}\nChonky,Mars,40,tank,5,4,2,6,2".encode())
    file = f"file:{form.control('options.house_units')}"
    assert form.fill(**{file: sheet}).press("look").status_code == 422
    assert "Line 2, nation" in form.error("options.house_units")
    assert "Mars" in form.paper.fields[form.control("options.house_units")]
    form.fill(options__house_units=f"{HEADER}\n{UNIT}", **{file: None})
    form.press("look")
    assert form.page.context["units"]["rows"][0][0] == "Chonky"
    assert form.press("do").status_code == 302
    assert UNIT in str(handler.replay(str(modern.pk))[0].amended[-1].options["house_units"])


def test_only_who_is_in_the_office_takes_sheets_home(cast: Cast) -> None:
    assert isinstance(cast.bob, User)
    for name in ("units_template", "catalogue"):
        address = reverse(f"admin:campaigns_campaign_{name}", args=["modern_age"])
        assert office_of(cast.bob).get(address).status_code == 403

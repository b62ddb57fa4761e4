"""A club's own words: which there are, how they may be spelt, where they are said, and that no other club's page, no
program and no other language says them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from uuid import UUID

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from django.utils.translation import gettext
from pytest_django import DjangoDbBlocker

from battles import own_words
from battles.tape import as_read
from campaigns import mail
from campaigns.models import Campaign, CampaignSheet, Club, ClubWords
from campaigns.own_words import terms
from campaigns.own_words.speaking import speak_as
from campaigns.own_words.spelling import LONGEST, is_spelt, spelt
from campaigns.own_words.terms import BY_KEY, NOTES
from campaigns.presenters import bulletins
from campaigns.season.rounds import OpenRound
from rules.messages import CONTEXT, without_context
from tests.campaigns.conftest import Season, shared_season
from tests.campaigns.office import AtForm, office_of, text, url
from tests.cast import CampaignFactory, ClubFactory, logged_in
from tests.where import BOTH

pytestmark = pytest.mark.django_db
GERMAN = {"Accept-Language": "de"}
SAID = {"platoon": "Schwadron", "round": "Spieltag", "rank": "Platz", "campaign": "Kampagne"}


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Season]:
    """A round with one battle that is fought and not settled."""
    with shared_season(django_db_blocker, Season) as season:
        season.begin()
        season.report(season.organiser, OpenRound(method="everyone"))
        season.battle = season.muster()  # type: ignore[attr-defined]
        yield season


@pytest.fixture
def season(db: None, at_first: Season) -> Season:
    return deepcopy(at_first)


@pytest.fixture(autouse=True)
def _nobody_speaks() -> Iterator[None]:
    yield
    own_words.speak({})


def where() -> dict[str, str]:
    """The files in which each text of the catalogue stands, by the text with its context."""
    po = (settings.LOCALE_PATHS[0] / "de/LC_MESSAGES/django.po").read_text()
    entry = re.compile(r'((?:^#: .*\n)+)(?:^#, .*\n)?(?:^msgctxt "(.*)"\n)?^msgid "(.+)"$', re.M)
    return {f"{ctx}{CONTEXT}{text_}" if ctx else text_: files for files, ctx, text_ in entry.findall(po)}


def words_of(club: Club, said: dict[str, str] | None = None, language: str = "de") -> ClubWords:
    row, _made = ClubWords.objects.update_or_create(
        club=club, language=language, defaults={"said": SAID if said is None else said}
    )
    return row


def read(address: str, client: Client | None = None, language: str = "de") -> str:
    response = (client or Client()).get(address, headers={"Accept-Language": language})
    assert response.status_code == 200, address
    return text(response)


# -- which words there are ---------------------------------------------------------------------------------------------


def test_every_word_stands_on_a_page_and_is_told_apart_from_the_others() -> None:
    texts, found = [one for term in terms.every() for one in (term.text, *term.also)], where()
    assert len(texts) == len(set(texts))
    assert 55 <= len(BY_KEY) == len(list(terms.every())) <= 80
    assert BY_KEY.keys() >= NOTES.keys()
    for term in terms.every():
        assert "%" not in term.text
        shown = [one for one in found[term.text].split()[1:] if "/admin/" not in one and "/models" not in one]
        assert set(shown) - {"#:"}, f"{term.text!r} is on no page of a club"
    looks = [without_context(term.text) for term in terms.every()]
    alike = {key for key, term in BY_KEY.items() if looks.count(without_context(term.text)) > 1}
    assert alike <= NOTES.keys(), "two words that look alike have a note each"


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_a_word_before_a_number_is_replaced_in_every_language(language: str) -> None:
    """What is claimed of `Term.also`: in each catalogue it is the word itself, and has only a number behind it."""
    with translation.override(language):
        for term in terms.every():
            said = terms.texts(own_words.catalogue(), {term.key: "Abc"})
            assert said[term.text] == "Abc"
            for one in term.also:
                number = match[0] if (match := terms.NUMBER.search(one)) else ""
                known = language == "en" or own_words.catalogue().gettext(one) != one
                assert not known or said[one] in (f"Abc{number}", f"abc{number}"), one


def test_a_number_stays_where_a_sentence_begins_like_a_word() -> None:
    class Bent:
        """A language that says "of the 3rd round" where ours says "round 3"."""

        def gettext(self, text: str) -> str:
            return {"Round": "Runde", "Round %(n)s": "%(n)s. Runde", "round %(n)s": "in Runde %(n)s"}.get(text, text)

    said = terms.texts(Bent(), {"round": "Spieltag"})
    assert said["Round"] == "Spieltag"
    assert {"Round %(n)s", "round %(n)s"}.isdisjoint(said)


def test_within_a_line_a_word_begins_as_ours_does() -> None:
    with translation.override("fr"):
        assert terms.texts(own_words.catalogue(), {"round": "Journée"})["round %(n)s"] == "journée %(n)s"
        assert terms.texts(own_words.catalogue(), {"round": "GT"})["round %(n)s"] == "GT %(n)s"
    with translation.override("de"):
        assert terms.texts(own_words.catalogue(), {"round": "Spieltag"})["round %(n)s"] == "Spieltag %(n)s"


# -- how they may be spelt ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Schwadron ", "Schwadron"),
        ("Fa\u0308hnlein", "Fähnlein"),
        ("Tour  de jeu", "Tour de jeu"),
        ("Journée d'honneur", "Journée d’honneur"),
        ("1. Zug/Halbzug", "1. Zug/Halbzug"),
        ("Взвод", "Взвод"),
        ("小隊", "小隊"),
        ("W" * LONGEST, "W" * LONGEST),
        ("", ""),
    ],
)
def test_a_word_is_kept_as_it_is_read(typed: str, kept: str) -> None:
    assert spelt(typed) == kept
    assert is_spelt(kept) == bool(kept)


@pytest.mark.parametrize(
    "typed",
    [
        "W" * (LONGEST + 1),
        "<b>Zug</b>",
        "Zug & Co",
        "100%",
        "%(n)s",
        "{{ x }}",
        '"Zug"',
        "Zug\u202egniz",
        "Zug\u200bzug",
        "\u2066Zug",
        "Zug\x07",
        "\u3164",
        "12",
        "·",
        "e\u0301\u0301\u0301\u0301",
        "Z\u0301\u0301\u0301\u0301ug",
        "\u0301Zug",
        "@everyone",
        "Panzer 🚀",
    ],
)
def test_what_cannot_stand_in_a_word_is_refused(typed: str) -> None:
    with pytest.raises(ValidationError):
        spelt(typed)
    assert not is_spelt(typed)


def test_a_row_that_came_from_elsewhere_puts_nothing_else_on_a_page(season: Season) -> None:
    words_of(season.cast.club, {"platoon": "<script>", "round": "%(n)s", "rank": 3, "gone": "Weg", "score": "Stand"})  # type: ignore[dict-item]
    page = read(f"/campaigns/{season.stream}/")
    assert "Zug" in page
    assert "Stand" in page
    ClubWords.objects.update(said=["no", "list"])
    assert "Zug" in read(f"/campaigns/{season.stream}/")


# -- where they are said -----------------------------------------------------------------------------------------------


@BOTH
def test_a_club_s_pages_say_its_words_and_nobody_else_s_do(season: Season) -> None:
    page, battle = f"/campaigns/{season.stream}/", f"/battles/{season.battle}/"  # type: ignore[attr-defined]
    ours, of_battle = read(page), read(battle)
    assert "Rang Zug Wertung" in ours
    words_of(season.cast.club)
    words_of(ClubFactory.create(), {"platoon": "Rotte", "campaign": "Krieg"})
    said = read(page)
    assert "Platz Schwadron Wertung" in said
    assert "Spieltag 1" in said
    assert "Runde 1 ist angekündigt" in said, "in a sentence it is Leaguer's"
    assert "Kampagne · Skirmish" in read(battle)
    assert "Rotte" not in said
    assert "Rank Platoon Score" in read(page, language="en")
    other = CampaignFactory.create(club=ClubFactory.create(), name="Elsewhere")
    assert "Schwadron" not in read(f"/campaigns/{other.pk}/", logged_in_superuser(season))
    words_of(season.cast.club, {})
    assert read(page) == ours
    ClubWords.objects.all().delete()
    assert (read(page), read(battle)) == (ours, of_battle)


def logged_in_superuser(season: Season) -> Client:
    season.cast.alice.is_superuser = True
    season.cast.alice.save()
    return logged_in(season.cast.alice)


def test_members_of_a_closed_campaign_read_them_too(season: Season) -> None:
    words_of(season.cast.club)
    Campaign.objects.update(visibility=Campaign.Visibility.MEMBERS)
    assert "Platz Schwadron Wertung" in read(f"/campaigns/{season.stream}/", logged_in(season.cast.bob))


def test_programs_the_office_and_the_next_page_have_leaguer_s(season: Season) -> None:
    words_of(season.cast.club)
    office = office_of(season.cast.alice)
    round_ = f"/admin/campaigns/campaignsheet/{season.stream}/round/1/"
    before = read(round_, office)
    read(f"/campaigns/{season.stream}/", office)
    assert own_words.spoken() is None, "no request leaves them behind"
    assert read(round_, office) == before
    assert "Spieltag" not in before
    read(f"/campaigns/{season.stream}/", office)
    sheet = Client().get(f"/api/v1/battles/{season.battle}/", headers=GERMAN).content.decode()  # type: ignore[attr-defined]
    assert "Runde" in sheet
    assert "Kampagne" not in sheet


def test_what_is_kept_of_a_page_is_kept_for_these_words(season: Season) -> None:
    battle = f"/battles/{season.battle}/"  # type: ignore[attr-defined]
    client = Client()
    tags = []
    for said in ({}, {"campaign": "Kampagne"}, {"campaign": "Krieg"}, {}):
        words_of(season.cast.club, said)
        tags.append(client.get(battle, headers=GERMAN)["ETag"])
    assert len(set(tags)) == 3
    assert client.get(battle, headers=GERMAN | {"If-None-Match": tags[-1]}).status_code == 304
    assert client.get(battle, headers=GERMAN | {"If-None-Match": tags[1]}).status_code == 200


def test_feeds_and_channels_and_mail_say_them(season: Season) -> None:
    words_of(season.cast.club)
    feed = Client().get(f"/campaigns/{season.stream}/feed.atom", headers=GERMAN).content.decode()
    assert "Paarungen von Spieltag 1" in feed or "Spieltag 1" in feed
    club = Club.objects.get(pk=season.cast.club.pk)
    with translation.override("de"):
        speak_as(club)
        titles = [one.title for one in bulletins.of_campaign(CampaignSheet.objects.get(pk=season.stream))]
    assert any("Spieltag 1" in title for title in titles)
    context = {"campaign": season.desk, "moved": None, "user": season.cast.bob}
    with own_words.override("de"):
        assert gettext("Rank") == "Rang"
    assert mail.write("amended", "de", context, club).subject == mail.write("amended", "de", context).subject


def test_another_language_for_a_while_leaves_the_club_speaking(season: Season) -> None:
    words_of(season.cast.club)
    with translation.override("de"):
        speak_as(season.cast.club)
        key = as_read()
        with own_words.override("fr"):
            assert gettext("Platoon") == "Peloton"
            assert as_read() != key
        assert (gettext("Platoon"), as_read()) == ("Schwadron", key)
        speak_as(None)
        assert gettext("Platoon") == "Zug"


# -- what they cost ----------------------------------------------------------------------------------------------------


def queries(address: str) -> list[str]:
    with CaptureQueriesContext(connection) as asked:
        read(address)
    return [one["sql"] for one in asked]


def test_a_page_asks_once_where_there_are_words_and_not_at_all_where_there_are_none(season: Season) -> None:
    for address in (f"/campaigns/{season.stream}/", f"/battles/{season.battle}/"):  # type: ignore[attr-defined]
        read(address)
        without = queries(address)
        words_of(season.cast.club)
        read(address)  # so that what is kept for these words is there
        having = queries(address)
        ClubWords.objects.all().delete()
        of_words = [[one for one in each if 'FROM "campaigns_clubwords" WHERE' in one] for each in (without, having)]
        assert list(map(len, of_words)) == [0, 1]
        assert len(having) == len(without) + 1


# -- the office --------------------------------------------------------------------------------------------------------


def test_an_organiser_sets_them_and_takes_them_back(season: Season) -> None:
    alice = office_of(season.cast.alice)
    assert "Words of clubs" in text(alice.get("/admin/"))
    form = AtForm(alice, url(ClubWords, "add"))
    assert form.paper.fields["club"] == str(season.cast.club.pk)
    row = ClubWords.objects.get(pk=int(re.findall(r"\d+", form.fill(language="de").press("_save").url)[0]))
    form = AtForm(alice, url(ClubWords, "change", row.pk))
    assert "Zug:" in form.read
    assert "German" in form.read
    form.fill(**{"word-platoon": " Schwadron", "word-round": "<i>"}).press("_save")
    assert "cannot stand in a word" in form.error("word-round")
    form.fill(**{"word-round": "Spieltag"}).press("_save")
    row.refresh_from_db()
    assert row.said == {"platoon": "Schwadron", "round": "Spieltag"}
    assert "Spieltag, Schwadron" in text(alice.get(url(ClubWords, "changelist")))
    assert "Changed Runde and Zug." in text(alice.get(url(ClubWords, "history", row.pk)))
    assert "words of a club: Steel Club: German" in text(alice.get(url(CampaignSheet, "trail")))
    AtForm(alice, url(ClubWords, "change", row.pk)).fill(**{"word-platoon": ""}).press("_save")
    row.refresh_from_db()
    assert row.said == {"round": "Spieltag"}
    assert "already exists" in AtForm(alice, url(ClubWords, "add")).fill(language="de").press("_save").content.decode()


def test_nobody_sets_another_club_s(season: Season) -> None:
    row = words_of(season.cast.club)
    ClubFactory.create(organisers=[season.cast.dave])
    dave = office_of(season.cast.dave)
    assert dave.get(url(ClubWords, "change", row.pk)).status_code == 302
    assert "Schwadron" not in text(dave.get(url(ClubWords, "changelist")))
    answer = dave.post(url(ClubWords, "add"), {"club": season.cast.club.pk, "language": "fr"})
    assert answer.status_code == 200
    assert ClubWords.objects.count() == 1
    assert office_of(season.cast.bob).get(url(ClubWords, "changelist")).status_code == 403


def test_a_club_has_one_list_for_a_language_and_takes_it_along(season: Season) -> None:
    words_of(season.cast.club)
    with pytest.raises(IntegrityError), transaction.atomic():
        ClubWords.objects.create(club=season.cast.club, language="de")
    club = ClubFactory.create()
    words_of(club)
    club.delete()
    assert ClubWords.objects.get().club == season.cast.club


def test_a_desk_says_whether_its_club_has_words(season: Season) -> None:
    assert Campaign.of_stream(UUID(season.stream)).club.speaks is False  # type: ignore[union-attr]
    words_of(season.cast.club)
    assert Campaign.of_stream(UUID(season.stream)).club.speaks is True  # type: ignore[union-attr]

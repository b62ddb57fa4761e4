"""The help at /help/: every page opens, every link leads somewhere, and its search answers what newcomers ask."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from django.core.management import call_command, get_commands, load_command_class
from django.core.management.base import CommandError
from django.test import Client

import rules
from campaigns import season
from campaigns.theatre import validation
from deploy import settings
from deploy.help import links, markdown, pages, reference, search
from leagues import league
from tests.length import AT_LENGTH

# What a newcomer asks, and where the answer stands: one of the first three places.
ASKED = {
    "how do I undo?": "questions/#how-do-i-undo-a-report",
    "I typed the wrong dice": "questions/#how-do-i-undo-a-report",
    "take back a move": "questions/#how-do-i-undo-a-report",
    "what if my opponent never confirms?": "questions/#what-if-my-opponent-never-confirms",
    "my opponent does not answer": "questions/#what-if-my-opponent-never-confirms",
    "we do not agree who has won": "questions/#what-if-we-do-not-agree-on-the-result",
    "how do I dispute a result?": "questions/#what-if-we-do-not-agree-on-the-result",
    "the score is wrong after the battle was counted": "mend/#the-result-counts-already",
    "I forgot a shot earlier": "mend/#an-earlier-report-is-wrong",
    "the tank has less damage at the table": "mend/#the-table-looks-different-from-the-page",
    "can we roll our own dice?": "questions/#can-i-use-my-own-dice",
    "are the dice fair?": "questions/#can-leaguer-or-my-opponent-cheat-with-the-dice",
    "can the server cheat?": "questions/#can-leaguer-or-my-opponent-cheat-with-the-dice",
    "does it work offline?": "questions/#can-we-play-without-the-internet",
    "no wifi in the club room": "questions/#can-we-play-without-the-internet",
    "we have only one phone": "questions/#can-two-players-share-one-phone",
    "I forgot my password": "questions/#i-forgot-my-password",
    "how do I register?": "questions/#how-do-i-get-an-account",
    "how do I buy tanks?": "questions/#how-do-i-add-or-change-vehicles-of-my-platoon",
    "how do I create my army list?": "first-evening-player/#enlist-a-platoon",
    "who is my next opponent?": "first-evening-player/#find-out-whom-you-play",
    "how do I start a battle?": "first-evening-player/#play",
    "how do I end a battle?": "first-evening-player/#end-it",
    "when is my tank repaired?": "questions/#how-is-damage-repaired",
    "is my crew dead?": "questions/#what-happens-to-my-crew",
    "how are points counted?": "questions/#how-is-the-score-counted",
    "I am ill and cannot come before the deadline": "questions/#i-cannot-play-before-the-deadline",
    "can a friend play for me?": "questions/#can-somebody-else-play-for-me",
    "how do I quit?": "questions/#how-do-i-leave-a-campaign",
    "can strangers see my name?": "questions/#who-can-see-my-battles-and-my-name",
    "delete my account": "questions/#what-does-the-site-know-about-me-and-can-it-be-deleted",
    "too many emails": "questions/#how-do-i-stop-mail-and-notices",
    "add the dates to google calendar": "questions/#how-do-i-get-the-dates-into-my-calendar",
    "tell me when it is my turn": "first-evening-player/#be-told",
    "switch to german": "questions/#how-do-i-change-the-language",
    "do we have to enter every shot?": "questions/#must-we-report-every-shot",
    "how do I make a new campaign?": "first-evening-organiser/#prepare-a-campaign",
    "how do I invite players?": "first-evening-organiser/#invite-people",
    "how do I challenge somebody on the ladder?": "ladder/#challenge-somebody",
    "secret orders on the map": "map-campaign/#a-round",
    "when is a platoon cut off from supply?": "map-campaign/#supply",
    "move to another server": "backup/#move-to-another-server",
    "how do I make backups?": "backup/#back-up",
    "read a battle in ten years without the program": "ten-years/#a-backup",
    "play one battle without a campaign as a guest": "friendly-battle/#what-to-know",
    "how do I add a player who has no e-mail?": "questions/#how-do-i-add-a-player-who-has-no-e-mail-or-no-phone",
    "how do I add a player without a smartphone?": "questions/#how-do-i-add-a-player-who-has-no-e-mail-or-no-phone",
    "can I report for somebody who has no phone?": "questions/#how-do-i-add-a-player-who-has-no-e-mail-or-no-phone",
    "we played yesterday on paper": "questions/#we-played-without-leaguer-how-do-i-enter-the-result",
    "how do I enter only the result?": "questions/#we-played-without-leaguer-how-do-i-enter-the-result",
    "where do I see the standings?": "questions/#how-is-the-score-counted",
    "what happens if the battle is a draw?": "questions/#how-is-the-score-counted",
    "how do I print the pairings?": "questions/#how-do-i-print-something",
    "how do I change the pairings?": "first-evening-organiser/#open-a-round",
    "who is the umpire?": "first-evening-organiser/#without-you",
    "how do I rename my platoon?": "questions/#can-i-rename-my-platoon",
    "how do I change my name?": "questions/#how-do-i-change-my-name-my-address-or-my-password",
    "how do I change my password?": "questions/#how-do-i-change-my-name-my-address-or-my-password",
    "how do I change the time zone?": "questions/#how-do-i-change-my-name-my-address-or-my-password",
    "how do I write to my opponent?": "first-evening-player/#find-out-whom-you-play",
    "how do I set a date with my opponent?": "first-evening-player/#find-out-whom-you-play",
    "my opponent did not come": "questions/#i-cannot-play-before-the-deadline",
    "can we play two against two?": "questions/#can-more-than-two-people-play",
    "can we use house rules?": "questions/#can-we-use-house-rules",
    "can I change the rules during the season?": "questions/#can-we-use-house-rules",
    "how do I undo closing a round?": "mend/#something-in-the-season-is-wrong",
    "I pressed the wrong button": "mend/#the-last-report-is-wrong",
    "why can't I shoot?": "questions/#why-does-it-say-that",
    "how do I surrender?": "first-evening-player/#end-it",
    "how do I add a photo of the table?": "questions/#how-do-i-add-a-photo",
    "can spectators watch live?": "questions/#can-people-watch-a-battle",
    "how do I see the replay?": "questions/#how-do-i-look-at-an-old-battle",
    "does it work on an iphone?": "questions/#do-i-need-an-app-which-phones-and-browsers-does-it-run-on",
    "my phone died in the middle of a battle": "questions/#can-two-players-share-one-phone",
    "the letters are too small": "questions/#can-i-use-it-by-keyboard-with-a-screen-reader-or-with-larger-letters",
    "can a blind person use it?": "questions/#can-i-use-it-by-keyboard-with-a-screen-reader-or-with-larger-letters",
    "dark mode": "questions/#can-i-use-it-by-keyboard-with-a-screen-reader-or-with-larger-letters",
    "inches or centimetres?": "questions/#inches-or-centimetres",
    "how do I make someone an organiser?": "questions/#how-do-i-make-somebody-an-organiser-or-take-a-member-out",
    "how do I ban somebody?": "questions/#how-do-i-make-somebody-an-organiser-or-take-a-member-out",
    "how do I delete a campaign?": "mend/#it-was-a-test",
    "our league of last year is in excel": "league/#what-an-organiser-does",
    "what does it cost?": "questions/#how-many-people-can-use-it-and-what-does-it-cost",
    "can my bot post to discord?": "webhooks/#discord",
    "how do I upgrade?": "backup/#upgrade",
    "install on a raspberry pi": "install/#on-a-network-of-the-clubs-own-over-plain-http",
    "try it with pipx": "install/#without-a-checkout-by-pipx-or-uv",
    "how do I report a bug?": "questions/#i-found-a-bug-or-want-to-help",
    "how do I help translate?": "questions/#i-found-a-bug-or-want-to-help",
    "is there a demo to try?": "first-evening-organiser/#try-it-on-a-sample",
    "who can see my hidden cards?": "questions/#who-can-see-my-battles-and-my-name",
    "how do I get the rulebook?": "questions/#which-rulebooks-can-we-play",
}


def found(question: str) -> list[str]:
    return [hit.address.removeprefix("/help/") for hit in search.find(question)]


def test_questions_of_newcomers_are_answered_within_three() -> None:
    assert len(ASKED) >= 40
    missed = {question: found(question)[:3] for question, at in ASKED.items() if at not in found(question)[:3]}
    assert missed == {}


def test_every_page_renders_and_every_link_leads_somewhere(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("check_help")
    assert f"{len(pages.all_pages())} pages" in capsys.readouterr().out


def test_what_leads_nowhere_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        "# A page\n\n[a](lost.md) [b](questions.md#lost) [c](/nowhere/) [d](#here) [e](/help/lost/) ![f](../x.webp)\n"
    )
    page = pages.Page("a-page", "Begin", "docs/questions.md", lambda: text)
    monkeypatch.setattr(links, "all_pages", lambda: (page,))
    told = "\n".join(links.faults())
    for wrong in (
        "lost.md is not there",
        "questions.md#lost has an anchor that is not there",
        "/nowhere/ is no address",
        "#here has an anchor that is not there",
        "/help/lost/ is no page",
        "../x.webp is not there",
        "docs/mend.md is not listed",
    ):
        assert wrong in told
    with pytest.raises(CommandError, match="lost"):
        call_command("check_help")


def loads_nothing_but_ours(key: str, text: str) -> None:
    assert not re.search(r"<script(?![^>]*\bsrc=\"/)|<style|\sstyle=|\son\w+=\"", text), key
    assert all(source.startswith("/") for source in re.findall(r'\b(?:src|srcset)="([^"]+)"', text)), key
    anchors = re.findall(r'<h[2-6] id="([^"]+)"', text)
    assert len(anchors) == len(set(anchors)), key


@pytest.mark.at_length
@pytest.mark.django_db
def test_pages_open_and_load_nothing_but_ours() -> None:
    """What each is written in; and how the site shows one of each chapter, or by `make soak` every page."""
    visitor = Client()
    shown = pages.all_pages() if AT_LENGTH else {page.chapter: page for page in pages.all_pages()}.values()
    assert len(shown) > 5
    for page in pages.all_pages():
        loads_nothing_but_ours(page.key, page.html)
    for page in shown:
        answer = visitor.get(page.address)
        assert answer.status_code == 200, page.key
        assert page.html in answer.content.decode()
        loads_nothing_but_ours(page.key, answer.content.decode())
    assert visitor.get("/help/nothing/").status_code == 404
    assert visitor.post("/help/").status_code == 405
    assert 'href="/help/"' in visitor.get("/systems/").content.decode()


@pytest.mark.django_db
def test_what_is_asked_is_shown_with_its_words_marked_and_as_text() -> None:
    text = Client().get("/help/", {"q": "backup"}).content.decode()
    assert "<mark>backup</mark>" in text.lower()
    for odd in ('<b>"', "\0", '"', "NEAR(", "a AND", "x" * 5000, "*", "-", "žluťoučký"):
        answer = Client().get("/help/", {"q": odd})
        assert answer.status_code == 200, odd
        assert '<b>"' not in answer.content.decode()


def test_a_word_that_is_still_typed_is_found() -> None:
    assert "backup/#back-up" in found("backu")


def test_the_reference_has_all_there_is() -> None:
    told = {key: read() for key, read in reference.made()}
    for system in rules.all_systems().values():
        text = told[f"{system.key.replace('_', '-')}-reports"]
        for kind in (*system.commands, *system.events):
            assert f"\n### {kind.__name__}\n" in text
        for option in system.options:
            assert f"`{option.name}`" in text
    for key, kinds in (
        ("season-reports", (*season.COMMANDS, *season.EVENTS)),
        ("league-reports", (*league.COMMANDS, *league.EVENTS)),
    ):
        assert [one.__name__ for one in kinds if f"\n### {one.__name__}\n" not in told[key]] == []
    asked = re.findall(r'environment\.\w+\(\s*"([A-Z_]+)"', Path(str(settings.__file__)).read_text())
    assert asked
    assert [name for name in asked if not re.search(rf"^## .*\b{name}\b", told["settings"], re.MULTILINE)] == []
    for name in ("backup", "restore", "doctor", "welcome", "forget", "simulate", "check_help"):
        assert f"\n## {name}\n" in told["commands"]


def test_every_command_tells_what_it_is_for() -> None:
    """Asked with --help, in a terminal."""
    ours = {name: app for name, app in get_commands().items() if app.split(".")[0] in reference.FLOORS}
    assert len(ours) > 20
    for name, app in ours.items():
        command = load_command_class(app, name)
        said = " ".join(command.create_parser("manage.py", name).format_help().split())
        assert " ".join(str(command.help).split())[:30] in said, name


def test_comments_are_searched_and_not_shown() -> None:
    text = "# A\n\nAbove.\n\n## How?\n\n<!-- words: oops -->\nSo `x < y`. <b>\n\n## How?\n\n- [b](b.md)\n"
    first, second, third = markdown.sections(text)
    assert (first.text, second.words, second.text) == ("Above.", "oops", "So x < y. <b>")
    assert (second.anchor, third.anchor) == ("how", "how-1")
    shown = markdown.html(text, lambda link: "", lambda link: markdown.Picture("", "", 1, 1))
    assert "oops" not in shown
    assert "<b>" not in shown
    assert "<li>b</li>" in shown


def test_a_browser_leaves_room_for_each_picture_before_it_has_come() -> None:
    page = next(one for one in pages.all_pages() if one.key == "first-evening-player")
    shown = re.findall(r"<img [^>]*>", page.html)
    assert len(shown) >= 4
    sizes = [re.search(r'width="(\d+)" height="(\d+)"( class="tall")?', one) for one in shown]
    assert all(size and (int(size[2]) > int(size[1])) == bool(size[3]) for size in sizes)


def test_pages_are_where_production_finds_them() -> None:
    """In the container and in an install everything of the repository is there; so nothing of docs/ is left out."""
    ignored = (pages.ROOT / ".dockerignore").read_text().split()
    assert not {"docs", "*.md", "**/*.md", "docs/"} & set(ignored)
    assert os.path.isdir(pages.ROOT / pages.PICTURES)


def written() -> dict[str, str]:
    ours = ("docs/", "CONTRIBUTING", "CODE_OF")
    return {page.source: page.text for page in pages.all_pages() if page.source.startswith(ours)}


def test_what_is_typed_by_the_pages_is_there() -> None:
    """Commands of manage.py with their options, and what make makes."""
    known, targets = get_commands(), set(re.findall(r"^(\w+):", (pages.ROOT / "Makefile").read_text(), re.MULTILINE))
    for source, text in {**written(), "README.md": (pages.ROOT / "README.md").read_text()}.items():
        for name, said in re.findall(r"manage\.py (\w+)([^`\n#|]*)", text):
            assert name in known, (source, name)
            app = known[name]
            parser = load_command_class(app, name).create_parser("manage.py", name)
            options = {option for _part, action in reference.arguments(parser) for option in action.option_strings}
            assert set(re.findall(r"(?<!\S)--[\w-]+", said)) <= options, (source, name)
        assert {*re.findall(r"(?:^|`)make (\w+)(?=`|  | [A-Z]+=|$)", text, re.MULTILINE)} <= targets, source


def test_the_map_of_the_page_can_be_fought_on() -> None:
    (text,) = re.findall(r"^```text$\n(.*?)^```$", written()["docs/map-campaign.md"], re.MULTILINE | re.DOTALL)
    drawn = validation.checked(text, ("red", "blue"), capitals=True)
    assert drawn.names == {"alton": "Alton", "bury": "Bury", "clay": "Clay"}


def test_what_people_are_told_to_press_is_called_so() -> None:
    """In the pages for players and organisers: what begins with a capital in italics is a text of the product."""
    folders = ("battles", "campaigns", "leagues", "rules")
    files = [file for one in folders for kind in ("*.py", "*.html") for file in (pages.ROOT / one).rglob(kind)]
    product = "\n".join(file.read_text(encoding="utf-8") for file in files)
    named = {
        re.sub(r"\s+", " ", text).rstrip("…?.")
        for source in ("first-evening-player", "first-evening-organiser", "questions", "mend", "map-campaign", "ladder")
        for text in re.findall(r"(?<!\*)\*([A-Z][^*]+)\*(?!\*)", written()[f"docs/{source}.md"])
    }
    assert len(named) > 30
    assert {text for text in named if f'"{text}' not in product and f"'{text}" not in product} == set()

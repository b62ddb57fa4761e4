"""No page that lists options, terms or conditions shows a name as programs write it, in German either."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

import rules
from campaigns import handler
from campaigns.admin.desk.steps import opening_url
from campaigns.admin.ruling.views import rule_url
from campaigns.season.terms import house_rules
from rules.adjudicate import Who
from tests.campaigns.office import office_of
from tests.campaigns.on_map import MAP, SIDES
from tests.cast import CampaignFactory, Cast
from tests.length import sampled
from tests.pages.test_language import texts

pytestmark = pytest.mark.django_db


def raw(key: str) -> set[str]:
    """What programs call options, terms and choices ("full_deck_reshuffle"), and its words where no label has them."""
    system = rules.system(key)
    options = (*house_rules(system, on_map=True).values(), *system.board)
    labels = " ".join(label for option in options for label in (option.label, *option.labels)).casefold()
    names = {name for option in options for name in (option.name, *option.choices) if "_" in name}
    return names | {plain for name in names if (plain := name.replace("_", " ")) not in labels}


PAGES = ("rulebook", "opening", "battles", "terms", "campaign", "amend")
OF_EVERY_RULEBOOK = ("rulebook", "battles")  # which list all that a rulebook has options for


def met(case: tuple[str, str]) -> Iterator[object]:
    """Each page of some rulebook, and each rulebook on the pages that show most of it."""
    key, page = case
    yield (key, page) if page in OF_EVERY_RULEBOOK else page


@pytest.mark.at_length
@pytest.mark.parametrize("key", rules.all_systems())
def test_pages_show_no_raw_name(cast: Cast, key: str) -> None:
    alice = office_of(cast.alice)
    desk = CampaignFactory.create(club=cast.club, system=key, sides=SIDES, map=MAP)
    change = f"/admin/campaigns/campaign/{desk.pk}/change/?step="
    urls = {"rulebook": f"/systems/{key}/", "opening": opening_url(desk)}
    urls |= {step: f"{change}{step}" for step in ("battles", "terms")}
    opened = {"campaign": f"/campaigns/{desk.pk}/", "amend": rule_url(desk.pk, "amend")}
    some = [page for of, page in sampled(product(rules.all_systems(), PAGES), met=met) if of == key]
    read = [alice.get(urls[page], headers={"accept-language": "de"}) for page in some if page in urls]
    handler.open_campaign(desk, Who(str(cast.alice.pk), referee=True), "page")
    read += [alice.get(opened[page], headers={"accept-language": "de"}) for page in some if page in opened]
    assert len(read) == len(some)
    for page in read:
        assert page.status_code == 200
        said = " ".join(texts(page.content.decode())).casefold()
        assert "hausregeln" in said or "optionen" in said  # German, and the page meant
        assert [name for name in sorted(raw(key)) if name in said] == []

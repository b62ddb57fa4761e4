"""Whether the rulebook allows a platoon (R3, R4, R7, R39, B8, B9). Every fault is named, and none stops the search.

`missions.musters` checks the forces of a mission; `muster` refuses what cannot be played at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.contract import Refused, Sentence, Side, say
from rules.contract import gettext_noop as _
from rules.kit.words import name_of
from rules.systems.modern_age import tables
from rules.systems.modern_age.catalogue import GLOBAL, Entry, alliance_of, entries, find
from rules.systems.modern_age.effects import Does
from rules.systems.modern_age.forces import Carried, Fielded, fault_of_card, is_tank
from rules.systems.modern_age.missions.preset import first_game_fault
from rules.systems.modern_age.refusals import refused

AMMO, EQUIPMENT = "Ammo", "Equipment"
MARKS = {"tank": _("%(card)s fits tanks only."), "helicopter": _("%(card)s fits helicopters only.")}


def faults_of(
    edition: str, sides: Mapping[str, Side], fielded: Sequence[Fielded], scenario: str, options: Mapping[str, Any]
) -> Iterator[Refused]:
    """All that is wrong with the platoons, side by side."""
    for side in sorted(sides):
        models = [one for one in fielded if one.unit.side == side]
        alliance = alliance_of(edition, sides[side].platoon)
        yield from _country(side, models)
        yield from _platoon_card(edition, side, sides[side].platoon, models, scenario)
        for one in models:
            yield from _leave(one, options)
            yield from faults_of_cards(one, alliance)
        yield from _heroes(models)
        yield from _tanks(side, models)


def _fault(key: str, text: Sentence, remedy: Sentence, field: str) -> Refused:
    """A fault that can be let pass; its key begins with its rule."""
    rule = key.partition("/")[0].replace("section-", "section ")
    return refused(rule, text, remedy, field, fault=key, waivable=True)


# -- one platoon -------------------------------------------------------------------------------------------------------


def _country(side: str, models: Sequence[Fielded]) -> Iterator[Refused]:
    """R3, B8: the models are of one country."""
    nations = sorted({model.entry.article.nation for model in models})
    if len(nations) > 1:
        yield _fault(
            f"R3/country/{side}",
            say(_("The platoon of “%(side)s” mixes countries: %(nations)s."), side=side, nations=", ".join(nations)),
            _("Field one country."),
            "units",
        )


def _platoon_card(edition: str, side: str, platoon: str, models: Sequence[Fielded], scenario: str) -> Iterator[Refused]:
    """R3: a platoon card of its country; the first game has none (R44)."""
    field = f"sides.{side}.platoon"
    if scenario == tables.FIRST_GAME:
        if platoon:
            yield _fault(first_game_fault(side), _("The first game has no platoon cards."), _("Leave it out."), field)
        return
    nations = {model.entry.article.nation for model in models}
    entry = find(edition, ("platoon",), platoon)
    if not nations or (entry is not None and entry.article.nation in nations):
        return
    nation = min(nations)
    fitting = [one.name for one in entries(edition, "platoon") if one.article.nation == nation]
    text = say(_("“%(platoon)s” is no platoon card of %(nation)s."), platoon=platoon, nation=nation)
    wrong = _fault(
        f"R3/platoon/{side}",
        text if platoon else say(_("The platoon has no platoon card.")),
        say(_("Platoon cards: %(platoons)s."), platoons=", ".join(fitting)),
        field,
    )
    wrong.waivable = not platoon or entry is not None  # one that is not in the catalogue has no rule to play with
    yield wrong


def _heroes(models: Sequence[Fielded]) -> Iterator[Refused]:
    """R4: each hero once in a platoon. The fault is named by the card's place, because the card may lie face down."""
    there: set[str] = set()
    for model in models:
        for one in model.carried:
            if one.entry.figures["hero"] and one.card.name in there:
                text = say(_("The hero %(card)s is there twice."), card=one.card.name)
                yield _card_fault("R4", model, one, text, _("Once at most."))
            there.add(one.card.name)


def _tanks(side: str, models: Sequence[Fielded]) -> Iterator[Refused]:
    """R39: a side without a tank in play has lost, even with helicopters."""
    if models and not any(is_tank(model.entry) for model in models):
        yield _fault(
            f"R39/tanks/{side}",
            say(_("The platoon of “%(side)s” has no tank, so it has lost at once."), side=side),
            _("Field at least one tank."),
            "units",
        )


# -- fan-made articles -------------------------------------------------------------------------------------------------


def _leave(model: Fielded, options: Mapping[str, Any]) -> Iterator[Refused]:
    """Articles made by fans need the option."""
    if options["allow_fan_made"]:
        return
    text = _("%(name)s is made by fans, and this battle does not allow that.")
    remedy = say(_("Leave it out, or ask the organiser to allow what fans made."))
    if model.entry.fan_made:
        yield _fault(f"section-6/fan-made/{model.unit.id}", say(text, name=model.entry.name), remedy, "units")
    for one in model.carried:
        if one.entry.fan_made:
            yield _card_fault("section 6", model, one, say(text, name=one.entry.name), remedy)


# -- the cards of one model --------------------------------------------------------------------------------------------


def faults_of_cards(model: Fielded, alliance: str) -> Iterator[Refused]:
    """R3, R4, R7, B8, B9: whether the model may carry these cards. `alliance` is that of its platoon card."""
    for one in model.carried:
        yield from _open_to(model, one, alliance)
        yield from _fits(model, one)
    yield from faults_together(model)


def faults_together(model: Fielded) -> Iterator[Refused]:
    """R4, R7, B9: what is wrong with the cards together, if the model may carry each of them by itself."""
    yield from _types(model)
    yield from _crew(model)


def _open_to(model: Fielded, one: Carried, alliance: str) -> Iterator[Refused]:
    """R3, B8: cards of the model's country, cards with the mark of the platoon's alliance, and global ones."""
    nation = model.entry.article.nation
    if one.entry.article.nation not in (nation, GLOBAL, alliance):
        yield _card_fault(
            "R3",
            model,
            one,
            say(_("%(card)s is of %(nation)s."), card=one.card.name, nation=one.entry.article.nation),
            say(_("Take cards of %(nation)s or global ones."), nation=nation),
        )


def _fits(model: Fielded, one: Carried) -> Iterator[Refused]:
    """R4: the mark for tanks or helicopters. R7: the models and keywords that a card's text asks for or rules out."""
    figures, name = one.entry.figures, one.card.name
    only = figures["restricted_to"]
    if only and model.entry.figures["type"] not in only:
        yield _card_fault("R4", model, one, say(MARKS[only[0]], card=name), _("Leave it out."))
    models = figures.get("models", ())
    if models and model.entry.name not in models:
        yield _card_fault(
            "R7",
            model,
            one,
            say(_("%(card)s is not for the %(model)s."), card=name, model=model.entry.name),
            say(_("It fits: %(models)s."), models=", ".join(models)),
        )
    for word in figures.get("requires", ()):
        if not has_keyword(model.entry, word):
            yield _card_fault(
                "R7",
                model,
                one,
                say(_("%(card)s is for models with %(keyword)s."), card=name, keyword=word),
                _("Leave it out."),
            )
    for word in (word for effect in one.card.effects if effect.does == "forbid" for word in effect.names):
        if has_keyword(model.entry, word):
            yield _card_fault(
                "R7",
                model,
                one,
                say(_("%(card)s is not for models with %(keyword)s."), card=name, keyword=word),
                _("Leave it out."),
            )


def has_keyword(entry: Entry, word: str) -> bool:
    return any(one == word or one.startswith(f"{word} (") for one in entry.figures["keywords"])


def _types(model: Fielded) -> Iterator[Refused]:
    """R4, B9: one card of each type, except Ammo slots and what a card aboard allows."""
    field, unit = f"fittings.{model.unit.id}", model.unit.id
    for kind, times in sorted(Counter(card.kind for card in model.cards).items()):
        most = _most(model, kind)
        if times > most:
            remedy = say(_("A model holds one card of each type."))
            if most > 1:
                remedy = say(_("It holds %(most)s of them."), most=most)
            yield _fault(
                f"R4/cards/{unit}/{kind.replace(' ', '-')}",
                say(_("%(unit)s has more than one card of type %(kind)s."), unit=name_of(model.unit), kind=kind),
                remedy,
                field,
            )


def _most(model: Fielded, kind: str) -> int:
    """How many cards of a type the model may hold. What a card once allowed stays allowed when that card is lost."""
    held = [one.card.name for one in model.carried if one.card.kind == kind]
    if kind == EQUIPMENT and allows(model, "two_equipment") and len(set(held)) == len(held):
        return 2
    if kind == AMMO and not is_tank(model.entry):
        return int(model.entry.figures.get("ammo_slots", 1))
    if kind == AMMO and allows(model, "two_ammo") and len(set(held)) == 1:
        return 2
    return 1


def allows(model: Fielded, does: Does) -> bool:
    return any(effect.does == does for one in model.mustered for effect in one.card.effects)


def _crew(model: Fielded) -> Iterator[Refused]:
    """R4: crew slots; a crew that tolerates no other (R7)."""
    unit, field = model.unit.id, f"fittings.{model.unit.id}"
    crew, slots = [one for one in model.carried if one.card.crew], model.entry.figures["crew_slots"]
    if len(crew) > slots:
        yield _fault(
            f"R4/crew/{unit}",
            say(
                _("%(unit)s has %(crew)s crew cards for %(slots)s crew slots."),
                unit=name_of(model.unit),
                crew=len(crew),
                slots=slots,
            ),
            _("Leave some out."),
            field,
        )
    alone = [one for one in crew if any(effect.does == "no_other_crew" for effect in one.card.effects)]
    if alone and len(crew) > 1:
        yield _card_fault(
            "R7",
            model,
            alone[0],
            say(
                _("%(card)s stands no other crew card on %(unit)s."), card=alone[0].card.name, unit=name_of(model.unit)
            ),
            _("Leave the others out."),
        )


def _card_fault(rule: str, model: Fielded, one: Carried, text: Sentence, remedy: Sentence) -> Refused:
    """A fault of one card, named only by the place where it lies. The card may lie face down, and everybody reads the
    keys of faults that were let pass, so neither the card nor what is wrong with it is in the key."""
    unit = model.unit.id
    return refused(rule, text, remedy, f"fittings.{unit}", fault=fault_of_card(unit, one.card.id), waivable=True)

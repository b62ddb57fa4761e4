"""What no model can be in any battle: cards, fate, height, and what friends' cards do to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from rules.contract import gettext_noop as _
from rules.contract import say
from rules.kit.chapters import Chapter

from .figures import is_doomed
from .refusals import cards_of, check_models, impossible
from .state import Event, Model, State, destroyed_as

CHAPTER = Chapter[State, Event]("Models")


@CHAPTER.forbids
def impossible_modelss(state: State) -> None:
    """`Refused` about `facts.models.<id>`."""
    for model in state.models.values():
        _check_criticals(model)
        _check_lost(model)
        _check_fate(model)
        _check_place(model)
        _check_record(state, model)
        _check_uses(state, model)
        _check_boosts(state, model)
        if not state.result:
            _check_failed(model)
            _check_reserve(state, model)
            _check_doomed(state, model)


def _check_criticals(model: Model) -> None:
    """A critical card lies on its model under its own id, and the id that comes next is free."""
    for key, attached in model.criticals.items():
        if attached.id != key:
            raise impossible(
                f"models.{model.id}.criticals",
                say(_("The critical card “%(key)s” calls itself “%(id)s”."), key=key, id=attached.id),
                _("Give it the same id in both places."),
            )
        if int(key[1:]) > model.last_critical:
            raise impossible(
                f"models.{model.id}.last_critical",
                say(_("%(unit)s has a critical card “%(key)s”."), unit=model.id, key=key),
                say(_("Declare as many critical cards so far: at least %(n)s."), n=int(key[1:])),
            )


def _check_lost(model: Model) -> None:
    """Every card that has left the game is a lost card. The check does not ask which one it is, because that would tell
    what lies face down."""
    gone = [card.id for card in model.cards.values() if card.gone]
    lost = Counter(model.lost_cards) - Counter(model.lost_before)  # one of two copies may have been lost before
    if len(gone) > lost.total():
        raise impossible(
            f"models.{model.id}.lost_cards",
            say(
                _("More cards of %(unit)s are out of the game than are lost: %(cards)s."),
                unit=model.id,
                cards=", ".join(gone),
            ),
            _("Declare them lost, too, by name or by what stands here."),
        )


def _check_fate(model: Model) -> None:
    """A10: base defence 0 leaves no wreck; only a wreck can be recovered and drive again."""
    if model.fate == "destroyed" and destroyed_as(model) == "removed":
        text = _("%(unit)s has base defence 0 and leaves no wreck (A10).")
        if not model.is_tank:
            text = _("%(unit)s is a helicopter and leaves no wreck (R36).")
        raise impossible(f"models.{model.id}.fate", say(text, unit=model.id), _("Declare it “removed”."))
    if model.recovered is not None and model.fate != "destroyed":
        raise impossible(
            f"models.{model.id}.recovered",
            say(_("%(unit)s is no wreck."), unit=model.id),
            _("Declare its fate “destroyed”, too, or leave blank whether it was recovered."),
        )
    if model.in_service and not model.recovered:
        raise impossible(
            f"models.{model.id}.in_service",
            say(_("%(unit)s is no recovered wreck."), unit=model.id),
            _("Declare it recovered, too."),
        )


def _check_record(state: State, model: Model) -> None:
    """A unit named in a service record, or as having destroyed a model, is in this battle."""
    for fact, names in (("doomed", [model.doomed[0]]), ("feats", [feat.of for feat in model.feats])):
        check_models(state, f"models.{model.id}.{fact}", *filter(None, names))


def _check_place(model: Model) -> None:
    """R16: on the table helicopters fly low or high, and tanks do neither; only tanks wait in reserve."""
    if model.reserve and not (model.is_tank and model.deployed):
        raise impossible(
            f"models.{model.id}.reserve",
            say(_("%(unit)s is not held in reserve: that is for tanks, from their deployment on."), unit=model.id),
            _("Declare it not in reserve."),
        )
    if model.is_tank and model.elevation:
        raise impossible(
            f"models.{model.id}.elevation",
            say(_("%(unit)s is a tank and does not fly."), unit=model.id),
            _("Declare no elevation: an empty one."),
        )
    if not model.is_tank and model.deployed and not model.elevation:
        raise impossible(
            f"models.{model.id}.elevation",
            say(_("%(unit)s is on the table and flies."), unit=model.id),
            _("Declare its elevation: “low” or “high”."),
        )


def _check_uses(state: State, model: Model) -> None:
    """A card counts from the turn in which it is turned up, which has begun already; free moves are by cards that the
    model has."""
    for card in model.cards.values():
        if card.used and (card.used > state.turn or not card.face_up):
            raise impossible(
                f"models.{model.id}.cards.{card.id}.used",
                say(
                    _("The card “%(card)s” cannot have been used in turn %(turn)s."),
                    card=cards_of([card]),
                    turn=card.used,
                ),
                say(_("Declare it face up, and used in turn %(turn)s or earlier; 0 for never."), turn=state.turn),
            )
    for key in model.free_moves:
        if key not in model.cards:
            raise impossible(
                f"models.{model.id}.free_moves",
                say(_("%(unit)s has no card “%(card)s”."), unit=model.name, card=key),
                say(_("Its cards: %(cards)s."), cards=cards_of(model.cards.values())),
            )


def _check_boosts(state: State, model: Model) -> None:
    """An effect on another model comes from a card that some model has: friends raise initiative, enemies lay smoke and
    mark."""
    for boost in model.boosts:
        source = state.models.get(boost.unit)
        if source is None or boost.card not in source.cards:
            raise impossible(
                f"models.{model.id}.boosts",
                say(_("There is no card “%(card)s” on a model “%(unit)s”."), card=boost.card, unit=boost.unit),
                _("Name a model and the id of one of its cards, or leave it out."),
            )
        if (source.side == model.side) != (boost.does == "initiative"):
            raise impossible(
                f"models.{model.id}.boosts",
                say(_("%(source)s does not do that to %(unit)s."), source=source.id, unit=model.id),
                _("Friends lend initiative; enemies lay smoke and mark."),
            )


# -- while the battle goes on ------------------------------------------------------------------------------------------


def _check_failed(model: Model) -> None:
    """A critical card whose repair failed is still there."""
    if model.failed and model.failed not in model.criticals:
        raise impossible(
            f"models.{model.id}.failed",
            say(_("%(unit)s has no critical card “%(key)s”."), unit=model.id, key=model.failed),
            say(_("Name one of: %(cards)s; or none."), cards=", ".join(model.criticals) or "-"),
        )


def _check_reserve(state: State, model: Model) -> None:
    """Models in reserve arrive in turn 1, and none is in reserve while no shots are reported."""
    if model.reserve and (state.turn > 1 or state.depth != "shots" or state.resuming or not model.in_play):
        raise impossible(
            f"models.{model.id}.reserve",
            say(_("%(unit)s cannot be in reserve any more."), unit=model.id),
            _("Reserves arrive in turn 1: declare it not in reserve."),
        )


def _check_doomed(state: State, model: Model) -> None:
    """R36: a helicopter at its capacity is removed at once; R38.1: a tank is destroyed as the Command Phase begins.
    One that has given up a card of its capacity since then stands until the next."""
    if not model.in_play or not is_doomed(state, model):
        return
    by, report = model.doomed
    gave_up = report and not by
    if not model.is_tank or (state.phase == "command" and state.depth == "shots" and not gave_up):
        text = _("In the Command Phase a model at its damage capacity is destroyed (R38).")
        if not model.is_tank:
            text = _("A helicopter at its damage capacity is removed at once (R36).")
        raise impossible(
            f"models.{model.id}.fate", text, say(_("Declare its fate, too: “%(fate)s”."), fate=destroyed_as(model))
        )


# -- what the lines of a model follow from, by the lines of the same model ---------------------------------------------


@CHAPTER.explains
def grounds_of_a_model(state: State, of: str) -> Sequence[str]:
    what, _dot, rest = of.partition(".")
    if what == "outcome" and rest.startswith("units."):
        return _of_unit(state, rest.removeprefix("units."), OUTCOMES)
    return _of_unit(state, rest, LINES) if what == "units" else ()


def _criticals(model: Model) -> list[str]:
    """Every critical card that it has had."""
    return [f"critical-c{number}" for number in range(1, model.last_critical + 1)]


def _cards(model: Model) -> list[str]:
    return [f"card-{card}" for card in model.cards]


def _attack(model: Model) -> list[str]:
    return ["under_fire"]


LINES: dict[str, Callable[[Model], list[str]]] = {
    "status": lambda model: ["damage"],
    "damage": _attack,
    "card": _attack,
    "critical": _attack,
    "keywords": _criticals,
    "initiative": lambda model: [*(f"skill-{skill}" for skill in model.skills), *_cards(model), *_criticals(model)],
}
OUTCOMES: dict[str, Callable[[Model], list[str]]] = {
    "fate": lambda model: ["status"],
    "condition": lambda model: ["status", "damage", *_cards(model), *_criticals(model)],
}


def _of_unit(state: State, rest: str, known: dict[str, Callable[[Model], list[str]]]) -> Sequence[str]:
    unit, _dot, line = rest.partition(".")
    model, follows = state.models.get(unit), known.get(line.partition("-")[0])
    return [f"units.{unit}.{one}" for one in follows(model)] if model and follows else ()

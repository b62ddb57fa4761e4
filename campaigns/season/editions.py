"""Which of the house's own rulings a campaign goes by: those it opened with, to its end.

`Opened.house_edition` says it, as `Opened.edition` says which of its rulebook's. A ruling that would decide recorded
reports otherwise asks here; nothing else compares these texts. RULES.md, "Editions", lists what differs.
"""

from __future__ import annotations

from campaigns.season.kept_events import Opened

FIRST = "1"
SECOND = "2"
NEWEST = "3"


def has_terms(opened: Opened) -> bool:
    """It lives by terms. The campaigns of the first release have none: nothing happens between their battles."""
    return bool(opened.terms)


def collects_debts(opened: Opened) -> bool:
    """What a purse cannot return, or pay for a tow, is owed, and taken as later rounds close, after their points. In
    the first edition a result's points are taken from what was there before the round's, and of salvage and tows only
    another correction takes the rest."""
    return opened.house_edition != FIRST


def tells_salvage_from_towing(opened: Opened) -> bool:
    """Points of a battle are named for what they are for, also when they are returned. In the first edition they are
    added up, and named by their sign."""
    return opened.house_edition != FIRST


def prices_without_cards(opened: Opened) -> bool:
    """What everybody sees follows from prices without cards, which are secret: what a surrounded platoon gives up, and
    what a hull brings. In the first edition cards are counted."""
    return opened.house_edition != FIRST


def spares_the_healed(opened: Opened) -> bool:
    """No correction hurts a crew that recovered since, or was replaced. In the first edition it does hurt one that
    recovered, where the battle is corrected to something else than it was before."""
    return opened.house_edition != FIRST


def may_wound_for_no_round(opened: Opened) -> bool:
    """With `wounded_rounds` 0 a wounded crew is not absent at all. In the first edition it is, until the round
    closes."""
    return opened.house_edition != FIRST


def leaves_the_lost_as_they_were(opened: Opened) -> bool:
    """A vehicle that is corrected to lost is stored as its battle left it. In the first edition the workshop's jobs are
    done again on it."""
    return opened.house_edition != FIRST


def shares_byes_out(opened: Opened) -> bool:
    """A method gives nobody a second bye while somebody who could have it has had none. In the first edition it only
    keeps byes few, and does not always leave over the last of those who are equal."""
    return opened.house_edition != FIRST


def takes_turns_at_home(opened: Opened) -> bool:
    """In a round robin everybody is at home as often as away, or once more or less, after every round. In the first two
    editions of equals the one is at home who enlisted first, which leaves some up to six rounds ahead."""
    return opened.house_edition not in (FIRST, SECOND)


def remembers_who_left(opened: Opened) -> bool:
    """Whose platoon has left and who brings in another one has had its byes. In the first two editions the new one
    begins without."""
    return opened.house_edition not in (FIRST, SECOND)


def tells_no_news(opened: Opened) -> bool:
    """A counted battle of which only the log has gone on changes nothing, and who accepted its result is held to that.
    In the first two editions it is counted as another correction: what it left is set anew, and what is owed for it
    taken."""
    return opened.house_edition not in (FIRST, SECOND)


def keeps_pairings(opened: Opened) -> bool:
    """A round that its method would pair otherwise after a correction stands as it was announced, until somebody
    settles it. In the first two editions it is paired again."""
    return opened.house_edition not in (FIRST, SECOND)


def lets_fall(opened: Opened) -> bool:
    """What was told of a battle falls with it where a correction takes it out. In the first two editions each of these
    reports is left to settle."""
    return opened.house_edition not in (FIRST, SECOND)


def owns_where_it_stands(opened: Opened) -> bool:
    """A march or retreat that stands as it was played gives a sector to whom it leaves there alone, as any other does.
    In the first two editions it gives what changed hands when it was ruled."""
    return opened.house_edition not in (FIRST, SECOND)


def keeps_what_counted(opened: Opened) -> bool:
    """What results count by is not amended for a round that has results already. In the first two editions it is, and
    they count otherwise from then on."""
    return opened.house_edition not in (FIRST, SECOND)

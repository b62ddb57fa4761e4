"""The one table of who may do what at which address. An address or method without a row answers nobody.

`least` is the role a caller needs; `campaigns.roles` knows who has which role, and what a club keeps for its members. A
caller below `least` gets 401 without an account and 403 with one, and 404 for anything they may not see.
"""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.roles import MAY, Role

ANYONE = Role.VISITOR
ACCOUNT = Role.OUTSIDER

TABLE: Mapping[str, Mapping[str, Role]] = {
    "index": {"GET": ANYONE},
    "token": {"POST": ANYONE, "DELETE": ACCOUNT},
    "me": {"GET": ACCOUNT},
    # secret: for its owner only
    "my-calendar": {"GET": ACCOUNT, "POST": ACCOUNT},
    "systems": {"GET": ANYONE},
    "system": {"GET": ANYONE},
    "units": {"GET": ANYONE},
    "picks": {"GET": ANYONE},
    # a stranger's file is work to read: for those who could enlist with it
    "rosters": {"POST": ACCOUNT},
    "campaigns": {"GET": MAY["see"]},
    "campaign-reports": {"GET": MAY["see"]},
    "campaign": {"GET": MAY["see"]},
    "standings": {"GET": MAY["see"]},
    "platoons": {"GET": MAY["see"]},
    "platoon": {"GET": MAY["see"]},
    # for its player only, which the campaign decides: it names the hidden cards
    "platoon-roster": {"GET": ACCOUNT},
    # orders are secret: for its players only, which the campaign decides
    "platoon-orders": {"GET": ACCOUNT},
    "map": {"GET": MAY["see"]},
    "map-drawing": {"GET": MAY["see"]},
    "sector": {"GET": MAY["see"]},
    "campaign-explain": {"GET": MAY["see"]},
    # asks, and writes nothing
    "what-if": {"POST": MAY["see"]},
    # to save them takes an account; whose each is, and who else reads it, stands with it
    "scenarios": {"GET": MAY["see"], "POST": ACCOUNT},
    "scenario": {"GET": MAY["see"], "PATCH": ACCOUNT, "DELETE": ACCOUNT},
    "chances": {"GET": MAY["see"]},
    "vehicles": {"GET": MAY["see"]},
    "rounds": {"GET": MAY["see"]},
    "fixtures": {"GET": MAY["see"]},
    "why-paired": {"GET": MAY["see"]},
    "pairings": {"GET": MAY["administer"]},
    "ladder": {"GET": MAY["see"]},
    # players read of their own platoons, organisers of all
    "ledger": {"GET": ACCOUNT},
    "appointments": {"GET": MAY["administer"]},
    "campaign-table": {"GET": MAY["see"]},
    "campaign-calendar": {"GET": MAY["see"]},
    "campaign-events": {"GET": MAY["see"]},
    "campaign-live": {"GET": MAY["see"]},
    # what the caller may report, which the campaign decides: nothing to who may only read
    "campaign-choices": {"GET": MAY["see"]},
    # a member enlists, players command their platoons, organisers rule: the campaign decides which
    "campaign-correction-drafts": {"POST": ACCOUNT},
    "campaign-correction-draft": {"GET": ACCOUNT, "DELETE": ACCOUNT},
    "campaign-commands": {"POST": MAY["enlist"]},
    # a second officer, or who asked: the ruling says which
    "held-rulings": {"GET": MAY["administer"]},
    "held-ruling": {"GET": MAY["administer"], "POST": MAY["administer"]},
    "clubs": {"GET": MAY["see"]},
    "club": {"GET": MAY["see"]},
    "club-calendar": {"GET": MAY["see"]},
    # whoever organises the club, which the address itself decides
    "club-keys": {"GET": MAY["open"], "POST": MAY["open"]},
    "club-key": {"DELETE": MAY["open"]},
    # the same, or a key of theirs
    "club-webhooks": {"GET": MAY["open"], "POST": MAY["open"]},
    "club-webhook": {"GET": MAY["open"], "PATCH": MAY["open"], "DELETE": MAY["open"]},
    "club-webhook-secret": {"POST": MAY["open"]},
    "club-webhook-test": {"POST": MAY["open"]},
    "club-webhook-replay": {"POST": MAY["open"]},
    "club-webhook-deliveries": {"GET": MAY["open"]},
    "club-webhook-again": {"POST": MAY["open"]},
    # organisers of a club found its leagues
    "leagues": {"GET": MAY["see"], "POST": MAY["open"]},
    "league-reports": {"GET": MAY["see"]},
    "league": {"GET": MAY["see"]},
    "league-players": {"GET": MAY["see"]},
    "league-games": {"GET": MAY["see"]},
    "league-table": {"GET": MAY["see"]},
    "league-teams": {"GET": MAY["see"]},
    "league-honours": {"GET": MAY["see"]},
    "league-vehicles": {"GET": MAY["see"]},
    "league-vehicle": {"GET": MAY["see"]},
    "league-foreseen": {"GET": MAY["see"]},
    "league-explain": {"GET": MAY["see"]},
    # whoever organises the league
    "league-what-if": {"POST": MAY["see"]},
    "league-scenarios": {"GET": MAY["see"], "POST": ACCOUNT},
    "league-scenario": {"GET": MAY["see"], "PATCH": ACCOUNT, "DELETE": ACCOUNT},
    "league-next-season": {"GET": MAY["open"], "POST": MAY["open"]},
    "league-history": {"POST": MAY["open"]},
    "league-events": {"GET": MAY["see"]},
    "league-choices": {"GET": MAY["see"]},
    # players say how they are shown, organisers rule: the league decides
    "league-commands": {"POST": ACCOUNT},
    # where the site has it so, friendly battles are begun without an account, too; `campaigns.roles` says whether
    "friendly": {"GET": ANYONE, "POST": ANYONE},
    # whoever has the code comes in; its host gives it up
    "battle-join": {"GET": ANYONE, "POST": ANYONE, "DELETE": ACCOUNT},
    # whoever has a guest's code claims the seat; the guest reads it
    "battle-claim": {"GET": ACCOUNT, "POST": ACCOUNT},
    # its two players, and the organisers who are asked: the battle and the proposal say who that is
    "battle-adoption": {"GET": ACCOUNT, "POST": ACCOUNT, "DELETE": ACCOUNT},
    "battle-adoption-agreement": {"POST": ACCOUNT},
    "battles": {"GET": MAY["see"]},
    "battle": {"GET": MAY["see"]},
    "battle-state": {"GET": MAY["see"]},
    "battle-events": {"GET": MAY["see"]},
    "battle-live": {"GET": MAY["see"]},
    "battle-luck": {"GET": MAY["see"]},
    "battle-explain": {"GET": MAY["see"]},
    # only the sides and the referees, which the battle itself decides
    "battle-facts": {"GET": MAY["report"]},
    # only who may send the report, which the battle itself decides
    "battle-commands": {"POST": MAY["report"]},
    # of who may see the campaign, the club says who reads its conversations; members and players write
    "fixture-posts": {"GET": MAY["see"], "POST": MAY["enlist"]},
    "battle-posts": {"GET": MAY["see"], "POST": MAY["enlist"]},
    # its author edits and deletes it, which the post decides
    "post": {"GET": MAY["see"], "POST": MAY["enlist"], "DELETE": MAY["enlist"]},
    "post-reactions": {"POST": MAY["enlist"]},
    "post-reports": {"POST": MAY["enlist"]},
    "post-hiding": {"POST": MAY["referee"]},
    "post-photo": {"GET": MAY["see"]},
    "schema": {"GET": ANYONE},
    "docs": {"GET": ANYONE},
    "nowhere": {},
}

# What is one person's alone: no key of a club comes there, whatever its scopes.
PERSONAL = frozenset(
    (
        *("token", "me", "my-calendar", "platoon-roster", "platoon-orders", "club-keys", "club-key", "friendly"),
        "held-rulings",
        "held-ruling",
    )
) | {one for one in TABLE if one.startswith(("battle-join", "battle-claim", "battle-adoption", "campaign-correction"))}
ASKS = frozenset(("what-if", "league-what-if", "rosters"))  # by POST, and writes nothing
# Where the scope depends on what is reported: `api.keys.check_reports` looks.
REPORTS = frozenset(("campaign-commands", "league-commands", "battle-commands"))
RULES = frozenset(("leagues", "league-next-season", "league-history"))


def scope(url_name: str, method: str) -> str | None:
    """The scope that a key of a club needs there; None where no key comes, "" where what it reports decides."""
    if method == "OPTIONS":
        return ""
    if url_name in PERSONAL:
        return None
    if url_name.startswith("club-webhook"):  # to read them, too: their addresses may hold secrets of receivers
        return "webhooks"
    if method in ("GET", "HEAD") or url_name in ASKS:
        return "read"
    if url_name in REPORTS:
        return ""
    return "manage" if url_name in RULES else None


def least(url_name: str, method: str) -> Role | None:
    """The role a caller needs; None if the address does not know the method. HEAD is a GET without its body."""
    return TABLE[url_name].get("GET" if method == "HEAD" else method)

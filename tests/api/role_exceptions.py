"""Who asks at the addresses of the API, and what somebody may not do although their role may."""

from __future__ import annotations

from campaigns.roles import Role

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
TALK = ("fixture-posts", "battle-posts")
OF_A_POST = ("post", "post-reactions", "post-reports", "post-hiding", "post-photo")
SCENARIO = ("scenario", "league-scenario")
ROLES = {
    "anonymous": Role.VISITOR,
    "dave": Role.OUTSIDER,
    "frank": Role.MEMBER,  # of the club, without a platoon
    "bob": Role.MEMBER,
    "carol": Role.MEMBER,
    "erin": Role.UMPIRE,
    "hugo": Role.ORGANISER,  # appointed for this campaign, of another club
    "alice": Role.ORGANISER,  # of the club
    "root": Role.ORGANISER,  # a superuser
}
OUTSIDE = {
    "hugo": Role.OUTSIDER,
    "erin": Role.OUTSIDER,
}  # to a league and its club, who are something in its campaign alone
# What someone may do by the table and may not do all the same, because the thing itself says so.
NOT_THEIRS = {
    *(("battle-commands", "POST", who) for who in ("dave", "frank", "carol")),
    *(("battle-commands", "POST", who) for who in ("erin", "hugo", "alice", "root")),  # without the case of the battle
    *(("battle-facts", method, who) for method in ("GET", "HEAD") for who in ("dave", "frank")),
    *(
        (name, method, who)
        for name in ("platoon-roster", "platoon-orders")
        for method in ("GET", "HEAD")
        for who in ROLES
        if who not in ("anonymous", "bob")
    ),
    *(("battle-join", "DELETE", who) for who in ROLES if who != "anonymous"),
    *(("battle-claim", method, who) for method in ("GET", "HEAD") for who in ROLES if who != "anonymous"),
    # a campaign's battle is adopted by none
    *(
        (name, method, who)
        for name in ("battle-adoption", "battle-adoption-agreement")
        for method in ("GET", "HEAD", "POST", "DELETE")
        for who in ROLES
        if who != "anonymous"
    ),
    *(
        (one, method, who)
        for one in SCENARIO
        for method in ("PATCH", "DELETE")
        for who in ROLES
        if who not in ("anonymous", "bob")  # it is Bob's
    ),
    # a draft of Bob's, of a battle that he plays with Carol; who rules over it has not taken its case
    *(("campaign-correction-drafts", "POST", who) for who in ROLES if who not in ("anonymous", "bob", "carol")),
    *(
        ("campaign-correction-draft", method, who)
        for method in ("GET", "HEAD", "DELETE")
        for who in ROLES
        if who not in ("anonymous", "bob")
    ),
    # Alice has asked for it, and withdraws it
    *(("held-ruling", "POST", who) for who in ROLES if who not in ("anonymous", "alice")),
    # the club lets its members and players read; a post is Bob's
    *((one, method, who) for one in TALK for method in ("GET", "HEAD") for who in ("anonymous", "dave")),
    *(
        ("post", method, who)
        for method in ("POST", "DELETE")
        for who in ROLES
        if who not in ("anonymous", "dave", "bob")
    ),
    *(("ledger", method, who) for method in ("GET", "HEAD") for who in ("dave", "frank", "erin")),
    *(("league-commands", "POST", who) for who in ("dave", "frank", "carol", "erin", "hugo")),  # of Bob's profile
}
KINDS = {"rosters": "text/plain"}  # of what is sent there, where it is not JSON

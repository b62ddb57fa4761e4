"""The demo: a club, its umpire and a campaign under way, all of it loaded by ordinary reports."""

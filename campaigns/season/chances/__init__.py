"""How a platoon can still come to a rank: what the fixtures that are left can do to the standings. Pure.

`remaining` says which are left, `worlds` ranks a platoon in many ends of the season at once, `answer` asks it for all
ends or for many that are drawn, and `conditions` puts those that are enough as shortly as it can. Only what everybody
may know goes in: results, standings, pairings. Nothing asks a seed of the season; a source of chance is handed in.
"""

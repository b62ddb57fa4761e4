"""What a campaign makes known, in a club's Discord channel (pairings, results, standings, honours), and what a person
is told, in a channel of their own.

A channel is an incoming webhook. `embeds` writes a bulletin as Discord shows it, `http` speaks to Discord, and `poster`
brings a channel up to what stands now: it posts what is new and edits what was corrected. `own`
tells people.
"""

"""Web Push (RFC 8030): tells a phone whose page is closed that its person is waited for in a battle or a season.

`devices` keeps which browsers asked for it, `keys` is who this site is to push services, and `sender` sends what is
put there as a channel of notices (`campaigns.notices`). A message names
the battle or the campaign and what is asked; nothing of what lies face down, and nothing a spectator does not read.
"""

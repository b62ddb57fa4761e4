"""Web Push (RFC 8030): tells a phone whose page is closed that its person is waited for in a battle.

`devices` keeps which browsers asked for it, `keys` is who this site is to push services, `summonses` finds after each
report who is waited for and is not told yet, and `sender` sends it. A message names the battle and what is asked;
nothing of what lies face down, and nothing a spectator does not read.
"""

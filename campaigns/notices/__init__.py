"""The one stream of notices: what a person is told, once, by the channels and at the times that they have chosen.

`kinds` lists what there is to tell and `channels` the ways to a person. News of a season is found in the receipt of a
report, in its transaction (`of_season`); whom a battle or a correction waits for is found by the clerk from how they
stand (`in_battles`, `in_seasons`), so that nothing is lost where a worker is killed. `telling.tell` writes a notice
and hands it to its channels, or keeps it for the end of quiet hours or the next digest, which `delivery` hands over.
"""

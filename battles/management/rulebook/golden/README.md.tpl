# Recorded battles

One folder an edition. `<name>.jsonl` is a battle as `tests.rules.recordings.dumps` writes it: JSON lines, one an event, the
report it follows from on the first event of each report. `<name>.expect.json` holds how it ends, in facts and figures
(`tests.rules.recordings.expectation` writes it; rewording a sentence changes nothing in it): `views` by side ("" is
a spectator) and `outcome`. `python -m tests.rules.recordings RULEBOOK_KEY 1/NAME` records both of a battle that is played
at random (a number after it plays another one), and never over one that is there. The conformance suite refolds and
re-decides each of them. Once anybody has played by an edition they are never edited, whatever later editions change.

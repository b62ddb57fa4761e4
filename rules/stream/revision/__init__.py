"""Revisions of any stream: undo, correct, settle, declare, agree. One mechanism, whatever the stream is about.

Read in this order: `reports` (what may be reported, and the events), `state` (what a state keeps of them),
`rules.stream.history` (which rows count), `contract` (what a kind of stream says of its mending), `decide` (any
report), `authority` (who may revise at once), `plan` (what a revision does), `branch` (events on a state of their
own), `items` (what is left to people), `rebase` (later reports decided again on it), `trying` (one of them alone),
`rules.stream.dice_replay` (their dice), `rules.stream.carry_over` (facts as the table has them), `preview`, `dry_run`
and `redaction` (what a preview may not tell), `choices` and `sentences`. `kept_rows` verifies what revisions keep.

`rules.mending` has what a battle says of it.
"""

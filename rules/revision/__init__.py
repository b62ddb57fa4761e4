"""Revisions of a battle: undo, correct, settle, declare, amend, agree. One mechanism, for every rulebook alike.

Read in this order: `reports` (what may be reported, and the events), `rules.stream.history` (which rows count),
`decide` (any report on a battle), `authority` (who may revise at once), `plan` (what a revision does), `branch` (events
on a copy of the battle), `rebase` (later reports decided again on it), `rules.stream.dice_replay` (their dice),
`rules.stream.carry_over` and `declaration` (facts as the table has them), `possible`, `preview`, `dry_run` and
`redaction` (what a preview may not tell), `choices` (choices and sentences).
"""

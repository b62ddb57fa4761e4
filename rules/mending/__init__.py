"""Mending a battle: undo, correct, settle, declare, amend, agree. One mechanism, for every rulebook alike.

Read in this order: `rules.revisions` (what may be reported, and the events), `rules.timeline` (which rows count),
`deciding` (any report on a battle), `authority` (who may at once), `planning` (what a revision comes to), `telling`
(a line being told), `retelling` (reports told again on it), `remembered` (their dice), `keeping` and `setting` (facts
as the table has them), `possible`, `preview`, `trying` and `veil` (looks ahead, dry runs, and what they may not tell),
`offers` (choices, sentences).
"""

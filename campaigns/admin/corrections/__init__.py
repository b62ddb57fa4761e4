"""Corrections in the office: undo, correct, settle, declare, amend and answer, each seen before it is done."""

"""Corrections of battles in the office: undo, correct, settle, declare, amend and answer, each with a preview."""

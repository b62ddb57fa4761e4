"""Mending a battle on its page: undo, correct, settle, declare, amend, agree. Each is seen before it is done."""

"""Pages that correct a battle: undo, correct, settle, declare, amend, agree. Each shows a preview first."""

"""Pages that correct a campaign: take back, correct, settle, agree. Each shows a preview first."""

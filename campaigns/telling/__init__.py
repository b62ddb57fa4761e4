"""What happened on a campaign's map in sentences, and why. Pure; `narrating` and `explaining` ask here."""

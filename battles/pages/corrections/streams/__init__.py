"""The pages that correct a stream which is no battle: a campaign, a league. Each kind has its desk (`desk`)."""

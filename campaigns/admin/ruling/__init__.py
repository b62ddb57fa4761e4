"""What organisers rule over a campaign, in the office: rounds, results, penalties, house rules, offices."""

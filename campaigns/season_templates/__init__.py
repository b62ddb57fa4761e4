"""Season templates: what a campaign is set up with, without a club, a name or people. Leaguer has some of its own,
every campaign can be saved as one, and one is a small file that clubs hand to each other."""

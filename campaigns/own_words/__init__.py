"""What a club calls things itself, in place of Leaguer's words: which can be replaced (`terms`), how they may be spelt
(`spelling`), and where they are spoken (`speaking`)."""

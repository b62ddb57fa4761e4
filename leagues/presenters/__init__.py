"""What pages and the API show of leagues, made ready for one reader."""

"""What pages and API both show, prepared for one reader."""
